"""What a table is made of, as a CycloneDX list on standard output: make sbom

The packages of Python that `pip install ostfront[table]` brings, as they are locked, and those that are in the page.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path
from typing import Any

from locked import REQUIREMENTS, ROOT, Locked, of_page, of_python

NOTICES = ROOT / "src/ostfront/server/static/third-party-notices.txt"
NOTICE = re.compile(r"^(?P<name>\S+) (?P<version>[0-9]\S*) \(.*\)$", re.MULTILINE)
ALGORITHMS = {"sha256": "SHA-256", "sha384": "SHA-384", "sha512": "SHA-512"}


def in_page(notices: Path) -> Iterator[Locked]:
    """The packages the built page says it contains, as they are locked."""
    locked = {(package.name, package.version): package for package in of_page()}
    for found in NOTICE.finditer(notices.read_text(encoding="utf-8")):
        yield locked[found["name"], found["version"]]


def component(package: Locked) -> dict[str, Any]:
    address = package.name.replace("@", "%40")
    licence = package.licence or licence_of(package.name)
    made: dict[str, Any] = {
        "type": "library",
        "bom-ref": f"pkg:{package.kind}/{address}@{package.version}",
        "name": package.name,
        "version": package.version,
        "purl": f"pkg:{package.kind}/{address}@{package.version}",
    }
    if licence:
        made["licenses"] = [{"expression": licence} if is_expression(licence) else {"license": {"name": licence}}]
    # one digest can stand for a package of one file only; a package of Python has one for each system
    if len(package.digests) == 1:
        made["hashes"] = [{"alg": ALGORITHMS[name], "content": digest} for name, digest in package.digests]
    else:
        made["properties"] = [{"name": f"ostfront:{name}", "value": digest} for name, digest in package.digests]
    return made


def licence_of(name: str) -> str:
    """The licence of an installed package of Python, in its own words; empty if it is not installed here."""
    try:
        about = metadata(name)
    except PackageNotFoundError:
        return ""
    named = [about[field] for field in ("License-Expression", "License") if field in about]
    told = [line.rpartition(" :: ")[2] for line in about.get_all("Classifier", []) if line.startswith("License ::")]
    return next((licence for licence in [*named, *told] if 0 < len(licence) < 80), "")


def is_expression(licence: str) -> bool:
    """Whether this is written as SPDX writes it; sentences are not."""
    return re.fullmatch(r"[\w.+-]+( (AND|OR|WITH) [\w.+-]+)*", licence) is not None


def sbom(packages: list[Locked], version: str) -> dict[str, Any]:
    here = {"type": "application", "bom-ref": "ostfront", "name": "ostfront", "version": version}
    components = sorted((component(package) for package in packages), key=lambda one: one["purl"])
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": here | {"licenses": [{"license": {"id": "MIT"}}]}},
        "components": components,
        "dependencies": [{"ref": "ostfront", "dependsOn": [one["bom-ref"] for one in components]}],
    }


def main() -> None:
    if not NOTICES.is_file():
        sys.exit("The page is not built, so what is in it is not known: make web")
    version = re.search(r'__version__ = "(.+)"', (ROOT / "src/ostfront/__init__.py").read_text(encoding="utf-8"))
    assert version is not None
    packages = [*of_python(REQUIREMENTS / "table.txt"), *in_page(NOTICES)]
    print(json.dumps(sbom(packages, version[1]), indent=2))


if __name__ == "__main__":
    main()
