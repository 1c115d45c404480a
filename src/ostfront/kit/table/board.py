"""The part of a table that never changes."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from ostfront.core.map.board import Board
from ostfront.core.map.hexes import Grid
from ostfront.core.page.questions import clause
from ostfront.core.page.table import (
    Back,
    Badge,
    BoardPicture,
    Chit,
    Face,
    OverlayInfo,
    Piece,
    Place,
    PlacePanel,
    SeatAt,
    Side,
    Table,
    Tip,
    Track,
    TrackBox,
    VerbInfo,
    WindowInfo,
    hexagon,
)
from ostfront.core.play.rules import Rules
from ostfront.kit.table.style import style

Echelons = Sequence[tuple[str, str]]  # a word in the name of a unit, and the symbol it gets


def make_table(
    rules: Rules,
    board: BoardPicture,
    attribution: str,
    *,
    places: Iterable[Place],
    tracks: Iterable[Track],
    pieces: Iterable[Piece],
    chits: Iterable[Chit] = (),
    windows: Iterable[WindowInfo] = (),
) -> Table:
    """A table of these parts; the rest is in the rules and in `table.toml`."""
    info, settings, looks = rules.info, rules.settings, style(rules.facts)
    return Table(
        game=info.name,
        title=info.title,
        scenario=settings.scenario,
        scenario_title=info.scenarios[settings.scenario],
        rules_version=info.version,
        options=dict(settings.options),
        credits=attribution,
        sides=tuple(Side(**side) for side in looks["side"]),
        seats=tuple(SeatAt(seat.name, seat.side, seat.team) for seat in rules.seats),
        boards=(board,),
        places=tuple(places),
        panels=tuple(PlacePanel(p["id"], p["title"], tuple(p["places"])) for p in looks["panel"]),
        tracks=tuple(tracks),
        pieces=tuple(pieces),
        chits=tuple(chits),
        markers=tuple(_mark(rules, row) for row in looks["marker"]),
        flags=tuple(_mark(rules, row) for row in looks["flag"]),
        overlays=tuple(OverlayInfo(**row) for row in looks["overlay"]),
        verbs={
            verb.name: VerbInfo(verb.button, verb.help, verb.takes, verb.ends)
            for verb in rules.vocabulary.verbs.values()
        },
        windows=tuple(windows),
        backs=tuple(Back(**row) for row in looks.get("back", ())),
        tips=tuple(Tip(**row) for row in looks.get("tip", ())),
    )


def _mark(rules: Rules, row: Mapping[str, str]) -> Badge:
    rule = rules.rule(row["rule"])
    meaning = row.get("meaning") or clause(rules, rule)
    return Badge(row["id"], row["name"], row.get("short", ""), row["tone"], rule, meaning)


def window(rules: Rules, row: Mapping[str, Any], seats: Iterable[str]) -> WindowInfo:
    """A window: a question during the other side's turn, and the seats that may leave orders for it."""
    kind = rules.kinds[row["kind"]]
    return WindowInfo(kind.name, row["title"], rules.rule(kind.rule), kind.names, tuple(row["facts"]), tuple(seats))


# ---- the map ---------------------------------------------------------------------------------------------


def hex_board(grid: Grid, title: str) -> BoardPicture:
    """A board of hexes, measured in hex sides."""
    points = [grid.centre(i) for i in grid.hexes]
    width, height = (max(p[axis] for p in points) + 1 for axis in (0, 1))
    return BoardPicture("map", title, width, height, hexagon(grid.orientation == "pointy"), 1.1)


def hex_places(
    board: Board,
    shift_at: Sequence[int],
    *,
    tags: Mapping[str, str],
    towns: Collection[str],
    lines: Sequence[tuple[str, int]],
) -> Iterator[Place]:
    """The hexes, each with one line about its terrain.

    `tags` gives some kinds of sites a second tag, `towns` are the kinds that have a name, `lines` the hexes of
    roads and the like.
    """
    sites: dict[int, list[str]] = {}
    names: dict[int, str] = {}
    for site in board.sites:
        found = sites.setdefault(site.hex, [])
        found += [tag for tag in (site.kind, tags.get(site.kind, "")) if tag and tag not in found]
        if site.kind in towns:
            names.setdefault(site.hex, site.name)
    for i in board.grid.hexes:
        x, y = board.grid.centre(i)
        words = (*sites.get(i, ()), *(name for name, hexes in lines if hexes >> i & 1))
        ground = _ground(board, shift_at[i], i)
        yield Place(board.name(i), names.get(i, ""), "hex", "map", round(x, 4), round(y, 4), None, ground, words)


def _ground(board: Board, shift: int, i: int) -> str:
    ground = board.terrain_kinds[board.terrain_at[i]].description
    feature = board.hex_facts.get("feature", {}).get(i)
    if feature:
        ground += f", {feature.replace('-', ' ')}"
    if shift:
        ground += f", {shift} column{'s' if shift > 1 else ''} for the defender"
    return ground


@lru_cache(maxsize=4096)
def site_name(board: Board, hex: int, towns: tuple[str, ...]) -> str:
    """The name of what is in a hex; otherwise its number."""
    found = (site.name for site in board.sites if site.hex == hex and site.kind in towns)
    return next(found, board.name(hex))


def box_places(
    board: Board, used: Collection[str], track: Collection[str], names: Mapping[str, str]
) -> Iterator[Place]:
    """The boxes that are in use; those of the turn track are named by turn, others by `names` or their id."""
    for box in board.boxes:
        if box.name in used:
            on_track = box.name in track
            plain = names.get(box.name, box.name.replace("-", " ").capitalize())
            name = f"Turn {box.name.rpartition('-')[2]}" if on_track else plain
            yield Place(box.name, str(box.facts.get("title", name)), "track" if on_track else "box")


def turn_box(turn: int, place: str, lines: Iterable[str]) -> TrackBox:
    return TrackBox(str(turn), str(turn), place, tuple(lines))


# ---- pieces ----------------------------------------------------------------------------------------------


def faces(steps: int, face: Callable[[int], Face]) -> tuple[Face, ...]:
    """A face for each step, the full one first; a piece without steps has one."""
    return tuple(face(n) for n in range(steps, 0, -1)) or (face(0),)


def echelon(name: str, echelons: Echelons, otherwise: str = "") -> str:
    """By the first of the words that the name of a unit contains."""
    return next((sign for word, sign in echelons if word in name), otherwise)


def number_of(unit: str) -> str:
    """The number a unit's id begins with: 17 for 17Pz; otherwise nothing."""
    found = re.match(r"\d+(?=[A-Z])", unit)
    return found[0] if found else ""
