"""Numbers of the rulebook, each at its border: the last hex or point that counts, and the first that does not."""

from __future__ import annotations

import pytest

from barbarossa_1941.stage import FACTS, act, hex_of, stage
from ostfront.core.map.hexes import bits
from ostfront.core.play.game import Game
from ostfront.games.barbarossa_1941.rules.fleet import in_reach
from ostfront.games.barbarossa_1941.rules.victory import points
from rule import rule

KARELIA = {"SU-7A": "1501"}  # keeps the Finnish point from the Axis


def offered(game: Game, verb: str) -> set[int]:
    """The hexes that a decision offers."""
    words = (text.split() for text in game.legal.texts)
    return {FACTS.board.index(place) for word, *rest in words if word == verb for place in rest}


def distances(hexes: set[int], cities: int) -> set[int]:
    """How far each of the hexes is from the nearest of the cities."""
    return {min(FACTS.grid.distance(hex, city) for city in bits(cities)) for hex in hexes}


@rule("B41 12.5l")
def test_the_fallschirmjaeger_drop_seven_hexes_from_an_axis_city() -> None:
    game = stage("movement", {"DE-7FJ": "off-map", "DE-I": "0212"} | KARELIA, turn=3)
    act(game, "drop DE-7FJ")
    found = distances(offered(game, "at"), FACTS.cities & game.state.held)
    assert max(found) == 7


@rule("B41 12.5g")
def test_guards_drop_six_hexes_from_a_soviet_city() -> None:
    """Moscow and Leningrad are all that is left."""
    lost = [FACTS.city_name(place) for place in bits(FACTS.cities & FACTS.ussr)]
    lost = [name for name in lost if name not in ("Moscow", "Leningrad")]
    units = {"SU-GABN1": "off-map", "SU-19A": "2112", "SU-8A": "1304", "DE-I": "0116"}
    game = stage("movement", units, side="soviet", turn=8, held=lost)
    act(game, "drop SU-GABN1")
    found = distances(offered(game, "at"), 1 << FACTS.city("Moscow") | 1 << FACTS.city("Leningrad"))
    assert max(found) == 6


@rule("B41 12.9b")
def test_the_fleet_reaches_three_hexes() -> None:
    state = stage("movement", {"DE-I": "0116"} | KARELIA).state
    bases = sum(1 << FACTS.city(name) for name in ("Leningrad", "Tallinn", "Riga"))
    reached = in_reach(FACTS, state)
    assert max(distances(set(bits(reached)), bases)) == 3
    assert min(distances(set(bits(FACTS.coast["baltic"] & ~reached)), bases)) == 4


@rule("B41 12.7a")
def test_partisans_hide_five_hexes_inside_the_country() -> None:
    game = stage(
        "partisans", {"SU-PART1": "off-map", "SU-PART2": "off-map", "DE-I": "0116"}, triggers=(1, 1, 1, 1, 1)
    )
    assert min(FACTS.depth[place] for place in offered(game, "infiltrate")) == 5


@rule("B41 13j")
@pytest.mark.parametrize(("more", "over"), [(["Orel"], False), (["Orel", "Kursk"], True)])
def test_the_twentieth_point_ends_the_game_on_turn_6(more: list[str], over: bool) -> None:
    """Leningrad, Kharkov, Sevastopol and Kiev are 12 points; Moscow makes 18, and each of the others one more."""
    held = {"DE-II": "Leningrad", "DE-X": "Kharkov", "DE-V": "Sevastopol", "DE-VI": "Kiev"}
    units = {unit: FACTS.board.name(hex_of(FACTS, city)) for unit, city in held.items()}
    game = stage("movement", units | {"DE-I": "2111"} | KARELIA, turn=6, held=more, triggers=(1, 1, 1, 1, 1))
    game.play("move DE-I 2112")
    assert points(FACTS, game.state) == 18 + len(more)
    assert (game.result is not None) == over
