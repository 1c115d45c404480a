"""Positions on mobile assaults (10.23 to 10.32)."""

from __future__ import annotations

from typing import Any

import pytest

from barbarossa_deluxe import battle
from barbarossa_deluxe.adversary.position import Spots, allowed, at, depots, odds, plan, refused, take
from barbarossa_deluxe.battle import drawn, kind, on_map, results
from barbarossa_deluxe.marching import left
from barbarossa_deluxe.stage import act, hexes, place_of
from ostfront.core.play.game import Game
from rule import rule


def strike(game: Game, target: str, to: str = "") -> Game:
    """The units in hand assault; every offer is passed, retreats are the first choice."""
    act(game, f"assault {target}")
    while kind(game) in ("luftwaffe", "support", "aerial", "conversion", "exchange", "retreat"):
        if kind(game) == to:
            break
        texts = list(game.legal.texts)
        act(game, "pass" if "pass" in texts else texts[0])
    return game


def struck(spots: Spots, ids: str, target: str, result: str, to: str = "", **more: Any) -> Game:
    """A mobile assault with the die that gives a result."""
    for die in range(1, 7):
        game = strike(take(at("movement", spots, rolls=[str(die)], **more), *ids.split()), target, to)
        if results(game)[-1] == result:
            return game
    raise AssertionError(f"no die gives {result}")


# ---- 80: when ------------------------------------------------------------------------------------------


@rule("BD 10.23a", "BD 10.23b")
@pytest.mark.parametrize(
    ("side", "turn", "unit", "may"),
    [
        ("german", 4, "24Pz", True),
        ("german", 5, "24Pz", False),
        ("german", 12, "24Pz", True),
        ("german", 13, "24Pz", False),
        ("soviet", 24, "4T", False),
        ("soviet", 25, "4T", True),
        ("soviet", 29, "4T", True),
        ("soviet", 25, "6G", True),
    ],
)
def test_80_when_mobile_assaults_are_open(side: str, turn: int, unit: str, may: bool) -> None:
    spots = {"1609": unit, "1608": "21A"} if side == "german" else {"1608": unit, "1609": "9C"}
    game = take(at("movement", spots, side=side, turn=turn, zone=1), unit)
    assert allowed(game, "assault 1608" if side == "german" else "assault 1609") == may


# ---- 81, 82: costs and terrain -------------------------------------------------------------------------


@rule("BD 10.24a", "BD 10.24b", "BD 10.25d", "BD 11.21a")
def test_81_into_the_stalin_line() -> None:
    spots = {"1512": "41Pz 56Pz", "1612": "22A"}
    assert odds(spots, "1612", "41Pz 56Pz", "movement", turn=2) == "1:2"
    game = take(at("movement", spots, turn=2, rolls=["4 4"]), "41Pz", "56Pz")
    before = left(game, "41Pz")
    strike(game, "1612")
    assert results(game) == ["AS"]
    assert before - left(game, "41Pz") == 4
    assert allowed(game, "assault 1612")
    strike(game, "1612")
    assert refused(game, "assault 1612")


@rule("BD 10.24a", "BD 11.16")
def test_81_across_the_dvina() -> None:
    spots = {"1711": "41Pz 56Pz", "1612": "22A"}
    game = take(at("movement", spots, turn=2), "41Pz", "56Pz")
    before = left(game, "41Pz")
    act(game, "assault 1612")
    assert before - left(game, "41Pz") == 6
    assert odds(spots, "1612", "41Pz 56Pz", "movement", turn=2) == "1:3"


@rule("BD 10.25a", "BD 10.25b", "BD 10.25e", "BD 10.25d")
def test_82_the_terrain_of_the_target() -> None:
    assert allowed(take(at("movement", {"1908": "47Pz", "1907": "10A"}, turn=10), "47Pz"), "assault 1907")
    assert refused(take(at("movement", {"1907": "47Pz", "1908": "10A"}, turn=10), "47Pz"), "assault 1908")
    assert refused(take(at("movement", {"1211": "47Pz", "1310": "11A"}, turn=10), "47Pz"), "assault 1310")
    game = take(at("movement", {"1712": "47Pz", "1907": "10A"}, turn=10, german=["1710"]), "47Pz")
    act(game, "go 1908")
    assert left(game, "47Pz") in (1, 2)
    assert refused(game, "assault 1907")


