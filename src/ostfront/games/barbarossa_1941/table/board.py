"""The part of the table that never changes: hexes, tracks, counters. What a seat sees is in `look.py`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import timedelta
from typing import Any

import msgspec

from ostfront.core.errors import counted
from ostfront.core.page.table import Face, Piece, Place, Table, Track, TrackBox
from ostfront.core.play.rules import Rules
from ostfront.games.barbarossa_1941.facts import CLEAR, WEATHER, Facts
from ostfront.games.barbarossa_1941.facts.roster import AXIS, MOTORISED, SIDES
from ostfront.games.barbarossa_1941.table.look import TOWNS, due_box
from ostfront.kit.table import board
from ostfront.kit.table.style import style

SITES = {"major": "city", "minor": "city", "axis-supply": "supply", "axis-edge": "supply"}
WORDS = {
    "major": "major city",
    "minor": "minor city",
    "port": "port",
    "base": "naval base",
    "axis-supply": "Axis supply",
}
BOTH_WAYS = "+1 on the die in attack, -1 in defence"
UNDERLINE = "\N{COMBINING LOW LINE}"  # under the allowance of motorised units, which is printed white on black (1)


def table(rules: Rules) -> Table:
    """The table of a game; the same for every seat."""
    facts: Facts = rules.facts
    looks = style(facts)
    turns = range(1, facts.turns + 1)
    return board.make_table(
        rules,
        board.hex_board(facts.grid, str(facts.data.toml("map/map.toml")["title"])),
        facts.board.attribution,
        places=(
            *_hexes(facts),
            *board.box_places(facts.board, facts.boxes, (), {}),
            *(Place(due_box(turn), f"Turn {turn}", "track") for turn in turns),
        ),
        tracks=(
            Track("turn", "Turns", tuple(_turn_box(facts, looks, turn) for turn in turns)),
            Track("points", "Axis victory points", tuple(_point_boxes(facts, looks))),
        ),
        pieces=(_piece(facts, u) for u in range(facts.roster.count)),
        windows=(board.window(rules, row, row["seats"]) for row in looks["window"]),
    )


# ---- hexes -----------------------------------------------------------------------------------------------


def _hexes(facts: Facts) -> Iterator[Place]:
    """Each hex with its ground, what stands in it, what it is worth, and its weather zone."""
    shifts = [_shift(facts, i) for i in range(facts.grid.size)]
    lines = (("rail", facts.railways.hexes),)
    made = board.hex_places(facts.board, shifts, tags=SITES, towns=TOWNS, lines=lines)
    for i, place in zip(facts.grid.hexes, made, strict=True):
        words = [place.ground, *(word for kind, word in WORDS.items() if kind in place.tags)]
        tags = place.tags
        if points := facts.victory_points.get(i, 0):
            words.append(counted(points, "victory point"))
            tags = (*tags, f"victory-{points}")
        if "rail" in tags:
            words.append("railway")
        if facts.land >> i & 1:
            words.append("northern weather" if facts.north >> i & 1 else "southern weather")
        yield msgspec.structs.replace(place, ground=", ".join(words), tags=tags)


def _shift(facts: Facts, i: int) -> int:
    """Columns that the ground of a hex gives its defender (6)."""
    chart = facts.charts["terrain"]
    if facts.majors >> i & 1:
        return -int(chart["major_city"]["shift"])
    ground = int(chart.get(facts.board.terrain_at[i], {}).get("shift", 0))
    return -min(ground, int(chart["minor_city"]["shift"])) if facts.minors >> i & 1 else -ground


# ---- tracks ----------------------------------------------------------------------------------------------


def _turn_box(facts: Facts, looks: Mapping[str, Any], turn: int) -> TrackBox:
    """Days, weather, what begins or ends; the units that arrive lie in the box."""
    calendar, names = facts.charts["calendar"], looks["weather"]
    first = calendar["first_day"] + timedelta(days=calendar["days_per_turn"] * (turn - 1))
    last = first + timedelta(days=calendar["days_per_turn"] - 1)
    north, south = (names[WEATHER[track[turn]]] for track in (facts.weather_north, facts.weather_south))
    lines = (
        f"{first.day} {first:%B} to {last.day} {last:%B} {last.year}",
        north if north == south else f"North: {north.lower()}; south: {south.lower()}",
        *looks["turn"].get(str(turn), ()),
    )
    return board.turn_box(turn, due_box(turn), lines)


def _point_boxes(facts: Facts, looks: Mapping[str, Any]) -> Iterator[TrackBox]:
    """The totals at which something happens, and the levels of victory (13)."""
    victory = facts.charts["victory"]
    lines: dict[int, list[str]] = {}
    for trigger in facts.charts["trigger"]:
        lines.setdefault(trigger["vp"], []).append(looks["trigger"][trigger["effect"]])
    sudden = f"An Axis victory at once, up to turn {victory['sudden_death_last_turn']}"
    lines.setdefault(victory["sudden_death"], []).append(sudden)
    for level in victory["level"]:
        lines.setdefault(level["from"], []).append(f"After turn {facts.turns}: {level['result']}")
    for total, said in sorted(lines.items()):
        yield TrackBox(str(total), str(total), "", tuple(said))


# ---- counters --------------------------------------------------------------------------------------------


def _piece(facts: Facts, unit: int) -> Piece:
    roster = facts.roster
    counter, steps = roster.counters[unit], roster.steps[unit]
    kind = "static" if roster.is_static[unit] else "combat" if roster.is_combat[unit] else counter.type
    faces = board.faces(steps, lambda left: _face(facts, unit, left))
    return Piece(counter.id, counter.name, counter.side, faces, kind=kind, group=counter.group, steps=steps)


def _face(facts: Facts, unit: int, left: int) -> Face:
    roster, looks = facts.roster, style(facts)
    counter = roster.counters[unit]
    reduced = left < roster.steps[unit]
    wheels = roster.mobility[unit][left] == MOTORISED
    strength, movement, words = _values(facts, unit, left)
    symbol = looks["symbol"][counter.type]
    if counter.motorised == "full":  # cavalry, and a mobile group on its full side (12.11)
        symbol = "cavalry" if reduced else looks["symbol"]["mobile_group"]
        words.insert(0, "cavalry" if reduced else "mobile group")
    elif reduced:
        words.insert(0, "reduced" if roster.steps[unit] == 2 else f"{counted(left, 'step')} left")
    if wheels:
        words.append("motorised")
    shown = movement + UNDERLINE if wheels else movement
    fills = looks["fill"]
    return Face(
        symbol=symbol,
        echelon=looks["echelon"].get(counter.type, ""),
        top=_designation(counter.id, looks["short"]),
        left=counter.group if counter.group in looks["stripe"] else "",
        values="-".join(part for part in (strength, shown) if part),
        strength=strength,
        movement=movement,
        stripe=looks["stripe"].get(counter.group, ""),
        fill=fills[looks["fill_of"].get(counter.type, counter.nation)],
        reduced=reduced,
        label=", ".join([counter.name, *words]),
    )


def _values(facts: Facts, unit: int, left: int) -> tuple[str, str, list[str]]:
    """What stands on a counter before its movement, the movement, and both in words."""
    roster = facts.roster
    combat, quality, move = roster.combat[unit], roster.quality[unit], str(roster.move[unit])
    if roster.is_combat[unit]:
        value = combat[left]
        return f"{value}-{quality}", move, [f"combat {value}, quality {quality}, movement {move}"]
    if roster.is_air[unit]:
        shift, reach = _air(facts, roster.side[unit])
        return f"{shift}-{reach}", "", [f"shift {shift}, range {reach}"]
    if roster.is_airborne[unit]:
        if not roster.move[unit]:
            return "+1", "", ["+1 on the die in attack"]
        return "±1", move, [f"{BOTH_WAYS}, movement {move}"]
    return ("±1", "", [BOTH_WAYS]) if unit == roster.fleet else ("", "", [])


def _air(facts: Facts, side: int) -> tuple[int, int]:
    name, fine = SIDES[side], facts.charts["weather"][WEATHER[CLEAR]]
    shift = fine["german_air" if side == AXIS else "soviet_air"]
    return int(shift), int(facts.charts["air"][f"{name}_range"])


def _designation(id: str, short: Mapping[str, str]) -> str:
    """What a counter is called for short: XXIV, 16, Luga."""
    bare = id.partition("-")[2]
    return short.get(bare) or board.number_of(bare) or bare


# ---- words for results -----------------------------------------------------------------------------------


def meaning(_facts: Facts, _code: str) -> str:
    """Outcomes of this game are words already."""
    return ""


def ends(_facts: Facts, code: str) -> str:
    """An outcome in a few words, as the attacker sees it."""
    if not (code == "no losses" or "attacker" in code or "defender" in code):
        return ""
    paid, gained = (_lost(code, side) for side in ("attacker", "defender"))
    if "may become a retreat" in code:
        gained += " or a retreat"
    return f"lose {paid}, inflict {gained}"


def _lost(code: str, side: str) -> str:
    if f"{side} is destroyed" in code:
        return "all"
    found = re.search(rf"{side} loses (\d+)", code)
    return found[1] if found else "0"
