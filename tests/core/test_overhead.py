"""The bench of the core's own cost drives the rules as the game does."""

from __future__ import annotations

from random import Random

from ostfront.bench.overhead import bare, drill_rules, record
from ostfront.lab.simulate import laboratory_game


def test_a_trace_driven_bare_does_the_same_to_the_units() -> None:
    rules = drill_rules()
    assert rules is not None
    trace = record(rules, "a trace")
    game = laboratory_game(rules, trace.seed)
    random = Random(trace.seed).random
    decisions = 0
    while game.result is None:
        decision = game.state.pending[0]
        game.push(game.options(decision).choose(random), decision)
        decisions += 1
    assert decisions == trace.decisions > 50
    driven = bare(rules, trace)
    for column in ("place", "steps", "known", "moved"):
        assert getattr(driven.state, column) == getattr(game.state, column)
    assert driven.scripted == []  # every outcome was asked for
