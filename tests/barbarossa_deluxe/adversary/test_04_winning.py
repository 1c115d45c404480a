"""Positions on victory points and sudden death (section 4)."""

from __future__ import annotations

from typing import Any

import pytest

from barbarossa_deluxe.adversary.position import Spots, allowed, at, fought, goes, points, refused, until, winner
from barbarossa_deluxe.stage import FACTS, act, hexes, place_of
from ostfront.core.play.game import Game
from ostfront.games.barbarossa_deluxe.state import SUCCEEDED, UNDER_WAY
from rule import rule

HOME = FACTS.scenario.german & FACTS.cities


# ---- 6: Soviet units in the Reich ----------------------------------------------------------------------


@rule("BD 4.2e")
@pytest.mark.parametrize(("turn", "change"), [(5, -2), (6, 0), (1, -2)])
def test_6_occupied_hexes_of_the_reich(turn: int, change: int) -> None:
    game = at(
        "victory check", {"1717": "8A 27A", "1817": "3A", "2616": "26A"}, side="soviet", turn=turn, vp=24,
        soviet=["1717", "1817", "1818", "2616"],
    )  # fmt: skip
    assert points(game, "4.2") == change


# ---- 7: hero city --------------------------------------------------------------------------------------

# the position has 47Pz and 53C alone; the others are there to win
TULA: Spots = {"1806": "64A", "1807": "47Pz 53C 5C 6C 7C", "1907": "8C 9C 12C 13C 20C", "1905": "1C 2C 4C 10C"}
STORMERS = "47Pz 53C 5C 6C 7C 8C 9C 12C 13C 20C 1C 2C 4C 10C"


def stormed_tula() -> Game:
    return fought(TULA, "1806", STORMERS, "DE", turn=10, zone=0, hero=hexes("1806"))


@rule("BD 4.3a", "BD 4.3b")
def test_7_a_hero_city_is_worth_two() -> None:
    game = stormed_tula()
    assert points(game) == 0  # nobody has advanced
    act(game, "advance 53C")
    assert points(game) == 2
    assert not game.state.hero & hexes("1806")


@rule("BD 4.3b", "BD 4.3d")
def test_7_its_recapture_and_the_next_capture_count_one() -> None:
    game = at("movement", {"1706": "64A"}, side="soviet", turn=10, german=["1806"])
    assert goes(game, "64A", "1806")
    assert points(game) == -1
    game = at("movement", {"1807": "53C"}, turn=11)
    assert goes(game, "53C", "1806")
    assert points(game) == 1


@rule("BD 4.3c")
def test_7_a_fortress_city_costs_two() -> None:
    game = at("movement", {"2310": "38A"}, side="soviet", turn=21, german=["2311"], fortress=hexes("2311"))
    assert goes(game, "38A", "2311")
    assert points(game, "4.2") == -2


# ---- 8: the offensive of 1943 --------------------------------------------------------------------------


def judged(turn: int, held: str, before: str, die: str, offensive: int) -> int:
    """What the summer of 1943 costs: cities in the east that are German now, and were when the turn began."""
    game = at(
        "victory check", {"2207": "48Pz", "2407": "11C"} if "2207" in held else {"2407": "11C"}, turn=turn, vp=30,
        german=held.split(), owned=HOME | hexes(*before.split()), offensive=offensive, rolls=[die],
    )  # fmt: skip
    return points(game, "4.4")


@rule("BD 4.4b", "BD 4.4c")
def test_8_cities_count_and_oil_does_not() -> None:
    assert judged(18, "2207 2407", "2407", "6", 18) == 0  # Maikop is no city; what was lost in between is not seen
    assert judged(18, "2407", "2407", "5", 18) == -3
    assert judged(19, "2407", "2407", "2", 0) == -1


@rule("BD 4.4a")
def test_8_one_offensive_by_turn_19() -> None:
    spots = {"2207": "48Pz", "2407": "11C"}
    assert allowed(at("offensive", spots, turn=19), "offensive")
    assert refused(at("offensive", spots, turn=19, offensive=18), "offensive")
    assert refused(at("offensive", spots, turn=20), "offensive")


# ---- 9: Bucharest and Ploesti --------------------------------------------------------------------------


def fallen(start: str, city: str, turn: int, die: str, **more: Any) -> int:
    game = at("movement", {start: "5GT 4G"}, side="soviet", turn=turn, rolls=[die], vp=30, **more)
    assert goes(game, "5GT", city)
    return points(game, "4.2")


