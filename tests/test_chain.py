"""What is installed is known: versions and digests of every package, no download address, and whom to ask."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import audit
import pytest
import sbom
from locked import PAGE, REQUIREMENTS, ROOT, of_page, of_python
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
EXTRAS = PROJECT["project"]["optional-dependencies"]
GROUPS = PROJECT["dependency-groups"]
WANTED = {
    "dev": [*(EXTRAS[name] for name in ("bench", "env", "lab", "png", "server", "table")),
            *(GROUPS[name] for name in ("build", "test", "lint", "web"))],
    "table": [EXTRAS["table"]],
    "server": [EXTRAS["server"], EXTRAS["table"]],
    "ray": [EXTRAS["ray"]],
    **{name: [GROUPS[name]] for name in ("docs", "maps", "chain")},
}  # fmt: skip


def test_everything_is_in_a_lock() -> None:
    assert {file.stem for file in REQUIREMENTS.iterdir()} == WANTED.keys()
    assert {id(one) for lists in WANTED.values() for one in lists} >= {id(one) for one in (EXTRAS | GROUPS).values()}


@pytest.mark.parametrize("name", WANTED)
def test_a_lock_fits_the_project(name: str) -> None:
    """Every requirement is there, at a version the project accepts, with digests. If not: make lock."""
    locked = list(of_python(REQUIREMENTS / f"{name}.txt"))
    assert all({kind for kind, _ in one.digests} == {"sha256"} for one in locked)
    for text in [*PROJECT["project"]["dependencies"], *(text for some in WANTED[name] for text in some)]:
        wanted = Requirement(text)
        versions = [one.version for one in locked if one.name == canonicalize_name(wanted.name)]
        assert versions and all(version in wanted.specifier for version in versions), text


def test_locks_agree() -> None:
    """One environment takes them all."""
    ours = {(one.name, one.version) for one in of_python(REQUIREMENTS / "dev.txt")}
    names = {name for name, _ in ours}
    for file in REQUIREMENTS.iterdir():
        others = {(one.name, one.version) for one in of_python(file) if one.name in names}
        assert others <= ours, file.name


def test_no_lock_says_where_to_download() -> None:
    for file in REQUIREMENTS.iterdir():
        assert "://" not in file.read_text() and "index" not in re.findall(r"--(\w+)", file.read_text())
    assert '"resolved"' not in PAGE.read_text()
    assert all(one.digests for one in of_page())


# ---- audit -----------------------------------------------------------------------------------------------


def python_answer(*packages: dict[str, Any]) -> dict[str, Any]:
    return {"dependencies": [{"name": "rich", "version": "1", "vulns": []}, *packages]}


def test_weaknesses_are_listed() -> None:
    found = {"id": "PYSEC-1", "fix_versions": ["2.1"], "aliases": [], "description": "."}
    answer = python_answer({"name": "h11", "version": "2", "vulns": [found]})
    assert list(audit.weak_python(answer)) == ["h11 2: PYSEC-1, mended in 2.1"]
    weak = {"severity": "high", "title": "Reads files", "url": "advisory 7"}
    page = {"vulnerabilities": {"vite": {"via": [weak]}, "vitest": {"via": ["vite"]}}}
    assert list(audit.weak_page(page)) == ["vite: high, Reads files, advisory 7"]
    assert list(audit.weak_python(python_answer())) == list(audit.weak_page({"vulnerabilities": {}})) == []


def test_a_package_that_was_not_looked_up_is_not_sound() -> None:
    unknown = {"name": "typer", "skip_reason": "Dependency not found on PyPI"}
    with pytest.raises(audit.NobodyToAsk, match=r"has no database .* packages of Python \(typer not found\)\.$"):
        list(audit.weak_python(python_answer(unknown)))
    with pytest.raises(audit.NobodyToAsk, match=r"has no database .* packages of the page \(status 405\)\.$"):
        list(audit.weak_page({"statusCode": 405, "message": "405 Method Not Allowed"}))
    with pytest.raises(audit.NobodyToAsk, match=r"\(ENOTFOUND\)"):
        list(audit.weak_page({"error": {"code": "ENOTFOUND"}}))


def test_an_audit_that_asked_nobody_fails(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(audit, "ask_python", lambda file: python_answer())
    monkeypatch.setattr(audit, "ask_page", lambda frontend: {})
    assert audit.main() == 2
    told = capsys.readouterr()
    assert told.out == "" and told.err.count("\n") == 1
    monkeypatch.setattr(audit, "ask_page", lambda frontend: {"vulnerabilities": {}})
    assert audit.main() == 0


# ---- what a table is made of -----------------------------------------------------------------------------


def test_the_list_of_parts(tmp_path: Path) -> None:
    svelte = next(one for one in of_page() if one.name == "svelte")
    notices = tmp_path / "notices.txt"
    notices.write_text(f"svelte {svelte.version} (MIT)\n\nCopyright (c) somebody\n\nPermission is granted\n")
    packages = [*of_python(REQUIREMENTS / "table.txt"), *sbom.in_page(notices)]
    made = json.loads(json.dumps(sbom.sbom(packages, "1.0")))
    assert (made["bomFormat"], made["specVersion"]) == ("CycloneDX", "1.6")
    parts = {part["purl"].partition("@")[0]: part for part in made["components"]}
    assert {"pkg:pypi/litestar", "pkg:pypi/uvicorn", "pkg:npm/svelte"} <= parts.keys()
    assert "pkg:pypi/pytest" not in parts, "nobody needs it to play"
    assert parts["pkg:npm/svelte"]["hashes"][0]["alg"] == "SHA-512"
    assert parts["pkg:pypi/msgspec"]["licenses"] == [{"expression": "BSD-3-Clause"}]
    assert all(part.get("hashes") or part.get("properties") for part in parts.values())
