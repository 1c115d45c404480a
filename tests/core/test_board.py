"""Boards from their tables, and what is said when a table is wrong."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ostfront.core.map.board import Board, BoardError
from ostfront.core.map.hexes import UnknownHex, bits, mask

Tables = dict[str, Any]


def tables() -> Tables:
    """Four columns of three hexes, 0101 to 0403, without 0403."""
    names = [f"{c:02d}{r:02d}" for c in range(1, 5) for r in range(1, 4)]
    return {
        "map_table": {
            "source": "made up",
            "attribution": "nobody",
            "grid": {"orientation": "flat", "columns": 4, "rows": 3, "first_column": 1, "first_row": 1,
                     "pattern": "CCRR", "east": True, "low": "even"},
            "terrain": {"clear": {"description": "open ground"}, "woods": {"description": "trees", "shift": 1}},
            "box": [{"name": "Reserve", "side": "Soviet"}, {"name": "Eliminated"}],
        },
        "hexes": [
            {"hex": n, "terrain": "woods" if n == "0202" else "clear", "region": "east" if n > "03" else ""}
            for n in names if n != "0403"
        ],
        "hexsides": [
            {"a": "0101", "b": "0102", "kind": "minor"},
            {"a": "0202", "b": "0203", "kind": "major"},
            {"a": "0301", "b": "0302", "kind": "major"},
        ],
        "lines": [
            {"id": "highway", "kind": "road", "hexes": "0201 0202 0203"},
            {"id": "branch", "kind": "rail", "hexes": "0101 0201"},
        ],
        "sites": [
            {"name": "Mogilev", "hex": "0202", "kind": "town", "points": "3"},
            {"name": "Mogilev", "hex": "0202", "kind": "victory"},
            {"name": "Pool", "hex": "Reserve", "kind": "entry"},
        ],
    }  # fmt: skip


def test_a_board_knows_its_map() -> None:
    board = Board.from_rows(**tables())
    at = board.index
    assert board.source == "made up"
    assert len(board.grid.hexes) == 11
    assert board.terrain == {"clear": board.grid.valid ^ (1 << at("0202")), "woods": 1 << at("0202")}
    assert board.terrain_at[at("0202")] == "woods"
    assert board.terrain_kinds["woods"].facts == {"shift": 1}
    assert set(board.hex_facts["region"]) == {at("0301"), at("0302"), at("0303"), at("0401"), at("0402")}
    assert board.on_line["road"] == mask(map(at, ("0201", "0202", "0203")))
    assert board.grid.step(1 << at("0202"), board.lines["road"]) == mask(map(at, ("0201", "0203")))
    assert board.grid.step(1 << at("0102"), board.hexsides["minor"]) == 1 << at("0101")


def test_low_columns_are_printed_ones() -> None:
    board = Board.from_rows(**tables())
    # printed column 02 is low: 0201 touches 0101 and 0102
    assert board.grid.direction(board.index("0201"), board.index("0102")) >= 0
    assert board.grid.direction(board.index("0201"), board.index("0302")) >= 0


def test_open_sides_and_bridges() -> None:
    board = Board.from_rows(**tables())
    at, grid = board.index, board.grid
    closed, bridged = board.open_sides(["major"]), board.open_sides(["major"], ["road"])
    assert not grid.step(1 << at("0202"), closed) >> at("0203") & 1
    assert grid.step(1 << at("0202"), bridged) >> at("0203") & 1
    assert not grid.step(1 << at("0301"), bridged) >> at("0302") & 1
    assert board.open_sides() == grid.everywhere()


def test_sites_and_boxes() -> None:
    board = Board.from_rows(**tables())
    assert board.site("Mogilev").facts == {"points": "3"}
    assert board.site("Mogilev", "victory").kind == "victory"
    assert board.sites.of("town").hexes == 1 << board.index("0202")
    assert board.box("Reserve") == board.grid.size
    assert board.places == board.grid.size + 2
    assert board.site("Pool").hex == board.box("Reserve")
    assert board.boxes[0].facts == {"side": "Soviet"}
    for i in [*board.grid.hexes, board.box("Reserve"), board.box("Eliminated")]:
        assert board.place_index(board.place_name(i)) == i
    for wrong in (lambda: board.site("Mogilew"), lambda: board.box("Reserv"), lambda: board.place_index("Pol")):
        with pytest.raises(UnknownHex):
            wrong()
    with pytest.raises(UnknownHex, match="Did you mean Mogilev"):
        board.site("Mogilew")


def test_a_hex_that_is_not_listed_is_a_hole() -> None:
    board = Board.from_rows(**tables())
    with pytest.raises(UnknownHex, match="no hex 0403: the nearest is 0303"):
        board.index("0403")
    assert board.grid.index(3, 2) == -1


def change(table: str, row: int, **values: Any) -> Tables:
    found = tables()
    found[table][row] |= values
    return found


def grid(**values: Any) -> Tables:
    found = tables()
    found["map_table"]["grid"] |= values
    return found


def top(**values: Any) -> Tables:
    found = tables()
    found["map_table"] |= values
    return found


SHEETS = [{"prefix": "A", "columns": [1, 2], "rows": [1, 3], "at": [0, 0]},
          {"prefix": "B", "columns": [1, 2], "rows": [1, 3], "at": [2, 0]}]  # fmt: skip


@pytest.mark.parametrize(
    ("faulty", "message"),
    [
        (change("hexes", 3, terrain="wods"), "hexes.csv:5: terrain 'wods' is not declared"),
        (change("hexes", 3, hex="0101"), "hexes.csv:5: hex 0101 is listed twice"),
        (change("hexes", 3, hex="9x"), "hexes.csv:5: '9x' is not a hex number"),
        (change("hexes", 3, hex=None), "hexes.csv:5: 'hex' is missing"),
        (change("hexsides", 1, b="0301"), "hexsides.csv:3: 0202 and 0301 are not adjacent"),
        (change("hexsides", 1, a="0403"), "hexsides.csv:3: there is no hex 0403"),
        (change("hexsides", 1, a="0102", b="0101", kind="minor"), "hexsides.csv:3: the same hexside and kind"),
        (change("hexsides", 0, kind=""), "hexsides.csv:2: 'kind' is missing"),
        (change("lines", 0, hexes="0201 0203"), "lines.csv:2: 0201 and 0203 are not adjacent"),
        (change("lines", 0, hexes="0201"), "lines.csv:2: a line needs at least two hexes"),
        (change("lines", 1, id="highway"), "lines.csv:3: two lines are called 'highway'"),
        (change("sites", 1, kind="town"), "sites.csv:3: the same site as line 2"),
        (change("sites", 0, hex="Limbo"), "sites.csv:2: 'Limbo' is not a hex number"),
        (grid(low="left"), "map.toml: [grid]: 'low' should be 'odd' or 'even', not 'left'"),
        (grid(low=None), "map.toml: [grid]: 'low' should be"),
        (grid(columns="4"), "map.toml: [grid]: 'columns' should be a whole number"),
        (grid(columns=0), "map.toml: [grid]: 0 x 3 is not a valid map size"),
        (grid(pattern="CRC"), "map.toml: [grid]: a hex number pattern"),
        (grid(east="yes"), "map.toml: [grid]: 'east' should be true or false"),
        (top(grid=None), "map.toml: [grid]: the table is missing"),
        (top(terrain={}), "map.toml: [terrain]: no kind of terrain"),
        (top(terrain={"clear": 1}), "map.toml: [terrain.clear]: should be a table"),
        (top(box=[{"name": "A"}, {"name": "a"}]), "map.toml: [[box]] 2: two boxes"),
        (top(box={"name": "A"}), "map.toml: [[box]]: should be a list"),
        (top(sheet=[{"prefix": "A", "columns": [1, 9], "rows": [1, 3], "at": [0, 0]}]), "does not fit a grid"),
        (top(sheet=[SHEETS[0], SHEETS[1] | {"columns": [2, 3]}]), "even columns of sheets A or B do not line up"),
        ({**tables(), "hexes": []}, "hexes.csv: no hexes are listed"),
    ],
)
def test_a_faulty_table_is_one_clear_error(faulty: Tables, message: str) -> None:
    with pytest.raises(BoardError) as wrong:
        Board.from_rows(**faulty)
    assert message in str(wrong.value)


def test_rows_may_carry_their_line() -> None:
    faulty = tables()
    faulty["hexsides"] = [(41, {"a": "0101", "b": "0303", "kind": "minor"})]
    with pytest.raises(BoardError, match=r"hexsides\.csv:41: "):
        Board.from_rows(**faulty)


junk = st.one_of(
    st.none(),
    st.text(max_size=6),
    st.integers(-3, 9),
    st.booleans(),
    st.lists(st.integers(-2, 5), max_size=3),
    st.dictionaries(st.text(max_size=3), st.integers()),
)


@settings(max_examples=400, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(st.data())
def test_junk_in_any_field_is_a_board_or_a_board_error(data: st.DataObject) -> None:
    found = deepcopy(tables())
    found["map_table"]["sheet"] = deepcopy(SHEETS) if data.draw(st.booleans()) else []
    for _ in range(data.draw(st.integers(1, 2))):
        here: Any = found
        while True:
            key = data.draw(st.sampled_from(sorted(here) if isinstance(here, dict) else range(len(here))))
            deeper = here[key]
            if here is not found and (not deeper or not isinstance(deeper, dict | list) or data.draw(st.booleans())):
                here[key] = data.draw(junk)
                break
            if not isinstance(deeper, dict | list) or not deeper:
                break
            here = deeper
    try:
        board = Board.from_rows(**found)
    except BoardError:
        return
    assert all(board.index(board.name(i)) == i for i in bits(board.grid.valid))