@rule("BD 4.7a", "BD 4.7b", "BD 4.8a")
def test_9_an_early_fall_costs_half_a_die_and_one() -> None:
    assert fallen("3113", "3114", 26, "6") == -4
    assert fallen("3113", "3114", 26, "1") == -2
    assert fallen("3014", "3015", 26, "3") == -3
    assert fallen("3014", "3015", 26, "3", ploesti_lost=True) == -1
    assert fallen("3113", "3114", 27, "6") == -1


# ---- 10: 2nd SS Panzer Corps ---------------------------------------------------------------------------


def called(place: str, *german: str) -> Game:
    game = at("German administration", {place: "2SSPz", "1502": "4A"}, turn=19, vp=30, german=german)
    return until(game, "withdraw", "order")


@rule("BD 4.10a", "BD 8.17b")
def test_10_a_corps_that_is_cut_off_stays_and_costs_a_point() -> None:
    game = called("2605", "2605")
    assert points(game) == -1
    assert place_of(game, "2SSPz") == "2605"


@rule("BD 4.10a", "BD 8.17a")
def test_10_a_corps_in_supply_leaves_or_is_bought_free() -> None:
    game = called("2605", "2605", "2607")
    assert allowed(game, "withdraw 2SSPz")
    act(game, "withdraw 2SSPz")
    assert points(game) == 0
    game = called("2605", "2605", "2607")
    act(game, "decline")
    assert points(game) == -1
    assert place_of(game, "2SSPz") == "2605"


@rule("BD 8.17a")
def test_10_a_dead_corps_leaves_free() -> None:
    game = called("dead-german")
    assert points(game) == 0
    assert place_of(game, "2SSPz") == "track"


# ---- 11 to 13: the Caucasus ----------------------------------------------------------------------------

SOUTH = ["3103", "2607", "2804", "3203", "3202"]


def at_the_edge(foot: str = "52C", panzers: str = "40Pz 57Pz", soviet: str = "2802") -> Game:
    """The movement phase of a turn that began so."""
    spots = {"3203": foot, "3202": panzers, soviet: "51A"}
    ready = at("begin", spots, turn=11, german=SOUTH).state.expedition_ready
    game = at("movement", spots, turn=11, german=SOUTH, expedition_ready=ready)
    act(game, "done")
    return game


@rule("BD 4.11a", "BD 4.11b")
@pytest.mark.parametrize("foot", ["52C", "49Mtn"])
def test_11_three_corps_leave_for_the_oil(foot: str) -> None:
    game = at_the_edge(foot)
    for unit in (foot, "40Pz", "57Pz"):
        assert allowed(game, f"send {unit}")
        act(game, f"send {unit}")
    assert place_of(game, foot) == "caucasus"


@rule("BD 4.11a", "BD 4.11b")
def test_11_not_with_an_army_next_to_rostov_nor_with_another_force() -> None:
    assert refused(at_the_edge(soviet="2803"), "send 52C")
    assert refused(at_the_edge(panzers="40Pz"), "send 52C")
    assert refused(at_the_edge(foot="3R"), "send 40Pz")


def launched(box: str) -> Game:
    spots = {"3203": "52C", "3202": "40Pz 57Pz", "1606": "5A 16A", "2105": "13A", "1708": "1G"}
    game = at("movement", spots | ({"rvgk": box} if box else {}), turn=11, german=SOUTH, expedition_ready=True)
    act(game, "done", "send 52C", "send 40Pz", "send 57Pz")
    return game


@rule("BD 4.12a")
def test_12_four_rifle_armies_answer() -> None:
    game = launched("66A")
    assert refused(game, "withdraw 1G")
    for army in ("5A", "16A", "13A", "66A"):
        assert allowed(game, f"withdraw {army}")
        act(game, f"withdraw {army}")
    assert winner(game) is None


@rule("BD 4.12b")
def test_12_three_are_not_enough() -> None:
    assert winner(launched("")) == "german"


def oil(spots: Spots, dice: str, expedition: int = UNDER_WAY) -> int:
    spots = {**spots, "caucasus": "52C 40Pz 57Pz"}
    held = ["2501", "2607", "2804"]
    return points(
        at("victory check", spots, turn=12, vp=30, german=held, expedition=expedition, rolls=[dice]), "4.13"
    )


@rule("BD 4.13a", "BD 4.13b", "BD 4.13c", "BD 4.13d")
def test_13_the_breakthrough() -> None:
    cut = dict(
        zip(("2402", "2502", "2602", "2601", "2401", "2500"), ("5A", "6A", "8A", "9A", "10A", "12A"), strict=True)
    )
    assert oil({"2501": "51C"}, "5 3") == 3
    assert oil({"2501": "51C", **cut}, "5 3") == 0
    assert oil({"2501": "51C"}, "1", SUCCEEDED) == 1


