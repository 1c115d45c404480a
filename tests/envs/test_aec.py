"""The environment, by PettingZoo's own tests and ours."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable
from random import Random
from typing import Any, cast

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test  # type: ignore[import-untyped]

from harness.cases import Case, all_games, every_game
from lab.scenarios import every_scenario
from ostfront.core.errors import OstfrontError
from ostfront.core.play.game import Game
from ostfront.core.play.rules import GameInfo
from ostfront.envs import OstfrontEnv
from ostfront.envs.observer import PLANES

WORLDS, MOST_WORLDS = 12, 100  # more where little is secret, until one differs
OPEN = ("barbarossa-1941",)  # games without secrets: there is no other world


def made(info: GameInfo) -> Callable[[], Any]:
    return lambda: OstfrontEnv(info.name)


def walk(env: Any, random: Random, steps: int) -> None:
    """Random agents for this many steps, or to the end."""
    for _ in range(steps):
        seen, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            return
        env.step(random.choice(seen["action_mask"].nonzero()[0]))


@every_game
def test_api(info: GameInfo) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it would rather have arrays than dictionaries of them
        api_test(OstfrontEnv(info.name), num_cycles=150)


@every_game
def test_seeds(info: GameInfo) -> None:
    seed_test(made(info), num_cycles=30)


def test_a_whole_game_ends_with_a_winner() -> None:
    env = OstfrontEnv("victory-denied")
    env.reset(seed=4)
    walk(env, Random(4), 100_000)
    assert env.game.result is not None
    assert all(env.terminations.values())
    winner = env.game.result.winner
    expected = {agent: 1.0 if agent.startswith(winner) else -1.0 for agent in env.possible_agents}
    assert env.rewards == expected
    assert env._cumulative_rewards == expected


def test_seats_of_one_side_win_together() -> None:
    env = OstfrontEnv("drill")
    for seed in range(6):
        env.reset(seed=seed)
        walk(env, Random(seed), 100_000)
        assert env.game.result is not None
        blue = {env.rewards[agent] for agent in ("left_0", "right_1")}
        assert len(blue) == 1
        assert env.rewards["red_2"] == -next(iter(blue))


def test_the_cap_truncates() -> None:
    env = OstfrontEnv("drill", cap=5)
    env.reset(seed=1)
    walk(env, Random(1), 100)
    assert all(env.truncations.values()) and not any(env.terminations.values())
    assert set(env.rewards.values()) == {0.0}


def test_forced_decisions_are_not_asked() -> None:
    for skip in (True, False):
        env = OstfrontEnv("victory-denied", skip_forced=skip)
        env.reset(seed=2)
        counts = []
        random = Random(2)
        for _ in range(400):
            counts.append(int(env.last()[0]["action_mask"].sum()))
            walk(env, random, 1)
        assert (1 in counts) != skip


def test_an_action_outside_the_mask_is_refused() -> None:
    env = OstfrontEnv("drill")
    env.reset(seed=1)
    wrong = int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0])
    before = env.game.state.clone()
    with pytest.raises(ValueError, match="not offered"):
        env.step(wrong)
    assert env.game.state == before


def test_only_who_is_asked_has_a_mask() -> None:
    env = OstfrontEnv("drill")
    env.reset(seed=1)
    for agent in env.agents:
        assert bool(env.observe(agent)["action_mask"].any()) == (agent == env.agent_selection)


def test_everything_has_a_name() -> None:
    for info in all_games():
        env = OstfrontEnv(info.name)
        env.reset(seed=1)
        seen = env.observe(env.agent_selection)
        assert len(env.plane_names) == len(seen["observation"])
        assert len(env.fact_names) == len(seen["facts"])
        assert len(env.action_names) == len(seen["action_mask"])
        assert len(set(env.fact_names)) == len(env.fact_names)
        assert len(set(env.plane_names)) == len(env.plane_names)


def test_it_says_what_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    import ostfront.envs as room

    monkeypatch.setitem(sys.modules, "ostfront.envs.aec", None)
    with pytest.raises(OstfrontError, match=r"ostfront\[env\]"):
        _ = room.OstfrontEnv


# ---- what is observed ---------------------------------------------------------------------------------


def alike(a: Any, b: Any) -> bool:
    return all(np.array_equal(x, y) for x, y in zip(a, b, strict=True))


@every_scenario
def test_worlds_that_look_alike_are_observed_alike(case: Case) -> None:
    random = Random(f"observed {case.name}")
    env = OstfrontEnv(case.game, case.scenario)
    env.reset(seed=5)
    differing = 0
    secret = case.game in PLANES and case.game not in OPEN
    for n in range(MOST_WORLDS):
        if n >= WORLDS and (differing or not secret):
            break
        walk(env, random, random.randrange(1, 60))
        if env.game.state.result is not None:
            env.reset(seed=6 + n)
            walk(env, random, random.randrange(1, 8))
        seat = env.seat_of[env.agent_selection]
        assert env._decision is not None
        kind, choice = env._decision.kind, env._choice
        other = env.game.view(seat).imagine(f"world {n}").state
        differing += other != env.game.state
        true = env.observer.observe(env.game.state, seat, kind, choice)
        assert alike(true, env.observer.observe(other, seat, kind, choice))
    assert differing or not secret, "every world was the real one: nothing was proven"


@every_game
def test_planes_kept_from_before_are_those_made_anew(info: GameInfo) -> None:
    """The observer changes only what has changed: it must not matter."""
    random = Random(info.name)
    env, fresh = OstfrontEnv(info.name), OstfrontEnv(info.name)
    for seed in (1, 2):
        env.reset(seed=seed)
        for _ in range(15):
            walk(env, random, random.randrange(1, 40))
            for agent in env.possible_agents:
                seat = env.seat_of[agent]
                fresh.observer._known.clear()
                kept = env.observer.observe(env.game.state, seat, "", None)
                anew = fresh.observer.observe(env.game.state, seat, "", None)
                assert alike(kept, anew)


def plane(env: Any, name: str) -> np.ndarray[Any, Any]:
    seen: np.ndarray[Any, Any] = env.observe(env.agent_selection)["observation"][env.plane_names.index(name)]
    return seen


def test_victory_denied_is_seen_as_it_stands() -> None:
    env = OstfrontEnv("victory-denied")
    env.reset(seed=3)
    walk(env, Random(3), 200)
    game: Game = env.game
    seat = env.seat_of[env.agent_selection]
    rules: Any = env.rules.facts
    steps = [0, 0]
    for unit in range(rules.roster.count):
        if game.state.on_map >> unit & 1:
            steps[rules.roster.side[unit] != seat] += game.state.steps[unit]
    assert [int(plane(env, f"{who} steps").sum()) for who in ("own", "enemy")] == steps
    assert plane(env, "victory hex, Soviet").sum() + plane(env, "victory hex, German").sum() == 16
    row, column = divmod(int(env.observer.planes.spot[rules.board.index("3327")]), 56)
    assert (row, column) == (52 - 33, 27 - 1), "Smolensk, 3327: rows from the north, columns from the west"


def test_kiev_41_hides_what_is_concealed() -> None:
    env = OstfrontEnv("kiev-41")
    env.reset(seed=3)
    walk(env, Random(3), 60)
    game: Game = env.game
    seat = env.seat_of[env.agent_selection]
    roster = cast(Any, env.rules).facts.roster
    enemies = roster.blocks_of[1 - seat] & game.state.on_map
    assert int(plane(env, "enemy blocks").sum()) == enemies.bit_count()
    assert int(plane(env, "enemy visible").sum()) == (enemies & game.state.visible).bit_count()
    own = plane(env, "own control").sum()
    assert own == (game.state.axis.bit_count() if seat == 0 else 153 - game.state.axis.bit_count())


def test_barbarossa_1941_is_seen_as_it_stands() -> None:
    env = OstfrontEnv("barbarossa-1941")
    env.reset(seed=3)
    walk(env, Random(3), 300)
    game: Game = env.game
    seat = env.seat_of[env.agent_selection]
    facts: Any = env.rules.facts
    state: Any = game.state
    steps, cut = [0, 0], [0, 0]
    for unit in range(facts.roster.count):
        if state.on_map >> unit & 1:
            enemy = facts.roster.side[unit] != seat
            steps[enemy] += state.steps[unit] * facts.roster.is_combat[unit]
            cut[enemy] += state.isolated[unit]
    assert [int(plane(env, f"{who} steps").sum()) for who in ("own", "enemy")] == steps
    assert [int(plane(env, f"{who} isolated").sum()) for who in ("own", "enemy")] == cut
    cities = [int(plane(env, f"{who} city").sum()) for who in ("Axis", "Soviet")]
    assert cities[0] == (state.held & facts.cities).bit_count() and sum(cities) == facts.cities.bit_count()
    assert plane(env, "victory points").sum() == sum(facts.victory_points.values())
    assert plane(env, "Axis rail").sum() == state.axis_rail.bit_count()
    row, column = divmod(int(env.observer.planes.spot[facts.board.index("1304")]), 27)
    assert (row, column) == (4 - 1, 13 - 1), "Leningrad, 1304: rows from the north, columns from the west"
    assert plane(env, "victory points")[row, column] == 4
