"""The part of the table that never changes. What a seat sees is in `look.py`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ostfront.core.page.table import Chit, Face, Piece, Table, Track, TrackBox
from ostfront.core.play.rules import Rules
from ostfront.games.victory_denied.facts import TRACK, Facts, Turn
from ostfront.games.victory_denied.facts.roster import Counter
from ostfront.games.victory_denied.table.look import TOWNS
from ostfront.kit.crt import meaning_of
from ostfront.kit.table import board
from ostfront.kit.table.style import style

SITES = {"victory-gold": "victory", "victory-blue": "victory", "german-supply": "supply", "soviet-supply": "supply"}
BOXES = {"german-entry-2PzG": "2nd Panzer Group reinforcements"}
SIDE_OF_CHIT = ("german", "soviet", "")
ECHELONS = (
    ("Corps", "xxx"), ("Front", "xxxxx"), ("Army", "xxxx"), ("Group", "xxx"), ("Brigade", "x"), ("Division", "xx"),
)  # fmt: skip


def table(rules: Rules) -> Table:
    """The table of a game; the same for every seat."""
    facts: Facts = rules.facts
    title = str(facts.data.toml("map/map.toml").get("title", rules.info.title))
    roads = (("road", facts.road_hexes),)
    looks = style(facts)
    return board.make_table(
        rules,
        board.hex_board(facts.grid, title),
        facts.board.attribution,
        places=(
            *board.hex_places(facts.board, facts.shift_at, tags=SITES, towns=(*TOWNS, "moscow"), lines=roads),
            *board.box_places(facts.board, facts.boxes, TRACK, BOXES),
        ),
        tracks=(Track("turn", "Turns", tuple(_turn_box(turn, row) for turn, row in facts.track.items())),),
        pieces=(_piece(facts, u) for u in range(facts.roster.count)),
        chits=(_chit(facts, i) for i in range(len(facts.chits))),
        windows=(board.window(rules, row, row["seats"]) for row in looks["window"]),
    )


def _turn_box(turn: int, row: Turn) -> TrackBox:
    def both(values: tuple[int, int]) -> str:
        return str(values[0]) if values[0] == values[1] else f"{values[0]} distracted, {values[1]} Moscow"

    lines = (
        f"German chits {both(row.german_chits)}",
        f"Soviet chits {row.soviet_chits}",
        f"Reinforcement points {row.points}",
        f"Out of Supply markers {both(row.out_of_supply)}",
    )
    return board.turn_box(turn, f"track-{turn}", lines)


# ---- pieces ----------------------------------------------------------------------------------------------


def _piece(facts: Facts, unit: int) -> Piece:
    roster, looks = facts.roster, style(facts)
    counter, steps = roster.counters[unit], roster.steps[unit]
    attack, defense = roster.attack[unit], roster.defense[unit]
    kind = {"hq": "hq", "pvo": "static"}.get(counter.type, "combat")
    faces = board.faces(steps, lambda n: _face(counter, looks, attack[n], defense[n], n < steps))
    return Piece(counter.id, counter.name, counter.side, faces, kind=kind, group=counter.group, steps=steps)


def _face(counter: Counter, looks: Mapping[str, Any], attack: int, defense: int, reduced: bool) -> Face:
    move = str(counter.move)
    words = [counter.name] + (["reduced"] if reduced else [])
    if counter.type == "hq":
        strength, fill = f"({counter.range})", looks["fill"][f"{counter.side}-hq"]
        words.append(f"range {counter.range}")
    else:
        strength = f"{attack}-{defense}" if counter.motorized == "yes" else str(attack)
        fill = looks["fill"].get(counter.colour, "")
        words.append(f"attack {attack}, defense {defense}")
    words.append(f"movement {move}")
    echelon = board.echelon(counter.name, ECHELONS, "x")
    return Face(
        looks["symbol"][counter.type], echelon, _designation(counter), counter.corps, f"{strength}-{move}",
        strength, move, looks["stripe"].get(counter.corps, ""), fill, reduced, ", ".join(words),
    )  # fmt: skip


def _designation(counter: Counter) -> str:
    """What a counter is called for short: 17, VII, KV."""
    bare = counter.id.removesuffix("-HQ")
    return board.number_of(bare) or bare.partition("-")[0]


def _chit(facts: Facts, i: int) -> Chit:
    chit = facts.chits[i]
    return Chit(chit.id, facts.chit_names[chit.id], SIDE_OF_CHIT[chit.side], chit.id.partition("-")[0])


# ---- words for results -----------------------------------------------------------------------------------


def meaning(_facts: Facts, code: str) -> str:
    """A code of the combat results table in words."""
    return meaning_of(code)
