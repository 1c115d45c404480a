"""Imports point one way: core, kit, games, then everything else; and importing ostfront is cheap."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import ostfront

ROOT = Path(ostfront.__file__).parent
TESTS = Path(__file__).parent.parent
GAMES = sorted(p.name for p in (ROOT / "games").iterdir() if (p / "data").is_dir())
ABOVE = ("ai", "lab", "envs", "server", "cli", "bench", "cartography")  # packages that stand on core, kit and games
FAST = ("map.hexes", "map.reach", "map.areas")  # the generators' geometry


def modules(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.py"))


def imports(path: Path) -> Iterator[str]:
    """Every module a file imports, also inside functions and for type checking."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def named(path: Path, *packages: str) -> list[str]:
    """Those of a file's imports that lead into these packages."""
    return [name for name in imports(path) if any(f"{name}.".startswith(f"ostfront.{p}.") for p in packages)]


@pytest.mark.parametrize("path", modules(ROOT / "core"), ids=lambda p: p.stem)
def test_core_imports_no_game_and_nothing_above(path: Path) -> None:
    assert named(path, "kit", "games", *ABOVE) == []


@pytest.mark.parametrize("path", modules(ROOT / "kit"), ids=lambda p: f"{p.parent.name}.{p.stem}")
def test_kit_names_no_game_and_imports_nothing_above(path: Path) -> None:
    assert named(path, "games", *ABOVE) == []
    lines = path.read_text(encoding="utf-8").lower().splitlines()
    text = "\n".join(line for line in lines if "@carries_out" not in line)  # marks of clauses, which switch code off
    words = [word for name in GAMES for word in (name, name.replace("_", "-"), name.replace("_", " "))]
    assert not [word for word in (*words, '"avd', '"ava', '"k41') if word in text]


@pytest.mark.parametrize("path", modules(ROOT / "games"), ids=lambda p: f"{p.parent.name}.{p.stem}")
def test_games_import_nothing_above_and_no_other_game(path: Path) -> None:
    assert named(path, *ABOVE) == []
    parts = path.relative_to(ROOT / "games").parts
    if len(parts) > 1:
        packages = [p.name for p in (ROOT / "games").iterdir() if p.is_dir() and p.name != parts[0]]
        assert named(path, *(f"games.{p}" for p in packages)) == []


def game_folders() -> list[Path]:
    return [TESTS / "drill", *(ROOT / "games" / name for name in GAMES), ROOT / "kit"]


def is_referee(path: Path, game: Path) -> bool:
    return path.relative_to(game).parts[0].startswith("referee")


@pytest.mark.parametrize("game", game_folders(), ids=lambda p: p.name)
def test_generators_and_referees_share_facts_and_no_reasoning(game: Path) -> None:
    """A referee imports no fast geometry and no module that does; no other module imports the plain one."""
    own = {path: set(imports(path)) for path in modules(game) if not path.name.startswith("test_")}
    prefix = {"drill": "drill", "kit": "ostfront.kit"}.get(game.name, f"ostfront.games.{game.name}")
    for path, found in own.items():
        if is_referee(path, game):
            assert not found & {f"ostfront.core.{name}" for name in FAST}, path
        else:
            assert "ostfront.core.map.plain" not in found, path
    # whoever reckons with bitboards is a generator; constants of hexes such as `mask` count too
    generators = {
        ".".join((prefix, *path.relative_to(game).with_suffix("").parts)).removesuffix(".__init__")
        for path, found in own.items()
        if not is_referee(path, game) and found & {f"ostfront.core.{name}" for name in FAST}
    }
    for path, found in own.items():
        if is_referee(path, game):
            assert not found & generators, f"{path.name} imports a generator"


@pytest.mark.parametrize("game", game_folders(), ids=lambda p: p.name)
def test_referees_take_of_the_kit_what_is_made_for_referees(game: Path) -> None:
    """The rest of the kit is the generators'; and they take nothing from the referees' part."""
    for path in modules(game):
        for name in named(path, "kit"):
            of_referees = f"{name}.".startswith("ostfront.kit.referee.")
            assert name == "ostfront.kit" or of_referees == is_referee(path, game), f"{path} imports {name}"


HEAVY = ("typer", "rich", "starlette", "fastapi", "uvicorn", "jinja2", "matplotlib", "numpy", "pettingzoo", "pyspiel",
         "gymnasium", "torch", "chess", "asyncio", "http.server")  # fmt: skip


def loaded(statement: str) -> set[str]:
    code = f"import sys; {statement}; print(' '.join(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_importing_ostfront_is_cheap() -> None:
    """The count of modules stands for the cost; `ostfront bench core` measures the time itself."""
    ours, bare = loaded("import ostfront"), loaded("import msgspec, tomllib, csv")
    assert not ours & set(HEAVY)
    nothing = len(loaded("pass"))
    assert len(ours) - nothing < 3 * (len(bare) - nothing), sorted(ours - bare)
