"""Partisans (12.7) through a turn; test_control.py has where they are placed, test_rail.py what they slow."""

from __future__ import annotations

import pytest

from barbarossa_1941.stage import FACTS, act, asked, hexes, place_of, stage, verdict
from ostfront.games.barbarossa_1941.rules.victory import points
from rule import rule

OFF = {"SU-PART1": "off-map", "SU-PART2": "off-map"}
KARELIA = {"SU-7A": "1501"}  # keeps the Finnish point from the Axis
RISEN = (1, 1, 1, 1, 1)


@rule("B41 12.7c")
def test_partisans_stay_and_cannot_move() -> None:
    placed = {"SU-PART1": "1710", "SU-PART2": "1717", **KARELIA, "DE-I": "0116"}
    game = stage("partisans", placed, triggers=RISEN, turn=5)
    assert asked(game) != [("Soviet", "partisans")]  # both are on the map
    moving = stage("movement", placed, side="soviet", triggers=RISEN, turn=5)
    assert verdict(moving, "pick SU-PART1") == ["B41 12.7c"]
    assert (place_of(moving, "SU-PART1"), place_of(moving, "SU-PART2")) == ("1710", "1717")


@rule("B41 12.7c")
def test_partisans_block_nobody() -> None:
    """Zones of activity: a corps walks in, a supply line runs through."""
    game = stage("movement", {"DE-XXIV": "1717", "SU-PART1": "1919", **KARELIA}, turn=5)
    act(game, "move DE-XXIV 1918")
    assert place_of(game, "DE-XXIV") == "1918"
    assert place_of(game, "SU-PART1") == "off-map"


@rule("B41 12.7e")
def test_a_unit_without_a_zoc_flushes_them_from_its_hex_only() -> None:
    """A single step has no ZOC."""
    units = {"DE-AZUL": "1515", "SU-PART1": "1616", **KARELIA}
    game = stage("movement", units, turn=5)
    act(game, "pick DE-AZUL", "go 1615")
    assert place_of(game, "SU-PART1") == "1616"
    game = stage("movement", units, turn=5)
    act(game, "move DE-AZUL 1616")
    assert place_of(game, "SU-PART1") == "off-map"
    assert game.state.due[FACTS.roster.index["SU-PART1"]] == 6


@rule("B41 12.7e")
def test_removed_partisans_are_placed_again_next_turn() -> None:
    again = stage("partisans", {"SU-PART1": "off-map", **KARELIA}, triggers=RISEN, turn=6, due={"SU-PART1": 6})
    assert asked(again) == [("Soviet", "partisans")]
    early = stage("partisans", {"SU-PART1": "off-map", **KARELIA}, triggers=RISEN, turn=5, due={"SU-PART1": 6})
    assert asked(early) != [("Soviet", "partisans")]


@rule("B41 13h", "B41 13i")
def test_eighteen_points_bring_the_partisans() -> None:
    """Moscow, Leningrad, Kharkov and Sevastopol are 16, Kiev makes 18."""
    units = {"DE-I": "2112", "DE-II": "1304", "DE-X": "1922", "DE-V": "1531", "DE-VI": "1222", **KARELIA, **OFF}
    game = stage("movement", units, turn=7, triggers=(1, 1, 1, 1, 0))
    assert points(FACTS, game.state) == 16
    act(game, "move DE-VI 1221")
    assert game.state.triggers[4] == 7
    for triggers, called in ((game.state.triggers, True), ((1, 1, 1, 1, 0), False)):
        later = stage("partisans", {**OFF, **KARELIA, "DE-I": "0116"}, turn=7, triggers=triggers)
        assert (asked(later) == [("Soviet", "partisans")]) == called


@rule("B41 12.7g")
def test_a_freed_city_gives_no_points_even_if_reoccupied() -> None:
    game = stage("movement", {"DE-I": "1221", **OFF, **KARELIA})
    assert points(FACTS, game.state) == 2
    act(game, "move DE-I 1220", "rise 1221")
    assert points(FACTS, game.state) == 0
    back = stage("movement", {"DE-I": "1220", "SU-PART1": "1221", **KARELIA}, held=["Kiev"], liberated=hexes("Kiev"))
    act(back, "move DE-I 1221")
    assert place_of(back, "SU-PART1") == "off-map"
    assert points(FACTS, back.state) == 0


@rule("B41 12.7f")
@pytest.mark.parametrize(("city", "place", "aside"), [("Riga", "0609", "0610"), ("Lvov", "0321", "0320")])
def test_riga_and_lvov_do_not_rise(city: str, place: str, aside: str) -> None:
    game = stage("movement", {"DE-I": place, **OFF, **KARELIA})
    act(game, f"move DE-I {aside}")
    assert asked(game) != [("Soviet", "uprising")]
    minsk = stage("movement", {"DE-I": "0915", **OFF, **KARELIA})
    act(minsk, "move DE-I 0914")
    assert asked(minsk) == [("Soviet", "uprising")]
    assert game.state.held & hexes(city)
