"""A game as a PettingZoo environment: agents take turns, each with a mask of what it may do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from numpy.typing import NDArray
from pettingzoo import AECEnv  # type: ignore[import-untyped]

from ostfront import games
from ostfront.core.play.state import Decision
from ostfront.envs.choices import Choice, Words
from ostfront.envs.observer import Observer
from ostfront.lab.simulate import CAP, laboratory_game

Observation = dict[str, NDArray[Any]]


class OstfrontEnv(AECEnv):  # type: ignore[misc]
    """One game. An agent is a seat; an action is the next word of its answer (see `choices`).

    Observations are dictionaries: `observation` (planes over the map), `facts` (numbers beside it) and `action_mask`.
    `plane_names`, `fact_names` and `action_names` name their contents. The only reward is the result: 1 to the
    agents of the side that wins, -1 to the others, nothing in a draw. Decisions with a single answer are skipped,
    unless `skip_forced` is False.
    """

    metadata = {"name": "ostfront_v0", "is_parallelizable": False, "render_modes": ["ansi"]}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        scenario: str | None = None,
        options: Mapping[str, Any] | None = None,
        skip_forced: bool = True,
        cap: int = CAP,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.rules = games.rules(game, scenario, options)
        self.words = Words(self.rules.vocabulary)
        self.observer = Observer(self.rules, self.words)
        self.skip_forced = skip_forced
        self.cap = cap
        self.render_mode = render_mode
        self.possible_agents = [f"{seat.name.lower()}_{i}" for i, seat in enumerate(self.rules.seats)]
        self.seat_of = {agent: i for i, agent in enumerate(self.possible_agents)}
        self._bytes = (self.words.size + 7) // 8
        seen = Dict(
            {
                "observation": Box(0, 255, self.observer.shape, np.uint8),
                "facts": Box(-np.inf, np.inf, (len(self.observer.fact_names),), np.float32),
                "action_mask": Box(0, 1, (self.words.size,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = {agent: Discrete(self.words.size) for agent in self.possible_agents}
        self._random = np.random.default_rng()

    plane_names = property(lambda self: self.observer.plane_names)
    fact_names = property(lambda self: self.observer.fact_names)
    action_names = property(lambda self: self.words.names)

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    # ---- playing ----------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self.game = laboratory_game(self.rules, f"env {self._random.integers(1 << 62)}")
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.decisions = 0
        self.agent_selection = self.agents[0]
        self._ask()

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert self._choice is not None and self._decision is not None
        complete = self._choice.take(int(action))
        self._cumulative_rewards[agent] = 0.0
        if complete is not None:
            self.game.push(complete, self._decision)
            self.decisions += 1
            self._ask()

    def _ask(self) -> None:
        """Continue to the next decision with a choice, or to the end."""
        game = self.game
        self._decision: Decision | None = None
        self._choice: Choice | None = None
        while game.state.result is None and self.decisions < self.cap:
            decision = game.state.pending[0]
            offered = game.options(decision)
            if self.skip_forced and len(offered) == 1:
                game.push(next(iter(offered)), decision)
                self.decisions += 1
                continue
            self._decision, self._choice = decision, Choice(self.words, offered)
            self.agent_selection = self.possible_agents[decision.seat]
            return
        self._finish()

    def _finish(self) -> None:
        result = self.game.result
        if result is None:
            self.truncations = dict.fromkeys(self.agents, True)
            return
        self.terminations = dict.fromkeys(self.agents, True)
        if result.winner:
            for agent in self.agents:
                won = self.rules.seats[self.seat_of[agent]].side == result.winner
                self.rewards[agent] = 1.0 if won else -1.0
            self._accumulate_rewards()  # before the end there are none

    # ---- looking ----------------------------------------------------------------------------------

    def observe(self, agent: str) -> Observation:
        choice = self._choice if agent == self.agent_selection else None
        kind = self._decision.kind if self._decision is not None else ""
        planes, facts = self.observer.observe(self.game.state, self.seat_of[agent], kind, choice)
        return {"observation": planes, "facts": facts, "action_mask": self._mask(choice)}

    def _mask(self, choice: Choice | None) -> NDArray[np.int8]:
        packed = np.frombuffer((choice.bits if choice is not None else 0).to_bytes(self._bytes, "little"), np.uint8)
        return np.unpackbits(packed, count=self.words.size, bitorder="little").view(np.int8)

    def render(self) -> str | None:
        if self.render_mode != "ansi":
            return None
        return repr(self.game)

    def close(self) -> None:
        """Nothing is kept open."""
