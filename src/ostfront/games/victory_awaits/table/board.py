"""The part of the table that never changes. What a seat sees is in `look.py`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ostfront.core.page.table import Chit, Face, Piece, Table, Track, TrackBox, WindowInfo
from ostfront.core.play.rules import Rules
from ostfront.games.victory_awaits.facts import Facts
from ostfront.games.victory_awaits.facts.roster import AXIS, SOVIET, Counter
from ostfront.games.victory_awaits.facts.terrain import TURNS
from ostfront.games.victory_awaits.table.look import TOWNS
from ostfront.kit.crt import meaning_of
from ostfront.kit.table import board
from ostfront.kit.table.style import style

SITES = {
    "major-city": "victory", "breakthrough": "victory", "axis-supply": "supply", "soviet-supply": "supply",
    "from-moscow": "supply",
}  # fmt: skip
SIDE_OF_CHIT = ("axis", "soviet", "")
ECHELONS = (
    ("Panzergruppe", "xxxx"), ("Army", "xxxx"), ("Corps", "xxx"), ("Brigade", "x"), ("Regiment", "iii"),
    ("Division", "xx"),
)  # fmt: skip


def table(rules: Rules) -> Table:
    """The table of a game; the same for every seat."""
    facts: Facts = rules.facts
    lines = (("road", facts.road_hexes), ("railroad", facts.rail_hexes))
    return board.make_table(
        rules,
        board.hex_board(facts.grid, facts.scenario["title"]),
        facts.board.attribution,
        places=(
            *board.hex_places(facts.board, facts.shift_at, tags=SITES, towns=TOWNS, lines=lines),
            *board.box_places(facts.board, facts.boxes, TURNS, {}),
        ),
        tracks=(Track("turn", "Turns", tuple(_turn_box(facts, turn) for turn in range(1, facts.last_turn + 1))),),
        pieces=(_piece(facts, u) for u in range(facts.roster.count)),
        chits=(_chit(facts, i) for i in range(len(facts.chits))),
        windows=(_window(rules, row) for row in style(facts)["window"]),
    )


def _turn_box(facts: Facts, turn: int) -> TrackBox:
    track = facts.track
    rows = (
        ("Soviet chits", track.su),
        ("German chits", track.ger),
        ("Rumanian chits", track.rum),
        ("Soviet reinforcements", track.reinforcements_su),
        ("German reinforcements", track.reinforcements_ger),
        ("Rumanian reinforcements", track.reinforcements_rum),
        ("Strategic Reserve", track.reserve),
        ("Fortress steps", track.fortress_steps),
    )
    lines = (f"{name} {numbers[turn]}" for name, numbers in rows if numbers[turn])
    return board.turn_box(turn, f"turn-{turn}", lines)


def _window(rules: Rules, row: Mapping[str, Any]) -> WindowInfo:
    side = AXIS if row["kind"] == "interrupt" else SOVIET
    facts: Facts = rules.facts
    seats = (seat.name for seat, mine in zip(rules.seats, facts.seat_side, strict=True) if mine == side)
    return board.window(rules, row, seats)


# ---- pieces ----------------------------------------------------------------------------------------------


def _piece(facts: Facts, unit: int) -> Piece:
    roster, looks = facts.roster, style(facts)
    counter, steps = roster.counters[unit], roster.steps[unit]
    attack, defense = roster.attack[unit], roster.defense[unit]
    kind = {"hq": "hq", "fortress": "static"}.get(counter.type, "combat")
    faces = board.faces(steps, lambda n: _face(counter, looks, attack[n], defense[n], n < steps))
    return Piece(counter.id, counter.name, counter.side, faces, kind=kind, group=counter.formation, steps=steps)


def _face(counter: Counter, looks: Mapping[str, Any], attack: int, defense: int, reduced: bool) -> Face:
    move = str(counter.move)
    words = [counter.name] + (["reduced"] if reduced else [])
    if counter.type == "fortress":
        values = strength = f"+{defense}"
        words.append(f"defense {defense}")
    else:
        strength = f"{attack}-{defense}" if counter.mech == "yes" else str(attack)
        values = f"{strength}-{move}"
        words.append(f"attack {attack}, defense {defense}, movement {move}")
    if counter.type == "hq":
        words.append(f"range {counter.range}")
    fills = looks["fill"]
    fill = fills.get(counter.type, "") or (fills[f"{counter.side}-hq"] if counter.type == "hq" else "")
    fill = fills["romanian"] if counter.nation == "romanian" else fill
    symbol, echelon = looks["symbol"].get(counter.type, "infantry"), board.echelon(counter.name, ECHELONS)
    return Face(
        symbol, echelon, _designation(counter), counter.map, values,
        strength, move, looks["stripe"].get(counter.formation, ""), fill, reduced, ", ".join(words),
    )  # fmt: skip


def _designation(counter: Counter) -> str:
    """What a counter is called for short: 17, LAH, 3A."""
    bare = counter.printed or counter.id
    return bare if counter.type == "hq" else board.number_of(bare) or bare


def _chit(facts: Facts, i: int) -> Chit:
    chit = facts.chits[i]
    return Chit(
        chit.id, facts.chit_names[chit.id], SIDE_OF_CHIT[chit.side], chit.id.removeprefix("S-").removeprefix("R-")
    )


# ---- words for results -----------------------------------------------------------------------------------


def meaning(_facts: Facts, code: str) -> str:
    """A code of the combat results table in words."""
    return meaning_of(code)
