"""Positions on the odds of prepared assaults (11.1 to 11.24, 11.33, with 1.3 and 5.6)."""

from __future__ import annotations

from typing import Any

import pytest

from barbarossa_deluxe import battle
from barbarossa_deluxe.adversary.position import (
    ORDERS,
    Spots,
    allowed,
    at,
    attack,
    depots,
    fought,
    goes,
    odds,
    plan,
    refused,
    take,
    units_in,
)  # fmt: skip
from barbarossa_deluxe.battle import assault, declare, kind, on_map, results, told
from barbarossa_deluxe.stage import act, hexes, place_of
from ostfront.core.play.game import Game
from rule import rule

QUIET: dict[str, Any] = {"turn": 10, "order": "move-fight", "zone": 1}  # a German assault that nothing else shifts

# ---- 87, 88: the table, rivers -------------------------------------------------------------------------

HOPELESS: Spots = {"1608": "BCG", "1609": "9C 20C"}


@rule("BD 11.9", "BD 11.10b", "BD 11.25b")
def test_87_beyond_the_ends_of_the_table() -> None:
    assert results(assault(units_in(HOPELESS), "1609", "BCG", side="soviet", turn=6)) == ["AE"]
    game = assault(units_in(HOPELESS), "1609", "BCG", side="soviet", turn=6, answers=["partisans"], rolls=["1"])
    assert results(game) == ["AE"]
    found = plan(HOPELESS, "1609", "BCG", side="soviet", turn=6)
    assert battle.odds(found, partisans=True, interceptors=True) == "1:6"
    panzers = "39Pz 57Pz 24Pz 46Pz 47Pz"
    game = take(at("movement", {"1915": panzers, "1914": "47RC"}, turn=2), *panzers.split())
    act(game, "assault 1914")
    while kind(game) == "luftwaffe":
        act(game, "pass")
    assert results(game) == ["DE"]
    assert odds({"1915": panzers, "1914": "47RC"}, "1914", panzers, "movement", turn=2) == "19:1"


BEREZINA: Spots = {"1911": "9C 20C 12C", "1811": "24Pz", "1910": "4A"}


@rule("BD 11.16", "BD 10.18b")
def test_88_all_attackers_across_the_river() -> None:
    assert odds(BEREZINA, "1910", "9C 20C 12C", **QUIET) == "1:1"
    assert odds(BEREZINA, "1910", "9C 20C 12C 24Pz", **QUIET) == "3:1"
    assert odds(BEREZINA, "1910", "9C 20C 12C", turn=1) == "3:1"


# ---- 89, 90: concentric assaults, cities ---------------------------------------------------------------


@rule("BD 11.24a")
@pytest.mark.parametrize(
    ("spots", "expected"),
    [
        ({"1609": "24Pz", "1607": "46Pz"}, "3:1"),
        ({"1609": "24Pz", "1507": "46Pz", "1707": "47Pz"}, "5:1"),
        ({"1609": "24Pz", "1508": "46Pz", "1708": "47Pz"}, "4:1"),
        ({"1609": "24Pz", "1507": "46Pz"}, "2:1"),
    ],
)
def test_89_concentric_or_not(spots: dict[str, str], expected: str) -> None:
    assert odds({**spots, "1608": "21A"}, "1608", " ".join(spots.values()), **QUIET) == expected


SMOLENSK: Spots = {"1709": "5A 20A 31A", "1711": "33A 39A 43A", "1710": "9C"}
SIX = "5A 20A 31A 33A 39A 43A"
RED: dict[str, Any] = {"side": "soviet", "turn": 20, "depots": depots("1709")}


@rule("BD 11.24c", "BD 11.20a", "BD 11.20b", "BD 9.6a", "BD 9.6d", "BD 5.7a")
def test_90_soviets_against_a_german_city() -> None:
    fortress = hexes("1710")
    assert odds(SMOLENSK, "1710", SIX, **RED) == "3:1"
    assert odds(SMOLENSK, "1710", SIX, fortress=fortress, **RED) == "1:1"
    assert odds(SMOLENSK, "1710", SIX, order="move-fight", **RED) == "2:1"
    assert results(fought(SMOLENSK, "1710", SIX, "AS", **RED)) == ["DR", "AS"]
    assert results(fought(SMOLENSK, "1710", SIX, "BB", fortress=fortress, **RED)) == ["DR", "BB"]


# ---- 91 to 93: terrain ---------------------------------------------------------------------------------


