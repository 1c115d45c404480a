"""Positions on set-up and hex control (section 3)."""

from __future__ import annotations

import pytest

from barbarossa_deluxe.adversary.position import Spots, allowed, at, fought, odds, points, refused, take
from barbarossa_deluxe.battle import kind
from barbarossa_deluxe.marching import left
from barbarossa_deluxe.stage import GAME, act, place_of
from ostfront import games
from ostfront.core.play.chance import Seeded
from ostfront.core.play.game import Game
from rule import rule


def setting_up(**options: bool) -> Game:
    return Game.started(games.rules(GAME, "grand-campaign", options), Seeded.of("set-up"))


def placed(game: Game, unit: str, place: str) -> bool:
    """Whether a unit can be set up in a hex; it is, or stays in hand."""
    act(game, f"pick {unit}")
    if refused(game, f"at {place}"):
        return False
    act(game, f"at {place}")
    return True


# ---- 1: army groups and stacking -----------------------------------------------------------------------


@rule("BD 3.3e", "BD 3.3d", "BD 3.1")
def test_1_a_southern_corps_does_not_start_in_the_centre() -> None:
    game = setting_up()
    assert placed(game, "53C", "1917")  # four are left in 2116
    assert not placed(game, "3Pz", "2116")


def test_1_the_fifth_unit_and_the_sixth() -> None:
    game = setting_up()
    assert placed(game, "53C", "1917")
    assert placed(game, "42C", "2116")  # 53C itself has been set up
    assert not placed(game, "43C", "2116")


@rule("BD 6.4", "BD 3.3b")
@pytest.mark.parametrize(("unit", "place"), [("4R", "2715"), ("3R", "2713")])
def test_1_romanian_armies_start_apart_and_at_home(unit: str, place: str) -> None:
    assert not placed(setting_up(), unit, place)  # 3R stands in 2715


def test_1_romanians_and_germans_start_together() -> None:
    game = setting_up()
    assert placed(game, "30C", "2715")
    assert placed(game, "54C", "2715")
    assert [place_of(game, unit) for unit in ("3R", "11C", "30C", "54C")] == ["2715"] * 4


# ---- 2: Lithuania --------------------------------------------------------------------------------------


@rule("BD 3.7c", "BD 3.7d")
@pytest.mark.parametrize(
    ("unit", "place", "may"),
    [("26A", "2316", True), ("11x", "1606", True), ("11x", "2315", True), ("26A", "2414", False)],
)
def test_2_who_moves_when_lithuania_is_german(unit: str, place: str, may: bool) -> None:
    assert placed(setting_up(lithuania=True), unit, place) == may


@rule("BD 3.7d")
@pytest.mark.parametrize("unit", ["9x", "ICA"])
def test_2_the_ninth_and_the_coastal_army_stay(unit: str) -> None:
    assert refused(setting_up(lithuania=True), f"pick {unit}")


# ---- 3: a retreat takes a city -------------------------------------------------------------------------


def driven_out_of_1709() -> Game:
    return fought({"1709": "26C", "1708": "5A 20A 33A"}, "1709", "5A 20A 33A", "DR", turn=16, side="soviet")


@rule("BD 11.27a", "BD 11.27c")
@pytest.mark.parametrize(
    ("place", "may"), [("1710", True), ("1610", True), ("1810", True), ("1809", False), ("1708", False)]
)
def test_3_where_a_corps_retreats(place: str, may: bool) -> None:
    assert allowed(driven_out_of_1709(), f"retreat {place}") == may


@rule("BD 3.6d", "BD 4.2b")
def test_3_it_takes_the_city_it_retreats_to() -> None:
    game = driven_out_of_1709()
    act(game, "retreat 1710")
    assert points(game, "4.2") == 1


# ---- 4: a failed mobile assault ------------------------------------------------------------------------

SMOLENSK: Spots = {"1711": "39Pz 57Pz", "1710": "13A"}


@rule("BD 10.32", "BD 11.20c", "BD 11.16")
def test_4_panzers_against_a_city_across_a_river() -> None:
    assert odds(SMOLENSK, "1710", "39Pz 57Pz", "movement", turn=2) == "1:3"


@rule("BD 10.24a", "BD 10.25d", "BD 10.28a")
def test_4_the_stack_is_back_and_has_four_points() -> None:
    game = take(at("movement", SMOLENSK, turn=2, rolls=["2"]), "39Pz", "57Pz")
    before = left(game, "39Pz")
    act(game, "assault 1710")
    while kind(game) != "march":
        act(game, "pass")
    assert before - left(game, "39Pz") == 6
    assert points(game) == 0
    assert refused(game, "assault 1710")
    assert allowed(game, "go 1811")


# ---- 5: strategic movement into an empty city ----------------------------------------------------------


def transferring(turn: int = 9) -> Game:
    return at("special phase", {"1813": "9C", "1509": "29A"}, turn=turn, zone=1)


@rule("BD 8.7b", "BD 3.6d")
def test_5_a_corps_rides_into_an_empty_city() -> None:
    game = transferring()
    act(game, "transfer 9C")
    assert allowed(game, "at 1610")  # the last hex may be next to an enemy
    assert allowed(game, "at 1608")  # by 1709 and 1708, never next to one
    assert allowed(game, "at 1710")
    act(game, "at 1710")
    assert points(game) == 1


@rule("BD 8.7a")
def test_5_there_is_none_before_june_1942() -> None:
    assert refused(transferring(8), "transfer 9C")
