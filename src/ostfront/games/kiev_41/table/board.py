"""The part of the table that never changes. What a seat sees is in `look.py`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from ostfront.core.page.table import BoardPicture, Face, Piece, Place, Point, Table, Track, TrackBox
from ostfront.core.play.rules import Rules
from ostfront.games.kiev_41.facts import Facts
from ostfront.games.kiev_41.facts.roster import HEART
from ostfront.kit.table import board
from ostfront.kit.table.style import style

COUNTER = 42.0  # side of a block in units of the map's plane
SPOT = ((-21.0, -21.0), (21.0, -21.0), (21.0, 21.0), (-21.0, 21.0))
ON_BOARD = ("moscow", "rastenburg", "fleet-staging")
MARKS = {"black-sea": "Control of the Black Sea", "azov-sea": "Control of the Sea of Azov"}
UNIT_KINDS = {"hq": "hq", "luftwaffe": "hq", "leader": "leader", "bomber": "air", "fleet": "naval"}
SHAPES = {"bomber": "disc", "fleet": "plate"}
ECHELONS = (
    ("Group", "xxxx"), ("Front", "xxxxx"), ("Corps", "xxx"), ("Fliegerkorps", "xxx"), ("Army", "xxxx"),
    ("Brigade", "x"), ("Division", "xx"),
)  # fmt: skip


def table(rules: Rules) -> Table:
    """The table of a game; the same for every seat."""
    facts: Facts = rules.facts
    plane = facts.data.toml("map/map.toml")
    width, height = plane["plane"]["width"], plane["plane"]["height"]
    return board.make_table(
        rules,
        BoardPicture("map", str(plane["title"]), width, height, SPOT, COUNTER),
        str(plane["attribution"]),
        places=(*_areas(facts), *_boxes(facts), *(Place(id, name, "mark", "map") for id, name in MARKS.items())),
        tracks=_tracks(facts),
        pieces=(_piece(facts, u) for u in range(facts.roster.count)),
    )


# ---- the map ---------------------------------------------------------------------------------------------


def _areas(facts: Facts) -> Iterator[Place]:
    """Areas with their outlines in the plane of the map; the first ring of each is its rim."""
    rims: dict[str, tuple[Point, ...]] = {}
    for _, row in facts.data.raw_rows("map/polygons.csv"):
        rims.setdefault(row["area"], tuple(_point(word) for word in row["points"].split()))
    for area in facts.areas.areas:
        printed = area.facts
        name = printed["name"] if area.name != printed["name"] else ""
        yield Place(
            area.name, name, "area", "map", float(printed["x"]), float(printed["y"]), rims[area.name],
            _ground(facts, printed), tuple(_tags(printed)),
        )  # fmt: skip


def _point(word: str) -> Point:
    x, _, y = word.partition(",")
    return float(x), float(y)


def _ground(facts: Facts, printed: Mapping[str, str]) -> str:
    """One line: class, city, what it absorbs, what it costs to enter, how many blocks fit."""
    terrain = facts.charts["terrain"][printed["colour"]]
    words = [facts.data.toml("map/map.toml")["terrain"][printed["colour"]]["description"]]
    words += [word for word, fact in (("city", printed["city"]), ("port", printed["port"])) if fact]
    absorb = terrain["absorb"] + (facts.charts["absorb"]["city"] if printed["city"] else 0)
    if absorb:
        words.append(f"absorbs {absorb}")
    words.append(f"{terrain['move']} MP")
    if terrain["stacking"]:
        words.append(f"{terrain['stacking']} blocks a side")
    if printed["supply"]:
        words.append("supply source")
    return ", ".join(words)


def _tags(printed: Mapping[str, str]) -> Iterator[str]:
    yield printed["colour"]
    for key in ("city", "port", "supply"):
        if printed[key]:
            yield key


def _boxes(facts: Facts) -> Iterator[Place]:
    """Boxes printed around the map are on the board; the others are shown beside it."""
    for box in facts.data.toml("map/map.toml")["box"]:
        drawn = box["name"] in ON_BOARD or box["name"].startswith("tula-")
        yield Place(box["name"], box["title"], "box", "map" if drawn else "")


def _tracks(facts: Facts) -> Iterator[Track]:
    months = facts.charts["calendar"]["months"]
    boxes = []
    for turn, month in enumerate(months, 1):
        if facts.scenario.first_turn <= turn <= facts.scenario.last_turn:
            boxes.append(TrackBox(str(turn), month[:3], "", (month, *_events(facts, turn))))
    yield Track("turn", "Month", tuple(boxes))
    yield Track("initiative", "Initiative", tuple(TrackBox(s.side, s.name) for s in facts.seats))
    forecast = tuple(TrackBox(str(n), name) for n, name in enumerate(facts.charts["forecast"]["boxes"]))
    yield Track("forecast", "Weather forecast", forecast)


def _events(facts: Facts, turn: int) -> Iterator[str]:
    calendar = facts.charts["calendar"]
    for letter, month in calendar["joins"].items():
        if month == turn and letter not in facts.scenario.without:
            yield f"Soviet blocks marked {letter} join the pool"
    if turn == calendar["forecast_begins"]:
        yield "The weather may change from the second Axis impulse on"
    if turn == calendar["snow"]:
        yield "Snow at the latest"


# ---- pieces ----------------------------------------------------------------------------------------------


def _piece(facts: Facts, unit: int) -> Piece:
    printed, steps = facts.roster.pieces[unit], facts.roster.full[unit]
    faces = board.faces(steps, lambda n: _face(facts, unit, n))
    return Piece(
        printed.id, printed.name, printed.side, faces, kind=UNIT_KINDS.get(printed.type, "combat"),
        group=printed.army, steps=steps, shape=SHAPES.get(printed.type, "block"),
    )  # fmt: skip


def _face(facts: Facts, unit: int, steps: int) -> Face:
    """A block with this many steps: as many dots (stars for an HQ) as it has strength, the rest hollow."""
    roster, looks = facts.roster, style(facts)
    printed = roster.pieces[unit]
    shown, full = roster.strength[unit][steps], roster.full[unit]
    colour = roster.fire[unit][steps] if steps else printed.fire
    ground = SHAPES.get(printed.type, f"{printed.side}-{'fast' if printed.speed == 'fast' else 'slow'}")
    fire = looks["fire"][colour]
    most = roster.strength[unit][full] if steps else 0
    if printed.type == "leader":
        fire = {"fill": "#c9a227", "words": ""}
    pips = (fire["fill"],) * shown + ("",) * (most - shown)
    words = [printed.name, f"strength {shown}" if steps else ""]
    words.append(fire["words"] if colour != HEART or not shown else "")
    if roster.move[unit]:
        words.append(f"{facts.allowance[unit]} MP")
    if printed.commands:
        words.append("commands all" if printed.commands == "all" else f"commands {printed.commands} and white")
    return Face(
        looks["symbol"][printed.type], board.echelon(printed.name, ECHELONS), _short(printed.id), "", "",
        str(shown) if steps else "", str(facts.allowance[unit] or ""), looks["army"].get(printed.army, ""),
        looks["sticker"][ground], 0 < steps < full, ", ".join(word for word in words if word), "#14120c", pips,
        _pip(printed.type),
    )  # fmt: skip


def _pip(kind: str) -> str:
    return "star" if kind in ("hq", "luftwaffe", "leader") else "dot"


def _short(unit: str) -> str:
    """What is printed on the sticker."""
    return unit.removeprefix("HQ") if re.match(r"HQ\d", unit) else unit


# ---- words for results -----------------------------------------------------------------------------------


def meaning(facts: Facts, code: str) -> str:
    """An outcome of a battle in words."""
    end = str(style(facts)["end"].get(ends(facts, code), code))
    parts = re.fullmatch(r"attacker -(\d+), defender -(\d+), \w+", code)
    if parts is None:
        return end if code in style(facts)["end"] else f"other losses; {end}"
    lost = " and ".join(
        f"the {who} loses {n} step{'' if n == '1' else 's'}"
        for who, n in (("attacker", parts[1]), ("defender", parts[2]))
        if n != "0"
    )
    return f"{lost or 'nobody loses a step'}; {end}"


def ends(_facts: Facts, code: str) -> str:
    """The last word of an outcome: cleared, contested or repulsed."""
    return code.rpartition(", ")[2]
