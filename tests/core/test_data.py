"""Data files: checked when loaded, with sources, and with overlay folders."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ostfront
from drill import INFO
from ostfront import BadFile, games
from ostfront.core.errors import OstfrontError
from ostfront.core.files.data import KEYS, DataFolder, Key, digest, overlay_for, read_csv


class Row(msgspec.Struct):
    name: str
    strength: int
    note: str = ""


class Table(msgspec.Struct):
    columns: list[int]
    source: str = ""


CSV = "# source: rulebook 3.1\nname,strength,note\n7Pz,6,\n20Mot,4,tired\n"
TOML = 'source = "rulebook 7"\n\n[crt]\ncolumns = [1, 2, 3]\n\n[other]\nsource = "reconstructed"\nvalue = 1\n'


def folder(tmp_path: Path, csv: str = CSV, toml: str = TOML, **overlay: str) -> DataFolder:
    (tmp_path / "units.csv").write_text(csv)
    (tmp_path / "charts.toml").write_text(toml)
    return DataFolder("test", tmp_path, {name.replace("_", "."): text for name, text in overlay.items()})


def test_rows_and_tables(tmp_path: Path) -> None:
    data = folder(tmp_path)
    assert data.rows("units.csv", Row) == [Row("7Pz", 6), Row("20Mot", 4, "tired")]
    assert data.table("charts.toml", "crt", Table).columns == [1, 2, 3]


def test_each_table_says_where_it_comes_from(tmp_path: Path) -> None:
    data = folder(tmp_path)
    data.rows("units.csv", Row)
    data.rows("units.csv", Row)
    data.toml("charts.toml")
    assert [(s.file, s.table, s.source) for s in data.sources] == [
        ("units.csv", "", "rulebook 3.1"),
        ("charts.toml", "crt", "rulebook 7"),
        ("charts.toml", "other", "reconstructed"),
        ("charts.toml", "", "rulebook 7"),
    ]


@pytest.mark.parametrize(
    ("csv", "message"),
    [
        (CSV.replace("# source: rulebook 3.1\n", ""), "test/units.csv:1: the file has no source"),
        (CSV.replace("7Pz,6,", "7Pz,six,"), "test/units.csv:3: strength: Expected `int`"),
        (CSV.replace("7Pz,6,", "7Pz,6"), "test/units.csv:3: 2 cells, but the header has 3"),
        (CSV.replace("7Pz,6,", ",6,"), "test/units.csv:3: row: .*missing required field `name`"),
        ("# source: x\n", "test/units.csv:1: the file has no header line"),
    ],
)
def test_wrong_rows_are_named_with_file_and_line(tmp_path: Path, csv: str, message: str) -> None:
    with pytest.raises(BadFile, match=message):
        folder(tmp_path, csv=csv).rows("units.csv", Row)


@pytest.mark.parametrize(
    ("toml", "message"),
    [
        (TOML.replace('source = "rulebook 7"', ""), r"test/charts.toml:3: table \[crt\] has no source"),
        (TOML.replace("[1, 2, 3]", '[1, "2", 3]'), r"test/charts.toml:4: \[crt\].columns.*: Expected `int`"),
        (TOML.replace("[1, 2, 3]", "[1, 2, 3"), r"test/charts.toml:\d+: not valid TOML"),
        (TOML.replace("[crt]", "[crx]"), r"there is no \[crt\]. Did you mean crx?"),
    ],
)
def test_wrong_tables_are_named_with_file_and_line(tmp_path: Path, toml: str, message: str) -> None:
    with pytest.raises(BadFile, match=message):
        folder(tmp_path, toml=toml).table("charts.toml", "crt", Table)


def test_a_folder_laid_over_replaces_rows_and_entries(tmp_path: Path) -> None:
    units, charts = "name,strength,note\n20Mot,5,\n9Pz,3,new\n", "[crt]\ncolumns = [9]\n"
    data = folder(tmp_path, units_csv=units, charts_toml=charts)
    assert data.rows("units.csv", Row) == [Row("7Pz", 6), Row("20Mot", 5), Row("9Pz", 3, "new")]
    assert data.table("charts.toml", "crt", Table).columns == [9]
    assert ("units.csv", "overlay", "owner's own numbers", True) in data.sources
    assert data.digest == digest(data.overlay) != ""
    assert folder(tmp_path).digest == ""


def test_a_file_of_another_name_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match=r"unit.csv: test has no data file of this name. Did you mean units.csv"):
        folder(tmp_path, unit_csv="")


def test_overlay_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "drill").mkdir()
    (tmp_path / "drill" / "units.csv").write_bytes(b"name\r\nx\r\n")
    assert overlay_for("drill", [tmp_path]) == {"units.csv": "name\nx\n"}
    monkeypatch.setenv("OSTFRONT_DATA", str(tmp_path))
    assert overlay_for("drill", None) == {"units.csv": "name\nx\n"}
    with pytest.raises(BadFile, match="there is no such data folder"):
        overlay_for("drill", [tmp_path / "nowhere"])


FILES = sorted(p.relative_to(INFO.data).as_posix() for p in Path(INFO.data).rglob("*.*"))
FILES.remove("rules.toml")


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(FILES), st.data())
def test_any_changed_file_loads_or_says_why(name: str, data: st.DataObject) -> None:
    """A whole file that overrides ours: cut short, with a character changed or a line left out."""
    text = (Path(INFO.data) / name).read_text()
    at = data.draw(st.integers(0, len(text) - 1))
    way = data.draw(st.sampled_from(["cut", "exchange", "drop"]))
    if way == "cut":
        text = text[:at]
    elif way == "exchange":
        text = text[:at] + data.draw(st.characters(codec="utf-8")) + text[at + 1 :]
    else:
        lines = text.splitlines()
        del lines[at % len(lines)]
        text = "\n".join(lines)
    try:
        games.rules("drill", None, None, {name: text})
    except OstfrontError as wrong:
        assert str(wrong)


def test_rules_are_compiled_once() -> None:
    assert ostfront.new("drill", seed=1).rules is ostfront.new("drill", seed=2).rules


# ---- keys ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["drill", "victory-denied", "victory-awaits", "kiev-41"])
def test_a_key_fits_one_row_of_each_table(game: str) -> None:
    root = Path(games.info(game).data)
    files = sorted(root.rglob("*.csv"))
    assert files
    for path in files:
        table = read_csv(path.read_text(encoding="utf-8"), path.name)
        key = KEYS.get(path.name) or Key((table.columns[0],))
        assert set(key.columns) <= set(table.columns), path
        found = [key.of_row(row) for _, row in table.rows]
        assert key.repeats or len(set(found)) == len(found), path


def test_the_page_lists_the_keys() -> None:
    page = (Path(__file__).parents[2] / "docs" / "records.md").read_text(encoding="utf-8")
    rows = [line.split("|") for line in page.partition("### Your own numbers")[2].splitlines() if line[:3] == "| `"]
    listed = {
        name: re.findall(r"`(\w+)`", columns)
        for _, names, columns, _ in rows
        for name in re.findall("`(.+?)`", names)
    }
    assert listed == {name: list(key.columns) for name, key in KEYS.items()}


def test_rows_are_removed_or_a_table_replaced(tmp_path: Path) -> None:
    data = folder(tmp_path, units_csv="# remove: 7Pz\nname,strength,note\n9Pz,3,new\n")
    assert data.rows("units.csv", Row) == [Row("20Mot", 4, "tired"), Row("9Pz", 3, "new")]
    data = folder(tmp_path, units_csv="# Replace: all\n# source: mine\nname,strength\n9Pz,3\n")
    assert data.rows("units.csv", Row) == [Row("9Pz", 3)]
    assert data.sources == [("units.csv", "overlay", "mine", True)]
    assert folder(tmp_path, units_csv="# replace: all\nname,strength\n").rows("units.csv", Row) == []


@pytest.mark.parametrize(
    ("units", "message"),
    [
        ("name,strength\n7Pz,5\n7Pz,6\n", "overlay/units.csv:3: a second row 7Pz by name, as in line 2"),
        ("name,strength\n7Pz,six\n", "overlay/units.csv:2: strength: Expected `int`"),
        ("name,strength\n7Pz\n", "overlay/units.csv:2: 1 cells, but the header has 2"),
        ("name,strenght\n7Pz,6\n", "overlay/units.csv:1: there is no column 'strenght'. Expected the header name,"),
        (
            "strength\n6\n",
            "overlay/units.csv:1: the column 'name' is missing. Expected the header name,strength,note",
        ),
        ("name,name\nx,y\n", "overlay/units.csv:1: there are two columns 'name'"),
        ('name,strength,note\n7Pz,6,"tired\n20Mot,3,\n', "overlay/units.csv:2: a quote is not closed"),
        ("# replace: some\nname\n", "overlay/units.csv:1: '# replace: some' should be '# replace: all'"),
        ("# replace: all\n# remove: 7Pz\nname\n", "overlay/units.csv:2: nothing is left to remove"),
        (
            "# remove: 8Pz\nname\n",
            "overlay/units.csv:1: '# remove: 8Pz' fits no row of ours by name. Did you mean 7Pz",
        ),
        ("# remove:\nname\n", "overlay/units.csv:1: '# remove: ' should name a row by name"),
        ("# remvoe: 7Pz\nname\n", "overlay/units.csv:1: '# remvoe:' is no head line. Did you mean remove"),
        ("# source: mine\n", "overlay/units.csv:1: the file has no header line"),
    ],
)
def test_wrong_overlays_are_named_with_file_and_line(tmp_path: Path, units: str, message: str) -> None:
    with pytest.raises(BadFile, match=re.escape(message)):
        folder(tmp_path, units_csv=units).rows("units.csv", Row)


@pytest.mark.parametrize(
    ("charts", "message"),
    [
        ("\n[crt]\ncolumns = ['x']\n", r"overlay/charts.toml:3: \[crt\].columns.*: Expected `int`"),
        ("[crt\n", r"overlay/charts.toml:1: not valid TOML"),
    ],
)
def test_wrong_tables_of_an_overlay_are_named_as_such(tmp_path: Path, charts: str, message: str) -> None:
    with pytest.raises(BadFile, match=message):
        folder(tmp_path, charts_toml=charts).table("charts.toml", "crt", Table)


def test_the_mark_of_a_spreadsheet_is_no_part_of_a_file(tmp_path: Path) -> None:
    (tmp_path / "units.csv").write_bytes(b"\xef\xbb\xbfname\r\nx\r\n")
    assert overlay_for("drill", [tmp_path]) == {"units.csv": "name\nx\n"}
