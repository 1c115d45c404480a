"""What is committed to a battle: Luftwaffe (11.23), Soviet support (8.36 to 8.41), aerial supply (7.7), 13.9."""

from __future__ import annotations

from typing import Any

import pytest

from barbarossa_deluxe.battle import declare, kind, results, settle, told
from barbarossa_deluxe.stage import FACTS, act, asked, offered, place_of, stage
from ostfront.core.play.game import Game
from ostfront.games.barbarossa_deluxe.rules.support import guns_left, interceptors_there, luftwaffe_left, wings_left
from ostfront.games.barbarossa_deluxe.state import FIGHT_FIGHT, MOVE_FIGHT, ODER
from rule import rule

GERMANS = {"3Pz": "2309", "6A": "2308"}
SOVIETS = {"6A": "2307", "16A": "2307", "4C": "2308"}


def supporting(turn: int, positions: dict[str, str] | None = None, target: str = "2308", **more: Any) -> Game:
    """A Soviet assault at the question for support; the Luftwaffe stays away."""
    game = stage("assault", positions or SOVIETS, side="soviet", turn=turn, **more)
    declare(game, target, *(unit for unit in (positions or SOVIETS)))
    return settle(game, stop_at="support")


# ---- the Luftwaffe (11.23) ----------------------------------------------------------------------------


@rule("BD 11.23a")
def test_there_are_as_many_counters_as_the_track_says_in_a_game_turn() -> None:
    """Turn 17 has so many; used up in the German player turn they are missing in the Soviet one."""
    game = stage("assault", GERMANS, turn=17, rolls=["5"])
    counters = FACTS.box(17).luftwaffe
    assert luftwaffe_left(FACTS, game.state) == counters > 0
    declare(game, "2308")
    act(game, "luftwaffe")
    assert luftwaffe_left(FACTS, game.state) == counters - 1
    spent = stage("assault", SOVIETS, side="soviet", turn=17, luftwaffe=counters)
    declare(spent, "2308", "6A", "16A")
    assert kind(spent) != "luftwaffe"


@rule("BD 11.23a")
def test_the_german_is_asked_in_defence_too() -> None:
    game = stage("assault", SOVIETS, side="soviet", turn=17)
    declare(game, "2308", "6A", "16A")
    assert asked(game) == [("German", "luftwaffe")]


@rule("BD 15.7a")
def test_what_if_has_three_counters() -> None:
    game = stage("assault", GERMANS, turn=14, scenario="what-if")
    assert luftwaffe_left(game.facts, game.state) == 3


@rule("BD 4.18d")
def test_watch_on_the_oder_brings_two_more() -> None:
    game = stage("assault", GERMANS, turn=30, operation=ODER)
    assert luftwaffe_left(FACTS, game.state) == FACTS.box(30).luftwaffe + 2


# ---- artillery and air armies (8.36, 8.38) ------------------------------------------------------------


@rule("BD 8.36a")
def test_artillery_corps_come_from_turn_16_and_serve_once_a_phase() -> None:
    game = supporting(17)
    corps = FACTS.track.arrived("artillery-corps", 17)
    assert guns_left(FACTS, game.state) == corps == 3
    act(game, "guns 6A")
    assert guns_left(FACTS, game.state) == corps - 1
    assert not offered(game, "guns 6A")
    assert not [text for text in supporting(15).legal.texts if text.startswith("guns")]


@rule("BD 8.36a", "BD 8.38a")
def test_they_are_at_hand_only_when_the_soviets_fight_first() -> None:
    for order, nth, there in ((MOVE_FIGHT, 2, False), (FIGHT_FIGHT, 1, True), (FIGHT_FIGHT, 2, False)):
        game = supporting(31, order=order, nth=nth)
        assert offered(game, "guns 6A") == offered(game, "wings 6A") == there


@rule("BD 8.36b")
def test_artillery_supports_supplied_armies_but_no_shock_army() -> None:
    positions = {"6A": "2307", "1Sh": "2307", "MGP": "2307", "4C": "2308"}
    game = supporting(17, positions)
    assert offered(game, "guns 6A") and not offered(game, "guns 1Sh") and not offered(game, "guns MGP")
    pocket = {"5C": "2208", "6C": "2306", "7C": "2207", "8C": "2408", "9C": "2407"}
    game = stage("assault", {**pocket, "16A": "2307", "4C": "2308"}, side="soviet", turn=17)
    declare(game, "2308")
    settle(game, stop_at="support")
    assert not offered(game, "guns 16A") and offered(game, "wings 16A")


