"""Where positions come from: random play, greedy play, and positions changed at random."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache
from random import Random
from typing import Any

from harness.cases import CAP, EVERYWHERE, Case, as_printed, scaled
from ostfront.ai.game_players import game_player
from ostfront.core.play.actions import Action
from ostfront.core.play.game import Game
from ostfront.core.play.state import Decision, State

Chooser = Callable[[Game, Decision, Random], Action]


def at_random(game: Game, decision: Decision, random: Random) -> Action:
    return game.options(decision).choose(random.random)


def greedily(game: Game, decision: Decision, random: Random) -> Action:
    """The better of two, by what the game's adviser thinks positions are worth; sometimes any."""
    offered = list(game.options(decision))
    if random.random() < 0.1:
        return random.choice(offered)
    adviser = game_player(game.rules).adviser(game.rules, game.state, decision.seat)
    best: tuple[float, Action] | None = None
    for action in random.sample(offered, min(2, len(offered))):
        tried = game.clone(seed=random.random().hex())
        tried.push(action, decision)
        worth = adviser.worth(tried.state)
        if best is None or worth > best[0]:
            best = (worth, action)
    assert best is not None
    return best[1]


def moments(case: Case, seed: int | str, choose: Chooser = at_random) -> Iterator[Game]:
    """One game from its start to its end, at every decision; the same object all along."""
    random = Random(f"{case.name} {seed}")
    game = case.new(seed)
    for _ in range(CAP):
        if game.result is not None:
            return
        yield game
        decision = random.choice(game.state.pending)
        game.push(choose(game, decision, random), decision)
    raise AssertionError(f"{case.name}: the game with seed {seed} has no end in {CAP} decisions")


def wanted_of(case: Case, count: int) -> int:
    """This many (scaled); half of them where options are changed, unless in a soak."""
    return scaled(count if EVERYWHERE or as_printed(case) else count / 2)


@lru_cache
def length(case: Case) -> int:
    return sum(1 for _ in moments(case, "length"))


def sample(case: Case, count: int, seed: int | str, choose: Chooser = at_random) -> Iterator[Game]:
    """About this many moments (`wanted_of`), spread over as many games as needed, at most four per game."""
    wanted = wanted_of(case, count)
    random = Random(f"sample {case.name} {seed}")
    found = number = 0
    while found < wanted:
        rate = min(4, wanted) / length(case)
        for game in moments(case, f"{seed}/{number}", choose):
            if random.random() < rate:
                found += 1
                yield game
                if found == wanted:
                    return
        number += 1


def of_every_kind(case: Case, count: int, seed: int | str, choose: Chooser = at_random) -> Iterator[Game]:
    """This many moments (`wanted_of`) of each kind of decision that occurs within a number of games."""
    wanted = wanted_of(case, count)
    random = Random(f"kinds {case.name} {seed}")
    found: Counter[str] = Counter()
    for number in range(wanted):
        for game in moments(case, f"{seed}/{number}", choose):
            kinds = {decision.kind for decision in game.state.pending}
            if any(found[kind] < wanted for kind in kinds) and random.random() < 0.5:
                found.update(kinds)
                yield game


def mutated(case: Case, count: int, seed: int | str) -> Iterator[Game]:
    """Moments of random play with units shifted and marks changed, as far as the game finds them possible."""
    random = Random(f"mutate {case.name} {seed}")
    for game in of_every_kind(case, count, f"mutated {seed}"):
        for _ in range(20):
            other = game.clone(seed=0)
            for _ in range(random.randint(1, 4)):
                mutate(other.state, game, random)
            other.state.derive()
            if not game.rules.check(other.state):
                yield other
                break


def mutate(state: Any, game: Game, random: Random) -> None:
    """One change: a unit elsewhere, or one of its marks like another unit's."""
    unit = random.randrange(len(state.place))
    column = random.choice(state.COLUMNS)
    if column == "place":
        if state.place[unit] >= 0:
            state.put(unit, random.choice(_places(state, game)))
    else:
        values = getattr(state, column)
        values[unit] = random.choice([*values, 0, 1])


def _places(state: State, game: Game) -> list[int]:
    """Any place, but more often one where there are units, or next to one by number."""
    names = game.rules.vocabulary.nouns["place"].names
    real = [i for i, name in enumerate(names) if name]
    taken = [place for place in state.place if place >= 0]
    beside = [place + step for place in taken for step in (-1, 1) if 0 <= place + step < len(names)]
    return [*(place for place in [*taken, *beside] if names[place]), *real]
