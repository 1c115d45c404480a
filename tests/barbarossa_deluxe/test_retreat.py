"""Retreat after combat (11.27, 11.28): where to, together or apart, and who cannot.

Around 2308: 2309 west, 2209 northwest, 2409 southwest, 2307 east, 2208 northeast, 2408 southeast.
"""

from __future__ import annotations

from typing import Any

import pytest

from barbarossa_deluxe.battle import assault, forced, kind, on_map, results, settle, told
from barbarossa_deluxe.stage import FACTS, SOVIET, act, asked, hexes, place_of, stage, units
from ostfront.core.play.game import Game
from ostfront.games.barbarossa_deluxe.rules import retreat
from ostfront.games.barbarossa_deluxe.state import Retreat
from rule import rule

DUEL = {"3Pz": "2309", "6A": "2308"}
FULL = ("13A", "18A", "19A", "20A", "21A"), ("22A", "24A", "26A", "27A", "28A"), ("29A", "30A", "31A", "32A", "33A")


def full(*places: str) -> dict[str, str]:
    """Stacks of five armies."""
    return {unit: place for place, stack in zip(places, FULL, strict=False) for unit in stack}


def driven(positions: dict[str, str], *attackers: str, target: str = "2308", **more: Any) -> Game:
    """Defenders driven out of a hex."""
    return forced(positions, target, *attackers, to="DR", **{"turn": 17, **more})


def ways(game: Game) -> set[str]:
    return {text.removeprefix("retreat ") for text in game.legal.texts}


# ---- where to -----------------------------------------------------------------------------------------


@rule("BD 11.27a", "BD 11.27c", "BD 11.27e")
def test_soviets_retreat_to_the_east() -> None:
    game = driven(DUEL)
    assert asked(game) == [("Soviet", "retreat")]
    assert ways(game) == {"2307", "2208", "2408"}
    act(game, "retreat 2208")
    assert place_of(game, "6A") == "2208"


@rule("BD 11.27c", "BD 11.27e")
def test_germans_retreat_to_the_west() -> None:
    game = assault(
        {"6A": "2307", "16A": "2307", "4C": "2308"}, "2308", "6A", "16A", side="soviet", turn=6, rolls=["1"]
    )
    assert asked(game) == [("German", "retreat")]
    assert ways(game) == {"2309", "2209", "2409"}


@rule("BD 11.27c")
def test_other_hexes_only_if_those_are_not_open() -> None:
    """The three eastern hexes hold Germans."""
    game = driven({**DUEL, "14Pz": "2307", "24Pz": "2208", "4C": "2408"}, "3Pz")
    assert ways(game) == {"2209", "2409"}


@rule("BD 11.27a")
def test_not_into_enemies_but_beside_them() -> None:
    """2307 is taken; 2208 and 2408 are next to its corps and open all the same."""
    game = driven({**DUEL, "14Pz": "2307"}, "3Pz")
    assert ways(game) == {"2208", "2408"}


@rule("BD 11.27a")
def test_cities_and_enemy_lines_are_open() -> None:
    """From 2208 to Kursk (2207), which the Germans control."""
    game = driven({"3Pz": "2209", "6A": "2208"}, target="2208", german=("2207",))
    assert "2207" in ways(game)


@rule("BD 11.27d", "BD 10.31b")
@pytest.mark.parametrize("mobile", [False, True])
def test_not_into_a_hex_the_attack_came_from(mobile: bool) -> None:
    """2307 lies to the east and is empty by now; a launch hex of a mobile assault is barred alike."""
    game = stage("assault", {"6A": "2308"}, turn=17)
    force = Retreat(SOVIET, units("6A"), FACTS.board.index("2308"), hexes("2307"), mobile)
    found = retreat.choice(FACTS, game.state, force)
    assert {FACTS.board.name(path[-1]) for path in found.paths} == {"2208", "2408"}


