"""How the scenarios begin (3, 12 to 14): the lists of the rulebook, the boxes, the markers, who controls what."""

from __future__ import annotations

from typing import Any

import pytest

from barbarossa_deluxe.stage import FACTS, GERMAN, SOVIET, act, asked, hexes, names, stage
from ostfront import games
from ostfront.core.errors import OstfrontError
from ostfront.core.map.hexes import bits
from ostfront.core.play.chance import Seeded
from ostfront.core.play.game import Game
from ostfront.games.barbarossa_deluxe.rules import stacking
from ostfront.games.barbarossa_deluxe.state import UNDER_WAY
from rule import rule

GAME = "barbarossa-deluxe"


def start(scenario: str, **options: Any) -> Any:
    """The state a scenario begins with."""
    rules: Any = games.rules(GAME, scenario, options)
    return rules.start()


def begun(scenario: str, *before: str, **options: Any) -> Game:
    """A scenario at its first question, after some answers."""
    game = Game.started(games.rules(GAME, scenario, options), Seeded.of("lists"))
    act(game, *before)
    return game


def standing(state: Any, side: int) -> dict[str, set[str]]:
    """The units of a side on the map, by hex."""
    found: dict[str, set[str]] = {}
    for unit in bits(state.on_map & FACTS.roster.of_side[side]):
        found.setdefault(FACTS.place_names[state.place[unit]], set()).add(FACTS.roster.ids[unit])
    return found


def boxed(state: Any, box: str, side: int | None = None) -> set[str]:
    units = state.units_at(FACTS.boxes[box])
    return set(names(units if side is None else units & FACTS.roster.of_side[side]))


def listed(text: str, kind: str) -> dict[str, set[str]]:
    """A list of the rulebook: a hex and its units; a bare number is an army ("A") or an infantry corps ("C")."""
    found = {}
    for line in text.strip().splitlines():
        place, *units = line.split()
        found[place] = {f"{unit}{kind}" if unit.isdigit() else unit for unit in units}
    return found


def due(state: Any, unit: str) -> int:
    return int(state.due[FACTS.roster.index[unit]])


# ---- the Grand Campaign (3) -------------------------------------------------------------------------


@rule("BD 1.7a")
@pytest.mark.parametrize(
    ("scenario", "first", "last"),
    [("grand-campaign", 1, 32), ("road-back", 13, 32), ("blue-kremlin", 9, 13), ("citadel", 19, 22),
     ("gambit", 18, 20), ("what-if", 9, 14)],
)  # fmt: skip
def test_six_scenarios_on_the_whole_map(scenario: str, first: int, last: int) -> None:
    assert len(games.info(GAME).scenarios) == 6
    facts: Any = games.rules(GAME, scenario).facts
    assert (start(scenario).turn, facts.scenario.last_turn) == (first, last)
    assert facts.valid == FACTS.valid


@rule("BD 1.7b")
def test_other_scenarios_have_the_track_of_the_campaign() -> None:
    for scenario, turn in (("road-back", 14), ("blue-kremlin", 10), ("citadel", 20), ("gambit", 19)):
        facts: Any = games.rules(GAME, scenario).facts
        box = FACTS.box(turn)
        for side in (GERMAN, SOVIET):
            for mech in (True, False):
                assert facts.scenario.movement(box, side, mech) == box.movement(side, mech) > 0


@rule("BD 3.2b")
def test_the_campaign_begins_with_fourteen_points() -> None:
    state = start("grand-campaign")
    assert state.vp == 14
    assert (state.german & FACTS.victory_hexes).bit_count() == 14


@rule("BD 3.2a", "BD 3.3a", "BD 3.4a")
def test_reinforcements_wait_in_the_boxes_of_their_turns() -> None:
    state = start("grand-campaign")
    waiting = boxed(state, "track")
    assert len(waiting) > 150
    assert all(due(state, unit) == FACTS.roster.turn[FACTS.roster.index[unit]] > 0 for unit in waiting)
    two = [unit for unit in names(FACTS.roster.of_side[SOVIET]) if FACTS.roster.turn[FACTS.roster.index[unit]] == 2]
    assert two
    assert set(two) <= boxed(state, "track", SOVIET)
    late = [unit for unit in names(FACTS.roster.of_side[GERMAN]) if due(state, unit) > 9]
    assert {"2SSPz", "503TB", "Wenck"} <= set(late) <= boxed(state, "track", GERMAN)


