"""What tests ask about supply, and rings of units that cut it."""

from __future__ import annotations

from barbarossa_deluxe.stage import FACTS, hexes
from ostfront.core.map.hexes import bits
from ostfront.core.play.game import Game
from ostfront.games.barbarossa_deluxe.rules import supply

RIFLES = [name for name in FACTS.roster.ids if name.endswith("A") and name[0].isdigit()]
CORPS = [name for name in FACTS.roster.ids if name.endswith("C") and name[:-1].isdigit()]


def around(place: str) -> list[str]:
    """The land hexes next to one."""
    near = FACTS.grid.neighbours(hexes(place)) & FACTS.land & ~FACTS.bulgaria
    return [FACTS.place_names[i] for i in bits(near)]


def soviets(*places: str) -> dict[str, str]:
    """A rifle army in each of these hexes."""
    return dict(zip(RIFLES, places, strict=False))


def germans(*places: str) -> dict[str, str]:
    """An infantry corps in each of these hexes, from the last ones on."""
    return dict(zip(reversed(CORPS), places, strict=False))


def edge(side: int) -> list[str]:
    return [FACTS.place_names[i] for i in bits(FACTS.sources[side])]


def state_of(game: Game, unit: str) -> int:
    return supply.status(game.facts, game.state, FACTS.roster.index[unit])


def attack(game: Game, unit: str) -> int:
    """By what the attack factor of a unit is divided where it stands."""
    index = FACTS.roster.index[unit]
    return supply.attack_divisor(game.facts, game.state, index, game.state.place[index])


def defence(game: Game, unit: str) -> int:
    return supply.defence_divisor(game.facts, game.state, FACTS.roster.index[unit], 0)


def slowed(game: Game, unit: str) -> bool:
    return supply.slowed(game.facts, game.state, FACTS.roster.index[unit])


def may_mobile(game: Game, unit: str) -> bool:
    index = FACTS.roster.index[unit]
    return supply.may_mobile(game.facts, game.state, 1 << index, game.state.place[index])


def factors(game: Game, unit: str) -> tuple[int, int, bool, bool]:
    """Divisors of attack and defence, half movement, mobile assault."""
    return attack(game, unit), defence(game, unit), slowed(game, unit), may_mobile(game, unit)


FULL = (1, 1, False, True)
HALF = (2, 2, True, False)
