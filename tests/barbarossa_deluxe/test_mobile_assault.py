"""Mobile assaults (10.23 to 10.30), with 5.10, 5.11, 5.13 and 8.11."""

from __future__ import annotations

import pytest

from barbarossa_deluxe.marching import left, picks, reach, targets
from barbarossa_deluxe.stage import FACTS, act, asked, hexes, offered, place_of, stage, units
from ostfront.core.play.game import Game
from ostfront.games.barbarossa_deluxe.rules import mobile_assault
from ostfront.games.barbarossa_deluxe.state import FIGHT_MOVE
from rule import rule

# a row of clear hexes without rivers: 1513 to 1502
STORM = {"3Pz": "1511", "14Pz": "1511", "24Pz": "1511", "48Pz": "1511", "1Abn": "1510"}  # 16 to 1


def hand(*ids: str) -> list[str]:
    """The actions that take units in hand."""
    return [f"pick {ids[0]}", *(f"with {unit}" for unit in ids[1:])]


def fight(game: Game, target: str) -> None:
    """Assault a hex, let every offer in the battle pass, and retreat anywhere."""
    act(game, f"assault {target}")
    while asked(game) and asked(game)[0][1] in ("luftwaffe", "support", "aerial", "retreat"):
        act(game, "pass" if offered(game, "pass") else next(iter(game.legal.texts)))


# ---- when and who ---------------------------------------------------------------------------------------


@rule("BD 10.23a")
@pytest.mark.parametrize(("turn", "allowed"), [(2, True), (4, True), (5, False), (8, False), (9, True), (29, False)])
def test_germans_assault_in_single_month_turns(turn: int, allowed: bool) -> None:
    game = stage("movement", {"3Pz": "1511", "4A": "1510"}, turn=turn)
    act(game, "pick 3Pz")
    assert (targets(game) == {"1510"}) == allowed


@rule("BD 10.23b")
@pytest.mark.parametrize(("turn", "allowed"), [(20, False), (24, False), (25, True), (30, True)])
def test_soviets_assault_from_turn_25_on(turn: int, allowed: bool) -> None:
    game = stage("movement", {"1G": "1510", "26C": "1511"}, side="soviet", turn=turn)
    act(game, "pick 1G")
    assert (targets(game) == {"1511"}) == allowed


def test_units_on_foot_make_no_mobile_assault() -> None:
    game = stage("movement", {"3Pz": "1511", "26C": "1511", "4A": "1510"})
    act(game, "pick 26C")
    assert not targets(game)
    act(game, "with 3Pz")
    assert not targets(game)


@rule("BD 5.10b")
def test_the_pause_allows_no_mobile_assault() -> None:
    game = stage("movement", {"3Pz": "1511", "4A": "1510"}, turn=3, paused=True)
    act(game, "pick 3Pz")
    assert not targets(game)


@rule("BD 5.11a")
def test_units_in_romania_do_not_attack_on_turn_1() -> None:
    for turn, allowed in ((1, False), (2, True)):
        game = stage("movement", {"3Pz": "2714", "4A": "2713"}, turn=turn)
        act(game, "pick 3Pz")
        assert (targets(game) == {"2713"}) == allowed


@rule("BD 10.27")
def test_only_units_that_began_together_assault_together() -> None:
    game = stage("movement", {"3Pz": "1512", "14Pz": "1511", "4A": "1510"})
    act(game, "pick 3Pz", "go 1511")
    assert not offered(game, "with 14Pz")


@rule("BD 10.30")
def test_a_unit_that_has_attacked_may_still_make_a_mobile_assault() -> None:
    game = stage("movement", {"3Pz": "1511", "4A": "1510"}, order=FIGHT_MOVE, nth=2, spent=units("3Pz"))
    act(game, "pick 3Pz")
    assert targets(game) == {"1510"}


