"""Thousands of games, kept on disk as they come."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from ostfront import games
from ostfront.lab.observe import observe
from ostfront.lab.pools import spread
from ostfront.lab.simulate import seat_levels
from ostfront.lab.store import Store


def run(
    store: Store, count: int, workers: int = 1, backend: str = "processes", tick: Callable[[], None] = lambda: None
) -> int:
    """Play those of the games 1 to `count` that are not there yet; how many that were."""
    trial = store.settings.trial
    seat_levels(trial.rules.seats, trial.plan.players)
    done = store.played
    missing = [number for number in range(1, count + 1) if number not in done]
    played = 0
    try:
        for _, one in spread(partial(observe, trial), missing, workers, backend, games.info(trial.plan.game)):
            store.add(one)
            played += 1
            tick()
    finally:
        store.fold()
    return played