@rule("BD 8.38a")
def test_air_armies_come_from_turn_8_and_serve_once_a_phase() -> None:
    game = supporting(8)
    armies = FACTS.track.arrived("air-army", 8)
    assert wings_left(FACTS, game.state) == armies == 4
    act(game, "wings 6A", "wings 16A")
    assert wings_left(FACTS, game.state) == armies - 2
    assert not [text for text in supporting(7).legal.texts if text.startswith("wings")]


@rule("BD 8.38c")
def test_no_air_army_meets_the_luftwaffe() -> None:
    game = stage("assault", SOVIETS, side="soviet", turn=17)
    declare(game, "2308", "6A", "16A")
    act(game, "luftwaffe")
    assert kind(game) == "support" and not offered(game, "wings 6A") and offered(game, "guns 6A")


# ---- interceptors, partisans, airborne assault (8.37, 8.39, 8.40) -------------------------------------

MOSCOW = {"5A": "1607", "4C": "1608"}


@rule("BD 8.37a")
def test_the_interceptors_serve_on_turns_6_and_7() -> None:
    assert [offered(supporting(turn, MOSCOW, "1608"), "interceptors") for turn in (6, 7)] == [True, True]
    for turn in (5, 8):
        game = stage("assault", MOSCOW, side="soviet", turn=turn)
        assert not interceptors_there(game.state)
        declare(game, "1608")
        settle(game, stop_at="support")
        assert not offered(game, "interceptors")


@rule("BD 8.37b")
def test_the_interceptors_need_fight_move_and_serve_once() -> None:
    assert not offered(supporting(6, MOSCOW, "1608", order=MOVE_FIGHT, nth=2), "interceptors")
    game = supporting(6, MOSCOW, "1608")
    act(game, "interceptors")
    assert game.state.interceptors and not offered(game, "interceptors")
    assert told(game, "interceptors")


@rule("BD 8.37c")
def test_the_interceptors_reach_five_hexes_from_moscow() -> None:
    """1611 is five hexes from 1606, 1612 six; both ends of the attack must be in reach."""
    near = supporting(6, {"5A": "1610", "4C": "1611"}, "1611")
    far = supporting(6, {"5A": "1611", "4C": "1612"}, "1612")
    assert offered(near, "interceptors") and not offered(far, "interceptors")
    outside = supporting(6, {"5A": "1612", "4C": "1611"}, "1611")
    assert not offered(outside, "interceptors")


@rule("BD 8.39a")
def test_the_partisans_serve_once_in_a_phase_of_any_order() -> None:
    for order, nth in ((MOVE_FIGHT, 2), (FIGHT_FIGHT, 2)):
        assert offered(supporting(31, order=order, nth=nth), "partisans")
    game = supporting(6)
    act(game, "partisans")
    assert not offered(game, "partisans")
    assert not offered(supporting(6, partisans=True), "partisans")


@rule("BD 8.39b")
def test_where_partisans_fight() -> None:
    """No city, not in the Baltic states, and only against enemies in overland supply."""
    assert not offered(supporting(6, {"6A": "2206", "4C": "2207"}, "2207"), "partisans")
    assert not offered(supporting(6, {"6A": "1412", "4C": "1413"}, "1413"), "partisans")
    cut_off = {"6A": "2307", "16A": "2309", "18A": "2208", "21A": "2209", "22A": "2408", "24A": "2409", "4C": "2308"}
    assert not offered(supporting(6, cut_off), "partisans")


@rule("BD 8.40a")
def test_the_airborne_assault_serves_once_a_year() -> None:
    assert [offered(supporting(turn), "airborne") for turn in (6, 7, 14, 15, 22, 23)] == [
        False, True, True, True, True, False,
    ]  # fmt: skip
    game = supporting(8)
    act(game, "airborne")
    assert game.state.airborne_years == (1942,)
    assert not offered(supporting(14, airborne_years=(1942,)), "airborne")
    assert offered(supporting(15, airborne_years=(1942,)), "airborne")
    assert not offered(supporting(8, order=MOVE_FIGHT, nth=2), "airborne")