@rule("BD 10.30")
def test_a_mobile_assault_leaves_the_prepared_assault_open() -> None:
    game = stage("movement", STORM | {"4A": "1509"})
    act(game, *hand("3Pz", "14Pz", "24Pz", "48Pz"))
    fight(game, "1510")
    act(game, "stop")
    if asked(game) == [("German", "move")]:
        act(game, "done")
    assert asked(game) == [("German", "assault")]
    assert offered(game, "attack 1509")


# ---- the price (10.24) ----------------------------------------------------------------------------------


@rule("BD 10.24a")
@pytest.mark.parametrize(
    ("here", "there", "price"),
    [
        ("1511", "1510", 3),  # clear: 1 and 2
        ("1709", "1710", 4),  # a city: 1 and 3
        ("1511", "1412", 4),  # a Soviet line
        ("2216", "2215", 5),  # across a river: 3 and 2
    ],
)
def test_an_assault_costs_two_more_than_the_hex_or_three(here: str, there: str, price: int) -> None:
    game = stage("movement", {"3Pz": here, "14Pz": here, "24Pz": here, "48Pz": here, "1Abn": there})
    act(game, *hand("3Pz", "14Pz", "24Pz", "48Pz"))
    before = left(game, "3Pz")
    act(game, f"assault {there}")
    assert before - left(game, "3Pz") == price


@rule("BD 10.24a")
def test_a_german_line_costs_the_soviets_more_until_it_is_broken() -> None:
    for broken, price in ((0, 4), (hexes("1920"), 3)):
        game = stage("movement", {"1G": "1919", "FP": "1920"}, side="soviet", turn=26, broken=broken)
        act(game, "pick 1G")
        before = left(game, "1G")
        act(game, "assault 1920")
        assert before - left(game, "1G") >= price
        assert (before - left(game, "1G") - price) % 2 == 0  # a river between would cost two


@rule("BD 10.25d")
def test_it_must_be_paid_in_full() -> None:
    game = stage("movement", {"3Pz": "1513", "4A": "1509"}, turn=1, german=["1512", "1511", "1510"])
    act(game, "pick 3Pz", "go 1511", "go 1510")
    assert left(game, "3Pz") == 2
    assert not targets(game)
    game = stage("movement", {"3Pz": "1511", "4A": "1510"}, turn=3, rolls=["6"], slowed=bytearray(FACTS.roster.count))
    act(game, "pick 3Pz")
    assert left(game, "3Pz") == 4
    assert targets(game) == {"1510"}


@rule("BD 10.24b", "BD 10.29a")
def test_a_german_force_assaults_as_often_as_it_has_points() -> None:
    game = stage("movement", STORM | {"2Abn": "1509"})
    act(game, *hand("3Pz", "14Pz", "24Pz", "48Pz"))
    fight(game, "1510")
    assert place_of(game, "3Pz") == "1510"
    assert left(game, "3Pz") == 7
    assert targets(game) == {"1509"}
    fight(game, "1509")
    assert place_of(game, "48Pz") == "1509"
    assert left(game, "3Pz") == 4


@rule("BD 10.24c", "BD 10.29b")
def test_a_soviet_force_assaults_once_and_may_move_on() -> None:
    force = {"1GT": "1510", "2GT": "1510", "3GT": "1510"}
    game = stage("movement", {**force, "FP": "1511", "Ho": "1512"}, side="soviet", turn=26, rolls=["1"])
    act(game, *hand("1GT", "2GT", "3GT"))
    fight(game, "1511")
    assert place_of(game, "1GT") == "1511"
    assert not targets(game)
    assert "1611" in reach(game)


@rule("BD 10.24c")
def test_fresh_soviet_units_may_assault_the_same_hex_again() -> None:
    game = stage(
        "movement", {"1GT": "1510", "2GT": "1611", "26C": "1511", "1C": "1511"}, side="soviet", turn=26, rolls=["2"]
    )
    act(game, "pick 1GT")
    fight(game, "1511")
    assert "1GT" not in picks(game)
    act(game, "pick 2GT")
    assert targets(game) == {"1511"}


