"""How A Victory Awaits looks on a table: the part that never changes. What a seat sees is in `look.py`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from ostfront.core.page.questions import clause
from ostfront.core.page.table import (
    BoardPicture,
    Chit,
    Face,
    GameTable,
    Lesson,
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
from ostfront.games.victory_awaits.facts import Facts
from ostfront.games.victory_awaits.facts.roster import Counter
from ostfront.games.victory_awaits.facts.terrain import TURNS
from ostfront.games.victory_awaits.rules import VictoryAwaits
from ostfront.games.victory_awaits.table.look import chit_name, look, looks, measures
from ostfront.games.victory_awaits.table.overlays import overlay
from ostfront.kit.crt import meaning_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

__all__ = ["look", "meaning", "measures", "overlay", "table"]

SITES = {
    "major-city": "victory", "breakthrough": "victory", "axis-supply": "supply", "soviet-supply": "supply",
    "from-moscow": "supply",
}  # fmt: skip
ECHELONS = (
    ("Panzergruppe", "xxxx"), ("Army", "xxxx"), ("Corps", "xxx"), ("Brigade", "x"), ("Regiment", "iii"),
    ("Division", "xx"),
)  # fmt: skip


def table(rules: VictoryAwaits) -> Table:
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
        tracks=(
            Track("turn", "Turns", tuple(_turn_box(rules, turn) for turn in range(1, rules.facts.last_turn + 1))),
        ),
        pieces=tuple(_piece(rules, style, u) for u in range(rules.facts.roster.count)),
        chits=tuple(_chit(rules, i) for i in range(len(rules.facts.chits))),
        markers=tuple(_mark(rules, row) for row in style["marker"]),
        flags=tuple(_mark(rules, row) for row in style["flag"]),
        overlays=tuple(OverlayInfo(**row) for row in style["overlay"]),
        verbs={verb.name: VerbInfo(verb.help, verb.takes) for verb in words.verbs.values()},
        windows=tuple(_window(rules, row) for row in style["window"]),
        lessons=tuple(Lesson(**row) for row in style["lesson"]),
    )


# ---- the map ---------------------------------------------------------------------------------------------


def _board(rules: VictoryAwaits) -> BoardPicture:
    grid = rules.facts.grid
    points = [grid.centre(i) for i in grid.hexes]
    width, height = (max(p[axis] for p in points) + 1 for axis in (0, 1))
    return BoardPicture(
        "map", rules.facts.scenario["title"], width, height, hexagon(grid.orientation == "pointy"), 1.1
    )


def _hexes(rules: VictoryAwaits) -> Iterator[Place]:
    board, grid = rules.facts.board, rules.facts.grid
    sites: dict[int, list[str]] = {}
    names: dict[int, str] = {}
    for site in board.sites:
        tags = sites.setdefault(site.hex, [])
        tags += [tag for tag in (site.kind, SITES.get(site.kind, "")) if tag and tag not in tags]
        if site.kind in ("city", "major-city"):
            names.setdefault(site.hex, site.name)
    features = board.hex_facts.get("feature", {})
    for i in grid.hexes:
        ground = board.terrain_kinds[board.terrain_at[i]].description
        if features.get(i):
            ground += f", {features[i].replace('-', ' ')}"
        if rules.facts.shift_at[i]:
            ground += (
                f", {rules.facts.shift_at[i]} column{'s' if rules.facts.shift_at[i] > 1 else ''} for the defender"
            )
        x, y = grid.centre(i)
        lines = (("road", rules.facts.road_hexes), ("railroad", rules.facts.rail_hexes))
        words = (*sites.get(i, ()), *(name for name, hexes in lines if hexes >> i & 1))
        yield Place(board.name(i), names.get(i, ""), "hex", "map", round(x, 4), round(y, 4), None, ground, words)


def _boxes(rules: VictoryAwaits) -> Iterator[Place]:
    for box in rules.facts.board.boxes:
        if box.name in rules.facts.boxes:
            track = box.name in TURNS
            name = f"Turn {box.name.removeprefix('turn-')}" if track else box.name.replace("-", " ").capitalize()
            yield Place(box.name, str(box.facts.get("title", name)), "track" if track else "box")


def _turn_box(rules: VictoryAwaits, turn: int) -> TrackBox:
    track = rules.facts.track
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
    lines = [f"{name} {numbers[turn]}" for name, numbers in rows if numbers[turn]]
    return TrackBox(str(turn), str(turn), f"turn-{turn}", tuple(lines))


# ---- pieces ----------------------------------------------------------------------------------------------


def _piece(rules: VictoryAwaits, style: Mapping[str, Any], unit: int) -> Piece:
    roster = rules.facts.roster
    counter = roster.counters[unit]
    steps = roster.steps[unit]
    kind = {"hq": "hq", "fortress": "static"}.get(counter.type, "combat")
    faces = tuple(
        _face(counter, style, roster.attack[unit][n], roster.defense[unit][n], n < steps) for n in range(steps, 0, -1)
    )
    return Piece(counter.id, counter.name, counter.side, faces, kind=kind, group=counter.formation, steps=steps)


def _face(counter: Counter, style: Mapping[str, Any], attack: int, defense: int, reduced: bool) -> Face:
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
    fills = style["fill"]
    fill = fills.get(counter.type, "") or (fills[f"{counter.side}-hq"] if counter.type == "hq" else "")
    fill = fills["romanian"] if counter.nation == "romanian" else fill
    return Face(
        style["symbol"].get(counter.type, "infantry"), _echelon(counter), _designation(counter), counter.map, values,
        strength, move, style["stripe"].get(counter.formation, ""), fill, reduced, ", ".join(words),
    )  # fmt: skip


def _echelon(counter: Counter) -> str:
    return next((echelon for word, echelon in ECHELONS if word in counter.name), "")


def _designation(counter: Counter) -> str:
    """What a counter is called for short: 17, LAH, 3A."""
    bare = counter.printed or counter.id
    number = re.match(r"\d+(?=[A-Z])", bare)
    return number[0] if number and counter.type != "hq" else bare


def _chit(rules: VictoryAwaits, i: int) -> Chit:
    chit = rules.facts.chits[i]
    name = chit_name(rules, chit.id)
    if chit.hq >= 0 and chit.kind == "hq":
        name = rules.facts.roster.counters[chit.hq].name
    return Chit(chit.id, name, ("axis", "soviet", "")[chit.side], chit.id.removeprefix("S-").removeprefix("R-"))


def _mark(rules: VictoryAwaits, row: dict[str, str]) -> Mark:
    rule = rules.rule(row["rule"])
    meaning = row.get("meaning") or clause(rules, rule)
    return Mark(row["id"], row["name"], row.get("short", ""), row["tone"], rule, meaning)


def _window(rules: VictoryAwaits, row: dict[str, Any]) -> WindowInfo:
    kind = rules.kinds[row["kind"]]
    side = 0 if row["kind"] == "interrupt" else 1
    seats = tuple(seat.name for seat, mine in zip(rules.seats, rules.facts.seat_side, strict=True) if mine == side)
    return WindowInfo(kind.name, row["title"], rules.rule(kind.rule), kind.names, tuple(row["facts"]), seats)


def meaning(_facts: Facts, code: str) -> str:
    """A code of the combat results table in words."""
    return meaning_of(code)


TABLE = GameTable(table, look, overlay, measures, meaning)
