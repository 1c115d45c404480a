"""What the locks say: packages of Python in requirements/, packages of the page in frontend/package-lock.json."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
REQUIREMENTS = ROOT / "requirements"
PAGE = ROOT / "frontend/package-lock.json"
PIN = re.compile(r"^(?P<name>[\w.-]+)==(?P<version>[^\s;\\]+)")


class Locked(NamedTuple):
    """A package at one version, and the digests of its files."""

    kind: str  # pypi or npm
    name: str
    version: str
    digests: tuple[tuple[str, str], ...]  # algorithm and hexadecimal digest
    licence: str = ""


def of_python(file: Path) -> Iterator[Locked]:
    """The packages of a file of requirements."""
    joined = file.read_text(encoding="utf-8").replace("\\\n", " ")
    for line in joined.splitlines():
        found = PIN.match(line)
        if found:
            digests = re.findall(r"--hash=(\w+):([0-9a-f]+)", line)
            yield Locked("pypi", found["name"], found["version"], tuple(digests))
        elif line.strip() and not line.startswith("#"):
            raise ValueError(f"{file.name}: '{line[:60]}' is no package with its version.")


def of_page(file: Path = PAGE) -> Iterator[Locked]:
    """The packages that build the page."""
    for path, entry in json.loads(file.read_text(encoding="utf-8"))["packages"].items():
        name = path.rpartition("node_modules/")[2]
        if name:
            algorithm, _, digest = entry["integrity"].partition("-")
            digests = ((algorithm, base64.b64decode(digest).hex()),)
            yield Locked("npm", name, entry["version"], digests, entry.get("license", ""))