@rule("BD 10.24d")
def test_nothing_is_launched_from_a_stack_over_the_limit() -> None:
    game = stage("movement", {"3Pz": "1511", "4A": "1510"})
    state = game.state.clone()
    assert mobile_assault.targets(FACTS, state, 0, units("3Pz"))
    for unit in ("1C", "2C", "4C", "5C", "6C"):
        state.put(FACTS.roster.index[unit], FACTS.board.index("1511"))
    assert not mobile_assault.targets(FACTS, state, 0, units("3Pz"))


# ---- where (10.25) --------------------------------------------------------------------------------------


@rule("BD 10.25a")
@pytest.mark.parametrize(
    ("here", "there", "allowed"),
    [("1709", "1710", True), ("1107", "1008", False), ("1111", "1110", False), ("1511", "1510", True)],
)
def test_only_clear_hexes_are_assaulted(here: str, there: str, allowed: bool) -> None:
    game = stage("movement", {"3Pz": here, "4A": there})
    act(game, "pick 3Pz")
    assert (there in targets(game)) == allowed


@rule("BD 9.6b", "BD 10.25a")
def test_hero_and_fortress_cities_and_the_fortified_area_are_not() -> None:
    game = stage("movement", {"3Pz": "1709", "4A": "1710"}, turn=9, hero=hexes("1710"))
    act(game, "pick 3Pz")
    assert not targets(game)
    game = stage("movement", {"1G": "1709", "26C": "1710"}, side="soviet", turn=26, fortress=hexes("1710"))
    act(game, "pick 1G")
    assert not targets(game)
    game = stage("movement", {"3Pz": "1511", "4A": "1510"}, turn=18, area=FACTS.board.index("1509"), area_since=16)
    act(game, "pick 3Pz")
    assert not targets(game)


@rule("BD 10.12b")
def test_soviets_do_not_assault_into_marsh_though_they_move_in_it() -> None:
    game = stage("movement", {"1G": "1111", "26C": "1110"}, side="soviet", turn=26)
    act(game, "pick 1G")
    assert not targets(game)


@rule("BD 5.13")
def test_the_marsh_of_turn_1_may_be_assaulted() -> None:
    for turn, allowed in ((1, True), (2, False)):
        game = stage("movement", {"3Pz": "1913", "4A": "2013"}, turn=turn)
        act(game, "pick 3Pz")
        assert (targets(game) == {"2013"}) == allowed


@rule("BD 10.25b")
def test_rivers_are_crossed_and_no_other_water() -> None:
    game = stage("movement", {"3Pz": "2216", "4A": "2215"})
    act(game, "pick 3Pz")
    assert targets(game) == {"2215"}
    for here, there in (("1112", "1213"), ("3106", "3105")):
        game = stage("movement", {"3Pz": here, "4A": there})
        act(game, "pick 3Pz")
        assert not targets(game)


@rule("BD 10.25e")
def test_the_launch_hex_may_be_of_any_terrain() -> None:
    game = stage("movement", {"3Pz": "1008", "4A": "1107"})
    act(game, "pick 3Pz")
    assert targets(game) == {"1107"}


@rule("BD 10.26a")
def test_supply_in_the_launch_hex_is_needed() -> None:
    ring = {"4A": "1810", "5A": "1910", "6A": "2010", "8A": "1809", "9A": "1908", "10A": "2009"}
    game = stage("movement", {"3Pz": "1909", **ring})
    assert picks(game) == set()
    game = stage("movement", {"3Pz": "1909", "4A": "1810"})
    act(game, "pick 3Pz")
    assert targets(game) == {"1810"}


# ---- results (10.28, 10.29) -----------------------------------------------------------------------------


@rule("BD 10.28a", "BD 10.28c")
def test_a_german_force_that_fails_is_back_in_its_launch_hex_and_may_try_again() -> None:
    game = stage("movement", {"3Pz": "1511", "14Pz": "1511", "4A": "1510", "5A": "1510"}, rolls=["5"])
    act(game, *hand("3Pz", "14Pz"))
    fight(game, "1510")
    assert place_of(game, "3Pz") == "1511"
    assert left(game, "3Pz") == 7
    assert targets(game) == {"1510"}