@rule("BD 3.5")
def test_six_communist_armies_wait_off_the_track() -> None:
    state = start("grand-campaign")
    satellites = {"1B", "2B", "4B", "Pol", "1Rom", "4Rom"}
    assert satellites <= boxed(state, "aside")
    assert [due(state, unit) for unit in satellites] == [0] * 6


@rule("BD 3.4b")
def test_the_sixth_army_starts_in_2314() -> None:
    """The sample counter of 2.5: in 2314, a factor of 6, never replaced."""
    state, unit = start("grand-campaign"), FACTS.roster.index["6x"]
    assert FACTS.place_names[state.place[unit]] == "2314"
    assert (FACTS.roster.attack[unit], FACTS.roster.defense[unit]) == (6, 6)
    assert FACTS.roster.dotted >> unit & 1


@rule("BD 3.3f")
def test_army_groups_mix_once_the_war_has_begun() -> None:
    game = begun("grand-campaign", "done")
    state: Any = game.state
    groups = {placement.unit: placement.zone for placement in game.facts.scenario.placements}
    north = next(unit for unit, zone in groups.items() if zone == "AGN")
    south = next(unit for unit, zone in groups.items() if zone == "AGS")
    state.put(south, game.facts.board.index("2313"))
    assert stacking.fits(game.facts, state, GERMAN, 1 << north, state.place[south])


# ---- Lithuania (3.7) --------------------------------------------------------------------------------

POLAND = ("2116", "2216", "2217", "2315", "2316")
LITHUANIA = ("1515", "1516", "1615", "1616", "1715")


@rule("BD 3.7b")
@pytest.mark.parametrize("scenario", ["grand-campaign", "what-if"])
def test_with_the_option_five_hexes_change_hands_on_each_side(scenario: str) -> None:
    before, after = start(scenario).german, start(scenario, lithuania=True).german
    assert before & ~after == hexes(*POLAND)
    assert after & ~before == hexes(*LITHUANIA)
    assert start("grand-campaign", lithuania=True).vp == 14


@rule("BD 3.7b")
@pytest.mark.parametrize(("place", "lithuania", "lost"), [("2116", True, 0), ("2116", False, 1), ("2017", True, 1)])
def test_with_the_option_they_leave_the_general_government(place: str, lithuania: bool, lost: int) -> None:
    """The penalty of 4.2 for Soviet units there."""
    game = stage("victory check", {"20A": place, "26C": "2023"}, turn=1, vp=14, options={"lithuania": lithuania})
    assert 14 - game.state.vp == lost


@rule("BD 3.7e", "BD 15.3d")
def test_the_option_is_for_two_scenarios() -> None:
    for scenario in ("grand-campaign", "what-if"):
        assert start(scenario, lithuania=True).german & hexes(*LITHUANIA) == hexes(*LITHUANIA)
    for scenario in ("road-back", "blue-kremlin", "citadel", "gambit"):
        with pytest.raises(OstfrontError):
            games.rules(GAME, scenario, {"lithuania": True})


def test_with_the_option_the_soviets_set_up_first_and_nobody_is_left_over() -> None:
    game = begun("grand-campaign", lithuania=True)
    assert asked(game) == [("Soviet", "arrange")]
    act(game, "done")
    assert asked(game) == [("German", "arrange")]
    assert standing(game.state, GERMAN).keys() & set(LITHUANIA)
    assert not standing(game.state, SOVIET).keys() & set(LITHUANIA)
    assert sum(map(len, standing(start("grand-campaign"), GERMAN).values())) == sum(
        map(len, standing(game.state, GERMAN).values())
    )


# ---- The Road Back (12) -----------------------------------------------------------------------------

ROAD_BACK_SOVIETS = """
1011 LPMA 23 42 55
1009 2Sh
1109 8 49 54
1210 4 52 59
1310 11 27
1411 1Sh 3Sh 4Sh 22 30
1410 34 39 41 53
1409 29 31
1508 5 20
1609 33 43
1708 50
1808 10 61
1807 3 16
1806 3T
1906 48
2006 13
2105 38
2104 60
2204 6
2203 1T 40
2302 1G 5T 21
2402 24 65 66
2401 62
2500 64
2601 51 57
2600 28
3204 18 56
3203 47
"""
ROAD_BACK_GERMANS = """
1111 26 50 54
1110 28 30
1211 1 38
1311 10 59
1412 2
1511 6 43
1510 23
1509 41Pz
1610 27
1709 39Pz
1809 3Pz
1908 9
1907 20
2007 56Pz 12
2106 34
2207 47Pz
2206 46Pz 53
2205 35 55
2304 24Pz 7 13
2404 29
2303 2H
2403 8It
2501 14Pz 4 8 11 51
2502 3R
2603 48Pz
2602 4R
2804 17
3106 42
3104 5
3103 44 49Mtn
"""


