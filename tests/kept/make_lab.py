"""How the kept runs of the laboratory were made; called by make.py.

lab/denied    recruits with other weights against random play, folded into tables
lab/kiev      a run with an option
lab/stopped   a run that was killed: games in the tables, games in the journal, a line cut off
lab/tuned     the games and the weights of `ostfront lab tune`
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

from kept.facts import ostfront
from ostfront.lab.observe import Trial
from ostfront.lab.run import run
from ostfront.lab.run_store import RunStore
from ostfront.lab.simulate import Simulation

KEPT = "KEPT"  # stands in a command for the folder of the kept files
DENIED = ("lab", "run", "victory-denied", "--players", "recruit,random", "--seed", "kept")
RUNS = {
    "denied": (*DENIED, "--weights", f"german={KEPT}/weights-only", "--games", "3"),
    "kiev": ("lab", "run", "kiev-41", "--option", "optional=14.3", "--seed", "kept", "--games", "6"),
    "stopped": ("lab", "run", "victory-awaits", "--scenario", "leningrad", "--seed", "kept", "--games", "5"),
}
TUNE: tuple[str, ...] = (
    "lab",
    "tune",
    "victory-awaits",
    "--scenario",
    "leningrad",
    "--side",
    "soviet",
    "--against",
    "random",
)
TUNE += ("--only", "strength.attack,strength.defense", "--games", "10", "--proof", "5", "--anyway")


def make(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, words in RUNS.items():
        out = folder / "lab" / name
        if name == "stopped":
            stopped(folder, out)
        else:
            assert ostfront(*in_folder(words, folder), "-o", out).code == 0
        copy = folder / "copy"
        shutil.copytree(out, copy)
        report = ostfront("lab", "report", copy, "--json").json
        shutil.rmtree(copy)
        found[f"lab/{name}"] = {"command": list(words), "games": report["games"], "report": numbers(report)}
    tuned = folder / "lab" / "tuned"
    answer = ostfront(*TUNE, "-o", tuned, "--json")
    told = answer.json
    assert told["played"] and (tuned / "weights.toml").exists()
    found["lab/tuned"] = {"command": list(TUNE), "code": answer.code, "tuned": numbers(told, ("played", "file"))}
    return found


def in_folder(words: tuple[str, ...], folder: Path) -> list[str]:
    return [word.replace(KEPT, str(folder)) for word in words]


def numbers(report: Any, without: tuple[str, ...] = ("title",)) -> Any:
    """A report without its sentences."""
    if isinstance(report, dict):
        return {key: numbers(value, without) for key, value in report.items() if key not in without}
    if isinstance(report, list):
        return [numbers(value, without) for value in report]
    return report


def stopped(folder: Path, out: Path) -> None:
    trial = Trial(Simulation("victory-awaits", ("random",), "kept", "leningrad"))
    store = RunStore.create(out, trial)
    run(store, 3)
    other = RunStore.create(folder / "other", trial)
    other.fold = lambda: None  # type: ignore[method-assign]
    run(other, 5)
    lines = other.journal.read_bytes().splitlines(keepends=True)
    store.journal.write_bytes(b"".join(lines[3:5]) + lines[0][:100])
    shutil.rmtree(folder / "other")
