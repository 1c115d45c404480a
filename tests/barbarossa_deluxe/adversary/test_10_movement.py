"""Positions on movement (10.1 to 10.22, 10.34)."""

from __future__ import annotations

from typing import Any

import pytest

from barbarossa_deluxe.adversary.position import (
    Spots,
    allowed,
    at,
    depots,
    fought,
    goes,
    odds,
    refused,
    ring,
    take,
    until,
)  # fmt: skip
from barbarossa_deluxe.battle import kind, on_map, results
from barbarossa_deluxe.logistics import soviets
from barbarossa_deluxe.marching import cost, left
from barbarossa_deluxe.stage import act, asked, hexes, place_of, units
from ostfront.core.play.game import Game
from rule import rule


def rest(game: Game) -> None:
    """The units in hand stop, if they could still move."""
    if kind(game) == "march":
        act(game, "stop")


# ---- 73, 74: costs, mixed stacks -----------------------------------------------------------------------

DESNA: Spots = {"2008": "24Pz 9C"}
CUT = {place: army for army, place in soviets(*ring("2008", "2009", "2108", "2109")).items()} | {"2008": "24Pz"}


@rule("BD 10.11", "BD 10.18a", "BD 10.20", "BD 10.3")
def test_73_river_and_rough() -> None:
    assert cost("24Pz", "2008", "2009", turn=14) == 4
    assert cost("9C", "2008", "2009", turn=14) == 2
    game = at("movement", DESNA, turn=14)
    act(game, "pick 24Pz")
    assert left(game, "24Pz") == 4
    assert allowed(game, "go 2009")
    game = at("movement", CUT, turn=14)
    act(game, "pick 24Pz")
    assert left(game, "24Pz") == 2
    assert allowed(game, "go 2009")
    act(game, "go 2108")
    assert kind(game) != "march" or (refused(game, "go 2009") and refused(game, "go 2109"))


@rule("BD 10.5", "BD 10.6", "BD 10.7")
def test_74_a_mixed_stack() -> None:
    game = take(at("movement", {"2410": "39Pz 9C", "1709": "20C"}, turn=9), "39Pz", "9C")
    for place in ("2409", "2408", "2308", "2307"):
        assert allowed(game, f"go {place}")
        act(game, f"go {place}")
    assert refused(game, "go 2306")  # both of them
    act(game, "drop 9C")
    assert allowed(game, "go 2306")


@rule("BD 10.6")
def test_74_who_is_dropped_may_go_on_until_another_stack_moves() -> None:
    for other in (False, True):
        game = take(at("movement", {"2410": "39Pz 9C", "1709": "20C"}, turn=9), "39Pz", "9C")
        act(game, "go 2408", "drop 9C", "go 2306", "stop")
        if other:
            act(game, "pick 20C", "go 1710", "stop")
            assert refused(game, "pick 9C")
        else:
            assert goes(game, "9C", "2407")


# ---- 75: marsh -----------------------------------------------------------------------------------------


@rule("BD 10.12b", "BD 11.15a", "BD 10.25a")
def test_75_marsh_for_soviet_tanks() -> None:
    assert cost("5T", "2012", "2013", side="soviet", turn=13) == 1
    assert cost("5T", "2012", "2013", side="soviet", turn=12) == 3
    game = at("movement", {"2012": "5T", "2013": "9C"}, side="soviet", turn=25)
    act(game, "pick 5T")
    assert refused(game, "assault 2013")
    spots = {"2012": "5T 5A", "2013": "9C"}
    assert odds(spots, "2013", "5T 5A", side="soviet", turn=17, depots=depots("2012")) == "2:1"
    assert odds(spots, "2013", "5T 5A", side="soviet", turn=17) == "1:1"


# ---- 76, 77: Kerch and Sivash --------------------------------------------------------------------------

KERCH: Spots = {"3106": "42C 30C 54C 14Pz", "3107": "3R"}
CRIMEA = ["3108", "2607"]