@rule("BD 10.31b")
def test_the_assaulting_units_wait_in_their_launch_hex() -> None:
    """From the east: 8 to 3 is 2:1, a mobile assault 1:1."""
    game = stage("movement", {"3Pz": "2307", "14Pz": "2307", "6A": "2308"}, turn=17, rolls=["1"])
    act(game, "pick 3Pz", "with 14Pz", "assault 2308")
    settle(game)
    assert ways(game) == {"2208", "2408"}


# ---- together or apart --------------------------------------------------------------------------------


@rule("BD 11.27b")
def test_a_stack_retreats_together() -> None:
    game = driven({"3Pz": "2309", "14Pz": "2309", "6A": "2308", "16A": "2308"}, "3Pz", "14Pz")
    act(game, "retreat 2307")
    assert place_of(game, "6A") == place_of(game, "16A") == "2307"


@rule("BD 11.27b")
def test_it_goes_whole_into_a_lesser_hex_rather_than_break_up() -> None:
    """2307 has room for one, 2208 and 2408 hold Germans: two armies go west, where there is room for both."""
    positions = {"3Pz": "2309", "14Pz": "2309", "6A": "2308", "16A": "2308", "4C": "2208", "5C": "2408"}
    positions |= dict.fromkeys(FULL[0][:4], "2307")
    game = driven(positions, "3Pz", "14Pz")
    assert ways(game) == {"2209", "2409"}


@rule("BD 11.27b")
def test_it_breaks_up_where_stacking_demands_it() -> None:
    """2307 and 2208 have room for one each, everything else is closed: each army takes one of them."""
    positions = {"3Pz": "2309", "14Pz": "2309", "6A": "2308", "16A": "2308", "4C": "2209", "5C": "2409", "7C": "2408"}
    positions |= dict.fromkeys(FULL[0][:4], "2307") | dict.fromkeys(FULL[1][:4], "2208")
    game = driven(positions, "3Pz", "14Pz")
    assert ways(game) == {"2307", "2208"}
    act(game, "retreat 2208")
    assert {place_of(game, "6A"), place_of(game, "16A")} == {"2208", "2307"}


# ---- full hexes (11.28) -------------------------------------------------------------------------------


@rule("BD 11.28b")
def test_a_unit_goes_on_through_full_hexes() -> None:
    """All six neighbours are full or hostile; through 2307 it comes to 2306, 2207 or 2407."""
    positions = {**DUEL, **full("2307"), "4C": "2208", "5C": "2408", "7C": "2209", "8C": "2409"}
    game = driven(positions, "3Pz")
    assert ways(game) == {"2307 2306", "2307 2207", "2307 2407"}
    act(game, "retreat 2307 2306")
    assert place_of(game, "6A") == "2306"


@rule("BD 11.28b")
def test_only_the_surplus_goes_on_and_the_owner_says_which() -> None:
    """Room for one in 2307: either army may stay there, the other goes through it."""
    positions = {"3Pz": "2309", "14Pz": "2309", "6A": "2308", "16A": "2308"}
    positions |= {"4C": "2208", "5C": "2408", "7C": "2209", "8C": "2409"} | dict.fromkeys(FULL[0][:4], "2307")
    game = driven(positions, "3Pz", "14Pz")
    further = {"2307 2306", "2307 2207", "2307 2407"}
    assert ways(game) == {"2307"} | further
    act(game, "retreat 2307 2306")  # 6th Army leaves the room to the 16th
    assert (place_of(game, "6A"), place_of(game, "16A")) == ("2306", "2307")
    game = driven(positions, "3Pz", "14Pz")
    act(game, "retreat 2307")
    assert ways(game) == further


@rule("BD 11.28c")
def test_a_unit_that_cannot_retreat_is_eliminated() -> None:
    around = {"14Pz": "2307", "24Pz": "2208", "4C": "2408", "5C": "2209", "7C": "2409"}
    game = driven({**DUEL, **around, "16A": "2308", "18A": "2308"}, "3Pz")
    assert place_of(game, "6A") == place_of(game, "18A") == "dead-soviet"


