"""Crowded battlefields at random: generator and referee agree on every step of every combat.

Ordinary play seldom retreats past full hexes, lone HQs and rivers at once; here everybody stands together.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from harness.alphabet import letters
from harness.cases import scaled
from ostfront.core.play.actions import Action
from ostfront.core.play.chance import Seeded
from ostfront.core.play.game import Game
from victory_denied.battle import asks
from victory_denied.stage import FACTS, RULES, stage

COMBAT = ("attack", "commit", "stuka", "elite", "loss", "retreat", "follow", "advance", "relocate")
ROSTER, GRID = FACTS.roster, FACTS.grid
HEXES = [i for i in range(GRID.size) if FACTS.valid >> i & 1]
BANKS = [i for i in HEXES if FACTS.across_major[i]]


def crowd(random: Random) -> dict[str, str]:
    """Units of both sides in a few hexes, stacked as 5 allows; half of the elite divisions in the cup."""
    middle = random.choice(random.choice((HEXES, BANKS)))
    near = [i for i in HEXES if GRID.distance(i, middle) <= random.choice((2, 3)) and not FACTS.pocket >> i & 1]
    there: dict[int, list[int]] = {}
    units = {}
    for unit in random.sample(range(ROSTER.count), min(ROSTER.count, 3 * len(near))):
        place = random.choice(near)
        if fits(unit, there.get(place, [])):
            there.setdefault(place, []).append(unit)
            units[ROSTER.ids[unit]] = FACTS.board.place_name(place)
    elites = [name for name, unit in ROSTER.index.items() if ROSTER.enters[unit] == "elite"]
    return {**{name: "elite-cup" for name in elites if name not in units and random.random() < 0.5}, **units}


def fits(unit: int, stack: list[int]) -> bool:
    if any(ROSTER.side[other] != ROSTER.side[unit] for other in stack):
        return False
    if ROSTER.is_hq[unit]:
        return not any(ROSTER.is_hq[other] for other in stack)
    fighters = [other for other in stack if not ROSTER.is_hq[other]]
    return len(fighters) < 2 and not (ROSTER.tan[unit] and any(ROSTER.tan[other] for other in fighters))


def melee(random: Random) -> Game:
    units = crowd(random)
    fighters = [
        name for name, place in units.items() if place != "elite-cup" and not ROSTER.is_hq[ROSTER.index[name]]
    ]

    def some(share: float) -> list[str]:
        return [name for name in fighters if random.random() < share]

    game = stage(
        "combat",
        units,
        side=random.choice(("german", "soviet")),
        turn=random.randint(1, 8),
        reduced=[name for name in some(0.4) if ROSTER.steps[ROSTER.index[name]] == 2],
        isolated=some(0.15),
        stukas=random.randint(0, 3),
        minsk_bonus=random.random() < 0.3,
    )
    game.source = Seeded.of(random.random().hex())
    return game


def walks(place: int, length: int) -> Iterator[tuple[int, ...]]:
    """Every path of this many hexes, even with the same hex twice."""
    if not length:
        yield ()
        return
    for beside in HEXES:
        if GRID.distance(place, beside) == 1:
            for rest in walks(beside, length - 1):
                yield (beside, *rest)


def answers(game: Game, random: Random) -> set[Action]:
    decision = game.state.pending[0]
    found = set(letters(game, decision, random))
    if decision.kind == "retreat":
        local = game.state.top.local
        units = [unit for unit in range(ROSTER.count) if local.units >> unit & 1]
        ways = [way for length in (1, 2) for way in walks(local.origin, length)]
        found |= {Action("retreat", (unit, *way)) for unit in units for way in ways}
    return found


@pytest.mark.parametrize("number", range(scaled(8)))
def test_generator_and_referee_agree_in_a_melee(number: int) -> None:
    random = Random(f"melee {number}")
    game = melee(random)
    while asks(game) in COMBAT:
        decision = game.state.pending[0]
        options = game.options(decision)
        for action in answers(game, random):
            objections = game.objections(decision, action)
            assert (action in options) == (not objections), f"{game.text(action)}: {objections}; {game!r}"
        game.push(options.choose(random.random), decision)
        assert game.state.top.procedure == "retreat" or not RULES.check(game.state)
