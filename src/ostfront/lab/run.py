"""Plays the games of a run, each written to disk as soon as it is over."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from ostfront import games
from ostfront.lab.observe import observe
from ostfront.lab.pools import spread
from ostfront.lab.run_store import RunStore
from ostfront.lab.simulate import seat_levels


def run(
    store: RunStore, count: int, workers: int = 1, backend: str = "processes", tick: Callable[[], None] = lambda: None
) -> int:
    """Play those of the games 1 to `count` that are missing; returns how many."""
    trial = store.settings.trial
    seat_levels(trial.rules.seats, trial.simulation.players)
    done = store.played
    missing = [number for number in range(1, count + 1) if number not in done]
    played = 0
    try:
        for _, one in spread(partial(observe, trial), missing, workers, backend, games.info(trial.simulation.game)):
            store.add(one)
            played += 1
            tick()
    finally:
        store.fold()
    return played
