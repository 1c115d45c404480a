"""Positions on hero and fortress cities (section 9)."""

from __future__ import annotations

import pytest

from barbarossa_deluxe.adversary.position import Spots, allowed, at, fought, odds, refused, ring, take, until
from barbarossa_deluxe.battle import kind, results
from barbarossa_deluxe.logistics import germans
from barbarossa_deluxe.marching import left
from barbarossa_deluxe.stage import act, asked, hexes
from ostfront.core.play.game import Game
from rule import rule

# ---- 71: where the markers may go ----------------------------------------------------------------------


@rule("BD 9.2b", "BD 9.2c")
@pytest.mark.parametrize(("place", "may"), [("2820", True), ("3220", False), ("3114", False), ("2419", False)])
def test_71_the_later_fortress_markers(place: str, may: bool) -> None:
    game = at("movement", {"2820": "9SSMtn"}, turn=28, fortress_home=4)
    assert allowed(game, f"fortress {place}") == may


@rule("BD 9.2a", "BD 9.2b")
@pytest.mark.parametrize("turn", [12, 13])
def test_71_the_first_fortress_marker(turn: int) -> None:
    game = at("German administration", {"1415": "9C"}, turn=turn, zone=1, vp=30)
    until(game, "order")
    there = game.state.fortress_anywhere
    assert there == (turn == 13)
    game = at("movement", {"1416": "9C"}, turn=turn, german=["1415"], fortress_anywhere=there)
    assert allowed(game, "fortress 1415") == (turn == 13)


@rule("BD 9.1a", "BD 9.1b")
def test_71_hero_cities() -> None:
    cut = {place: corps for corps, place in germans(*ring("2311")).items()}
    spots = {**cut, "2311": "38A", "1606": "16A"}
    game = at("movement", spots, side="soviet", turn=4, hero_left=5)
    assert allowed(game, "hero 2311")
    assert refused(game, "hero 1415")
    for turn, markers in ((3, 0), (4, 5)):
        game = until(
            at("Soviet administration", spots, side="soviet", turn=turn, paused=True), "order", "move", "assault"
        )
        assert game.state.hero_left == markers
    assert refused(at("movement", spots, side="soviet", turn=3), "hero 2311")


# ---- 72: Moscow ----------------------------------------------------------------------------------------

MOSCOW: Spots = {"1606": "16A", "1607": "46Pz 57Pz", "1605": "24Pz 47Pz"}
FOUR = "46Pz 57Pz 24Pz 47Pz"
HERO = hexes("1606")


@rule("BD 9.6a", "BD 9.6c", "BD 11.20a", "BD 11.20c", "BD 11.24a")
def test_72_the_odds() -> None:
    assert odds(MOSCOW, "1606", FOUR, turn=5, paused=True, hero=HERO) == "1:1"
    assert odds(MOSCOW, "1606", FOUR, turn=5, paused=True) == "4:1"
    assert odds(MOSCOW, "1606", FOUR, turn=4, paused=True, hero=HERO) == "2:1"


@rule("BD 9.6d", "BD 5.16a")
def test_72_no_retreat_from_a_hero_city() -> None:
    game = fought(MOSCOW, "1606", FOUR, "BB", turn=5, paused=True, hero=HERO)
    assert results(game) == ["DR", "BB"]
    assert refused(game, "drive-back")


@rule("BD 9.6b")
def test_72_no_mobile_assault_on_it() -> None:
    assert refused(take(at("movement", MOSCOW, turn=4, paused=True, hero=HERO), "46Pz"), "assault 1606")


@rule("BD 9.7a")
def test_72_no_declaration_after_the_attack_is_declared() -> None:
    game = at("assault", MOSCOW, turn=5, paused=True, hero_left=5, hands=2)
    while asked(game) == [("Soviet", "interrupt")]:
        act(game, "pass")
    act(game, "attack 1606")
    while asked(game) == [("Soviet", "interrupt")]:
        act(game, "pass")
    if kind(game) == "commit":
        declare_all(game)
    assert refused(game, "hero 1606", "Soviet")


def declare_all(game: Game) -> None:
    for unit in FOUR.split():
        if kind(game) == "commit" and f"with {unit}" in game.legal:
            act(game, f"with {unit}")
    if kind(game) == "commit":
        act(game, "resolve")


@rule("BD 9.7a", "BD 9.6b")
def test_72_a_declaration_in_time_bars_a_mobile_assault() -> None:
    game = at("movement", MOSCOW, turn=4, paused=True, hero_left=5, hands=2)
    while asked(game) == [("Soviet", "interrupt")]:
        act(game, "pass")
    act(game, "pick 46Pz", "with 57Pz")
    before = left(game, "46Pz")
    act(game, "assault 1606")
    assert asked(game) == [("Soviet", "interrupt")]
    assert allowed(game, "hero 1606", "Soviet")
    act(game, "hero 1606")
    while asked(game) == [("Soviet", "interrupt")]:
        act(game, "pass")
    assert asked(game) == [("German", "march")]
    assert left(game, "46Pz") == before
    assert refused(game, "assault 1606")