@rule("BD 11.14a", "BD 11.14b")
def test_91_mountain_corps() -> None:
    assert odds({"1809": "49Mtn 9C", "1908": "3A"}, "1908", "49Mtn 9C", **QUIET) == "1:1"
    assert odds({"1809": "49Mtn 9C", "1808": "3A"}, "1808", "49Mtn 9C", **QUIET) == "1:1"


PRIPET: Spots = {"2012": "24Pz 46Pz 9C", "2013": "3A"}


@rule("BD 11.15a", "BD 11.15b", "BD 11.26e")
def test_92_panzers_into_marsh() -> None:
    assert odds(PRIPET, "2013", "24Pz 46Pz 9C", **QUIET) == "3:1"
    assert odds(PRIPET, "2013", "24Pz 46Pz", **QUIET) == "2:1"
    game = fought(PRIPET, "2013", "24Pz 46Pz 9C", "BB", stop_at="conversion", **QUIET)
    if kind(game) == "conversion":
        act(game, "bloodbath")
    act(game, "lose 24Pz")  # 2 of 3
    assert kind(game) == "exchange"
    act(game, "lose 46Pz")  # 4
    assert on_map(game, "9C")
    assert not on_map(game, "24Pz")


@rule("BD 11.19", "BD 10.13")
def test_93_lakes() -> None:
    assert refused(at("assault", {"1211": "1C", "1310": "11A"}, turn=10), "attack 1310")
    game = at("movement", {"1211": "1C", "1210": "4A", "1311": "27A"}, turn=10)
    assert not goes(game, "1C", "1310")
    ringed = {"1211": "1C", "1210": "4A", "1111": "8A", "1110": "54A", "1212": "2Sh", "1311": "27A"}
    game = fought(ringed, "1211", "4A 8A", "DR", side="soviet", turn=10, depots=depots("1210"))
    assert not on_map(game, "1C")


# ---- 94: a satellite alone -----------------------------------------------------------------------------

STEPPE: Spots = {"2601": "51A 57A", "2602": "4R"}
DON: dict[str, Any] = {"side": "soviet", "turn": 14, "german": ["2607"], "depots": depots("2601")}


@rule("BD 11.33a", "BD 11.33b")
def test_94_a_satellite_alone() -> None:
    assert odds(STEPPE, "2602", "51A 57A", **DON) == "3:1"
    assert odds({**STEPPE, "2602": "4R 9C"}, "2602", "51A 57A", **DON) == "1:2"
    assert battle.odds(plan(STEPPE, "2602", "51A 57A", **DON), luftwaffe=True) == "2:1"
    romania = {"2814": "51A 57A", "2714": "4R"}
    assert odds(romania, "2714", "51A 57A", side="soviet", turn=24, depots=depots("2814")) == "2:1"
    assert allowed(fought(STEPPE, "2602", "51A 57A", "BB", stop_at="conversion", **DON), "drive-back")


@rule("BD 11.33b", "BD 9.6d")
def test_94_in_a_fortress_city_too() -> None:
    spots = {"2601": "51A 57A 62A 64A 65A", "2501": "4R"}
    more = {**DON, "german": ["2607"], "fortress": hexes("2501")}
    game = fought(spots, "2501", "51A 57A 62A 64A 65A", "BB", stop_at="conversion", **more)
    assert allowed(game, "drive-back")


# ---- 101 to 104: who attacks, lines, aircraft, zero factors --------------------------------------------

DIVIDED: Spots = {"1609": "24Pz 46Pz 9C", "1608": "21A", "1508": "31A"}


@rule("BD 11.3", "BD 11.4a", "BD 11.4b", "BD 11.4c", "BD 11.6")
def test_101_a_stack_divides_its_attacks() -> None:
    game = at("assault", DIVIDED, "move-fight", turn=10, rolls=["6 6"])
    declare(game, "1608", "24Pz")  # one hex at a time
    battle.settle(game)
    while kind(game) != "assault":
        act(game, next(iter(game.legal.texts)))
    assert refused(game, "attack 1608")
    act(game, "attack 1508")
    assert refused(game, "with 24Pz")
    assert allowed(game, "with 46Pz")
    act(game, "with 46Pz")
    assert allowed(game, "resolve")  # 9C stays out


LINE: Spots = {"1816": "3A 4A 13A", "1817": "9C"}


