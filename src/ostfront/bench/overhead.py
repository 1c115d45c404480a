"""What the core costs per decision of random play beyond the rules themselves.

A random game is recorded as the calls its rules received: steps, options, answers, each with the frame it found.
Making the same calls directly, on a fresh state with a play that does nothing itself, costs what the rules cost;
the rest is the cost of the core: the stack, decisions, chance, choosing among options.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from typing import Any, NamedTuple

from ostfront import games
from ostfront.bench.yardstick import plies_per_cpu_second
from ostfront.core.play.chance import Seeded
from ostfront.core.play.rules import Rules
from ostfront.core.play.sequence import Play
from ostfront.core.play.state import Frame, State
from ostfront.lab.simulate import laboratory_game

YARDSTICK = 16_000  # plies per CPU second of the machine the requirement was written for
Call = tuple[Callable[..., Any], tuple[Any, ...], Frame]


class Trace(NamedTuple):
    """A game as its rules experienced it."""

    seed: str
    calls: list[Call]
    outcomes: list[int]
    decisions: int


class BarePlay(Play[Any, Any]):
    """A play that leaves everything to the trace: only the rules' own work is done."""

    def ask(self, kind: str, *seats: int, prepared: Any = None) -> None: ...
    def begin(self, procedure: str, local: Any = None) -> None: ...
    def local(self, local: Any) -> None: ...
    def change(self, **values: Any) -> None: ...
    def goto(self, step: str) -> None: ...
    def leave(self) -> None: ...
    def end(
        self, winner: str, reason: str, rule: str = "", score: Sequence[int] = (), grade: str | None = None
    ) -> None: ...
    def note(self, kind: str, *args: Any, to: tuple[int, ...] | None = None) -> None: ...
    def reveal(self) -> None: ...

    def roll(self, sides: int, stream: str) -> int:
        return self.scripted.pop()[1]

    def draw(self, items: Sequence[int], noun: str, stream: str, to: Sequence[int] | None = None) -> int:
        return self.scripted.pop()[1]


class _Recorder(Play[Any, Any]):
    """A play that records the outcomes."""

    __slots__ = ("outcomes",)
    outcomes: list[int]

    def _outcome(self, noun: str, sides: int, stream: str, items: Sequence[int], to: tuple[int, ...] | None) -> int:
        value = super()._outcome(noun, sides, stream, items, to)
        self.outcomes.append(value)
        return value


def record(rules: Rules, seed: str) -> Trace:
    """One random game, with every call its rules received."""
    play = _Recorder(rules, rules.start(), Seeded.of(seed))
    play.outcomes = []
    play.entries = play.events = None
    state: State = play.state
    random = Random(seed).random
    calls: list[Call] = []
    decisions = 0
    while True:
        while not state.pending and state.result is None:
            _step(play, state, calls)
        if state.result is not None:
            return Trace(seed, calls, play.outcomes, decisions)
        decision = state.pending[0]
        kind = rules.kinds[decision.kind]
        top = state.top
        assert top is not None
        calls.append((kind.options, (decision,), top))
        action = kind.options(play, decision).choose(random)
        state.pending = state.pending[1:]
        calls.append((kind.answer, (decision, action), top))
        kind.answer(play, decision, action)
        decisions += 1


def _step(play: Play[Any, Any], state: State, calls: list[Call]) -> None:
    assert state.top is not None
    name, at, local, below = state.top
    runs = play.rules.procedures[name].runs
    if at == len(runs):
        state.top = below
        return
    state.top = Frame(name, at + 1, local, below)
    calls.append((runs[at], (local,), state.top))
    runs[at](play, local)


def bare(rules: Rules, trace: Trace) -> Play[Any, Any]:
    """Only the calls of a trace."""
    play = BarePlay(rules, rules.start(), Seeded(b""))
    play.entries = play.events = None
    play.scripted = [("", value) for value in reversed(trace.outcomes)]
    state = play.state
    for call, args, top in trace.calls:
        state.top = top
        call(play, *args)
    return play


def full(rules: Rules, trace: Trace) -> Play[Any, Any]:
    """The same game, played."""
    game = laboratory_game(rules, trace.seed)
    random = Random(trace.seed).random
    state = game.state
    while state.pending:
        decision = state.pending[0]
        game.push(game.options(decision).choose(random), decision)
    return game


def _cpu(run: Callable[[Rules, Trace], Play[Any, Any]], rules: Rules, traces: Sequence[Trace]) -> float:
    start = process_time()
    for trace in traces:
        run(rules, trace)
    return process_time() - start


def measure(rules: Rules | None = None, slices: int = 61, traces: int = 6) -> dict[str, Any] | None:
    """CPU microseconds per decision; None without rules and without a source checkout that has the drill.

    Each of many short slices makes the bare calls, plays the game, and runs the yardstick, so that a machine whose
    speed changes affects all three alike; `scaled_us` is the median of the slices, each scaled by its own
    yardstick to a machine of 16,000 plies a second.
    """
    rules = rules or drill_rules()
    if rules is None:
        return None
    recorded = [record(rules, f"overhead {n}") for n in range(traces)]
    decisions = sum(trace.decisions for trace in recorded)
    scaled, totals, plies = [], [], []
    for _ in range(slices):
        before = plies_per_cpu_second(0.03)
        bare_cpu = _cpu(bare, rules, recorded)
        full_cpu = _cpu(full, rules, recorded) + _cpu(full, rules, recorded)
        bare_cpu += _cpu(bare, rules, recorded)
        plies.append((before + plies_per_cpu_second(0.03)) / 2)
        scaled.append((full_cpu - bare_cpu) / (2 * decisions) * plies[-1] / YARDSTICK * 1e6)
        totals.append(full_cpu / (2 * decisions) * plies[-1] / YARDSTICK * 1e6)
    speed = median(plies)
    return {
        "game": rules.info.name,
        "decisions": decisions,
        "scaled_us": median(scaled),
        "overhead_us": median(scaled) * YARDSTICK / speed,
        "total_us": median(totals) * YARDSTICK / speed,
        "plies_per_cpu_s": speed,
    }


def drill_rules() -> Rules | None:
    """The rules of the drill, which is part of the tests: found only in a source checkout."""
    if "drill" not in games.names():
        tests = Path(__file__).resolve().parents[3] / "tests"
        if not (tests / "drill" / "__init__.py").is_file():
            return None
        sys.path.insert(0, str(tests))
        try:
            games.register(import_module("drill").INFO)
        finally:
            sys.path.remove(str(tests))
    return games.rules("drill", "siege")
