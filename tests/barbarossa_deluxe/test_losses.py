"""Where eliminated units go (8.12, 8.14, 8.15, 8.22, 8.31, 8.32), and what is counted (4.19, 14.10)."""

from __future__ import annotations

from typing import Any

import pytest

from barbarossa_deluxe.battle import forced, on_map
from barbarossa_deluxe.stage import FACTS, coming, place_of, stage, units
from ostfront.core.play.game import Game
from ostfront.games.barbarossa_deluxe.rules.losses import eliminate
from rule import rule


def field(positions: dict[str, str], turn: int, *dead: str, dice: str = "", **more: Any) -> Game:
    """A position after some of its units have been eliminated."""
    game = stage("assault", positions, turn=turn, **more)
    coming(game, *dice.split())
    eliminate(game, units(*dead))
    return game


def due(game: Game, unit: str) -> int:
    return int(game.state.due[FACTS.roster.index[unit]])


# ---- dead pile or gone --------------------------------------------------------------------------------


@rule("BD 2.12b")
def test_a_loss_eliminates_a_unit() -> None:
    game = field({"3Pz": "2309", "6A": "2308"}, 17, "6A")
    assert not on_map(game, "6A") and on_map(game, "3Pz")


@rule("BD 8.12d")
def test_dotted_units_are_gone() -> None:
    game = field({"4C": "2309", "GM": "2309", "6A": "2308", "MGP": "2308"}, 17, "4C", "GM", "6A", "MGP")
    assert (place_of(game, "4C"), place_of(game, "GM")) == ("dead-german", "gone")
    assert (place_of(game, "6A"), place_of(game, "MGP")) == ("dead-soviet", "gone")


POCKET = {"4C": "2308", "6A": "2307", "16A": "2309", "18A": "2208", "21A": "2209", "22A": "2408", "24A": "2409"}


@rule("BD 8.14")
def test_from_turn_28_germans_who_die_in_a_pocket_never_return() -> None:
    assert place_of(field(POCKET, 27, "4C"), "4C") == "dead-german"
    assert place_of(field(POCKET, 28, "4C"), "4C") == "gone"
    assert place_of(field({"4C": "2308"}, 28, "4C"), "4C") == "dead-german"


@rule("BD 8.14")
def test_soviets_who_die_in_a_pocket_do() -> None:
    ring = {"3Pz": "2307", "4C": "2309", "5C": "2208", "6C": "2209", "7C": "2408", "8C": "2409", "6A": "2308"}
    assert place_of(field(ring, 30, "6A"), "6A") == "dead-soviet"


@rule("BD 8.22b")
def test_an_oversized_army_leaves_its_counterpart_in_the_dead_pile() -> None:
    game = field({"6x": "2308", "6A": "aside", "3Pz": "2309"}, 2, "6x")
    assert (place_of(game, "6x"), place_of(game, "6A")) == ("gone", "dead-soviet")


# ---- Romanians (8.15) ---------------------------------------------------------------------------------


@rule("BD 8.15a", "BD 8.15c")
def test_a_romanian_army_comes_back_once_by_a_die() -> None:
    game = field({"3R": "2808", "6A": "2708"}, 6, "3R", dice="4")
    assert place_of(game, "3R") == "track" and due(game, "3R") == 10
    again = field({"3R": "2808", "6A": "2708"}, 12, "3R", returned=units("3R"))
    assert place_of(again, "3R") == "gone"


@rule("BD 8.15b")
def test_not_if_it_was_cut_off_or_romania_has_left_the_war() -> None:
    positions = {**POCKET, "3R": "2308"}
    del positions["4C"]
    assert place_of(field(positions, 6, "3R"), "3R") == "gone"
    assert place_of(field({"3R": "2808", "6A": "2708"}, 6, "3R", defected=True), "3R") == "gone"


@rule("BD 8.15a")
def test_no_other_satellite_comes_back() -> None:
    assert place_of(field({"2H": "2808", "6A": "2708"}, 10, "2H"), "2H") == "gone"


# ---- Tigers and cavalry-mechanized groups (8.31, 8.32) ------------------------------------------------


@rule("BD 8.31e")
@pytest.mark.parametrize(("battalion", "place"), [("505TB", "track"), ("509TB", "track"), ("502TB", "gone")])
def test_two_tiger_battalions_return_by_a_die(battalion: str, place: str) -> None:
    game = field({"3Pz": "2309", "6A": "2308"}, 21, "3Pz", dice="3", with_={battalion: "3Pz"})
    assert place_of(game, battalion) == place
    assert due(game, battalion) == (24 if place == "track" else 0)


@rule("BD 8.31e")
def test_a_battalion_that_would_come_too_late_is_gone() -> None:
    game = field({"3Pz": "2309", "6A": "2308"}, 28, "3Pz", dice="5", with_={"505TB": "3Pz"})
    assert place_of(game, "505TB") == "gone"


@rule("BD 8.14")
def test_a_battalion_in_a_late_pocket_is_gone_without_a_die() -> None:
    game = field(POCKET, 28, "4C", dice="1", with_={"505TB": "4C"})
    assert place_of(game, "505TB") == "gone" and game.scripted


@rule("BD 8.32e")
def test_a_group_returns_by_a_die() -> None:
    game = field({"3Pz": "2309", "6A": "2308"}, 25, "6A", dice="2", with_={"CMB": "6A"})
    assert place_of(game, "CMB") == "track" and due(game, "CMB") == 27
    late = field({"3Pz": "2309", "6A": "2308"}, 31, "6A", dice="2", with_={"CMB": "6A"})
    assert place_of(late, "CMB") == "gone"


# ---- counting the dead --------------------------------------------------------------------------------


@rule("BD 4.19d")
def test_strong_soviet_units_count_twice() -> None:
    """A rifle army 1, a guards army of 4 two, the Counter-Fire Corps 1, a group nothing, Germans nothing."""
    positions = {"6A": "2308", "1G": "2308", "4C": "2309", "LCFC": "1011"}
    game = field(positions, 30, "6A", "1G", "4C", "LCFC", dice="1", with_={"CMB": "6A"})
    assert game.state.killed == 1 + 2 + 1


@rule("BD 14.10b")
def test_soviets_who_die_out_of_supply_are_counted() -> None:
    ring = {"3Pz": "2307", "4C": "2309", "5C": "2208", "6C": "2209", "7C": "2408", "8C": "2409"}
    game = field({**ring, "6A": "2308", "16A": "2308", "18A": "2206"}, 18, "6A", "16A", "18A", scenario="gambit")
    assert game.state.killed_unsupplied == 2


# ---- in a battle --------------------------------------------------------------------------------------


def test_supply_is_that_of_the_start_of_the_battle() -> None:
    """7.17: the pocket is opened by the bloodbath, but the corps that is lost in it was cut off."""
    positions = {
        "4C": "2308",
        "5C": "2308",
        "16A": "2309",
        "18A": "2208",
        "21A": "2209",
        "22A": "2408",
        "24A": "2409",
    }
    game = forced({**positions, "6A": "2307"}, "2309", "4C", "5C", to="BB", turn=28)
    assert place_of(game, "4C") == place_of(game, "5C") == "gone"
