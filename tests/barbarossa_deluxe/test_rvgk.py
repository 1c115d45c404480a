"""The RVGK (8.8 to 8.11)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from barbarossa_deluxe.logistics import around, germans
from barbarossa_deluxe.stage import FACTS, act, asked, hexes, offered, place_of, stage, units
from ostfront.core.play.game import Game
from rule import rule

FRONT = {"13A": "1708", "26C": "1910"}


def reserve(position: Mapping[str, str], turn: int = 5, **fields: Any) -> Game:
    return stage("special phase", {**FRONT, **position}, side="soviet", turn=turn, order=1, **fields)


def open_now(game: Game) -> bool:
    return asked(game) == [("Soviet", "reserve")]


@rule("BD 8.9a")
def test_every_turn_but_the_first() -> None:
    assert not open_now(reserve({"5A": "rvgk"}, turn=1))
    assert open_now(reserve({"5A": "rvgk"}, turn=2))


@rule("BD 8.9a")
def test_scenarios_that_begin_after_the_phase() -> None:
    assert not open_now(reserve({"5A": "rvgk"}, turn=19, scenario="citadel"))
    assert open_now(reserve({"5A": "rvgk"}, turn=20, scenario="citadel"))


@rule("BD 8.8", "BD 8.9b")
def test_five_units_in_and_out() -> None:
    waiting = dict.fromkeys(("3A", "4A", "5A"), "rvgk")
    game = reserve({**waiting, "20A": "1606", "22A": "1606", "24A": "1606"})
    act(game, "reserve 20A", "reserve 22A")
    assert place_of(game, "20A") == "rvgk"
    assert not offered(game, "deploy 20A")  # never both ways
    for unit in ("3A", "4A", "5A"):
        act(game, f"deploy {unit}", "at 1606")
    assert not open_now(game)
    assert place_of(game, "5A") == "1606"
    assert place_of(game, "24A") == "1606"


@rule("BD 8.9b")
def test_a_unit_that_came_out_does_not_go_in_again() -> None:
    game = reserve({"3A": "rvgk"})
    act(game, "deploy 3A", "at 1606")
    assert not offered(game, "reserve 3A")


@rule("BD 8.10a")
def test_in_from_any_hex_in_overland_supply() -> None:
    game = reserve({"20A": "2407", "22A": "1710", **germans(*around("2407"))}, hero=hexes("2407"))
    assert offered(game, "reserve 22A") and offered(game, "reserve 13A")
    assert not offered(game, "reserve 20A")  # garrison supply is not enough


@rule("BD 8.9b", "BD 8.30b")
def test_who_never_goes_in() -> None:
    game = reserve({"LPMA": "1011", "ICA": "2911", "DVCG": "1708", "Pol": "1606"}, turn=8)
    assert offered(game, "reserve Pol")
    assert not any(offered(game, f"reserve {unit}") for unit in ("LPMA", "ICA", "DVCG"))


@rule("BD 8.10b")
def test_out_at_cities_and_the_edge_down_to_2600() -> None:
    ring = germans(*around("2407"), "1300")
    game = reserve({"5A": "rvgk", **ring}, hero=hexes("1606"))
    act(game, "deploy 5A")
    assert offered(game, "at 1606")  # a hero city
    assert offered(game, "at 1405")
    assert offered(game, "at 1000") and offered(game, "at 2600")
    assert not offered(game, "at 3100") and not offered(game, "at 2700")
    assert not offered(game, "at 1300")  # an enemy stands there
    assert not offered(game, "at 2407")  # cut off
    assert not offered(game, "at 1708")  # no city


@rule("BD 8.10b")
def test_a_german_city_is_closed_and_an_edge_hex_only_if_it_is_occupied() -> None:
    game = reserve({"5A": "rvgk"}, german=("2501", "1400"))
    act(game, "deploy 5A")
    assert not offered(game, "at 2501")
    act(game, "at 1400")
    assert not game.state.german & hexes("1400")


@rule("BD 8.10c")
def test_coming_out_costs_no_movement() -> None:
    game = stage("special phase", {**FRONT, "5T": "rvgk"}, side="soviet", turn=9, order=2)
    act(game, "deploy 5T", "at 1000", "done", "pick 5T")
    assert offered(game, "go 1002")  # five points for two hexes of forest
    act(game, "go 1002")
    assert place_of(game, "5T") == "1002"


@rule("BD 8.1d")
def test_a_hex_receives_one_full_stack_a_turn() -> None:
    game = reserve(dict.fromkeys(("3A", "4A", "5A"), "rvgk"))
    for unit in ("6A", "8A", "9A", "10A"):
        game.state.entry[FACTS.roster.index[unit]] = FACTS.board.index("1606")
    act(game, "deploy 3A", "at 1606", "deploy 4A")
    assert not offered(game, "at 1606")


@rule("BD 8.32b", "BD 8.9b")
def test_a_cavalry_mechanized_group_changes_its_army_through_the_box() -> None:
    position = {"5A": "1606", "6A": "1405", "8A": "1708"}
    game = reserve(position, turn=26, with_={"CMB": "8A"})
    act(game, "reserve CMB")
    assert (place_of(game, "CMB"), place_of(game, "8A")) == ("rvgk", "1708")
    assert game.state.parent[FACTS.roster.index["CMB"]] < 0
    game = reserve({**position, "CMB": "rvgk"}, turn=26)
    act(game, "deploy CMB")
    assert asked(game) == [("Soviet", "attach")]
    assert not offered(game, "attach 8A")  # its hex is no exit
    act(game, "attach 6A")
    assert place_of(game, "CMB") == "1405"


@rule("BD 8.9b")
def test_an_army_takes_its_group_along_and_both_count() -> None:
    game = reserve({"8A": "1708"}, turn=26, with_={"CMB": "8A"})
    act(game, "reserve 8A")
    assert place_of(game, "CMB") == place_of(game, "8A") == "rvgk"
    assert game.state.reserved == 2
    game = reserve({"8A": "1708"}, turn=26, with_={"CMB": "8A"})
    game.state.reserved = 4
    assert not offered(game, "reserve 8A") and offered(game, "reserve CMB")


# ---- emergency deployments (8.11) -------------------------------------------------------------------

BOX = {"5A": "rvgk", "6A": "rvgk", "26C": "1813", "13A": "1708"}


def window(position: Mapping[str, str], turn: int = 9, moment: str = "movement", **fields: Any) -> Game:
    """The German phase, with a Soviet hand up."""
    return stage(moment, position, turn=turn, hands=2, **fields)


def interrupted(game: Game) -> bool:
    return asked(game) == [("Soviet", "interrupt")]


@rule("BD 8.11a")
def test_from_turn_3_in_a_german_movement_phase() -> None:
    assert not interrupted(window(BOX, turn=2))
    game = window(BOX, turn=3)
    assert interrupted(game)
    assert offered(game, "deploy 5A")
    assert not interrupted(window({**BOX, "13A": "1812"}, turn=3, moment="assault"))


@rule("BD 8.11a")
def test_into_a_supplied_soviet_city_with_room_once_a_phase() -> None:
    full = dict.fromkeys(("3A", "4A", "9A", "10A", "11A"), "1405")
    game = window({**BOX, **full, **germans(*around("2407"))}, turn=3, german=("2501",))
    act(game, "deploy 5A")
    assert offered(game, "at 1606")
    assert not offered(game, "at 1405")  # full
    assert not offered(game, "at 2407")  # cut off
    assert not offered(game, "at 2501")  # German
    assert not offered(game, "at 1000")  # no city
    act(game, "at 1606")
    assert place_of(game, "5A") == "1606"
    assert not offered(game, "deploy 6A")


@rule("BD 8.11b")
def test_it_is_no_part_of_the_five() -> None:
    game = window(BOX, turn=3)
    act(game, "deploy 5A", "at 1606")
    assert game.state.reserved == 0
    assert game.state.deployed
    assert not game.state.shuffled & units("5A")


@rule("BD 8.11a")
@pytest.mark.parametrize("box", [{"5A": "rvgk"}, {"CMB": "rvgk"}])
def test_the_window_depends_on_the_number_in_the_box_alone(box: dict[str, str]) -> None:
    # no army could take the group, yet the German must not learn that
    position = {"26C": "1813", "38C": "1708", "LPMA": "1011", **box}
    assert interrupted(window(position, turn=26))


def test_the_hand_is_asked_for_though_last_turns_deployment_was_used() -> None:
    game = stage("start", BOX, turn=9, deployed=True)
    assert asked(game) == [("Soviet", "hand")]
