"""Grids, bit operations and printed hex numbers."""

from __future__ import annotations

import math
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.random_maps import random_board
from ostfront.core.map.board import Board
from ostfront.core.map.hexes import Grid, Numbering, Sheet, UnknownHex, bits, lowest, mask, nth_bit
from ostfront.core.map.plain import PlainMap

sets = st.sets(st.integers(0, 9000), max_size=400)


@given(sets)
def test_bits_and_mask_are_inverse(members: set[int]) -> None:
    x = mask(members)
    assert bits(x) == sorted(members)
    assert lowest(x) == min(members, default=-1)
    assert [nth_bit(x, n) for n in range(min(20, len(members)))] == sorted(members)[:20]


@given(st.integers(1, 3000), st.integers(0, 9000))
def test_bits_of_a_full_run(length: int, first: int) -> None:
    assert bits(((1 << length) - 1) << first) == list(range(first, first + length))


def test_nth_bit_beyond_the_set_is_an_index_error() -> None:
    with pytest.raises(IndexError):
        nth_bit(0b101, 2)


@st.composite
def grids(draw: st.DrawFn) -> Grid:
    columns, rows = draw(st.integers(1, 9)), draw(st.integers(1, 9))
    cells = [(c, r) for c in range(columns) for r in range(rows)]
    holes = draw(st.lists(st.sampled_from(cells), max_size=len(cells) // 3))
    return Grid(
        columns,
        rows,
        orientation=draw(st.sampled_from(("flat", "pointy"))),
        low=draw(st.sampled_from(("odd", "even"))),
        holes=holes,
    )


@given(grids())
def test_neighbours_are_the_hexes_one_hex_width_away(grid: Grid) -> None:
    for i in grid.hexes:
        assert grid.index(*grid.position(i)) == i
        x, y = grid.centre(i)
        near = {n for n in grid.hexes if abs(math.dist((x, y), grid.centre(n)) - math.sqrt(3)) < 1e-9}
        assert set(grid.adjacent(i)) == near == set(bits(grid.neighbours(1 << i)))
        assert grid.closed(1 << i) == mask(near | {i})
        for n in grid.hexes:
            d = grid.direction(i, n)
            assert (d >= 0) == (n in near)
            if d >= 0:
                assert grid.neighbour(i, d) == n
                assert grid.neighbour(n, (d + 3) % 6) == i


@given(grids())
def test_directions_point_where_their_names_say(grid: Grid) -> None:
    for i in grid.hexes:
        x, y = grid.centre(i)
        for d, word in enumerate(grid.directions):
            n = grid.neighbour(i, d)
            if n >= 0:
                dx, dy = grid.centre(n)[0] - x, grid.centre(n)[1] - y
                assert ("N" in word) == (dy < -1e-9)
                assert ("S" in word) == (dy > 1e-9)
                assert ("E" in word) == (dx > 1e-9)
                assert ("W" in word) == (dx < -1e-9)


@given(grids())
def test_hexside_d_lies_between_corners_d_and_d_plus_one(grid: Grid) -> None:
    for i in grid.hexes:
        corners = grid.corners(i)
        for d in range(6):
            n = grid.neighbour(i, d)
            if n >= 0:
                (ax, ay), (bx, by) = corners[d], corners[(d + 1) % 6]
                (cx, cy), (dx, dy) = grid.centre(i), grid.centre(n)
                assert math.dist((ax, ay), (bx, by)) == pytest.approx(1)
                assert ((ax + bx) / 2, (ay + by) / 2) == pytest.approx(((cx + dx) / 2, (cy + dy) / 2))


@pytest.mark.parametrize("seed", range(40))
def test_sets_distances_and_floods_agree_with_plain(seed: int) -> None:
    sets_agree(seed)


@pytest.mark.soak
@pytest.mark.parametrize("block", range(20))
def test_sets_distances_and_floods_agree_with_plain_on_many_maps(block: int) -> None:
    for n in range(100):
        sets_agree(5000 + 100 * block + n)


def sets_agree(seed: int) -> None:
    rng = Random(seed)
    board = random_board(rng)
    grid, plain = board.grid, PlainMap(board)
    i, n = rng.choice(grid.hexes), rng.randint(0, 6)
    assert grid.adjacent(i) == plain.neighbours(i)
    distances = {h: plain.distance(i, h) for h in grid.hexes}
    assert {h: grid.distance(i, h) for h in grid.hexes} == distances
    assert set(bits(grid.disk(i, n))) == plain.within(i, n)
    assert set(bits(grid.ring(i, n))) == {h for h, d in distances.items() if d == n}
    for _ in range(4):
        some = [h for h in grid.hexes if rng.random() < 0.2]
        assert set(bits(grid.within(mask(some), n))) == set().union(*(plain.within(h, n) for h in some))
        closed = rng.sample(("minor", "major", "closed"), rng.randint(0, 3))
        bridged = rng.choice(((), ("road",), ("road", "rail")))
        allow = board.open_sides(closed, bridged)
        assert set(bits(grid.step(mask(some), board.open_sides(closed)))) == plain.zoc(some, closed=closed)
        enter = {h for h in grid.hexes if rng.random() < 0.8}
        through = {h for h in grid.hexes if rng.random() < 0.8}
        limit = rng.choice((None, 0, 1, 3))
        found = plain.flood(some, enter, through, closed=closed, bridged_by=bridged, limit=limit)
        arguments = (mask(some), mask(enter), mask(through))
        assert set(bits(grid.flood(*arguments, allow, limit))) == set(found)
        rings = grid.rings(*arguments, allow, limit)
        assert {h: k for k, ring in enumerate(rings) for h in bits(ring)} == found
        if not closed:
            assert grid.flood(*arguments, None, limit) == mask(found)
            assert grid.rings(*arguments, None, limit) == rings


def test_a_grid_needs_a_size_and_a_layout() -> None:
    with pytest.raises(ValueError, match="at least one column"):
        Grid(0, 4)
    with pytest.raises(ValueError, match="no such layout"):
        Grid(4, 4, low="left")  # type: ignore[arg-type]


# -- numbers


@st.composite
def numberings(draw: st.DrawFn) -> Numbering:
    grid = draw(grids())
    first_column, first_row = draw(st.integers(0, 40)), draw(st.integers(0, 40))
    pattern, east, south = draw(st.sampled_from(("CCRR", "RRCC", "CCCRR"))), draw(st.booleans()), draw(st.booleans())
    rows = (first_row, first_row + grid.rows - 1)
    cut = draw(st.integers(0, grid.columns - 1))
    last = first_column + grid.columns - 1
    sheets = [Sheet((first_column, last), rows)]
    if cut:  # two sheets side by side, each numbered from the same column
        sheets = [
            Sheet((first_column, first_column + cut - 1), rows, (0, 0), "A"),
            Sheet((first_column, first_column + grid.columns - cut - 1), rows, (cut, 0), "B"),
        ]
    return Numbering(grid, sheets, pattern=pattern, east=east, south=south)


@settings(deadline=None)
@given(numberings())
def test_numbers_and_hexes_are_inverse(numbering: Numbering) -> None:
    names = [numbering.name(i) for i in numbering.grid.hexes]
    assert len(set(names)) == len(names)
    bare = [name.lstrip("AB") for name in names]
    for i, name, digits in zip(numbering.grid.hexes, names, bare, strict=True):
        assert numbering.index(name) == i
        assert numbering.index(f" {name.lower()} ") == i
        if bare.count(digits) == 1:
            assert numbering.index(digits) == i
        else:
            with pytest.raises(UnknownHex, match="more than once: write"):
                numbering.index(digits)


@settings(deadline=None)
@given(numberings(), st.text(max_size=7))
def test_any_other_text_is_an_unknown_hex(numbering: Numbering, text: str) -> None:
    try:
        i = numbering.index(text)
    except UnknownHex as e:
        assert "\n" not in str(e).replace(text, "")
    else:
        assert numbering.name(i).endswith(text.strip().upper())


def victory_awaits() -> Board:
    """The Smolensk and Kiev sheets: row n of Kiev continues row 30 + n of Smolensk."""
    return Board.from_rows(
        {"grid": {"orientation": "flat", "columns": 55, "rows": 60, "pattern": "CCRR", "low": "odd"},
         "sheet": [{"prefix": "S", "columns": [1, 55], "rows": [1, 30], "at": [0, 0]},
                   {"prefix": "K", "columns": [1, 55], "rows": [1, 30], "at": [0, 30]}],
         "terrain": {"clear": "open ground"}},
        [{"hex": f"{p}{c:02d}{r:02d}", "terrain": "clear"}
         for p in "SK" for c in range(1, 56) for r in range(1, 31)],
    )  # fmt: skip


def barbarossa_deluxe() -> Board:
    """Rows first, growing south from 10; columns growing west from 00; even rows half a hex further east."""
    return Board.from_rows(
        {"grid": {"orientation": "pointy", "columns": 25, "rows": 23, "first_column": 0, "first_row": 10,
                  "pattern": "RRCC", "east": False, "low": "even"},
         "terrain": {"clear": "open ground"}},
        [{"hex": f"{r:02d}{c:02d}", "terrain": "clear"} for r in range(10, 33) for c in range(25)],
    )  # fmt: skip


@pytest.mark.parametrize(
    ("a", "b"),
    [("S2730", "K2701"), ("S2730", "K2801"), ("K2801", "S2830"), ("K2801", "S2930"), ("S2930", "K2901"),
     ("S1524", "S1625"), ("K3507", "K3607"), ("K3507", "K3608"), ("S3602", "S3702"), ("S3603", "S3702")],
)  # fmt: skip
def test_victory_awaits_hexes_that_share_a_hexside(a: str, b: str) -> None:
    board = victory_awaits()
    assert board.grid.direction(board.index(a), board.index(b)) >= 0


@pytest.mark.parametrize(
    ("a", "b", "distance"),
    [("2210", "2208", 2), ("2210", "2308", 2), ("2210", "2409", 2), ("2403", "2404", 1), ("2403", "2303", 1),
     ("2907", "3008", 1), ("3105", "3106", 1), ("2709", "2609", 1), ("2709", "2708", 1)],
)  # fmt: skip
def test_barbarossa_deluxe_distances(a: str, b: str, distance: int) -> None:
    board = barbarossa_deluxe()
    assert board.grid.distance(board.index(a), board.index(b)) == distance


def test_barbarossa_deluxe_directions() -> None:
    grid, index = barbarossa_deluxe().grid, barbarossa_deluxe().index
    assert grid.directions[grid.direction(index("2403"), index("2303"))] == "NW"
    assert grid.directions[grid.direction(index("2403"), index("2402"))] == "E"


@pytest.mark.parametrize(
    ("text", "message"),
    [("3507", "hex 3507 exists more than once: write S3507 or K3507"),
     ("X3507", "there is no hex X3507: no sheet is called 'X' (sheets: K, S)"),
     ("K3531", "there is no hex K3531: the nearest is K3530"),
     ("S5630", "there is no hex S5630: the nearest is S5530"),
     ("35", "'35' is not a hex number: expected CCRR, such as S0101")],
)  # fmt: skip
def test_unknown_hexes_say_what_would_be_right(text: str, message: str) -> None:
    with pytest.raises(UnknownHex) as wrong:
        victory_awaits().index(text)
    assert str(wrong.value) == message


def test_numbers_must_fit_their_pattern() -> None:
    with pytest.raises(ValueError, match="does not fit the pattern CCRR"):
        Numbering(Grid(3, 3), [Sheet((98, 100), (1, 3))])
    with pytest.raises(ValueError, match="like CCRR or RRCC"):
        Numbering(Grid(3, 3), pattern="CRCR")