@rule("BD 10.28b")
def test_a_soviet_force_that_fails_stays_for_the_phase() -> None:
    game = stage(
        "movement", {"1GT": "1510", "26C": "1511", "1C": "1511", "4A": "1502"}, side="soviet", turn=26, rolls=["2"]
    )
    act(game, "pick 1GT")
    fight(game, "1511")
    assert place_of(game, "1GT") == "1510"
    assert picks(game) == {"4A"}


@rule("BD 10.29a")
def test_a_force_that_clears_the_hex_stands_in_it() -> None:
    game = stage("movement", STORM)
    act(game, *hand("3Pz", "14Pz", "24Pz", "48Pz"))
    fight(game, "1510")
    assert place_of(game, "3Pz") == place_of(game, "48Pz") == "1510"
    assert game.state.german & hexes("1510")


@rule("BD 10.29c")
def test_there_is_no_advance_after_a_mobile_assault() -> None:
    game = stage("movement", STORM)
    act(game, *hand("3Pz", "14Pz", "24Pz", "48Pz"))
    fight(game, "1510")
    assert asked(game) == [("German", "march")]


# ---- the reserve (8.11) ---------------------------------------------------------------------------------


@rule("BD 8.11a")
def test_a_reserve_may_come_when_an_assault_is_announced() -> None:
    game = stage("movement", {"3Pz": "1709", "4A": "1710", "5A": "rvgk"}, turn=3, hands=2, paused=False, rolls=["1"])
    while asked(game) == [("Soviet", "interrupt")]:
        act(game, "pass")
    act(game, "pick 3Pz", "assault 1710")
    assert asked(game) == [("Soviet", "interrupt")]
    act(game, "deploy 5A", "at 1710")
    assert asked(game) == [("German", "march")]  # the German thinks it over
    assert left(game, "3Pz") == 9
    assert targets(game) == {"1710"}


@rule("BD 8.11a")
def test_the_assault_goes_on_if_nobody_comes() -> None:
    game = stage("movement", {"3Pz": "1709", "4A": "1710", "5A": "rvgk"}, turn=3, hands=2, paused=False, rolls=["1"])
    while asked(game) == [("Soviet", "interrupt")]:
        act(game, "pass")
    act(game, "pick 3Pz", "assault 1710", "pass")
    assert left(game, "3Pz") == 5


# ---- cities declared in time (9.6, 9.7) -----------------------------------------------------------------


@rule("BD 9.7a")
def test_a_fortress_city_is_declared_before_a_soviet_assault() -> None:
    game = stage("movement", {"1G": "1709", "26C": "1710"}, side="soviet", turn=26, hands=1, fortress_anywhere=1)
    while asked(game) == [("German", "interrupt")]:
        act(game, "pass")
    act(game, "pick 1G", "assault 1710")
    assert asked(game) == [("German", "interrupt")]
    act(game, "fortress 1710")
    assert asked(game) == [("Soviet", "march")]
    assert not targets(game)


@rule("BD 9.7a")
def test_who_lets_it_pass_is_assaulted_though_a_reserve_came_before() -> None:
    game = stage("movement", {"3Pz": "1709", "4A": "1710"}, turn=4, paused=True, hands=2, hero_left=1)
    game.state.deployed = True  # earlier in the phase
    while asked(game) == [("Soviet", "interrupt")]:
        act(game, "pass")
    act(game, "pick 3Pz", "assault 1710")
    assert asked(game) == [("Soviet", "interrupt")]
    act(game, "pass")
    assert asked(game) == [("German", "luftwaffe")]


@rule("BD 9.7a")
def test_no_window_where_there_is_no_city() -> None:
    game = stage("movement", {"3Pz": "1511", "4A": "1510"}, turn=4, paused=True, hands=2, hero_left=1)
    while asked(game) == [("Soviet", "interrupt")]:
        act(game, "pass")
    act(game, "pick 3Pz", "assault 1510")
    assert asked(game) != [("Soviet", "interrupt")]
