"""Compares two trees: random play of every game, in alternating slices, so that a noisy machine affects both.

    python tools/bench_against.py OLD_SRC [GAME[/SCENARIO] ...] [--new SRC] [--slices 9] [--seconds 1.0]

OLD_SRC is the `src` folder of another tree; the new one is this. Prints decisions with at least two options per CPU
second of both, the median of the slices, and how much faster the new tree is.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path
from statistics import median

HERE = Path(__file__).resolve().parent.parent / "src"
GAMES = ("victory-denied", "kiev-41", "victory-awaits", "victory-awaits/campaign", "barbarossa-1941")
WORKER = """
import sys
from ostfront import games
from ostfront.bench.play import RandomPlay
name, _, scenario = sys.argv[1].partition("/")
play = RandomPlay(games.rules(name, scenario or None))
play.run(0.5)
for line in sys.stdin:
    done = play.run(float(line))
    print(done.steps / done.cpu, flush=True)
"""


class Worker:
    """Random play in a process of its own, on one tree."""

    def __init__(self, src: Path, game: str) -> None:
        environment = {**os.environ, "PYTHONPATH": str(src.resolve())}
        command = [sys.executable, "-c", WORKER, game]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, env=environment, text=True, stdin=pipe, stdout=pipe)

    def run(self, seconds: float) -> float:
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(f"{seconds}\n")
        self.process.stdin.flush()
        return float(self.process.stdout.readline())

    def close(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait(timeout=60)


def main() -> None:
    parser = argparse.ArgumentParser(description="Random play of two trees side by side.")
    parser.add_argument("old", type=Path)
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--new", type=Path, default=HERE)
    parser.add_argument("--slices", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=1.0)
    given = parser.parse_args()
    for game in given.games:
        workers = [Worker(src, game) for src in (given.old, given.new)]
        found: list[list[float]] = [[], []]
        for at in range(given.slices):
            for side in (0, 1) if at % 2 else (1, 0):
                found[side].append(workers[side].run(given.seconds))
        for worker in workers:
            worker.close()
        old, new = (median(rates) for rates in found)
        print(f"{game:24} old {old:9.0f}  new {new:9.0f}  {new / old - 1:+.1%}", flush=True)


if __name__ == "__main__":
    main()
