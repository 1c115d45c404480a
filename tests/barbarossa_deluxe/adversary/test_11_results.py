"""Positions on results, retreats and advances (11.26 to 11.32)."""

from __future__ import annotations

from typing import Any

import pytest

from barbarossa_deluxe import battle
from barbarossa_deluxe.adversary.position import Spots, allowed, at, depots, fought, refused
from barbarossa_deluxe.battle import declare, drawn, kind, on_map, results, settle
from barbarossa_deluxe.stage import act, place_of
from ostfront.core.play.game import Game
from rule import rule

QUIET: dict[str, Any] = {"turn": 10, "order": "move-fight", "zone": 1}

# ---- 95: a bloodbath -----------------------------------------------------------------------------------


def bled(spots: Spots, target: str, attackers: str, **more: Any) -> Game:
    game = fought(spots, target, attackers, "BB", stop_at="conversion", **more)
    if kind(game) == "conversion":
        act(game, "bloodbath")
    return game


@rule("BD 11.26d", "BD 11.26f")
def test_95_dotted_first() -> None:
    summer: dict[str, Any] = {"turn": 17, "order": "move-fight"}
    game = bled({"2308": "24Pz PPR 11C", "2307": "40A"}, "2307", "24Pz PPR 11C", **summer)
    # the one dotted unit goes without a question, and its 3 factors are enough
    assert not on_map(game, "PPR")
    assert on_map(game, "24Pz")
    assert on_map(game, "11C")
    two = bled({"2308": "24Pz PPR Ho 11C", "2307": "40A"}, "2307", "24Pz PPR Ho 11C", **summer)
    assert kind(two) == "exchange"
    assert allowed(two, "lose PPR")
    assert refused(two, "lose 24Pz")
    assert refused(two, "lose 11C")


@rule("BD 11.26e")
def test_95_factors_as_used() -> None:
    more: dict[str, Any] = {"turn": 17, "order": "move-fight"}
    game = bled({"2208": "24Pz 11C", "2207": "40A"}, "2207", "24Pz 11C", **more)
    assert allowed(game, "lose 24Pz")
    act(game, "lose 24Pz")  # 3 in a city
    assert on_map(game, "11C")
    assert not on_map(game, "24Pz")
    shock = {"2307": "5Sh 40A", "2308": "11C"}
    game = bled(shock, "2308", "5Sh 40A", side="soviet", turn=17, depots=depots("2307"))
    act(game, "lose 5Sh")  # 6 for 4
    assert on_map(game, "40A")


# ---- 96 to 98: retreats --------------------------------------------------------------------------------

FULL: Spots = {
    "1609": "24Pz 46Pz", "1608": "21A", "1607": "16A 5A 20A 31A 33A", "1507": "22A 29A 30A 39A 41A",
    "1707": "43A 49A 50A 10A 61A",
}  # fmt: skip


def driven(spots: Spots, target: str, attackers: str, **more: Any) -> Game:
    """The question where to retreat."""
    return fought(spots, target, attackers, "DR", **{**QUIET, **more})


def ways(game: Game) -> set[str]:
    return {text.split()[-1] for text in game.legal.texts if text.startswith("retreat ")}


@rule("BD 11.27c", "BD 11.28b")
def test_96_full_hexes_behind_a_retreat() -> None:
    game = driven(FULL, "1608", "24Pz 46Pz")
    assert allowed(game, "retreat 1508")
    closed = {**FULL, "1508": "9C", "1708": "12C"}
    game = driven(closed, "1608", "24Pz 46Pz")
    assert allowed(game, "retreat 1607 1606")
    act(game, "retreat 1607 1606")
    assert place_of(game, "21A") == "1606"
    game = driven({**FULL, "1607": "16A 5A 20A 31A"}, "1608", "24Pz 46Pz")
    assert kind(game) != "retreat" or refused(game, "retreat 1508")
    assert place_of(game, "21A") == "1607" or ways(game) == {"1607"}


EDGE: Spots = {"2601": "14Pz 48Pz", "2600": "57A"}


@rule("BD 11.27c", "BD 10.21", "BD 11.28c")
def test_97_retreat_at_the_map_edge() -> None:
    more: dict[str, Any] = {"turn": 12, "german": ["2607"]}
    game = driven(EDGE, "2600", "14Pz 48Pz", **more)
    assert allowed(game, "retreat 2500")
    assert allowed(game, "retreat 2700")
    game = driven({**EDGE, "2500": "4C", "2700": "40Pz"}, "2600", "14Pz 48Pz", **more)
    assert not on_map(game, "57A")


