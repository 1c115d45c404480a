"""A printed map in place of ours: whole, or with a few hexes, rivers and places changed; games are played on it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from random import Random

import pytest

import ostfront
from cli.calling import run
from ostfront import BadFile, Game, games
from ostfront.core.files import record
from ostfront.core.files.data import DataFolder
from ostfront.core.map.areas import AreaMap
from ostfront.core.map.board import Board
from ostfront.games.kiev_41.facts import load_areas
from ostfront.games.victory_denied.facts import load_board

HEAD = "# source: the printed map\n"
ALL = HEAD + "# replace: all\n"
PAGE = Path(__file__).parents[2] / "docs" / "records.md"


def data_of(game: str, overlay: Mapping[str, str] | None = None) -> DataFolder:
    return DataFolder(game, Path(games.info(game).data), overlay)


def ours(game: str, name: str) -> str:
    return (Path(games.info(game).data) / name).read_text(encoding="utf-8")


def folder_with(root: Path, overlay: Mapping[str, str]) -> Path:
    for name, text in overlay.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    return root


def played(name: str, folder: Path, actions: int) -> Game:
    game = ostfront.new(name, seed=1941, data=[folder])
    random = Random(7)
    for _ in range(actions):
        if game.result is None:
            decision = random.choice(game.state.pending)
            game.push(game.options(decision).choose(random.random), decision)
    return game


def assert_plays_and_is_kept(name: str, overlay: Mapping[str, str], tmp_path: Path, actions: int) -> Game:
    """Random play on the changed map; the record carries it; provenance marks its tables."""
    folder = folder_with(tmp_path / "mine", overlay)
    game = played(name, folder, actions)
    assert game.rules.data.overlay == overlay
    path = tmp_path / "own.game"
    game.save(path)
    again = ostfront.load(path)
    assert again.rules is game.rules
    assert again.state == game.state and record.write(again) == record.write(game)
    tables = run("provenance", name, "--data", folder, "--json").json["tables"]
    assert {t["file"] for t in tables if t["changed"]} >= {file for file in overlay if file.endswith(".csv")}
    return game


def across(board: Board, kind: str, name: str) -> set[str]:
    """The hexes over a river from this one."""
    over = board.across([kind])[board.index(name)]
    return {board.name(i) for i in range(board.grid.size) if over >> i & 1}


def places(board: Board, name: str, kind: str) -> set[str]:
    return {board.name(site.hex) for site in board.sites.of(kind) if site.name == name}


# ---- a whole second map -------------------------------------------------------------------------------

GROUND = {
    "Left": ("0101", "0102", "0103", "0201", "0202"),
    "Right": ("0104", "0105", "0106", "0204", "0205"),
    "Red": ("0503", "0602", "0604", "0605", "0702", "0703", "0704"),
}
TOWNS = ("0503", "0602", "0605")
WOODS = ("0102", "0205", "0604", "0403")
SECOND = {
    "map/map.toml": 'title = "The Other Ground"\n\n[grid]\ncolumns = 8\nrows = 6\n',
    "map/hexes.csv": ALL
    + "hex,terrain\n"
    + "".join(
        f"{at},{'town' if at in TOWNS else 'wood' if at in WOODS else 'clear'}\n"
        for at in (f"{column:02}{row:02}" for column in range(1, 9) for row in range(1, 7))
    ),
    "map/hexsides.csv": ALL
    + "a,b,kind\n"
    + "".join(f"04{row:02},05{row + below:02},river\n" for row in range(1, 6) for below in (0, 1)),
    "map/lines.csv": ALL + "id,kind,hexes\nLow Road,road,0403 0503 0603\n",
    "map/sites.csv": ALL
    + "name,hex,kind\n"
    + "".join(f"Ferry,{at},town\n" for at in TOWNS)
    + "".join(f"Ground,{at},{seat}\n" for seat, hexes in GROUND.items() for at in hexes)
    + "".join(f"Stone,{at},surprise\n" for at in ("0302", "0304", "0501", "0506")),
}


def test_a_whole_second_map_of_the_drill(tmp_path: Path) -> None:
    game = assert_plays_and_is_kept("drill", SECOND, tmp_path, 200)
    board: Board = game.rules.facts.board
    assert board.grid.valid.bit_count() == 48
    assert across(board, "river", "0401") == {"0501", "0502"}
    assert places(board, "Ferry", "town") == set(TOWNS)
    assert len(list(board.sites.of("town"))) == 3
    assert [line.id for line in board.line_rows] == ["Low Road"]


def test_our_source_is_not_named_for_a_table_that_is_all_theirs() -> None:
    rules = games.rules("drill", overlay=SECOND)
    named = [s.source for s in rules.data.sources if s.file == "map/sites.csv"]
    assert named == ["the printed map"]


# ---- a real map, with changes -------------------------------------------------------------------------

CHANGES = {
    "map/hexes.csv": HEAD + "hex,terrain,feature\n1501,clear,\n1502,woods,\n",
    "map/hexsides.csv": HEAD
    + "# remove: 1513, 1512, major\n# remove: 1511, 1612, major\n"
    + "a,b,kind,river\n1511,1612,minor,Berezina\n1501,1502,minor,Brook\n1501,1602,minor,Brook\n",
    "map/sites.csv": HEAD + "name,hex,kind,value,source,note\nSmolensk,3328,city,,,\n",
}


def test_a_few_changes_of_a_real_map(tmp_path: Path) -> None:
    game = assert_plays_and_is_kept("victory-denied", CHANGES, tmp_path, 150)
    board: Board = game.rules.facts.board
    before = load_board(data_of("victory-denied"))
    assert "1513" in across(before, "major", "1512") and "1513" not in across(board, "major", "1512")
    assert across(before, "major", "1512") - {"1513"} == across(board, "major", "1512")
    assert "1612" in across(board, "minor", "1511") and "1612" not in across(board, "major", "1511")
    assert across(board, "minor", "1501") == {"1502", "1602"}
    assert board.terrain_at[board.index("1502")] == "woods"
    assert places(board, "Smolensk", "city") == {"3327", "3328"}
    assert places(board, "Smolensk", "victory-gold") == {"3327"}


def test_removing_a_row_is_the_same_as_a_whole_table_without_it() -> None:
    name = "map/hexsides.csv"
    text = ours("victory-denied", name)
    whole = ALL + "\n".join(line for line in text.splitlines() if not line.startswith(("#", "1512,1513,"))) + "\n"
    one = HEAD + "# remove: 1512, 1513, major\na,b,kind,river\n"
    found = [[row for _, row in data_of("victory-denied", {name: t}).raw_rows(name)] for t in (whole, one)]
    assert found[0] == found[1]
    assert len(found[0]) == len(data_of("victory-denied").raw_rows(name)) - 1


def test_all_tables_of_a_real_map_laid_over_it() -> None:
    """Our own map as an owner's: nothing changes, with or without the head line."""
    before = load_board(data_of("victory-denied"))
    for head in ("", "# replace: all\n"):
        names = [f"map/{name}.csv" for name in ("hexes", "hexsides", "lines", "sites")]
        files = {name: head + ours("victory-denied", name) for name in names}
        board = load_board(data_of("victory-denied", files))
        assert board.terrain_at == before.terrain_at
        assert board.hexsides == before.hexsides and board.lines == before.lines
        assert list(board.sites) == list(before.sites)


