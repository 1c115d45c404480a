"""8.3: strategic movement of foot units along roads."""

from __future__ import annotations

from typing import Any

import pytest

from ostfront.core.play.game import Game
from rule import rule
from victory_denied.asking import asked, legs, points, verdict
from victory_denied.stage import place_of, stage

# the highway from Moscow runs 3655, 3654 and so on to 3645, then 3744, 3743, 3742, 3642, 3641, 3540


def in_hand(unit: str, units: dict[str, str], side: str = "soviet", **more: Any) -> Game:
    """The unit picked up, with another one of its side far off."""
    rest = {"soviet": "20C", "german": "18Pz"}[side]
    game = stage("movement", {rest: "5025", **units}, side=side, **more)
    game.play(f"pick {unit}")
    return game


@rule("AVD 8.3.1a")
def test_motorized_units_do_not_use_it() -> None:
    game = in_hand("20MC", {"20MC": "3652"})
    assert verdict(game, "road 3650") == ["AVD 8.3.1a"]


def test_a_road_hex_costs_half_a_point() -> None:
    game = in_hand("45C", {"45C": "3652"})
    game.play("road 3651")
    assert points(game) == 3.5
    game.play("road 3744")
    assert (place_of(game, "45C"), asked(game)) == ("3744", [("Soviet", "move")]), "eight hexes are four points"


def test_nine_hexes_are_too_far() -> None:
    game = in_hand("45C", {"45C": "3652"})
    assert verdict(game, "road 3743") == ["AVD 8.1.2a"]


def test_the_ground_beside_the_road_does_not_matter() -> None:
    game = in_hand("45C", {"45C": "3646"})
    game.play("road 3645")
    assert points(game) == 3.5, "woods"


def test_out_of_supply_the_way_is_half_as_long() -> None:
    game = in_hand("8Inf", {"8Inf": "3652"}, "german", out_of_supply=["8Inf"])
    assert verdict(game, "road 3648") == []
    assert verdict(game, "road 3647") == ["AVD 8.1.2a"], "two points are four hexes"


@rule("AVD 8.3.1b")
def test_it_starts_on_a_road_and_keeps_to_it() -> None:
    game = in_hand("45C", {"45C": "3643"})
    assert verdict(game, "road 3642") == ["AVD 8.3.1b"], "there is no road in 3643"
    game = in_hand("45C", {"45C": "3642"})
    assert verdict(game, "road 3541") == ["AVD 8.3.1b"], "there is none in 3541 either"
    game.play("road 3641")
    assert verdict(game, "go 3541") == ["AVD 8.3.1b"], "a move begun by road ends by road"
    game = in_hand("45C", {"45C": "3642"})
    game.play("go 3641")
    assert verdict(game, "road 3540") == ["AVD 8.3.1b"], "and one begun on foot ends on foot"


def test_two_road_hexes_side_by_side_are_not_enough() -> None:
    game = in_hand("45C", {"45C": "3641"})
    game.play("road 3640")
    assert points(game) < 3.5, "no road passes from 3641 to 3640: it goes a long way round"


@rule("AVD 8.3.1c")
def test_it_does_not_start_in_a_zone_of_control() -> None:
    game = in_hand("45C", {"45C": "3642", "17Pz": "3643"})
    assert verdict(game, "road 3641") == ["AVD 8.3.1c"]


@rule("AVD 8.3.1c")
@pytest.mark.parametrize("enemy", ["17Pz", "VII-HQ"])
def test_it_does_not_come_next_to_an_enemy_unit_or_hq(enemy: str) -> None:
    game = in_hand("45C", {"45C": "3650", enemy: "3746"})
    assert verdict(game, "road 3648") == []
    assert verdict(game, "road 3646") == ["AVD 8.3.1c"]
    assert verdict(game, "road 3645") == ["AVD 8.3.1c"], "nor past it"


def test_it_may_start_next_to_an_hq() -> None:
    game = in_hand("45C", {"45C": "3650", "VII-HQ": "3751"})
    assert verdict(game, "road 3649") == []


def test_it_does_not_enter_the_hex_of_a_lone_hq() -> None:
    game = in_hand("45C", {"45C": "3650", "VII-HQ": "3646"})
    assert verdict(game, "road 3646") == ["AVD 8.3.1c"]


@rule("AVD 8.3.1d")
def test_it_does_not_come_next_to_a_victory_hex_in_enemy_hands() -> None:
    # Vyazma is 3439
    game = in_hand("8Inf", {"8Inf": "3642"}, "german")
    assert verdict(game, "road 3540") == []
    assert verdict(game, "road 3539") == verdict(game, "road 3439") == verdict(game, "road 3437") == ["AVD 8.3.1d"]
    game = in_hand("8Inf", {"8Inf": "3642"}, "german", captured=["3439"])
    assert verdict(game, "road 3437") == []
    game = in_hand("45C", {"45C": "3642"}, captured=["3439"])
    assert verdict(game, "road 3539") == ["AVD 8.3.1d"]
    game = in_hand("45C", {"45C": "3642"})
    assert verdict(game, "road 3437") == []


def test_it_may_start_in_or_next_to_such_a_hex() -> None:
    # next to Vyazma, which the Germans hold
    game = in_hand("45C", {"45C": "3540"}, captured=["3439"])
    assert verdict(game, "road 3641") == []


def test_bridges_and_rivers_do_not_matter_on_the_road() -> None:
    game = in_hand("45C", {"45C": "2814"})
    game.play("road 2811")
    assert points(game) == 4 - 1.5


def test_hqs_use_it() -> None:
    game = in_hand("13A", {"13A": "3652"})
    game.play("road 3648")
    assert points(game) == 2


def test_it_passes_friends_and_does_not_stop_on_full_hexes() -> None:
    game = in_hand("45C", {"45C": "3652", "44C": "3650"})
    assert verdict(game, "road 3650") == ["AVD 5.3"]
    assert verdict(game, "road 3649") == []


def test_a_unit_at_rest_on_the_road_may_choose() -> None:
    game = in_hand("45C", {"45C": "3652"})
    assert legs(game) and legs(game, "road")


# ---- where a ride ends the game -----------------------------------------------------------------------


def test_germans_who_ride_into_moscow_have_won() -> None:
    game = in_hand("8Inf", {"8Inf": "3652"}, "german")
    game.play("road 3655")
    assert game.result is not None and (game.result.winner, game.result.rule) == ("german", "16.1")


def test_an_hq_in_moscow_has_not() -> None:
    game = in_hand("VII-HQ", {"VII-HQ": "3652"}, "german")
    game.play("road 3655")
    assert game.result is None


def test_soviets_who_ride_into_the_pocket_have_won_at_its_first_hex() -> None:
    game = in_hand("45C", {"45C": "3107"})
    game.play("road 3104")
    assert game.result is not None and (game.result.winner, game.result.rule) == ("soviet", "16.1")
    assert place_of(game, "45C") == "3105"


def test_the_roads_of_the_pocket_are_closed_to_germans() -> None:
    # 3006 can be reached by the road through the Pocket, and by another one outside of it
    game = in_hand("8Inf", {"8Inf": "3106"}, "german")
    assert not legs(game, "road") & {"3105", "3104", "3005", "3004"}
    assert verdict(game, "road 3105") == ["AVD 14.0h"]