CAVALRY: Spots = {"1608": "24Pz", "1607": "BCG"}


@rule("BD 8.30g", "BD 11.27c")
def test_98_cavalry_does_not_stop_in_cities() -> None:
    more: dict[str, Any] = {"turn": 5, "paused": True}
    game = driven(CAVALRY, "1607", "24Pz", **more)
    assert allowed(game, "retreat 1506")
    assert refused(game, "retreat 1606")
    closed = {**CAVALRY, "1506": "9C", "1507": "20C", "1706": "12C", "1707": "43C"}
    game = driven(closed, "1607", "24Pz", **more)
    assert refused(game, "retreat 1606")
    assert allowed(game, "retreat 1606 1605")
    act(game, "retreat 1606 1605")
    assert place_of(game, "BCG") == "1605"


# ---- 99: fled into the next attack ---------------------------------------------------------------------

NEXT: Spots = {"1609": "24Pz 46Pz", "1608": "21A", "1607": "16A", "1707": "47Pz 57Pz"}


def fled(dice: str, to: str = "1607") -> Game:
    """21A has retreated; the next assault is to be declared."""
    for die in "123456":
        game = at("assault", NEXT, "move-fight", turn=10, zone=1, rolls=[f"{die} {dice}"])
        declare(game, "1608", "24Pz", "46Pz")
        settle(game)
        if kind(game) == "retreat":
            act(game, f"retreat {to}")
            while kind(game) != "assault":
                act(game, "done")
            return game
    raise AssertionError("no retreat")


@rule("BD 11.29a", "BD 11.29b", "BD 11.4b")
def test_99_fled_into_the_next_attack() -> None:
    game = fled("1")
    assert battle.odds(battle.Plan(game, drawn(game, "1607", "47Pz", "57Pz"))) == "2:1"
    act(game, "attack 1607")
    assert refused(game, "with 24Pz")
    declare_rest(game)
    assert results(game)[-1] == "DR"
    assert not on_map(game, "21A")
    stalled = fled("6")
    act(stalled, "attack 1607")
    declare_rest(stalled)
    assert results(stalled)[-1] == "AS"
    assert place_of(stalled, "21A") == "1607"


def declare_rest(game: Game) -> None:
    while kind(game) == "commit":
        texts = list(game.legal.texts)
        act(game, next((text for text in texts if text.startswith("with")), "resolve"))
    settle(game)


@rule("BD 11.4c")
def test_99_nobody_is_attacked_twice() -> None:
    spots = {"1609": "24Pz 46Pz", "1608": "21A", "1706": "47Pz 57Pz", "1513": "9C", "1512": "16A"}
    game = fought(spots, "1608", "24Pz 46Pz", "DR", **QUIET)
    act(game, "retreat 1607")
    while kind(game) == "advance":
        act(game, "done")
    assert allowed(game, "attack 1512")
    assert refused(game, "attack 1607")


# ---- 100: two hexes ------------------------------------------------------------------------------------

DEEP: Spots = {"1609": "24Pz 9C 46Pz 47Pz", "1608": "21A", "1707": "5A"}  # more panzers, to win


def won(turn: int) -> Game:
    return fought(DEEP, "1608", "24Pz 9C 46Pz 47Pz", "DE", turn=turn, order="move-fight", zone=1)


@rule("BD 11.30a", "BD 11.32a", "BD 11.32c")
def test_100_two_hex_advance() -> None:
    game = won(10)
    assert allowed(game, "done")
    act(game, "advance 24Pz")
    assert kind(game) == "second"
    assert allowed(game, "push 1607")
    assert refused(game, "push 1707")
    assert refused(game, "push 1508")
    game = won(10)
    act(game, "advance 9C")
    assert kind(game) != "second"
    game = won(13)
    act(game, "advance 24Pz")
    assert kind(game) != "second"


@rule("BD 11.32b")
@pytest.mark.parametrize(("turn", "may"), [(13, True), (12, False)])
def test_100_soviet_tanks_from_turn_13(turn: int, may: bool) -> None:
    spots = {"1608": "5T 1T 2T 3T 4T", "1609": "9C"}  # more tanks, to win
    game = fought(spots, "1609", "5T 1T 2T 3T 4T", "DE", side="soviet", turn=turn, depots=depots("1608"))
    act(game, "advance 5T")
    assert (kind(game) == "second") == may
