"""The plain reference keeps to itself, counts by hand, and explains its steps."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import ostfront.core.map.plain as plain_module
from ostfront.bench.geometry import measure, median_range_us
from ostfront.core.map.board import Board
from ostfront.core.map.costs import Crossing, MoveCosts
from ostfront.core.map.plain import PlainMap, Situation

FOOT = MoveCosts(
    {"clear": 1, "mountain": Crossing(all_points=True, barred="either")},
    {"major": Crossing(start_only=True, extra=1, barred="both"), "border": Crossing(closed=True)},
    {"road": Crossing(fixed=1)},
)


def board() -> Board:
    """0101 to 0303, odd columns low; 0303 is a mountain with a road from 0302, 0101 a lake."""
    terrain = {"0303": "mountain", "0101": "lake"}
    return Board.from_rows(
        {"grid": {"orientation": "flat", "columns": 3, "rows": 3, "pattern": "CCRR", "low": "odd"},
         "terrain": {kind: kind for kind in ("clear", "mountain", "lake")}},
        [{"hex": name, "terrain": terrain.get(name, "clear")}
         for name in (f"{c:02d}{r:02d}" for c in (1, 2, 3) for r in (1, 2, 3))],
        [{"a": "0201", "b": "0202", "kind": "major"}, {"a": "0202", "b": "0102", "kind": "border"}],
        [{"id": "r", "kind": "road", "hexes": "0302 0303"}],
    )  # fmt: skip


def test_it_uses_neither_bitboards_nor_reach() -> None:
    tree = ast.parse(Path(str(plain_module.__file__)).read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            assert node.module not in ("ostfront.core.map.hexes", "ostfront.core.map.reach")
        if isinstance(node, ast.BinOp):
            assert not isinstance(node.op, ast.LShift | ast.RShift | ast.BitAnd | ast.BitXor)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "grid":
            assert node.attr in ("orientation", "low", "hexes", "position")


def test_neighbours_and_distance_by_hand() -> None:
    map_ = board()
    plain, at = PlainMap(map_), map_.index
    assert [map_.name(n) for n in plain.neighbours(at("0202"))] == ["0201", "0301", "0302", "0203", "0102", "0101"]
    assert [map_.name(n) for n in plain.neighbours(at("0102"))] == ["0101", "0202", "0203", "0103"]
    assert plain.distance(at("0101"), at("0303")) == 3
    assert {map_.name(n) for n in plain.within(at("0203"), 1)} == {"0203", "0202", "0302", "0303", "0103", "0102"}


@pytest.mark.parametrize(
    ("a", "b", "zoc", "first", "words"),
    [
        ("0202", "0302", (), True, "1 for the clear hex"),
        ("0202", "0302", ("0302",), True, "1 for the clear hex + 2 to enter an enemy ZOC"),
        ("0201", "0202", (), True, "1 for the clear hex + 1 to cross major"),
        ("0201", "0202", (), False, "major may only be crossed by the first step of a move"),
        ("0201", "0202", ("0201", "0202"), True, "major may not be crossed here, in enemy ZOC"),
        ("0202", "0102", (), True, "border may not be crossed or entered"),
        ("0302", "0303", (), False, "1 by road"),
        ("0203", "0303", (), True, "5 for mountain, which takes all movement points"),
        ("0203", "0303", ("0203",), True, "mountain may not be crossed here, in enemy ZOC"),
        ("0202", "0101", (), True, "lake may not be entered"),
        ("0101", "0303", (), True, "0101 and 0303 are not adjacent"),
    ],
)
def test_a_step_explains_itself(a: str, b: str, zoc: tuple[str, ...], first: bool, words: str) -> None:
    map_ = board()
    situation = Situation(zoc={map_.index(h) for h in zoc})
    step = PlainMap(map_).step(FOOT, map_.index(a), map_.index(b), situation, allowance=5, first=first)
    assert str(step) == words


def test_all_points_need_a_point() -> None:
    map_ = board()
    step = PlainMap(map_).step(FOOT, map_.index("0203"), map_.index("0303"), Situation(), allowance=0)
    assert step.refusal == "mountain takes all movement points, and none are left"


def test_charts_refuse_free_steps() -> None:
    for wrong in (lambda: Crossing(fixed=0), lambda: MoveCosts({"clear": 0}), lambda: MoveCosts({"x": Crossing()})):
        with pytest.raises(ValueError, match=r"costs at least 1|needs a cost"):
            wrong()


@pytest.mark.soak
def test_bitboards_beat_the_plain_reference() -> None:
    found = measure((700,), seconds=0.1)
    assert found["lowest"]["range_ratio"] >= 15
    assert found["lowest"]["flood_ratio"] >= 30
    assert found["lowest"]["zoc_ratio"] >= 50
    assert median_range_us(seconds=0.02) > 0
