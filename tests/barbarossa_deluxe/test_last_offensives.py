"""The summer offensive of 1943 and the Gambit (4.4, 4.16); Watch on the Rhine or the Oder (4.18, 4.19)."""

from __future__ import annotations

from typing import Any

import pytest

from barbarossa_deluxe.stage import FACTS, act, asked, hexes, offered, stage
from ostfront.core.play.game import Game
from ostfront.games.barbarossa_deluxe.state import ODER, RHINE, UNCHOSEN
from rule import rule

UNITS = {"26C": "2217", "20A": "1502", "2SSPz": "dead-german"}
FEET = ("1515", "2409")  # so that neither the Baltic states nor the Dnepr is lost


def winner(game: Game) -> str:
    result = game.state.result
    return result.winner if result is not None else ""


# ---- the summer offensive (4.4) ---------------------------------------------------------------------


def judged(
    turn: int, die: str = "6", *, held: tuple[str, ...] = (), owned: tuple[str, ...] = (), **more: Any
) -> Game:
    """After the check of a turn; `held` is German besides home, `owned` was so when the turn began."""
    home = FACTS.scenario.german & FACTS.cities
    fields = {"offensive": turn, "vp": 25, **more}
    return stage(
        "victory check", UNITS, turn=turn, german=(*FEET, *held), owned=home | hexes(*owned), rolls=[die], **fields
    )


@rule("BD 4.4b")
@pytest.mark.parametrize(
    ("held", "owned", "cost"),
    [(("2311", "1606"), ("2311",), 0), (("1606",), ("2311",), 3), (("2311",), ("2311",), 3), (("2205",), (), 0),
     (("3103",), (), 3)],
)  # fmt: skip
def test_success_is_every_city_and_one_more(held: tuple[str, ...], owned: tuple[str, ...], cost: int) -> None:
    """Kiev kept or lost, Moscow or Voronezh won; Maikop is no city."""
    assert 25 - judged(17, held=held, owned=owned).state.vp == cost


@rule("BD 4.4d")
def test_success_gives_no_points_and_ends_the_matter() -> None:
    game = judged(17, held=("1606",))
    assert (game.state.vp, game.state.offensive_judged) == (25, True)
    assert judged(19, held=("1606",), offensive=17, offensive_judged=True).state.vp == 25


@rule("BD 4.4c")
@pytest.mark.parametrize(("die", "cost"), [("1", 1), ("2", 1), ("3", 2), ("4", 2), ("5", 3), ("6", 3)])
def test_failure_costs_half_a_die(die: str, cost: int) -> None:
    assert 25 - judged(18, die).state.vp == cost
    assert 25 - judged(19, die, offensive=0).state.vp == cost  # none was declared


@rule("BD 4.4c")
def test_the_price_is_paid_once() -> None:
    assert judged(19, offensive=17, offensive_judged=True).state.vp == 25
    assert judged(18, offensive=0).state.vp == 25  # there is still turn 19


@rule("BD 4.4a", "BD 4.16a")
def test_it_is_declared_before_anything_else_of_a_turn() -> None:
    game = stage("begin", UNITS, turn=17, german=FEET)
    assert asked(game) == [("German", "offensive")]
    act(game, "offensive")
    assert (game.state.offensive, game.state.gambit) == (17, 0)
    assert asked(stage("begin", UNITS, turn=18, german=FEET, offensive=17)) != [("German", "offensive")]
    for turn in (16, 20):
        assert asked(stage("begin", UNITS, turn=turn, german=FEET)) != [("German", "offensive")]
    gambit = stage("begin", UNITS, turn=19, german=FEET)
    act(gambit, "gambit")
    assert (gambit.state.offensive, gambit.state.gambit) == (19, 19)


# ---- the Gambit (4.16) ------------------------------------------------------------------------------


@rule("BD 4.16b")
@pytest.mark.parametrize(
    ("held", "lost", "wins"),
    [(("1011", "1606"), (), "german"), (("2311", "2501"), (), "german"), (("2311", "1011", "2501"), (), "german"),
     (("2311",), (), "soviet"), (("2311", "2501"), ("3220",), "soviet"), (("2311", "2501"), ("2419",), "soviet"),
     (("2311", "2804"), (), "soviet")],
)  # fmt: skip
def test_the_gambit_is_judged_at_the_end_of_turn_20(held: tuple[str, ...], lost: tuple[str, ...], wins: str) -> None:
    """All 14 points of the first turn, Belgrade and the USIR among them, and two of the four cities."""
    game = stage("victory check", UNITS, turn=20, vp=25, gambit=18, offensive=18, german=held, soviet=lost)
    assert winner(game) == wins