# ---- closed hexes and hexsides ------------------------------------------------------------------------


@rule("BD 11.28a", "BD 11.17c")
def test_nobody_retreats_over_kerch() -> None:
    """6th Army in 3106 is attacked from 3107: its other neighbours are sea."""
    game = driven({"3Pz": "3107", "14Pz": "3107", "6A": "3106"}, "3Pz", "14Pz", target="3106", german=("3108",))
    assert not on_map(game, "6A")


@rule("BD 11.18c")
def test_nobody_retreats_over_the_sivash() -> None:
    """From 3008 to 2907 is closed; 3107 and 3108 hold Germans, the attack comes from 2908."""
    positions = {"3Pz": "2908", "14Pz": "2908", "6A": "3008", "4C": "3107", "5C": "3108"}
    game = driven(positions, "3Pz", "14Pz", target="3008")
    assert not on_map(game, "6A")


@rule("BD 11.19")
def test_nobody_retreats_over_a_lake() -> None:
    """From 1112 Lake Peipus closes 1213."""
    positions = {"4C": "1113", "5C": "1113", "28C": "1113", "6A": "1112", "1C": "1111", "2C": "1212"}
    game = driven(positions, "4C", "5C", "28C", target="1112")
    assert "1213" not in ways(game) and place_of(game, "6A") != "1213"


@rule("BD 10.22a")
def test_a_satellite_whose_only_retreat_leads_north_is_eliminated() -> None:
    """2208 is in the first southern row; 2108 and 2107 lie north of the line."""
    armies = {"6A": "2207", "16A": "2207", "18A": "2307", "21A": "2308", "22A": "2209"}
    game = driven({**armies, "3R": "2208"}, "6A", target="2208", side="soviet", turn=6)
    assert not on_map(game, "3R")


@rule("BD 5.11c")
def test_on_turn_1_soviets_do_not_retreat_into_romania() -> None:
    """2813 has Germans on all sides but the Romanian ones."""
    around = FACTS.near[FACTS.board.index("2813")] & ~FACTS.romania
    names = [FACTS.board.name(place) for place in FACTS.hexes(around)]
    positions = {f"{n}C": name for n, name in zip((4, 5, 6, 7, 8), names, strict=False)} | {
        "9RC": "2813",
        "18A": "2813",
    }
    assert len(names) < 6
    game = driven(positions, "4C", "5C", target="2813", turn=1, order=2, nth=2)
    assert not on_map(game, "9RC")
    game = driven(positions, "4C", "5C", target="2813", turn=3, order=2, nth=2)
    assert kind(game) == "retreat" or on_map(game, "9RC")


@rule("BD 10.21")
def test_nobody_retreats_off_the_map() -> None:
    """In 2200 on the east edge: only hexes of the map are open."""
    positions = {"3Pz": "2201", "14Pz": "2201", "24Pz": "2201", "39Pz": "2201", "6A": "2200"}
    game = driven(positions, "3Pz", "14Pz", "24Pz", "39Pz", target="2200")
    places = ways(game) if kind(game) == "retreat" else {place_of(game, "6A")}
    assert places <= {"2100", "2300", "2101", "2301"}


PANZERS = ("3Pz", "14Pz", "24Pz", "39Pz")
ODESSA = {"ICA": "2911"} | dict.fromkeys(PANZERS, "2912")

# ---- units that do not retreat ------------------------------------------------------------------------


@rule("BD 8.33c")
def test_a_fortress_command_dies_where_it_stands() -> None:
    """FCDK in 1921 with an infantry corps: the corps goes west, the command is lost."""
    positions = {"1GT": "1920", "2GT": "1920", "FCDK": "1921", "4C": "1921"}
    depots = (FACTS.board.index("1920"), -1, -1)
    game = assault(positions, "1921", "1GT", "2GT", side="soviet", turn=31, rolls=["1"], depots=depots)
    assert results(game)[-1] == "DR"
    assert not on_map(game, "FCDK") and on_map(game, "4C")


