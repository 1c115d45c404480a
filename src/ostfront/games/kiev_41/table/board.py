"""How Kiev '41 looks on a table: the part that never changes. What a seat sees is in `look.py`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from ostfront.core.page.questions import clause
from ostfront.core.page.table import (
    Back,
    BoardPicture,
    Face,
    GameTable,
    Lesson,
    Mark,
    OverlayInfo,
    Piece,
    Place,
    PlacePanel,
    Point,
    SeatAt,
    Side,
    Table,
    Track,
    TrackBox,
    VerbInfo,
)
from ostfront.games.kiev_41.facts.roster import HEART
from ostfront.games.kiev_41.table.look import look, looks, measures
from ostfront.games.kiev_41.table.overlays import overlay

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ostfront.games.kiev_41.facts import Kiev41

__all__ = ["ends", "look", "meaning", "measures", "overlay", "table"]

COUNTER = 42.0  # side of a block in units of the map's plane
SPOT = ((-21.0, -21.0), (21.0, -21.0), (21.0, 21.0), (-21.0, 21.0))
ON_BOARD = ("moscow", "rastenburg", "fleet-staging")
MARKS = {"black-sea": "Control of the Black Sea", "azov-sea": "Control of the Sea of Azov"}
UNIT_KINDS = {"hq": "hq", "luftwaffe": "hq", "leader": "leader", "bomber": "air", "fleet": "naval"}
SHAPES = {"bomber": "disc", "fleet": "plate"}
ECHELONS = (
    (r"Group", "xxxx"), (r"Front", "xxxxx"), (r"Corps|Fliegerkorps", "xxx"), (r"Army", "xxxx"), (r"Brigade", "x"),
    (r"Division", "xx"),
)  # fmt: skip


def table(rules: Kiev41) -> Table:
    """The table of a game; the same for every seat."""
    info, style = rules.info, looks(rules)
    plane = rules.data.toml("map/map.toml")
    return Table(
        game=info.name,
        title=info.title,
        scenario=rules.settings.scenario,
        scenario_title=info.scenarios[rules.settings.scenario],
        rules_version=info.version,
        options=dict(rules.settings.options),
        credits=str(plane["attribution"]),
        sides=tuple(Side(**side) for side in style["side"]),
        seats=tuple(SeatAt(seat.name, seat.side, seat.team) for seat in rules.seats),
        boards=(
            BoardPicture(
                "map", str(plane["title"]), plane["plane"]["width"], plane["plane"]["height"], SPOT, COUNTER
            ),
        ),
        places=(*_areas(rules), *_boxes(rules), *(Place(id, name, "mark", "map") for id, name in MARKS.items())),
        panels=tuple(PlacePanel(p["id"], p["title"], tuple(p["places"])) for p in style["panel"]),
        tracks=tuple(_tracks(rules)),
        pieces=tuple(_piece(rules, style, u) for u in range(rules.roster.count)),
        chits=(),
        markers=tuple(_mark(rules, row) for row in style["marker"]),
        flags=tuple(_mark(rules, row) for row in style["flag"]),
        overlays=tuple(OverlayInfo(**row) for row in style["overlay"]),
        verbs={verb.name: VerbInfo(verb.help, verb.takes) for verb in rules.vocabulary.verbs.values()},
        windows=(),
        backs=tuple(Back(**row) for row in style["back"]),
        lessons=tuple(Lesson(**row) for row in style["lesson"]),
    )


# ---- the map ---------------------------------------------------------------------------------------------


def _areas(rules: Kiev41) -> Iterator[Place]:
    """Areas with their outlines in the plane of the map; the first ring of each is its rim."""
    rims: dict[str, tuple[Point, ...]] = {}
    for _, row in rules.data.raw_rows("map/polygons.csv"):
        rims.setdefault(row["area"], tuple(_point(word) for word in row["points"].split()))
    for area in rules.areas.areas:
        facts = area.facts
        name = facts["name"] if area.name != facts["name"] else ""
        yield Place(
            area.name, name, "area", "map", float(facts["x"]), float(facts["y"]), rims[area.name],
            _ground(rules, facts), tuple(_tags(facts)),
        )  # fmt: skip


def _point(word: str) -> Point:
    x, _, y = word.partition(",")
    return float(x), float(y)


def _ground(rules: Kiev41, facts: Mapping[str, str]) -> str:
    """One line: class, city, what it absorbs, what it takes to enter, how many fit."""
    terrain = rules.charts["terrain"][facts["colour"]]
    words = [rules.data.toml("map/map.toml")["terrain"][facts["colour"]]["description"]]
    words += [word for word, fact in (("city", facts["city"]), ("port", facts["port"])) if fact]
    absorb = terrain["absorb"] + (rules.charts["absorb"]["city"] if facts["city"] else 0)
    if absorb:
        words.append(f"absorbs {absorb}")
    words.append(f"{terrain['move']} MP")
    if terrain["stacking"]:
        words.append(f"{terrain['stacking']} blocks a side")
    if facts["supply"]:
        words.append("supply source")
    return ", ".join(words)


def _tags(facts: Mapping[str, str]) -> Iterator[str]:
    yield facts["colour"]
    for key in ("city", "port", "supply"):
        if facts[key]:
            yield key


def _boxes(rules: Kiev41) -> Iterator[Place]:
    """Boxes that are printed around the map lie on it; the others are shown beside it."""
    for box in rules.data.toml("map/map.toml")["box"]:
        drawn = box["name"] in ON_BOARD or box["name"].startswith("tula-")
        yield Place(box["name"], box["title"], "box", "map" if drawn else "")


def _tracks(rules: Kiev41) -> Iterator[Track]:
    months = rules.charts["calendar"]["months"]
    boxes = []
    for turn, month in enumerate(months, 1):
        if rules.scenario.first_turn <= turn <= rules.scenario.last_turn:
            boxes.append(TrackBox(str(turn), month[:3], "", (month, *_events(rules, turn))))
    yield Track("turn", "Month", tuple(boxes))
    yield Track("initiative", "Initiative", tuple(TrackBox(s.side, s.name) for s in rules.seats))
    forecast = tuple(TrackBox(str(n), name) for n, name in enumerate(rules.charts["forecast"]["boxes"]))
    yield Track("forecast", "Weather forecast", forecast)


def _events(rules: Kiev41, turn: int) -> Iterator[str]:
    calendar = rules.charts["calendar"]
    for letter, month in calendar["joins"].items():
        if month == turn and letter not in rules.scenario.without:
            yield f"Soviet blocks marked {letter} join the pool"
    if turn == calendar["forecast_begins"]:
        yield "The weather may change from the second Axis impulse on"
    if turn == calendar["snow"]:
        yield "Snow at the latest"


# ---- pieces ----------------------------------------------------------------------------------------------


def _piece(rules: Kiev41, style: Mapping[str, Any], unit: int) -> Piece:
    roster = rules.roster
    printed = roster.pieces[unit]
    steps = roster.full[unit]
    faces = tuple(_face(rules, style, unit, n) for n in range(steps, 0, -1))
    if not faces:
        faces = (_face(rules, style, unit, 0),)
    return Piece(
        printed.id, printed.name, printed.side, faces, kind=UNIT_KINDS.get(printed.type, "combat"),
        group=printed.army, steps=steps, shape=SHAPES.get(printed.type, "block"),
    )  # fmt: skip


def _face(rules: Kiev41, style: Mapping[str, Any], unit: int, steps: int) -> Face:
    """A block at so many steps: as many dots (of an HQ stars) as it has strength, the rest hollow."""
    roster = rules.roster
    printed = roster.pieces[unit]
    shown, full = roster.strength[unit][steps], roster.full[unit]
    colour = roster.fire[unit][steps] if steps else printed.fire
    ground = SHAPES.get(printed.type, f"{printed.side}-{'fast' if printed.speed == 'fast' else 'slow'}")
    fire = style["fire"][colour]
    most = roster.strength[unit][full] if steps else 0
    if printed.type == "leader":
        fire = {"fill": "#c9a227", "words": ""}
    pips = (fire["fill"],) * shown + ("",) * (most - shown)
    words = [printed.name, f"strength {shown}" if steps else ""]
    words.append(fire["words"] if colour != HEART or not shown else "")
    if roster.move[unit]:
        words.append(f"{rules.allowance[unit]} MP")
    if printed.commands:
        words.append("commands all" if printed.commands == "all" else f"commands {printed.commands} and white")
    return Face(
        style["symbol"][printed.type], _echelon(printed.name), _short(printed.id), "", "",
        str(shown) if steps else "", str(rules.allowance[unit] or ""), style["army"].get(printed.army, ""),
        style["sticker"][ground], 0 < steps < full, ", ".join(word for word in words if word), "#14120c", pips,
        _pip(printed.type),
    )  # fmt: skip


def _pip(kind: str) -> str:
    return "star" if kind in ("hq", "luftwaffe", "leader") else "dot"


def _echelon(name: str) -> str:
    for words, echelon in ECHELONS:
        if re.search(words, name):
            return echelon
    return ""


def _short(unit: str) -> str:
    """What stands on the sticker."""
    return unit.removeprefix("HQ") if re.match(r"HQ\d", unit) else unit


def _mark(rules: Kiev41, row: dict[str, str]) -> Mark:
    rule = rules.rule(row["rule"])
    meaning = row.get("meaning") or clause(rules, rule)
    return Mark(row["id"], row["name"], row.get("short", ""), row["tone"], rule, meaning)


# ---- words for results -----------------------------------------------------------------------------------


def meaning(rules: Kiev41, code: str) -> str:
    """An outcome of a battle in words."""
    end = str(looks(rules)["end"].get(ends(rules, code), code))
    parts = re.fullmatch(r"attacker -(\d+), defender -(\d+), \w+", code)
    if parts is None:
        return end if code in looks(rules)["end"] else f"other losses; {end}"
    lost = " and ".join(
        f"the {who} loses {n} step{'' if n == '1' else 's'}"
        for who, n in (("attacker", parts[1]), ("defender", parts[2]))
        if n != "0"
    )
    return f"{lost or 'nobody loses a step'}; {end}"


def ends(_rules: Kiev41, code: str) -> str:
    """The last word of an outcome: cleared, contested or repulsed."""
    return code.rpartition(", ")[2]


TABLE = GameTable(table, look, overlay, measures, meaning, ends)