@rule("BD 12.14")
def test_soviets_of_the_road_back() -> None:
    assert standing(start("road-back"), SOVIET) == listed(ROAD_BACK_SOVIETS, "A")


@rule("BD 12.15a")
def test_germans_of_the_road_back() -> None:
    """With the fortress command in Belgrade, which stands there in every campaign (8.33)."""
    found = standing(start("road-back"), GERMAN)
    assert found.pop("3220") == {"FCSE"}
    assert found == listed(ROAD_BACK_GERMANS, "C")


@rule("BD 12.3a")
def test_the_road_back_begins_with_33_points() -> None:
    """31 hexes, and a second point each for the hero cities Sevastopol and Stalingrad."""
    state = start("road-back")
    assert state.vp == 33
    assert (state.german & FACTS.victory_hexes).bit_count() + 2 == 33


@rule("BD 12.6", "BD 12.15b")
def test_markers_of_the_road_back() -> None:
    state = start("road-back")
    assert (state.hero, state.hero_left) == (hexes("1606", "1011", "1806"), 0)
    assert (state.fortress, state.fortress_anywhere, state.fortress_home) == (hexes("2501"), 0, 0)
    assert state.airlift_from == 13


@rule("BD 12.9")
def test_the_expedition_of_the_road_back() -> None:
    state = start("road-back")
    assert boxed(state, "caucasus") == {"40Pz", "57Pz", "52C", "9A", "37A", "44A", "46A"}
    assert state.expedition == UNDER_WAY


# ---- Blue and Kremlin (13) --------------------------------------------------------------------------

BLUE_SOVIETS = """
1011 23 42 55 LPMA
1110 8 54
1210 1Sh 4 52 59
1310 11 27 34 53
1411 3Sh 4Sh
1410 22 30 41
1409 29
1508 31
1609 5 20
1708 24 33 43
1706 3T
1808 49 50
1806 64
1907 10 61
1906 16
2006 3
2106 13 48
2105 5T
2206 40
2204 60
2306 21 28
2305 6
2406 38
2405 63
2501 62
2505 9
2504 37
2604 12
2704 18
2804 56
3105 47
"""
BLUE_FREE = (
    "3R 4R 3Pz 14Pz 24Pz 39Pz 40Pz 41Pz 46Pz 47Pz 48Pz 56Pz 57Pz 1C 2C 4C 5C 6C 7C 8C 9C 10C 11C 12C 13C 17C 20C "
    "23C 26C 27C 28C 29C 34C 35C 38C 43C 44C 49Mtn 50C 51C 52C 53C 55C 59C"
)


@rule("BD 13.6a", "BD 13.6b")
def test_soviets_of_blue_and_kremlin() -> None:
    state = start("blue-kremlin")
    assert standing(state, SOVIET) == listed(BLUE_SOVIETS, "A")
    assert {"ICA", "19A", "26A", "32A", "44A", "46A"} <= boxed(state, "gone")
    assert boxed(state, "dead-soviet") == {"2Sh", "51A", "57A"}
    assert boxed(state, "rvgk") == {"5Sh", "66A"}


@rule("BD 13.6c")
def test_markers_of_blue_and_kremlin() -> None:
    state = start("blue-kremlin")
    assert (state.hero, state.hero_left) == (hexes("1606", "1011", "1806"), 1)


@rule("BD 13.7a")
def test_germans_of_blue_and_kremlin() -> None:
    state = start("blue-kremlin")
    found = standing(state, GERMAN)
    assert (found.pop("3106"), found.pop("3108")) == ({"42C"}, {"30C", "54C"})
    assert set().union(*found.values()) == set(BLUE_FREE.split())
    assert boxed(state, "dead-german") == set()
    assert state.airlift_from == 9
    here = boxed(state, "track", GERMAN)
    assert here
    assert all(due(state, unit) >= 9 for unit in here)


