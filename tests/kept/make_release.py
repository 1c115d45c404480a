"""How the database of a release was made: `PYTHONPATH=RELEASE/src:tests python -m kept.make_release FOLDER`.

It is written once, by the code of the release, and never again. `releases/VERSION.sqlite` is the database of a table,
`releases/VERSION.json` what its seats were shown. When a version is released, add its files beside the old ones.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory
from typing import Any

from kept.make_table import A, D, K, Table, opened, tidy
from kept.table_facts import table_facts
from ostfront import __version__
from ostfront.server.local_client import LocalClient


def fill(client: LocalClient) -> dict[str, Table]:
    made = {
        "denied": opened(client, D),
        "awaits": opened(client, A, "smolensk-short", {"reserve": True}),
        "kiev": opened(client, K, "the-pocket"),
        "finished": opened(client, K, "the-river"),
        "computer": opened(client, D, levels=("", "recruit")),
    }
    made["denied"].ask("PUT", "orders/stuka", 0, {"answer": "pass"})
    made["denied"].play(150, "denied", "move")
    made["awaits"].play(80, "awaits", "commit")
    made["kiev"].play(40, "kiev", "command")
    made["finished"].play(100_000, "finished")
    return made


def make(target: Path) -> None:
    found: dict[str, Any] = {}
    with TemporaryDirectory() as name:
        folder = Path(name)
        with LocalClient(folder) as client:
            tables = fill(client)
            games = {game["id"]: game for game in client.ask("GET", "/api/games").json["games"]}
            for called, table in tables.items():
                facts = table_facts(lambda path, token: client.ask("GET", path, None, token).body, games[table.id])
                found[called] = {"id": table.id, **facts}
        tidy(folder)
        target.mkdir(parents=True, exist_ok=True)
        copyfile(folder / "table.sqlite", target / f"{__version__}.sqlite")
    (target / f"{__version__}.json").write_text(json.dumps(found, indent=1, sort_keys=True) + "\n", "utf-8")


if __name__ == "__main__":
    make(Path(sys.argv[1]))