def strait() -> Game:
    return at("movement", KERCH, "move-fight", turn=10, german=CRIMEA)


@rule("BD 10.14a", "BD 10.14b")
def test_76_one_stack_crosses() -> None:
    game = take(strait(), "42C", "30C", "54C", "14Pz")
    assert allowed(game, "go 3105")
    game = strait()
    act(game, "pick 42C", "go 3105")
    assert kind(game) != "march" or refused(game, "go 3104")
    rest(game)
    assert not goes(game, "30C", "3105")
    assert not goes(strait(), "3R", "3106", "3105")


@rule("BD 11.17a", "BD 11.17b", "BD 11.17c")
def test_76_attacks_over_the_strait() -> None:
    assert refused(at("assault", {"3106": "14Pz", "3105": "47A"}, turn=10, german=CRIMEA), "attack 3105")
    spots = {"3106": "42C 30C 54C", "3105": "47A"}
    assert odds(spots, "3105", "42C 30C 54C", turn=10, zone=0, german=CRIMEA, order="move-fight") == "1:1"
    many = {"3106": "42C 30C 54C 1C 2C", "3105": "3Abn"}  # stronger, to win
    game = fought(many, "3105", "42C 30C 54C 1C 2C", "DE", turn=10, german=CRIMEA)
    assert refused(game, "advance 42C")


@rule("BD 10.15a", "BD 10.15b")
def test_77_the_sivash() -> None:
    game = at("movement", {"2907": "51A 4A", "2908": "54C"}, side="soviet", turn=7)
    act(game, "pick 51A")
    before = left(game, "51A")
    act(game, "go 3008")
    assert place_of(game, "51A") == "3008"
    assert before - left(game, "51A") == 2
    # the way round by 2908 is closed
    assert not goes(at("movement", {"2907": "51A 4A", "2908": "54C"}, side="soviet", turn=6), "51A", "3008")
    assert not goes(at("movement", {"2907": "3T", "2908": "54C"}, side="soviet", turn=8), "3T", "3008")
    assert not goes(at("movement", {"3008": "42C", "2908": "51A"}, turn=7), "42C", "2907")


@rule("BD 11.18a", "BD 11.18c")
def test_77_attacks_over_the_sivash() -> None:
    spots = {"2907": "51A 4A", "3008": "42C", "2908": "54C"}
    more: dict[str, Any] = {"side": "soviet", "turn": 7, "german": ["2607"], "depots": depots("2907")}
    assert odds(spots, "3008", "51A 4A", **more) == "1:2"
    many = {"2907": "51A 4A 9A 12A 18A", "3008": "FP"}  # stronger, to win
    game = fought(many, "3008", "51A 4A 9A 12A 18A", "DE", **more)
    assert refused(game, "advance 51A")


# ---- 78: the sea ---------------------------------------------------------------------------------------

PORTS: Spots = {"2911": "30C 49Mtn 14Pz", "1717": "26C", "1415": "1C", "3107": "51A"}


def sailing(order: str = "move-fight") -> Game:
    return at("movement", PORTS, order, turn=9, german=["3108"])


@rule("BD 10.16a", "BD 10.17a")
def test_78_one_corps_in_each_sea() -> None:
    game = sailing()
    assert refused(game, "sail 14Pz")
    act(game, "sail 30C")
    assert refused(game, "at 3112")
    assert allowed(game, "at 3213")
    assert allowed(game, "at 3108")
    act(game, "at 3108")
    assert refused(game, "sail 49Mtn")
    assert allowed(game, "sail 26C")
    act(game, "sail 26C")
    assert place_of(game, "26C") == "1415" or allowed(game, "at 1415")