@rule("BD 8.34b", "BD 8.35b")
def test_the_leningrad_units_die_where_they_stand() -> None:
    positions = {"LPMA": "1011", "LCFC": "1011", "1C": "1111", "2C": "1111", "3Pz": "1111", "14Pz": "1111"}
    game = assault(positions, "1011", "1C", "2C", "3Pz", "14Pz", turn=20, rolls=["1", "1"])
    assert results(game)[-1] == "DR"
    assert not on_map(game, "LPMA") and not on_map(game, "LCFC")


@rule("BD 10.34b")
def test_the_coastal_army_goes_to_its_other_port() -> None:
    """A corps with it takes the road."""
    game = driven({**ODESSA, "9RC": "2911"}, *PANZERS, target="2911")
    if kind(game) == "retreat":
        act(game, game.legal.texts[0])
    assert place_of(game, "ICA") == "3108" and place_of(game, "9RC") not in ("2911", "3108")


@rule("BD 10.34b")
def test_the_coastal_army_is_lost_if_that_is_german() -> None:
    game = driven(ODESSA, *PANZERS, target="2911", german=("3108",))
    assert not on_map(game, "ICA")


# ---- cavalry groups (8.30) ----------------------------------------------------------------------------


@rule("BD 8.30f")
def test_a_cavalry_group_goes_a_hex_further_than_a_city() -> None:
    """At 1807 next to Tula (1806): 3rd Army goes into the city, the group passes through it."""
    positions = {"3Pz": "1808", "14Pz": "1808", "3A": "1807", "MCG": "1807"}
    positions |= {"4C": "1706", "5C": "1906", "6C": "1907", "7C": "1707"}
    game = assault(positions, "1807", "3Pz", "14Pz", turn=17, rolls=["1"])
    assert results(game)[-1] == "DR"
    assert place_of(game, "3A") == "1806" and kind(game) == "retreat"
    assert all(way.startswith("1806 ") for way in ways(game))


@rule("BD 8.30b")
def test_a_cavalry_group_whose_only_retreat_leaves_its_area_is_eliminated() -> None:
    positions = {"3Pz": "2108", "MCG": "2107", "4C": "2007", "5C": "2006", "6C": "2106"}
    game = assault(positions, "2107", "3Pz", turn=17, rolls=["1"])
    assert results(game)[-1] in ("DR", "DE") and not on_map(game, "MCG")


# ---- what follows -------------------------------------------------------------------------------------


def test_a_retreat_takes_control_of_the_hex() -> None:
    """3.6: 2208 was German."""
    game = driven(DUEL, german=("2208",))
    act(game, "retreat 2208")
    assert not game.state.german >> FACTS.board.index("2208") & 1


def test_units_that_fled_from_a_prepared_assault_are_remembered() -> None:
    game = driven(DUEL)
    act(game, "retreat 2208")
    assert game.state.fled == 1 << FACTS.roster.index["6A"]
    assert told(game, "retreat")


@rule("BD 10.31a")
def test_units_that_fled_from_a_mobile_assault_defend_again() -> None:
    """6th Army falls back on the 16th in 2307: against the next mobile assault both defend."""
    positions = {"3Pz": "2309", "14Pz": "2309", "24Pz": "2309", "6A": "2308", "16A": "2307"}
    game = stage("movement", positions, turn=10, rolls=["2", "5"])  # 12 to 3 is 4:1, a mobile assault 3:1
    act(game, "pick 3Pz", "with 14Pz", "with 24Pz", "assault 2308")
    settle(game)
    act(game, "retreat 2307")
    act(game, "assault 2307")
    settle(game)
    assert told(game, "odds")[1][1] == 6