@rule("BD 8.40b")
def test_where_paratroops_jump() -> None:
    assert not offered(supporting(8, {"6A": "2206", "4C": "2207"}, "2207"), "airborne")
    assert not offered(supporting(8, {"6A": "1412", "4C": "1413"}, "1413"), "airborne")


@rule("BD 15.8e")
def test_in_what_if_the_drop_does_not_meet_the_luftwaffe() -> None:
    for scenario, allowed in (("what-if", False), ("grand-campaign", True)):
        game = stage("assault", SOVIETS, side="soviet", turn=10, scenario=scenario)
        declare(game, "2308", "6A", "16A")
        act(game, "luftwaffe")
        assert offered(game, "airborne") == allowed


@rule("BD 8.41")
def test_kinds_of_support_may_be_combined() -> None:
    game = supporting(17)
    act(game, "partisans", "airborne", "guns 6A", "wings 6A", "wings 16A")
    local = game.state.top.local
    assert (local.partisans, local.airborne, local.guns.bit_count(), local.wings.bit_count()) == (True, True, 1, 2)


@rule("BD 8.36c", "BD 8.37d", "BD 8.38d", "BD 8.39c", "BD 8.40c")
def test_soviet_support_has_no_part_in_defence() -> None:
    game = stage("assault", {"4C": "1608", "5C": "1608", "5A": "1607"}, turn=7, rolls=["5"])
    declare(game, "1607", "4C", "5C")
    assert "support" not in [question[1] for question in asked(settle(game, stop_at="support"))]


# ---- aerial supply in a battle (7.7) ------------------------------------------------------------------

POCKET = {"6A": "2307", "16A": "2309", "18A": "2208", "21A": "2209", "22A": "2408", "24A": "2409", "4C": "2308"}


@rule("BD 7.7e")
def test_aerial_supply_comes_after_the_attack_is_declared() -> None:
    """3 to 2 is 1:1, with supply by air 3 to 4 is 1:2: a die of 3 is AS in place of BB."""
    game = stage("assault", POCKET, side="soviet", turn=6, airlift_from=6, rolls=["3"])
    declare(game, "2308", "6A")
    settle(game, stop_at="aerial")
    assert asked(game) == [("German", "aerial")]
    act(game, "airlift 2308")
    assert results(game) == ["AS"]
    assert game.state.airlift == FACTS.board.index("2308")


@rule("BD 7.7e")
def test_it_is_not_offered_to_units_that_do_not_need_it() -> None:
    game = stage("assault", {"6A": "2307", "4C": "2308"}, side="soviet", turn=6, airlift_from=6, rolls=["3"])
    declare(game, "2308")
    assert kind(settle(game, stop_at="aerial")) != "aerial"


# ---- the announced retreat (13.9) ---------------------------------------------------------------------


def threatened(target: str, positions: dict[str, str], **more: Any) -> Game:
    game = stage("assault", positions, scenario="blue-kremlin", **{"turn": 9, **more})
    declare(game, target)
    return settle(game, stop_at="yield")


@rule("BD 13.9a")
def test_on_the_first_turn_of_blue_soviets_may_retreat_before_the_die() -> None:
    game = threatened("2308", GERMANS)
    assert asked(game) == [("Soviet", "yield")]
    act(game, "yield")
    assert results(game) == ["DR"] and kind(game) == "retreat"
    act(game, "retreat 2307")
    assert place_of(game, "6A") == "2307"


@rule("BD 13.9a")
@pytest.mark.parametrize(
    ("target", "positions", "turn"),
    [("2007", {"3Pz": "2008", "6A": "2007"}, 9), ("2207", {"3Pz": "2208", "6A": "2207"}, 9), ("2308", GERMANS, 10)],
)
def test_not_in_the_north_nor_in_cities_nor_later(target: str, positions: dict[str, str], turn: int) -> None:
    assert kind(threatened(target, positions, turn=turn, rolls=["5"])) != "yield"


@rule("BD 13.9b")
def test_the_force_must_have_a_hex_to_retreat_to() -> None:
    closed = {"14Pz": "2307", "24Pz": "2208", "39Pz": "2408", "4C": "2209", "5C": "2409"}
    game = stage("assault", {**GERMANS, **closed}, scenario="blue-kremlin", turn=9, rolls=["5"])
    act(game, "attack 2308", "with 3Pz", "resolve")
    assert kind(settle(game, stop_at="yield")) != "yield"
