"""What an environment costs: random play through PettingZoo compared with random play of the bare engine.

Both run in alternating slices, so that a noisy machine affects both alike. It counts decisions, however many
words an agent needs for one.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from statistics import median
from time import process_time
from typing import Any

from ostfront import games
from ostfront.bench.play import RandomPlay
from ostfront.envs import OstfrontEnv

MOST = 3.0  # times the engine's own cost
SLICES = 5
SECONDS = 0.5


def measure(name: str, slices: int = SLICES, seconds: float = SECONDS) -> dict[str, Any]:
    """Decisions per CPU second, bare and through the environment."""
    bare = RandomPlay(games.rules(name))
    env = OstfrontEnv(name)
    env.reset(seed=1941)
    random = Random(1941).random
    bare.run(0.2)
    played(env, random, 0.2)
    engine, wrapped = [], []
    for _ in range(slices):
        done = bare.run(seconds)
        engine.append((done.steps + done.forced) / done.cpu)
        wrapped.append(played(env, random, seconds))
    ratio = median(a / b for a, b in zip(engine, wrapped, strict=True))
    return {
        "title": games.info(name).title,
        "engine_decisions_per_cpu_s": median(engine),
        "env_decisions_per_cpu_s": median(wrapped),
        "ratio": ratio,
        "holds": ratio <= MOST,
    }


def played(env: Any, random: Callable[[], float], seconds: float) -> float:
    """Random agents for this long; decisions per CPU second."""
    start = process_time()
    end, total, before = start + seconds, 0, env.decisions
    while process_time() < end:
        for _ in range(32):
            seen, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                total += env.decisions - before
                env.reset()
                before = 0
            else:
                offered = seen["action_mask"].view(bool).nonzero()[0]
                env.step(offered[int(random() * len(offered))])
    decisions: int = total + env.decisions - before
    return decisions / (process_time() - start)
