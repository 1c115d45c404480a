"""Many games between computer players, in one process or several.

Each game has its own seed, made from the run's seed and the game's number, so a run gives the same games however
many processes play it, and one of them can be played again alone. Games keep no history: that is for people.
"""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from multiprocessing import get_context
from time import process_time
from typing import Any, Literal, NamedTuple

from ostfront import ai, games
from ostfront.ai import game_players
from ostfront.ai.game_players import GamePlayer
from ostfront.ai.random_player import RandomPlayer
from ostfront.core.errors import BadAction, counted, either
from ostfront.core.play.chance import Seeded
from ostfront.core.play.game import Game
from ostfront.core.play.legal import Legal
from ostfront.core.play.rules import GameInfo, Rules, Seat
from ostfront.core.play.view import View

CAP = 200_000
DRAW = "draw"
Ending = Literal["finished", "capped", "dead end"]


class Simulation(NamedTuple):
    """What is simulated: a game, who plays it, and the seed from which each numbered game has its own."""

    game: str
    players: tuple[str, ...] = ("random",)
    seed: int | str = 0
    scenario: str | None = None
    options: Mapping[str, Any] = {}
    overlay: Mapping[str, str] = {}
    cap: int = CAP


class Played(NamedTuple):
    """How one game went. `stuck` names the decision without options, in a dead end."""

    number: int
    seed: str
    ending: Ending
    winner: str
    decisions: int
    cpu_seconds: float
    stuck: str = ""


class Tally(NamedTuple):
    """A run, counted."""

    finished: int
    capped: int
    dead_ends: int
    decisions: int
    cpu_seconds: float
    results: dict[str, int]


def laboratory_game(rules: Rules, seed: int | str) -> Game:
    """A new game at its first decision that keeps neither history nor log."""
    game = Game(rules, Seeded.of(seed))
    game.entries = None
    game.events = None
    game.advance()
    return game


# ---- who plays ----------------------------------------------------------------------------------------


def seat_levels(seats: Sequence[Seat], players: Sequence[str]) -> list[str]:
    """The level that plays each seat: one for all, one for each side, one for each seat, or NAME=level."""
    if any("=" in word for word in players):
        return _named_levels(seats, players)
    sides = list(dict.fromkeys(seat.side for seat in seats))
    if len(players) == 1:
        levels = list(players) * len(seats)
    elif len(players) == len(seats):
        levels = list(players)
    elif len(players) == len(sides):
        levels = [players[sides.index(seat.side)] for seat in seats]
    else:
        counts = either(sorted({f"{len(seats)} (seats)", f"{len(sides)} (sides)", "1 (for all)"}))
        raise BadAction(f"{counted(len(players), 'player')} given; this game takes {counts}.")
    for level in levels:
        ai.maker(level)
    return levels


def _named_levels(seats: Sequence[Seat], players: Sequence[str]) -> list[str]:
    wanted = {}
    names = list(dict.fromkeys(name for seat in seats for name in (seat.side, seat.name)))
    for word in players:
        name, _, level = word.partition("=")
        if not level or name.lower() not in [n.lower() for n in names]:
            raise BadAction(f"'{word}': write NAME=level, where NAME is {either(names)}.")
        ai.maker(level)
        wanted[name.lower()] = level
    levels = [wanted.get(seat.name.lower(), wanted.get(seat.side.lower(), "")) for seat in seats]
    if "" in levels:
        raise BadAction(f"No player given for {seats[levels.index('')].name}.")
    return levels


# ---- playing ------------------------------------------------------------------------------------------


def play_one(simulation: Simulation, number: int) -> Played:
    """Play game `number` of a run."""
    rules = games.rules(simulation.game, simulation.scenario, simulation.options, simulation.overlay)
    levels = seat_levels(rules.seats, simulation.players)
    seed = f"{simulation.seed}/{number}"
    players = [ai.player(level, f"{seed}/{seat.name}") for level, seat in zip(levels, rules.seats, strict=True)]
    start = process_time()
    game = laboratory_game(rules, seed)
    decisions, stuck = _play_on(game, players, simulation.cap)
    spent = process_time() - start
    result = game.result
    if result is not None:
        return Played(number, seed, "finished", result.winner or DRAW, decisions, spent)
    return Played(number, seed, "dead end" if stuck else "capped", "", decisions, spent, stuck)


def _play_on(game: Game, players: Sequence[ai.Player], cap: int) -> tuple[int, str]:
    """Play to the end, the cap or a dead end; returns the number of decisions, and the one without options."""
    decisions = 0
    while game.state.result is None and decisions < cap:
        pending = game.state.pending
        if not pending:
            return decisions, "no decision is open"
        decision = pending[0]
        options = game.options(decision)
        if not options:
            return decisions, f"{game.rules.seats[decision.seat].name}: {decision.kind}"
        player = players[decision.seat]
        if isinstance(player, RandomPlayer):  # the same choice as its own, without making a view
            action = options.choose(player.random)
        else:
            view = View(game, decision.seat)
            action = player.choose(view, Legal(game, options), view.imagine)
        game.push(action, decision)
        decisions += 1
    return decisions, ""


def simulate(simulation: Simulation, count: int, workers: int = 1) -> Iterator[Played]:
    """Play games 1 to `count`; they come in order, each as soon as it and those before it are done."""
    rules = games.rules(simulation.game, simulation.scenario, simulation.options, simulation.overlay)
    seat_levels(rules.seats, simulation.players)
    numbers = range(1, count + 1)
    if workers <= 1 or count <= 1:
        for number in numbers:
            yield play_one(simulation, number)
        return
    chunk = max(1, min(16, count // (workers * 4)))
    pool = ProcessPoolExecutor(workers, get_context("forkserver"), prepare, (guest_of(games.info(simulation.game)),))
    try:
        with starting():
            played = pool.map(partial(play_one, simulation), numbers, chunksize=chunk)
        yield from played
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def starting() -> Iterator[None]:
    """Hold Ctrl-C back while workers start: it would kill them before they can leave it to the parent."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class Guest(NamedTuple):
    """A game that was registered from outside, with its player: workers must be told about it."""

    info: GameInfo
    player: GamePlayer | None

    def register(self) -> None:
        games.register(self.info)
        if self.player is not None:
            game_players.register(self.info.name, self.player)


def guest_of(info: GameInfo | None) -> Guest | None:
    """What workers must be told about a game; None when they know it."""
    if info is None or info.name in games.MODULES:
        return None
    return Guest(info, game_players.registered(info.name))


def prepare(guest: Guest | None) -> None:
    """In a worker: register a game from outside, and leave Ctrl-C to the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if guest is not None:
        guest.register()


def tally(played: Sequence[Played]) -> Tally:
    endings = Counter(one.ending for one in played)
    results = Counter(one.winner for one in played if one.ending == "finished")
    return Tally(
        endings["finished"],
        endings["capped"],
        endings["dead end"],
        sum(one.decisions for one in played),
        sum(one.cpu_seconds for one in played),
        dict(sorted(results.items())),
    )