# ---- 83: together, and how often -----------------------------------------------------------------------

GUARDS: Spots = {"1708": "5GT 4T", "1608": "6G", "1709": "9C 20C"}  # 20C, so that an assault can fail
ALONE: Spots = {"1708": "5GT 4T", "1608": "6G", "1709": "SF", "1711": "9C"}  # weak, so that one succeeds


@rule("BD 10.27", "BD 10.24c", "BD 10.28b")
def test_83_fresh_units_only() -> None:
    game = at("movement", GUARDS, "move-fight", side="soviet", turn=25)
    act(game, "pick 6G", "go 1708")
    assert refused(game, "with 5GT")
    game = struck(GUARDS, "5GT 4T", "1709", "AS", order="move-fight", side="soviet", turn=25)
    assert refused(game, "pick 5GT")  # neither a second assault nor a march
    act(game, "pick 6G", "go 1609")
    assert allowed(game, "assault 1709")
    act(game, "stop")
    if kind(game) == "move":
        act(game, "done")
    assert allowed(game, "attack 1709")


@rule("BD 10.29b", "BD 10.24c")
def test_83_on_after_a_success() -> None:
    game = struck(ALONE, "5GT 4T", "1709", "DE", side="soviet", turn=25, depots=depots("1708"))
    assert place_of(game, "5GT") == "1709"
    assert allowed(game, "go 1710")
    act(game, "go 1710")
    assert refused(game, "assault 1711")


@rule("BD 10.24b", "BD 10.29a")
def test_83_a_german_stack_assaults_twice() -> None:
    spots = {"1709": "3SSPz GD HG", "1708": "5A", "1707": "6A"}
    game = struck(spots, "3SSPz GD HG", "1708", "DE", turn=25)
    assert place_of(game, "GD") == "1708"
    assert allowed(game, "assault 1707")


# ---- 84, 85: the defenders -----------------------------------------------------------------------------

PAIR: Spots = {"1609": "24Pz 46Pz 47Pz 57Pz", "1608": "21A", "1607": "16A"}  # 24Pz and 46Pz alone never clear it


@rule("BD 10.31a", "BD 11.27c", "BD 3.6d")
def test_84_a_retreat_into_the_next_assault() -> None:
    game = struck(PAIR, "24Pz 46Pz 47Pz 57Pz", "1608", "DR", "retreat", turn=10, zone=0)
    assert allowed(game, "retreat 1607")
    act(game, "retreat 1607")
    assert game.state.german & hexes("1608")
    assert place_of(game, "24Pz") == "1608"
    fight = drawn(game, "1607", "24Pz", "46Pz", mobile=True, launch=game.state.place[game.facts.roster.index["24Pz"]])
    assert battle.defence(battle.Plan(game, fight)) == 6


@rule("BD 10.31b", "BD 11.28c")
def test_84_the_launch_hex_is_closed() -> None:
    ringed = {**PAIR, "1607": "9C", "1507": "20C", "1707": "12C", "1508": "43C", "1708": "23C", "1602": "16A"}
    game = struck(ringed, "24Pz", "1608", "DR", turn=10, zone=0)
    assert not on_map(game, "21A")


@rule("BD 10.26b", "BD 7.17b")
@pytest.mark.parametrize(
    ("west", "east", "attacker", "expected"),
    # the assaulting 24Pz does not count: 1609 is a way out unless another corps stays behind in it
    [
        ("24Pz", "", "24Pz", 3),
        ("46Pz", "24Pz", "24Pz", 3),
        ("24Pz", "46Pz", "24Pz", 3),
        ("24Pz 47Pz", "46Pz", "24Pz", 1),
    ],
)
def test_85_supply_of_the_assaulted(west: str, east: str, attacker: str, expected: int) -> None:
    spots = {"1608": "21A", "1609": west, "1508": "9C", "1708": "12C", "1507": "20C", "1707": "43C"}
    if east:
        spots["1607"] = east
    assert battle.defence(plan(spots, "1608", attacker, "movement", turn=10)) == expected