@rule("BD 11.21a", "BD 11.21b", "BD 11.21d")
def test_102_the_german_line() -> None:
    red: dict[str, Any] = {"side": "soviet", "depots": depots("1816")}
    assert odds(LINE, "1817", "3A 4A 13A", turn=4, **red) == "1:1"
    for turn, expected in ((5, "2:1"), (4, "1:1")):
        game = at("movement", {"1816": "3A"}, side="soviet", turn=turn, vp=20)
        assert goes(game, "3A", "1817")
        assert odds(LINE, "1817", "3A 4A 13A", turn=7, broken=game.state.broken, **red) == expected
    held = {"1817": "3A", "1917": "24Pz 46Pz 47Pz"}
    assert odds(held, "1817", "24Pz 46Pz 47Pz", **QUIET) == "4:1"


AIR: Spots = {"1708": "5A 20A 33A", "1709": "9C"}


@rule("BD 11.23a", "BD 11.23c", "BD 8.38c")
def test_103_the_luftwaffe() -> None:
    game = at("assault", AIR, side="soviet", turn=9)
    declare(game, "1709", "5A", "20A", "33A")
    assert allowed(game, "luftwaffe", "German")
    act(game, "luftwaffe")
    assert refused(game, "luftwaffe", "German")  # one to a battle
    assert refused(game, "wings 5A", "Soviet")
    game = at("assault", AIR, side="soviet", turn=9, luftwaffe=3)
    declare(game, "1709", "5A", "20A", "33A")
    assert refused(game, "luftwaffe", "German")


@rule("BD 11.12c")
def test_104_zero_attack_factors() -> None:
    spots = {"3220": "FCSE 22Mtn", "3120": "1B"}
    game = at("assault", spots, "move-fight", turn=29)
    act(game, "attack 3120")
    assert kind(game) != "commit" or refused(game, "with FCSE")
    game = fought(spots, "3120", "22Mtn", "AE", turn=29, order="move-fight")
    assert place_of(game, "FCSE") == "3220"
    assert not on_map(game, "22Mtn")


# ---- 119 to 123 ----------------------------------------------------------------------------------------

OREL: Spots = {"2207": "24Pz 48Pz", "2106": "13A"}
NORTH, SOUTH = 0, 1


@rule("BD 5.6b", "BD 5.6c")
@pytest.mark.parametrize(
    ("zone", "order", "nth", "expected"),
    [
        (NORTH, "fight-move", 1, "3:1"),
        (SOUTH, "fight-move", 1, "2:1"),
        (NORTH, "move-fight", 2, "2:1"),
        (SOUTH, "fight-fight", 1, "3:1"),
        (SOUTH, "fight-fight", 2, "2:1"),
    ],
)
def test_119_the_zone_is_that_of_the_attacked_hex(zone: int, order: str, nth: int, expected: str) -> None:
    found = battle.laid(units_in(OREL), "2106", "24Pz", "48Pz", turn=9, zone=zone, order=ORDERS[order], nth=nth)
    assert battle.odds(found) == expected


@rule("BD 1.3b", "BD 1.3c", "BD 11.12a", "BD 11.12b")
def test_120_a_group_is_halved_once() -> None:
    spots = {"2604": "SF Brn Abr", "2504": "37A"}
    late: dict[str, Any] = {"turn": 24, "order": "move-fight"}
    assert attack(spots, "2504", "SF Brn Abr", **late) == 1
    assert attack(spots, "2504", "SF", **late) == 1
    assert attack(spots, "2504", "SF Brn Abr", german=["2607"], **late) == 3


@rule("BD 11.7a", "BD 11.7c")
def test_121_looking_into_stacks() -> None:
    """Calling off an attack before the odds is not played: until then nothing has been shown or paid."""
    spots = {"1609": "24Pz 9C", "1608": "21A 16A 5A"}
    game = at("assault", spots, "move-fight", turn=10, rolls=["6"])
    assert len({"21A", "16A", "5A"} & set(_known(game, "German"))) == 1
    assert {"24Pz", "9C"} <= set(_known(game, "Soviet"))
    declare(game, "1608", "24Pz")
    battle.settle(game)
    assert told(game, "result")  # it stands once the stack is known


def _known(game: Game, seat: str) -> Any:
    """The units that a seat can name."""
    return game.view(seat).known["units"]


@rule("BD 11.20c")
def test_123_panzer_groups_against_cities() -> None:
    trio = "Str 4SSPz 9C"
    assert attack({"1709": trio, "1710": "5A"}, "1710", trio, turn=27, order="move-fight") == 7
    assert attack({"1709": trio, "1708": "5A"}, "1708", trio, turn=27, order="move-fight") == 9
