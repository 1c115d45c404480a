"""games, rules, provenance, map, and the command itself."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from cli.calling import run
from ostfront.cli import app

COMMANDS = [str(c.name or c.callback.__name__) for c in app.registered_commands if c.callback]


def test_games_lists_scenarios_and_options() -> None:
    answer = run("games")
    assert answer.code == 0
    assert "--scenario siege" in answer.out
    assert "--option fog=true|false" in answer.out
    drill = next(game for game in run("games", "--json").json["games"] if game["name"] == "drill")
    assert list(drill["scenarios"]) == ["skirmish", "siege"]
    assert drill["options"][0]["default"] is True


def test_provenance_marks_what_an_owner_changed(tmp_path: Path) -> None:
    tables = run("provenance", "drill", "--json").json
    assert tables["digest"] == ""
    assert {table["file"] for table in tables["tables"]} >= {"units.csv", "charts.toml", "map/hexes.csv"}
    assert all(table["source"] for table in tables["tables"])
    units = (Path(__file__).parents[1] / "drill" / "data" / "units.csv").read_text()
    (tmp_path / "units.csv").write_text(units)
    answer = run("provenance", "drill", "--data", tmp_path)
    assert "changed" in answer.out
    assert run("provenance", "drill", "--data", tmp_path, "--json").json["digest"]


def test_rules_shows_the_index() -> None:
    data = run("rules", "victory-denied", "--json").json
    clause = next(clause for clause in data["clauses"] if clause["number"] == "AVD 9.5.4a")
    assert clause["kind"] == "engine"
    assert clause["summary"]


def test_rules_missing_is_an_exit_code(tmp_path: Path) -> None:
    answer = run("rules", "victory-denied", "--missing", "--tests", tmp_path)
    assert answer.code == 1
    assert "no such folder" in run("rules", "victory-denied", "--tests", tmp_path / "none").sentence


@pytest.mark.parametrize("game", ["drill", "victory-denied"])
def test_map_draws_every_hex(game: str, tmp_path: Path) -> None:
    svg, png = tmp_path / "map.svg", tmp_path / "map.png"
    assert run("map", game, "--svg", svg, "--png", png, "--width", "400").code == 0
    words = "".join(ElementTree.parse(svg).getroot().itertext())
    assert len(re.findall(r"\d{4}", words)) > 50
    assert png.read_bytes().startswith(b"\x89PNG")


def test_map_needs_somewhere_to_go() -> None:
    assert "--svg FILE" in run("map", "drill").sentence
    assert "There is no game" in run("map", "chess", "--svg", "x.svg").sentence


@pytest.mark.parametrize("command", COMMANDS)
def test_help_teaches_with_examples(command: str) -> None:
    answer = run(command, "--help")
    assert answer.code == 0
    assert "Examples:" in answer.out
    assert f"ostfront {command}" in answer.out
    assert "--json" in answer.out or command in ("play", "serve", "worker"), "these run until they are stopped"


def test_help_names_every_command() -> None:
    shown = run("--help").out
    for command in COMMANDS:
        assert re.search(rf"^  {command} ", shown, re.MULTILINE)
    assert "..." not in shown.partition("Commands:")[2]


def test_the_program_as_a_program(tmp_path: Path) -> None:
    def call(*words: str) -> subprocess.CompletedProcess[str]:
        program = [sys.executable, "-m", "ostfront.cli", *words]
        return subprocess.run(program, capture_output=True, text=True, cwd=tmp_path)

    assert call("--version").stdout.startswith("ostfront ")
    wrong = call("show", "nothing.game")
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert wrong.stderr == "ostfront: nothing.game: cannot be read: No such file or directory.\n"
    usage = call("show")
    assert usage.returncode == 2
    assert "Traceback" not in usage.stderr


def test_commands_import_nothing_heavy() -> None:
    """Asking for help must not load games, drawing or the laboratory."""
    code = "import sys, ostfront.cli; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = done.stdout.split()
    heavy = ("ostfront.cartography", "ostfront.lab", "ostfront.bench", "ostfront.games", "rich.progress", "chess")
    for name in heavy:
        assert name not in loaded


def test_an_area_map_is_drawn(tmp_path: Path) -> None:
    svg = tmp_path / "kiev.svg"
    assert run("map", "kiev-41", "--svg", str(svg)).code == 0
    assert svg.read_text().startswith("<svg")
