"""Imports point one way: core, kit, games, ai, then everything else; and importing ostfront is cheap."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import ostfront

ROOT = Path(ostfront.__file__).parent
TESTS = Path(__file__).parent.parent
TOP = ("lab", "envs", "server", "network", "cli", "bench", "cartography")  # packages that stand on all the others
LAYERS = {
    "core": ("kit", "games", "ai", *TOP), "kit": ("games", "ai", *TOP), "games": ("ai", *TOP), "ai": TOP,
    "server": ("network",),
}  # fmt: skip
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
    return [name for name in imports(path) if any(f"{name}.".startswith(f"ostfront.{one}.") for one in packages)]


def packages_of_games() -> list[str]:
    return sorted(path.name for path in (ROOT / "games").iterdir() if (path / "data").is_dir())


def of_layers(*layers: str) -> pytest.MarkDecorator:
    found = [path for layer in layers for path in modules(ROOT / layer)]
    return pytest.mark.parametrize("path", found, ids=lambda path: ".".join(path.relative_to(ROOT).parts)[:-3])


@of_layers(*LAYERS)
def test_a_layer_knows_nothing_above_it(path: Path) -> None:
    above = LAYERS[path.relative_to(ROOT).parts[0]]
    assert named(path, *above) == []
    text = path.read_text(encoding="utf-8")
    assert [one for one in above if re.search(rf"[\"']ostfront\.{one}\b", text)] == [], "nor by the name of a module"


@of_layers("core", "kit")
def test_core_and_kit_name_no_game(path: Path) -> None:
    """In code; a docstring may take one as an example."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            node.value.value = ""
    code, names = ast.unparse(tree), packages_of_games()
    assert [name for name in (*names, *(name.replace("_", "-") for name in names)) if name in code] == []


@of_layers("games", "ai")
def test_no_game_knows_another(path: Path) -> None:
    """Nor does its player package. Only the registers, which stand above the games, name them all."""
    _, *parts = path.relative_to(ROOT).parts
    if len(parts) > 1:
        others = [name for name in packages_of_games() if name != parts[0]]
        assert named(path, *(f"{one}.{name}" for one in ("games", "ai") for name in others)) == []


def game_folders() -> list[Path]:
    return [TESTS / "drill", *(ROOT / "games" / name for name in packages_of_games()), ROOT / "kit"]


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


HEAVY = ("typer", "rich", "litestar", "starlette", "fastapi", "uvicorn", "sqlalchemy", "jinja2", "matplotlib",
         "numpy", "polars", "altair", "ray", "pettingzoo", "pyspiel", "gymnasium", "torch", "chess", "asyncio",
         "http.server")  # fmt: skip


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


@pytest.mark.parametrize("game", packages_of_games())
def test_a_game_comes_alone(game: str) -> None:
    """Importing a game and compiling its rules loads no computer player, nothing above, and no other game."""
    name = game.replace("_", "-")
    found = loaded(f"import ostfront.games.{game}; from ostfront import games; games.rules('{name}')")
    assert f"ostfront.games.{game}.facts" in found
    others = [f"ostfront.games.{other}" for other in packages_of_games() if other != game]
    above = [f"ostfront.{one}" for one in LAYERS["games"]]
    assert not found & {*others, *above, *HEAVY}