@rule("BD 10.16b", "BD 10.17b")
def test_78_nothing_else_in_that_player_turn() -> None:
    game = sailing()
    act(game, "sail 30C", "at 3108")
    assert refused(game, "pick 30C")
    until(game, "assault")
    assert asked(game) != [("German", "assault")] or refused(game, "attack 3107")
    game = at("movement", {"1717": "26C", "2023": "9C"}, turn=9, german=["1415"], spent=units("26C"))
    assert refused(game, "sail 26C")
    game = at("movement", {"2811": "30C"}, "move-fight", turn=9, german=["2911", "3108"])
    assert goes(game, "30C", "2911")
    rest(game)
    assert refused(game, "sail 30C")


# ---- 79: satellites ------------------------------------------------------------------------------------


@rule("BD 10.22a", "BD 10.22b")
def test_79_satellites_stay_in_the_south() -> None:
    spots = {"2208": "3R", "2107": "13A"}
    assert not goes(at("movement", spots, turn=10, zone=1), "3R", "2108")
    assert goes(at("movement", spots, turn=10, zone=0), "3R", "2108")
    assert refused(at("assault", spots, turn=10, zone=1), "attack 2107")
    assert goes(at("movement", {"2208": "1Rom"}, side="soviet", turn=28), "1Rom", "2108")


@rule("BD 10.22a", "BD 11.28a")
def test_79_and_do_not_flee_to_the_north() -> None:
    spots = {"2208": "3R", "2209": "5A", "2207": "6A", "2308": "38A", "2307": "40A"}
    game = fought(spots, "2208", "5A", "DR", side="soviet", turn=10, zone=1, depots=depots("2209"))
    assert not on_map(game, "3R")


# ---- 86: the Coastal Army ------------------------------------------------------------------------------

ODESSA: Spots = {"2911": "ICA 3Abn", "2811": "30C", "2812": "11C", "2912": "54C"}


@rule("BD 10.34a", "BD 10.34d")
def test_86_between_its_two_ports() -> None:
    game = at("movement", ODESSA, side="soviet", turn=2)
    assert allowed(game, "sail ICA")
    act(game, "sail ICA")
    assert place_of(game, "ICA") == "3108" or allowed(game, "at 3108")
    game = at("movement", {"3108": "ICA", "1606": "5A"}, side="soviet", turn=2, german=["2911"])
    assert refused(game, "sail ICA")
    assert refused(game, "pick ICA")
    game = at("assault", {"2911": "ICA", "2811": "30C", "1606": "5A", "1607": "9C"}, side="soviet", turn=4)
    assert refused(game, "attack 2811")


@rule("BD 10.34b", "BD 10.34c")
def test_86_in_defence() -> None:
    storm = {**ODESSA, "2811": "30C 1C 2C 4C 5C", "2812": "11C 6C 7C 8C 9C"}  # stronger, to win
    names = "30C 1C 2C 4C 5C 11C 6C 7C 8C 9C 54C"
    game = fought(storm, "2911", names, "DR", turn=2)
    until(game, "advance", "assault", "move")
    assert place_of(game, "ICA") == "3108"
    assert not on_map(game, "3Abn")
    game = fought(storm, "2911", names, "BB", turn=4, paused=True, hero=hexes("2911"))
    assert results(game) == ["DR", "BB"]


# ---- 122: it counts for stacking -----------------------------------------------------------------------

FULL = "51A 9A 18A 6A 12A"


@rule("BD 6.3", "BD 10.34a")
@pytest.mark.parametrize(("armies", "may"), [(FULL, False), ("51A 9A 18A 6A", True)])
def test_122_the_coastal_army_counts(armies: str, may: bool) -> None:
    assert allowed(at("movement", {"2911": "ICA", "3108": armies}, side="soviet", turn=4), "sail ICA") == may


@rule("BD 6.3", "BD 10.34b")
def test_122_no_room_no_retreat() -> None:
    spots = {"2911": "ICA", "3108": FULL, "2912": "54C 1C 2C 4C 5C", "2812": "11C", "2811": "30C 6C 7C 8C 9C"}
    game = fought(spots, "2911", "54C 1C 2C 4C 5C 11C 30C 6C 7C 8C 9C", "DR", turn=4, paused=True)
    assert not on_map(game, "ICA")
