"""One game, played and measured: the result, every turn, and what is needed to play it again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from time import process_time
from typing import NamedTuple

import msgspec

from ostfront import ai, games
from ostfront.ai.random_player import RandomPlayer
from ostfront.core.play.chance import Seeded
from ostfront.core.play.game import Game
from ostfront.core.play.legal import Legal
from ostfront.core.play.measures import front_line, measures_of
from ostfront.core.play.rules import Rules
from ostfront.core.play.view import View
from ostfront.lab.simulate import DRAW, Ending, Simulation, laboratory_game, seat_levels
from ostfront.lab.weights import PlayerWithWeights, rules_with_weights


class Trial(NamedTuple):
    """What is played, with the weights of each side that does not use the game's own."""

    simulation: Simulation
    weights: Mapping[str, Mapping[str, str]] = {}

    @property
    def rules(self) -> Rules:
        simulation = self.simulation
        return games.rules(simulation.game, simulation.scenario, simulation.options, simulation.overlay)


class Turn(msgspec.Struct, frozen=True):
    """A turn at its end: when the next one's first decision is asked, or the game is over."""

    turn: int
    decisions: int
    choices: int  # decisions with at least two options
    options: int  # options of those, added up
    values: tuple[float, ...]  # the game's series
    front: tuple[int, ...]  # by lane


class Observed(msgspec.Struct, frozen=True):
    """How one game went."""

    number: int
    seed: str
    ending: Ending
    winner: str
    rule: str  # the clause that ended it
    score: tuple[int, ...]  # of the sides, if the game was scored
    cpu_seconds: float
    stuck: str
    fell: tuple[int | None, ...]  # by milestone: the turn in which it was reached first
    kept: tuple[bool, ...]  # and whether it still was at the end
    turns: tuple[Turn, ...]

    @property
    def decisions(self) -> int:
        return sum(turn.decisions for turn in self.turns)

    @property
    def last_turn(self) -> int:
        return self.turns[-1].turn if self.turns else 0


def players_of(trial: Trial, rules: Rules, number: int) -> list[ai.Player]:
    """Who plays game `number`, by seat; the same as in `ostfront sim`."""
    simulation = trial.simulation
    levels = seat_levels(rules.seats, simulation.players)
    found: list[ai.Player] = []
    for level, seat in zip(levels, rules.seats, strict=True):
        player = ai.player(level, f"{simulation.seed}/{number}/{seat.name}")
        other = trial.weights.get(seat.side)
        found.append(PlayerWithWeights(player, rules_with_weights(rules, other)) if other else player)
    return found


def observe(trial: Trial, number: int) -> Observed:
    """Play game `number` of a trial and measure it."""
    rules = trial.rules
    players = players_of(trial, rules, number)
    seed = f"{trial.simulation.seed}/{number}"
    start = process_time()
    game = laboratory_game(rules, seed)
    game.events = []  # losses are counted from the log
    watch = Watch(game)
    stuck = _play_on(game, players, trial.simulation.cap, watch)
    result = game.result
    ending: Ending = "finished" if result is not None else "dead end" if stuck else "capped"
    return Observed(
        number=number,
        seed=seed,
        ending=ending,
        winner=(result.winner or DRAW) if result is not None else "",
        rule=result.rule if result is not None else "",
        score=result.score if result is not None else (),
        cpu_seconds=process_time() - start,
        stuck=stuck,
        fell=tuple(watch.fell),
        kept=tuple(bool(watch.reached >> i & 1) for i in range(len(watch.fell))),
        turns=tuple(watch.turns),
    )


class Watch:
    """What is noted while a game is played."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.measures = measures_of(game.rules)
        self.front = self.measures.front(game.rules.facts)
        self.fell: list[int | None] = [None] * len(self.measures.milestones(game.rules.facts))
        self.turns: list[Turn] = []
        self.turn = game.state.turn
        self.reached = 0
        self.decisions = self.choices = self.options = 0
        self.look()

    def asked(self, options: int) -> None:
        self.decisions += 1
        if options > 1:
            self.choices += 1
            self.options += options

    def look(self) -> None:
        """After an action."""
        state = self.game.state
        if state.turn != self.turn:
            self.close()
            self.turn = state.turn
        reached = self.measures.reached(self.game.rules.facts, state)
        if reached != self.reached:
            self.reached = reached
            for i, fell in enumerate(self.fell):
                if fell is None and reached >> i & 1:
                    self.fell[i] = self.turn

    def close(self) -> None:
        """A turn is over."""
        rules, state = self.game.rules, self.game.state
        values = tuple(self.measures.values(rules.facts, state, self.game.events or ()))
        line = () if self.front is None else front_line(self.front, self.measures.held(rules.facts, state))
        self.turns.append(Turn(self.turn, self.decisions, self.choices, self.options, values, line))
        self.decisions = self.choices = self.options = 0


def _play_on(game: Game, players: Sequence[ai.Player], cap: int, watch: Watch) -> str:
    """Play to the end, the cap or a dead end; returns the decision without options. Like `simulate`, but measured."""
    stuck = ""
    for _ in range(cap):
        if game.state.result is not None:
            break
        if not game.state.pending:
            stuck = "no decision is open"
            break
        decision = game.state.pending[0]
        options = game.options(decision)
        count = len(options)
        if not count:
            stuck = f"{game.rules.seats[decision.seat].name}: {decision.kind}"
            break
        watch.asked(count)
        player = players[decision.seat]
        if isinstance(player, RandomPlayer):  # the same choice as its own, without making a view
            action = options.choose(player.random)
        else:
            view = View(game, decision.seat)
            action = player.choose(view, Legal(game, options), view.imagine)
        game.push(action, decision)
        watch.look()
    watch.close()
    return stuck


def rebuild(trial: Trial, number: int) -> Game:
    """Game `number` of a trial once more, with its history and its log."""
    rules = trial.rules
    players = players_of(trial, rules, number)
    game = Game.started(rules, Seeded.of(f"{trial.simulation.seed}/{number}"))
    _play_on(game, players, trial.simulation.cap, Watch(game))
    return game