@rule("BD 4.13e")
def test_13_the_fall_of_rostov_ends_it_and_the_oil_is_kept() -> None:
    spots = {"caucasus": "52C 40Pz 57Pz", "2803": "51A"}
    game = at("movement", spots, side="soviet", turn=13, german=["2607", "2804"], expedition=SUCCEEDED, vp=33)
    assert goes(game, "51A", "2804")
    assert {place_of(game, unit) for unit in ("52C", "40Pz", "57Pz")} == {"dead-german"}
    assert points(game) == -1  # the city


# ---- 14, 15: checks, Moscow ----------------------------------------------------------------------------


@rule("BD 4.14a", "BD 4.14b", "BD 4.2e")
@pytest.mark.parametrize(
    ("turn", "reich", "vp", "wins"),
    [
        (3, True, 22, None),
        (3, False, 22, "german"),
        (2, False, 22, None),
        (3, True, 14, "soviet"),
        (3, False, 20, None),
    ],
)
def test_14_the_check(turn: int, reich: bool, vp: int, wins: str | None) -> None:
    spots = {"1709": "24Pz"} | ({"2416": "6A"} if reich else {})
    assert winner(at("victory check", spots, turn=turn, vp=vp)) == wins


@rule("BD 4.14d")
def test_14_the_middle_of_a_turn_decides_nothing() -> None:
    game = at("movement", {"1709": "24Pz"}, turn=3, vp=30, rolls=["1"])
    assert goes(game, "24Pz", "1710")
    assert game.state.vp == 31
    assert winner(game) is None


# the position has 46Pz, 57Pz and 9C alone; the others are there to win
MOSCOW: Spots = {"1606": "16A", "1607": "46Pz 57Pz 9C 5C 6C", "1506": "7C 8C 12C 13C 20C", "1706": "1C 2C 4C 10C 11C"}
ALL_IN = "46Pz 57Pz 9C 5C 6C 7C 8C 12C 13C 20C 1C 2C 4C 10C 11C"


def stormed_moscow(die: str, german: str) -> Game:
    battle = fought(MOSCOW, "1606", ALL_IN, "DE", turn=5, paused=True, hero=hexes("1606"), german=german.split())
    battle.scripted = [("", int(die))]
    act(battle, "advance 9C")
    return battle


@rule("BD 4.15a", "BD 4.14c")
@pytest.mark.parametrize(
    ("die", "german", "wins"),
    [("2", "2311 1011", "german"), ("3", "2311", None), ("3", "1011", "german"), ("1", "2311", None)],
)
def test_15_moscow_falls(die: str, german: str, wins: str | None) -> None:
    game = stormed_moscow(die, german)
    assert winner(game) == wins
    assert points(game) == 2


@rule("BD 4.15b")
def test_15_it_is_rolled_for_once() -> None:
    game = at("movement", {"1607": "46Pz"}, turn=9, german=["2311", "1011"], moscow_rolled=True, rolls=["6"])
    assert goes(game, "46Pz", "1606")
    assert (points(game), winner(game)) == (1, None)


# ---- 16, 17: the Baltic states and the Dnepr ------------------------------------------------------------


def entered(unit: str, start: str, goal: str, turn: int, *german: str) -> Game:
    game = at("movement", {start: unit}, side="soviet", turn=turn, german=german, vp=30)
    assert goes(game, unit, goal)
    return game


@rule("BD 4.5")
def test_16_the_last_hex_of_the_baltic_states() -> None:
    assert points(entered("1Sh", "1416", "1316", 14, "1316", "2311"), "4.5") == -3
    assert points(entered("1Sh", "1416", "1316", 13, "1316", "2311"), "4.5") == 0
    assert points(at("begin", {"1316": "1Sh"}, turn=14, vp=30), "4.5") == -3
    game = at("movement", {"1415": "26C"}, turn=15, baltic_lost=True, vp=30)
    assert goes(game, "26C", "1316")
    assert points(game, "4.5") == 0


@rule("BD 4.6")
def test_17_the_last_hex_of_the_dnepr() -> None:
    assert points(entered("38A", "2313", "2312", 15, "2312", "1316"), "4.6") == -1
    assert points(entered("38A", "2313", "2312", 15, "2312", "2908", "1316"), "4.6") == 0
    assert points(entered("38A", "2313", "2312", 12, "2312", "1316"), "4.6") == 0
    assert points(entered("38A", "2313", "2312", 15, "2312", "2810", "1316")) == -1
