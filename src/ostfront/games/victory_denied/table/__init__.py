"""How A Victory Denied looks on a table: the part that never changes. What a seat sees is in `look.py`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from ostfront.core.page.questions import clause
from ostfront.core.page.table import (
    BoardPicture,
    Chit,
    Face,
    GameTable,
    Mark,
    OverlayInfo,
    Piece,
    Place,
    PlacePanel,
    SeatAt,
    Side,
    Table,
    Track,
    TrackBox,
    VerbInfo,
    WindowInfo,
    hexagon,
)
from ostfront.games.victory_denied.facts import TRACK, Facts, Turn
from ostfront.games.victory_denied.facts.roster import Counter
from ostfront.games.victory_denied.rules import VictoryDenied
from ostfront.games.victory_denied.table.look import look, looks, measures
from ostfront.games.victory_denied.table.overlays import overlay
from ostfront.kit.crt import meaning_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

__all__ = ["look", "meaning", "measures", "overlay", "table"]

SITES = {"victory-gold": "victory", "victory-blue": "victory", "german-supply": "supply", "soviet-supply": "supply"}
SIDE_OF_CHIT = ("german", "soviet", "")


def table(rules: VictoryDenied) -> Table:
    """The table of a game; the same for every seat."""
    info, words = rules.info, rules.vocabulary
    style = looks(rules)
    return Table(
        game=info.name,
        title=info.title,
        scenario=rules.settings.scenario,
        scenario_title=info.scenarios[rules.settings.scenario],
        rules_version=info.version,
        options=dict(rules.settings.options),
        credits=rules.facts.board.attribution,
        sides=tuple(Side(**side) for side in style["side"]),
        seats=tuple(SeatAt(seat.name, seat.side, seat.team) for seat in rules.seats),
        boards=(_board(rules),),
        places=(*_hexes(rules), *_boxes(rules)),
        panels=tuple(PlacePanel(p["id"], p["title"], tuple(p["places"])) for p in style["panel"]),
        tracks=(Track("turn", "Turns", tuple(_turn_box(turn, row) for turn, row in rules.facts.track.items())),),
        pieces=tuple(_piece(rules, style, u) for u in range(rules.facts.roster.count)),
        chits=tuple(_chit(rules, i) for i in range(len(rules.facts.chits))),
        markers=tuple(_mark(rules, row) for row in style["marker"]),
        flags=tuple(_mark(rules, row) for row in style["flag"]),
        overlays=tuple(OverlayInfo(**row) for row in style["overlay"]),
        verbs={verb.name: VerbInfo(verb.help, verb.takes) for verb in words.verbs.values()},
        windows=tuple(_window(rules, row) for row in style["window"]),
    )


# ---- the map ---------------------------------------------------------------------------------------------


def _board(rules: VictoryDenied) -> BoardPicture:
    grid = rules.facts.grid
    points = [grid.centre(i) for i in grid.hexes]
    title = str(rules.data.toml("map/map.toml").get("title", rules.info.title))
    width, height = (max(p[axis] for p in points) + 1 for axis in (0, 1))
    return BoardPicture("map", title, width, height, hexagon(grid.orientation == "pointy"), 1.1)


def _hexes(rules: VictoryDenied) -> Iterator[Place]:
    board, grid = rules.facts.board, rules.facts.grid
    sites: dict[int, list[str]] = {}
    names: dict[int, str] = {}
    for site in board.sites:
        tags = sites.setdefault(site.hex, [])
        tags += [tag for tag in (site.kind, SITES.get(site.kind, "")) if tag and tag not in tags]
        if site.kind in ("city", "town", "village", "moscow"):
            names.setdefault(site.hex, site.name)
    features = board.hex_facts.get("feature", {})
    for i in grid.hexes:
        kind = board.terrain_at[i]
        ground = board.terrain_kinds[kind].description
        if features.get(i):
            ground += f", {features[i]}"
        if rules.facts.shift_at[i]:
            ground += (
                f", {rules.facts.shift_at[i]} column{'s' if rules.facts.shift_at[i] > 1 else ''} for the defender"
            )
        x, y = grid.centre(i)
        words = (*sites.get(i, ()), *(("road",) if rules.facts.road_hexes >> i & 1 else ()))
        yield Place(board.name(i), names.get(i, ""), "hex", "map", round(x, 4), round(y, 4), None, ground, words)


def _boxes(rules: VictoryDenied) -> Iterator[Place]:
    for box in rules.facts.board.boxes:
        if box.name in rules.facts.boxes:
            turn = box.name.removeprefix("track-")
            name = str(box.facts.get("title", f"Turn {turn}" if box.name in TRACK else _entry_name(box.name)))
            yield Place(box.name, name, "track" if box.name in TRACK else "box")


def _entry_name(box: str) -> str:
    group = {"german-entry-2PzG": "2nd Panzer Group reinforcements"}
    return group.get(box, box.replace("-", " ").capitalize())


def _turn_box(turn: int, row: Turn) -> TrackBox:
    def both(values: tuple[int, int]) -> str:
        return str(values[0]) if values[0] == values[1] else f"{values[0]} distracted, {values[1]} Moscow"

    lines = [
        f"German chits {both(row.german_chits)}",
        f"Soviet chits {row.soviet_chits}",
        f"Reinforcement points {row.points}",
        f"Out of Supply markers {both(row.out_of_supply)}",
    ]
    return TrackBox(str(turn), str(turn), f"track-{turn}", tuple(lines))


# ---- pieces ----------------------------------------------------------------------------------------------


def _piece(rules: VictoryDenied, style: Mapping[str, Any], unit: int) -> Piece:
    roster = rules.facts.roster
    counter = roster.counters[unit]
    steps = roster.steps[unit]
    kind = {"hq": "hq", "pvo": "static"}.get(counter.type, "combat")
    attack, defense = roster.attack[unit], roster.defense[unit]
    faces = tuple(_face(counter, style, attack[n], defense[n], n < steps) for n in range(steps, 0, -1))
    if not faces:
        faces = (_face(counter, style, 0, 0, False),)
    return Piece(counter.id, counter.name, counter.side, faces, kind=kind, group=counter.group, steps=steps)


def _face(counter: Counter, style: Mapping[str, Any], attack: int, defense: int, reduced: bool) -> Face:
    move = str(counter.move)
    words = [counter.name] + (["reduced"] if reduced else [])
    if counter.type == "hq":
        strength, fill = f"({counter.range})", style["fill"][f"{counter.side}-hq"]
        words.append(f"range {counter.range}")
    else:
        strength = f"{attack}-{defense}" if counter.motorized == "yes" and counter.side == "german" else str(attack)
        fill = style["fill"].get(counter.colour, "")
        words.append(f"attack {attack}, defense {defense}")
    words.append(f"movement {move}")
    return Face(
        style["symbol"][counter.type], _echelon(counter), _designation(counter), counter.corps, f"{strength}-{move}",
        strength, move, style["stripe"].get(counter.corps, ""), fill, reduced, ", ".join(words),
    )  # fmt: skip


def _echelon(counter: Counter) -> str:
    for word, echelon in (("Corps", "xxx"), ("Front", "xxxxx"), ("Army", "xxxx"), ("Group", "xxx"), ("Brigade", "x"),
                          ("Division", "xx")):  # fmt: skip
        if word in counter.name:
            return echelon
    return "x"


def _designation(counter: Counter) -> str:
    """What a counter is called for short: 17, VII, KV."""
    bare = counter.id.removesuffix("-HQ")
    number = re.match(r"\d+(?=[A-Z])", bare)
    return number[0] if number else bare.partition("-")[0]


def _chit(rules: VictoryDenied, i: int) -> Chit:
    chit = rules.facts.chits[i]
    groups = {"2PzG": "2nd Panzer Group", "3PzG": "3rd Panzer Group", "9A": "9th Army"}
    plain = {"Air": "Air power", "ART": "Soviet artillery", "Supply": "Supply", "Reinf": "Reinforcements"}
    name = groups.get(chit.kind) or plain.get(chit.id, chit.id)
    if chit.hq >= 0:
        name = rules.facts.roster.counters[chit.hq].name
    return Chit(chit.id, name, SIDE_OF_CHIT[chit.side], chit.id.partition("-")[0])


def _mark(rules: VictoryDenied, row: dict[str, str]) -> Mark:
    rule = rules.rule(row["rule"])
    meaning = row.get("meaning") or clause(rules, rule)
    return Mark(row["id"], row["name"], row.get("short", ""), row["tone"], rule, meaning)


def _window(rules: VictoryDenied, row: dict[str, Any]) -> WindowInfo:
    kind = rules.kinds[row["kind"]]
    facts, seats = tuple(row["facts"]), tuple(row["seats"])
    return WindowInfo(kind.name, row["title"], rules.rule(kind.rule), kind.names, facts, seats)


# ---- words for results -----------------------------------------------------------------------------------


def meaning(_facts: Facts, code: str) -> str:
    """A code of the combat results table in words."""
    return meaning_of(code)


TABLE = GameTable(table, look, overlay, measures, meaning)