def test_the_example_of_the_page() -> None:
    found = re.search(r"```csv\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert found
    board = load_board(data_of("victory-denied", {"map/hexsides.csv": found[1]}))
    assert "1513" not in across(board, "major", "1512")
    assert "1612" in across(board, "minor", "1511") - across(board, "major", "1511")
    assert "1502" in across(board, "minor", "1501")


# ---- areas --------------------------------------------------------------------------------------------


def kinds(areas: AreaMap, a: str, b: str) -> list[str]:
    return areas.kinds(areas.index(a), areas.index(b))


def test_a_map_of_areas(tmp_path: Path) -> None:
    """The whole map as an owner's, one border less, one that is a river, one row written from the other side."""
    rows = [line for line in ours("kiev-41", "map/borders.csv").splitlines() if not line.startswith("#")]
    header, own = rows[0], [line for line in rows[1:] if not line.startswith("1,15,")]
    own = ["2,1,river,Brook,88" if line.startswith("1,2,") else line for line in own]
    files = {
        "map/areas.csv": "# replace: all\n" + ours("kiev-41", "map/areas.csv"),
        "map/borders.csv": ALL + "\n".join([header, *own]) + "\n",
    }
    game = assert_plays_and_is_kept("kiev-41", files, tmp_path, 100)
    areas = load_areas(game.rules.data)
    before = load_areas(data_of("kiev-41"))
    assert kinds(before, "1", "2") == ["land"] and kinds(areas, "1", "2") == ["river"]
    assert kinds(before, "1", "15") == ["land"] and kinds(areas, "1", "15") == []
    assert len(areas.border_rows) == len(before.border_rows) - 1


def test_outlines_laid_over_themselves_stay_as_they_are() -> None:
    for name in ("map/polygons.csv", "map/scenery.csv"):
        before = data_of("kiev-41").raw_rows(name)
        for head in ("", "# replace: all\n"):
            after = data_of("kiev-41", {name: head + ours("kiev-41", name)}).raw_rows(name)
            assert sorted(str(row) for _, row in after) == sorted(str(row) for _, row in before)


def test_a_few_borders_changed() -> None:
    text = HEAD + "# remove: 2, 1, land\n# remove: 1, 15, land\na,b,kind,river,km\n1,2,river,Brook,88\n"
    areas = load_areas(data_of("kiev-41", {"map/borders.csv": text}))
    assert kinds(areas, "1", "2") == ["river"] and kinds(areas, "1", "15") == []


def test_rows_that_belong_together_are_replaced_together() -> None:
    """An area may have two lagoons."""
    name = "map/polygons.csv"
    text = HEAD + 'area,ring,points\n114,water,"1,1 2,2 3,1"\n'
    before, after = (data_of("kiev-41", overlay).raw_rows(name) for overlay in ({}, {name: text}))
    assert len(after) == len(before) - 1
    waters = [row["points"] for _, row in after if (row["area"], row["ring"]) == ("114", "water")]
    assert waters == ["1,1 2,2 3,1"]


# ---- what does not fit --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        (
            "hexsides",
            "a,b,kind\n0401,0501,rivr\n",
            r"overlay/map/hexsides.csv:2: there is no kind 'rivr'. Did you mean",
        ),
        (
            "hexsides",
            "# remove: 0401\na,b,kind\n",
            r"hexsides.csv:1: '# remove: 0401' should name a row by a, b, kind",
        ),
        (
            "hexsides",
            "# remove: 0101,0102,river\na,b,kind\n",
            r"hexsides.csv:1: .* fits no row of ours by a, b, kind",
        ),
        (
            "hexsides",
            "# remove: 0501,0401,river\na,b,kind\n0401,0501,river\n",
            r"hexsides.csv:3: the row 0401, 0501, river is given and removed",
        ),
        (
            "hexsides",
            "a,b,kind\n0401,0501,river\n0501,0401,river\n",
            r"hexsides.csv:3: a second row 0401, 0501, river by a, b, kind, as in line 2",
        ),
        ("sites", "name,hex,kind\nFord,0504,castle\n", r"sites.csv:2: there is no kind 'castle'. Expected Left, Red"),
        ("lines", "id,kind,hexes\nx,road,0101 0909\n", r"lines.csv:\d.*: there is no hex 0909"),
    ],
)
def test_what_does_not_fit_is_named_with_its_line(name: str, text: str, message: str) -> None:
    with pytest.raises(BadFile, match=message):
        games.rules("drill", overlay={f"map/{name}.csv": text})


def test_a_line_of_theirs_is_called_so() -> None:
    text = HEAD + "a,b,kind,river\n1501,1502,minor,Brook\n1501,1601,minor,Brook\n1501,3327,minor,Brook\n"
    with pytest.raises(BadFile, match=r"hexsides.csv:5 \(overlay\): 1501 and 3327 are not adjacent"):
        games.rules("victory-denied", overlay={"map/hexsides.csv": text})


def test_numbers_that_do_not_fit_each_other_are_one_sentence() -> None:
    """A terrain of the map that no chart prices."""
    overlay = {"charts.toml": '[minsk_escape]\nsource = "mine"\nfrom = 5\n'}
    with pytest.raises(BadFile, match="do not fit the rest of its data"):
        games.rules("victory-denied", overlay=overlay)