@rule("BD 4.16b")
def test_there_are_fourteen_points_of_the_first_turn() -> None:
    assert FACTS.home_points.bit_count() == 14
    assert winner(stage("victory check", UNITS, turn=19, vp=25, gambit=18, german=("1011", "1606"))) == ""


@rule("BD 4.16c")
def test_after_the_gambit_neither_checks_nor_the_price_of_failure() -> None:
    game = judged(18, gambit=18, vp=60)
    assert (winner(game), game.state.vp) == ("", 60)
    assert winner(judged(19, gambit=18, offensive=18, vp=0)) == ""


# ---- Rhine or Oder (4.18) ---------------------------------------------------------------------------


@rule("BD 4.18a")
def test_the_choice_of_turn_28_is_a_secret_decision() -> None:
    game = stage("begin", UNITS, turn=28, german=FEET)
    assert asked(game) == [("German", "operation")]
    assert game.legal.texts == ["rhine", "oder"]
    assert game.rules.kinds["operation"].secrecy == "secret"
    act(game, "oder")
    assert game.state.operation == ODER
    for turn in (27, 29):
        assert asked(stage("begin", UNITS, turn=turn, german=FEET)) != [("German", "operation")]


@rule("BD 4.18b")
@pytest.mark.parametrize("operation", [RHINE, ODER])
def test_it_is_revealed_as_turn_30_begins(operation: int) -> None:
    game = stage("begin", UNITS, turn=30, german=FEET, operation=operation)
    assert revealed(game) == [operation]
    assert revealed(stage("begin", UNITS, turn=29, german=FEET, operation=operation)) == []


def revealed(game: Game) -> list[int]:
    """What everybody has been told of the operation."""
    return [event.args[0] for event in game.events or () if event.kind == "operation" and event.to is None]


def ending(operation: int = ODER, **more: Any) -> Game:
    """The end of the German player turn of turn 30."""
    fields: dict[str, Any] = {"vp": 8, "operation": operation, **more}
    return stage("after second phase", UNITS, turn=30, side="german", **fields)


@rule("BD 4.18c", "BD 4.19e")
def test_oder_ends_the_game_with_the_german_player_turn() -> None:
    home = FACTS.scenario.german & FACTS.cities
    assert winner(ending(owned=home)) == "soviet"
    assert winner(ending(RHINE, owned=home)) == ""
    assert winner(ending(UNCHOSEN, owned=home)) == ""


@rule("BD 4.18c")
def test_oder_is_not_judged_earlier() -> None:
    game = stage("assault", {"26C": "2217", "20A": "2216"}, turn=30, operation=ODER, german=("1606", "1011"))
    assert winner(game) == ""


@rule("BD 4.18f")
def test_oder_may_fight_twice() -> None:
    game = stage("order", UNITS, turn=30, operation=ODER)
    assert offered(game, "fight-fight")
    act(game, "fight-fight")
    assert game.state.fight_fights == ()
    assert not offered(stage("order", UNITS, turn=30, operation=RHINE), "fight-fight")


OUTCOMES = [
    (2, 0, "german"), (1, 0, "soviet"), (1, 9, "soviet"), (1, 10, "german"), (1, 19, "german"), (0, 19, "soviet"),
    (0, 20, "german"), (2, 20, "german"),
]  # fmt: skip


@rule("BD 4.19a", "BD 4.19b", "BD 4.19c", "BD 4.19e")
@pytest.mark.parametrize(("cities", "killed", "wins"), OUTCOMES)
def test_what_oder_asks_for(cities: int, killed: int, wins: str) -> None:
    """Hero cities count as one, oil fields and the USIR as none."""
    home = FACTS.scenario.german & FACTS.cities
    taken = ("1606", "2311")[:cities]
    more: dict[str, Any] = {"owned": home, "killed": killed, "german": (*taken, "3103")}
    assert winner(ending(hero=hexes("1606"), **more)) == wins


@rule("BD 4.19a")
def test_oder_fails_with_the_loss_of_a_city() -> None:
    home = FACTS.scenario.german & FACTS.cities
    more: dict[str, Any] = {"owned": home, "killed": 40, "german": ("1606", "2311", "1011")}
    assert winner(ending(**more)) == "german"
    assert winner(ending(soviet=["3220"], **more)) == "soviet"


@rule("BD 4.19a")
def test_cities_are_counted_from_the_start_of_the_german_player_turn() -> None:
    game = stage("start", UNITS, turn=30, operation=ODER, german=["2311"], soviet=["3220"], owned=0)
    home = FACTS.scenario.german & FACTS.cities
    assert game.state.owned == (home | hexes("2311")) & ~hexes("3220")
