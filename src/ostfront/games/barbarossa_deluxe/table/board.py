"""The part of the table that never changes: hexes, tracks, counters. What a seat sees is in `look.py`."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from ostfront.core.page.table import Face, Piece, Place, Table, Track, TrackBox
from ostfront.core.play.rules import Rules
from ostfront.games.barbarossa_deluxe.facts import Facts
from ostfront.games.barbarossa_deluxe.facts.crt import DE
from ostfront.games.barbarossa_deluxe.facts.roster import ATTACHED, DIE, GERMAN, MECH, SIDES, SOVIET
from ostfront.games.barbarossa_deluxe.facts.track import Box, Limits
from ostfront.games.barbarossa_deluxe.table.log import RESULTS
from ostfront.games.barbarossa_deluxe.table.look import TOWNS, due_box
from ostfront.kit.table import board
from ostfront.kit.table.style import style

SITES = {"city": "city", "german-supply": "supply", "soviet-supply": "supply"}
WORDS = {
    "oil": "oil field",
    "industry": "industrial region",
    "port": "port",
    "german-supply": "German supply source",
    "soviet-supply": "Soviet supply source",
    "german-line": "German fortified line",
    "soviet-line": "Soviet fortified line",
}
DOT = "\N{BULLET}"


def table(rules: Rules) -> Table:
    """The table of a game; the same for every seat."""
    facts: Facts = rules.facts
    looks = style(facts)
    turns = range(facts.scenario.first_turn, facts.scenario.last_turn + 1)
    return board.make_table(
        rules,
        board.hex_board(facts.grid, str(facts.data.toml("map/map.toml")["title"])),
        facts.board.attribution,
        places=(
            *_hexes(facts),
            *board.box_places(facts.board, facts.boxes, (), {}),
            *(Place(due_box(turn), f"Turn {turn}", "track") for turn in turns),
        ),
        tracks=(Track("turn", "Turns", tuple(_turn_box(facts, turn) for turn in turns)),),
        pieces=(_piece(facts, u) for u in range(facts.roster.count)),
        windows=(board.window(rules, row, row["seats"]) for row in looks["window"]),
    )


# ---- hexes -----------------------------------------------------------------------------------------------


def _hexes(facts: Facts) -> Iterator[Place]:
    """Each hex with its ground, what is in it, its country and its logistics zone."""
    shifts = [int(bool(facts.rough >> i & 1)) for i in range(facts.grid.size)]
    made = board.hex_places(facts.board, shifts, tags=SITES, towns=TOWNS, lines=())
    territory = facts.board.hex_facts["territory"]
    for i, place in zip(facts.grid.hexes, made, strict=True):
        words = [place.ground, *(word for kind, word in WORDS.items() if kind in place.tags)]
        if facts.victory_hexes >> i & 1:
            words.append("1 point")
        if facts.land >> i & 1:
            words += [territory.get(i, ""), "northern zone" if facts.north >> i & 1 else "southern zone"]
        yield msgspec.structs.replace(place, ground=", ".join(word for word in words if word))


# ---- the turn track --------------------------------------------------------------------------------------


def _turn_box(facts: Facts, turn: int) -> TrackBox:
    """The date, movement, replacements and air power of a turn; the units that arrive lie in the box."""
    box = facts.box(turn)
    lines = (box.date, *_numbers(facts, box), *_limits(facts, facts.track.limits.get(turn)))
    return board.turn_box(turn, due_box(turn), lines)


def _numbers(facts: Facts, box: Box) -> Iterator[str]:
    scenario = facts.scenario
    moves = [f"{scenario.movement(box, side, True)}/{scenario.movement(box, side, False)}" for side in (0, 1)]
    steps = ["/".join(map(str, scenario.replacements(box, side))) for side in (GERMAN, SOVIET)]
    yield f"Movement: German {moves[GERMAN]}, Soviet {moves[SOVIET]}"
    yield f"Replacements: German {steps[GERMAN]}, Soviet {steps[SOVIET]}"
    yield f"Luftwaffe: {scenario.luftwaffe(box)}"


def _limits(facts: Facts, limits: Limits | None) -> Iterator[str]:
    if limits is None or not facts.scenario.first_check or limits.turn < facts.scenario.first_check:
        return
    if limits.german_wins_at_or_above is not None:
        yield f"The Germans win with {limits.german_wins_at_or_above} points"
    if limits.soviet_wins_at_or_below is not None:
        yield f"The Soviets win at {limits.soviet_wins_at_or_below}"


# ---- counters --------------------------------------------------------------------------------------------


def _piece(facts: Facts, unit: int) -> Piece:
    roster = facts.roster
    counter = roster.counters[unit]
    kind = "support" if roster.mobility[unit] == ATTACHED else "combat"
    return Piece(counter.id, counter.name, SIDES[roster.side[unit]], (_face(facts, unit),), kind=kind, steps=1)


def _face(facts: Facts, unit: int) -> Face:
    roster, looks = facts.roster, style(facts)
    counter = roster.counters[unit]
    values = _values(facts, unit)
    words = [counter.name, f"attack {counter.attack}, defence {counter.defense}" if values else "support"]
    if roster.mobility[unit] == MECH:
        words.append("mechanized")
    if roster.dotted >> unit & 1:
        words.append("not replaceable")
    return Face(
        symbol=looks["symbol"][counter.type],
        echelon=looks["echelon"].get(counter.type, ""),
        top=f"{DOT if roster.dotted >> unit & 1 else ''}{counter.short or counter.id}",
        values=values,
        strength=values,
        fill=looks["fill"][_fill(facts, unit)],
        label=", ".join(words),
    )


def _values(facts: Facts, unit: int) -> str:
    counter = facts.roster.counters[unit]
    if counter.attack == DIE:
        return "1d6"
    if not counter.defense:
        return ""
    star = "*" if counter.type == "shock" else ""
    return f"{counter.attack}{star}" if counter.attack == counter.defense else f"{counter.attack}-{counter.defense}"


def _fill(facts: Facts, unit: int) -> str:
    counter = facts.roster.counters[unit]
    if counter.type == "cavalry" and counter.side == SIDES[SOVIET]:
        return "cavalry"
    named: str = style(facts)["fill_of"].get(counter.type, counter.nationality)
    if counter.side == SIDES[SOVIET] and counter.nationality == "Romanian":
        return "communist"
    return named


# ---- words for results -----------------------------------------------------------------------------------


def meaning(_facts: Facts, code: str) -> str:
    """A result in words."""
    return RESULTS.get(code, "")


def ends(_facts: Facts, code: str) -> str:
    """A result in a few words, as the attacker sees it."""
    return {
        "AE": "lose everything", "AS": "nothing gained", "BB": "take it at equal cost", "DR": "drive them back",
        DE: "destroy them",
    }.get(code, "")  # fmt: skip