@rule("BD 13.3")
def test_the_soviets_stand_by_the_list_before_the_germans_set_up() -> None:
    game = begun("blue-kremlin", "south")
    assert asked(game) == [("German", "arrange")]
    act(game, "done")
    assert game.state.turn == 9
    assert not [kind for _, kind in asked(game) if kind == "arrange"]


# ---- Citadel and the Gambit (14) --------------------------------------------------------------------

CITADEL_SOVIETS = """
1011 LPMA 23 42 55 67
1110 2Sh 4 8 54
1210 52 59
1310 11 34
1411 1Sh 22
1510 3Sh 41
1610 4Sh 20 43
1609 5 10G 31 39 68
1708 33 49
1808 10 50
1807 4T 11G
1906 61
2006 3 3T 63
2106 13 48
2107 2T 70
2208 38 60 65
2307 1T 6G 27 40
2306 4G 5G 5GT 53
2305 7G 46 47 57 69
2405 1G 6 37
2404 8G 12
2503 3G 51
2603 5Sh
2702 2G
2803 28
2804 44
3005 9 58
3104 18 56
"""
CITADEL_GERMANS = """
1111 3Lw 50 54 502TB
1211 1 38
1311 26 28
1412 2 10
1513 8
1511 43 59
1611 6
1710 27
1709 39Pz
1809 9 56Pz
1908 12 34
1907 55
2007 23 35 53 505TB
2008 41Pz 46Pz 47Pz
2108 13 20
2209 7 52
2308 11 42 48Pz
2408 3Pz 24Pz
2407 2SSPz
2406 57Pz 503TB
2505 40Pz
2504 17
2604 30
2704 4
2805 29
3105 5 44 49Mtn
3106 KSC
"""


@rule("BD 14.6a", "BD 14.6c")
@pytest.mark.parametrize("scenario", ["citadel", "gambit"])
def test_soviets_of_1943(scenario: str) -> None:
    state = start(scenario)
    assert standing(state, SOVIET) == listed(CITADEL_SOVIETS, "A")
    assert {"ICA", "19A", "26A", "29A", "32A"} <= boxed(state, "gone")
    assert boxed(state, "dead-soviet") == {"16A", "21A", "24A", "30A", "62A", "64A", "66A"}


@rule("BD 14.6b")
@pytest.mark.parametrize("scenario", ["citadel", "gambit"])
def test_soviet_markers_of_1943(scenario: str) -> None:
    state = start(scenario)
    assert state.hero == hexes("1011", "1606", "1806")
    assert state.area == FACTS.board.index("2207")
    assert state.turn > state.area_since  # the full effect (8.18)


@rule("BD 14.7a")
def test_germans_of_citadel() -> None:
    state = start("citadel")
    assert standing(state, GERMAN) == listed(CITADEL_GERMANS, "C")
    assert boxed(state, "dead-german") == set()
    assert state.airlift_from == 19
    arriving = boxed(state, "track", GERMAN)
    assert "3SSPz" in arriving
    assert all(due(state, unit) >= 19 for unit in arriving)


@rule("BD 14.9b")
@pytest.mark.parametrize("scenario", ["citadel", "gambit"])
def test_the_front_of_1943_parts_the_map(scenario: str) -> None:
    state = start(scenario)
    east = hexes(*listed(CITADEL_SOVIETS, "A"), "1606", "2501", "2207")
    west = hexes(*listed(CITADEL_GERMANS, "C"), "1813", "2311", "3108")
    assert not state.german & east
    assert state.german & west == west


@rule("BD 14.9d")
def test_the_soviets_place_the_fortified_area_with_their_units() -> None:
    """After the Germans; in any hex of theirs between 1110 and 2804, with its full effect."""
    game = begun("gambit")
    assert asked(game) == [("German", "arrange")]
    act(game, "done")
    assert asked(game) == [("Soviet", "arrange")]
    act(game, "done")
    assert asked(game) == [("Soviet", "area")]
    assert "fortify 2106" in game.legal
    assert "fortify 1606" in game.legal
    for place in ("2209", "3005", "1011"):
        assert f"fortify {place}" not in game.legal
        assert "BD 14.9d" in [objection.rule for objection in game.why_not(f"fortify {place}")]
    act(game, "fortify 2106")
    assert (game.state.area, game.state.area_since) == (FACTS.board.index("2106"), 16)
    assert asked(game) != [("Soviet", "area")]
