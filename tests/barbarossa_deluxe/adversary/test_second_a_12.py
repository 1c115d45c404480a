"""A second reader's positions of the scenarios (sections 12 to 15)."""

from __future__ import annotations

from typing import Any

import pytest

from barbarossa_deluxe.adversary.position import (
    Spots,
    allowed,
    at,
    attack,
    factor,
    goes,
    odds,
    points,
    refused,
    ring,
    until,
    winner,
)  # fmt: skip
from barbarossa_deluxe.adversary.test_08_support import supporting
from barbarossa_deluxe.adversary.test_12_scenarios import announced, begun_with
from barbarossa_deluxe.battle import declare, kind
from barbarossa_deluxe.logistics import germans, soviets
from barbarossa_deluxe.stage import FACTS, act, asked, hexes, place_of, units
from ostfront import games
from ostfront.core.play.chance import Seeded
from ostfront.core.play.game import Game
from ostfront.games.barbarossa_deluxe.rules import losses
from ostfront.games.barbarossa_deluxe.state import UNDER_WAY
from rule import rule

GAME = "barbarossa-deluxe"
BACK: dict[str, Any] = {"scenario": "road-back"}


def begun(scenario: str) -> Game:
    return Game.started(games.rules(GAME, scenario), Seeded.of(scenario))


# ---- 301 to 306: The Road Back --------------------------------------------------------------------------


@rule("BD 12.3a", "BD 12.6", "BD 12.9", "BD 12.10a", "BD 12.11", "BD 12.12")
def test_301_how_it_begins() -> None:
    game = begun("road-back")
    state, roster = game.state, FACTS.roster.index
    assert (state.vp, state.turn, state.hero_left, state.fortress_anywhere) == (33, 13, 0, 0)
    assert state.hero == hexes("1606", "1011", "1806")
    assert state.fortress == hexes("2501")
    assert {
        unit for unit in ("40Pz", "57Pz", "52C", "9A", "37A", "44A", "46A") if place_of(game, unit) != "caucasus"
    } == set()
    assert {unit for unit in ("2T", "4T", "12A", "63A") if place_of(game, unit) != "dead-soviet"} == set()
    assert {place_of(game, unit) for unit in ("2G", "5Sh")} == {"rvgk"}
    assert {state.due[roster[unit]] for unit in ("19A", "26A", "32A")} == {27}


@rule("BD 4.13e", "BD 12.9")
@pytest.mark.parametrize("scenario", ["road-back", "grand-campaign"])
def test_302_rostov_falls(scenario: str) -> None:
    box = "52C 40Pz 57Pz"
    spots = {"caucasus": box, "2703": "51A"}
    game = at("movement", spots, side="soviet", turn=14, scenario=scenario, german=["2804", "2607", "2703"],
              expedition=UNDER_WAY, vp=33)  # fmt: skip
    assert goes(game, "51A", "2804")
    assert {place_of(game, unit) for unit in box.split()} == {"dead-german"}


@rule("BD 12.3c", "BD 4.13a")
def test_303_the_first_roll_is_that_of_turn_14() -> None:
    spots = {"caucasus": "52C 40Pz 57Pz", "2205": "9C"}
    for turn, change in ((13, 0), (14, 4)):
        game = at("victory check", spots, turn=turn, vp=33, expedition=UNDER_WAY, rolls=["6 4"], **BACK)
        assert points(game, "4.13") == change


@rule("BD 12.8a", "BD 12.8b")
@pytest.mark.parametrize(
    ("place", "target", "may"), [("2206", "2106", True), ("2105", "2206", False), ("2204", "2205", True)]
)
def test_304_who_attacks_on_turn_13(place: str, target: str, may: bool) -> None:
    """The attackers must start in the south; a target may lie in the north."""
    spots = {place: "13A 48A", target: "9C"}
    game = at("assault", spots, side="soviet", turn=13, **BACK)
    found = kind(game) == "assault" and allowed(game, f"attack {target}")
    assert found == may


@rule("BD 12.7a", "BD 12.7b", "BD 12.7c")
def test_305_fortress_stalingrad() -> None:
    cut = {place: army for army, place in soviets(*ring("2501")).items()}
    spots = {"2501": "51C 14Pz", **cut}
    assert at("begin", spots, turn=14, vp=30, **BACK).state.stalingrad_bound == units("51C", "14Pz")
    held = at("special phase", {"2501": "51C", "2320": "9C"}, turn=14, vp=30, stalingrad_bound=units("51C"), **BACK)
    assert kind(held) != "transfer" or refused(held, "transfer 51C")
    assert points(at("victory check", {"2320": "9C"}, turn=15, vp=27, german=["2501"], **BACK), "12.7") == 2
    assert points(at("victory check", {"2320": "9C"}, turn=20, vp=22, german=["2501"], **BACK), "12.7") == 2
    assert points(at("victory check", {"2320": "9C"}, turn=20, vp=22, soviet=["2501"], **BACK), "12.7") == 0


@rule("BD 12.13a", "BD 12.13b")
def test_306_the_siege_ends_by_death() -> None:
    game = at("movement", {"1011": "23A", "1111": "50C", "1009": "2Sh"}, turn=16, siege=True, vp=27, **BACK)
    losses.eliminate(game, units("50C"))
    assert points(game, "12.13") == -1


# ---- 307 to 310: Blue and Kremlin ------------------------------------------------------------------------


def blue(spots: Spots, german: str = "", soviet: str = "") -> str | None:
    start = begun_with("blue-kremlin")
    game = at("victory check", spots, scenario="blue-kremlin", turn=13, german=german.split(), soviet=soviet.split(),
              start_cities=start)  # fmt: skip
    return winner(game)


@rule("BD 13.4a", "BD 13.4b", "BD 13.4d")
@pytest.mark.parametrize(
    ("german", "soviet", "wins"),
    [
        ("1011 1606", "", "german"),
        ("1011", "", "soviet"),
        ("1606 2501", "", "german"),
        ("1011 1606 2501", "2407", "soviet"),
        ("1011 1606", "3015", "german"),  # an oil field is no city
        ("1011 1606", "2419", "german"),
        ("2311 1806", "", "soviet"),
        ("1405 1806 2501", "", "soviet"),
    ],
)
def test_307_two_of_three(german: str, soviet: str, wins: str) -> None:
    assert blue({"2320": "9C"}, german, soviet) == wins


@rule("BD 13.9a", "BD 13.9b", "BD 7.15")
@pytest.mark.parametrize(
    ("attacker", "target", "turn", "may"),
    [("2208", "2209", 9, True), ("2107", "2207", 9, False), ("2107", "2106", 9, False), ("2306", "2305", 10, False),
     ("2106", "2206", 9, True)],
)  # fmt: skip
def test_308_who_may_step_back(attacker: str, target: str, turn: int, may: bool) -> None:
    assert announced({attacker: "40Pz 17C", target: "38A"}, target, "40Pz", turn) == may


@rule("BD 13.8", "BD 13.7c", "BD 10.22b")
def test_309_the_zone_comes_before_the_set_up() -> None:
    game = begun("blue-kremlin")
    assert asked(game) == [("German", "zone")]
    act(game, "north")
    assert game.state.zone == 0


@rule("BD 13.6b", "BD 13.6c", "BD 13.5")
def test_310_what_is_there() -> None:
    game = begun("blue-kremlin")
    assert {place_of(game, unit) for unit in ("2Sh", "51A", "57A")} == {"dead-soviet"}
    assert {place_of(game, unit) for unit in ("5Sh", "66A")} == {"rvgk"}
    assert (place_of(game, "ICA"), place_of(game, "44A")) != ("2911", "rvgk")
    assert game.state.hero == hexes("1011", "1606", "1806")
    spots = {"2407": "9C", "2406": "38A"}
    after = at("begin", spots, scenario="blue-kremlin", turn=10)
    assert winner(after) is None


# ---- 311 to 315: Citadel and the Gambit ------------------------------------------------------------------


@rule("BD 14.2", "BD 14.3")
def test_311_it_begins_with_the_soviet_phases() -> None:
    spots = {"2206": "13A 48A", "1709": "9C", "rvgk": "16A"}
    game = at("second player turn", spots, side="soviet", scenario="citadel", turn=19)
    until(game, "order", "reserve")
    assert asked(game) == [("Soviet", "order")]
    assert refused(game, "fight-fight")
    act(game, "fight-move")
    until(game, "assault", "move", "reserve")
    assert kind(game) != "reserve"


def citadel(spots: Spots, soviet: str, german: str = "", turn: int = 22) -> str | None:
    start = begun_with("citadel")
    return winner(
        at("victory check", spots, scenario="citadel", turn=turn, soviet=soviet.split(), german=german.split(),
           start_cities=start)
    )  # fmt: skip


SEVEN = "2407 2605 2607 2311 1710 1813 1714"


@rule("BD 14.4a", "BD 14.4b", "BD 14.4c", "BD 14.4d")
@pytest.mark.parametrize(
    ("spots", "soviet", "german", "wins"),
    [
        ({"3105": "5C", "2708": "9C"}, SEVEN, "", "soviet"),
        ({"3105": "5C", "2608": "9C"}, "2407 2605 2607 2311 1710 1813", "", "german"),
        ({"2608": "9C"}, "2407 2605 2311 1710 1813 1714", "", "soviet"),  # six and the Taman
        ({"3105": "5C"}, "2407 2605 2311 1710 1813 1714", "", "soviet"),  # six and the Dnepr
        ({"3105": "5C", "2312": "9C"}, "2407 2605 2607 1710 1813 1714", "", "soviet"),  # north of Kiev's south
        ({"1111": "9C"}, SEVEN, "", "german"),
        ({"2708": "9C"}, SEVEN, "2207", "german"),
        ({"2708": "9C", "2207": "8C"}, SEVEN, "", "german"),
    ],
)
def test_312_seven_cities(spots: Spots, soviet: str, german: str, wins: str) -> None:
    assert citadel(spots, soviet, german) == wins


def gambit(german: str = "", soviet: str = "", kills: int = 0, spots: Spots | None = None) -> str | None:
    start = begun_with("gambit")
    return winner(
        at("victory check", spots or {"2320": "9C", "1502": "5A"}, scenario="gambit", turn=20, german=german.split(),
           soviet=soviet.split(), start_cities=start, killed_unsupplied=kills)
    )  # fmt: skip


@rule("BD 14.10a", "BD 14.10b", "BD 14.10d")
@pytest.mark.parametrize(
    ("german", "soviet", "kills", "wins"),
    [
        ("2207", "", 0, "german"),
        ("3103", "", 0, "soviet"),
        ("", "2419", 5, "german"),
        ("", "2407", 10, "soviet"),
        ("2501", "", 0, "soviet"),  # Stalingrad beyond a way to Dnepropetrovsk that is Soviet: no supply
        ("", "", 4, "soviet"),
    ],
)
def test_313_one_more_city(german: str, soviet: str, kills: int, wins: str) -> None:
    spots = {"2320": "9C", "1502": "5A"}
    if german == "2501":
        spots |= {place: army for army, place in soviets(*ring("2501")).items()}
    assert gambit(german, soviet, kills, spots) == wins


@rule("BD 14.10b", "BD 7.8")
@pytest.mark.parametrize(("hero", "count"), [(False, 1), (True, 0)])
def test_314_dead_in_a_pocket(hero: bool, count: int) -> None:
    cut = {place: corps for corps, place in germans(*ring("1806")).items()}
    game = at("movement", {"1806": "5A", **cut}, scenario="gambit", turn=19, hero=hexes("1806") if hero else 0)
    losses.eliminate(game, units("5A"))
    assert game.state.killed_unsupplied == count


@rule("BD 14.11", "BD 14.9c", "BD 8.17c")
def test_315_the_germans_of_the_gambit() -> None:
    more: dict[str, Any] = {"scenario": "gambit"}
    game = at("German administration", {"dead-german": "3Pz 14Pz 5C 6C 7C"}, turn=20, **more)
    for unit in ("3Pz", "14Pz", "5C", "6C"):
        act(game, f"rebuild {unit}", "at 2320")
    assert refused(game, "rebuild 7C")
    game = until(at("German administration", {"2117": "2SSPz"}, turn=19, **more), "withdraw", "order")
    assert place_of(game, "2SSPz") == "2117"


# ---- 316 to 320: What If ---------------------------------------------------------------------------------

WHAT_IF: dict[str, Any] = {"scenario": "what-if"}
BUG: Spots = {"2115": "4A 5A", "2116": "12C"}


@rule("BD 15.6b", "BD 15.7a")
@pytest.mark.parametrize("turn", [9, 13, 14])
def test_316_factors_of_every_turn(turn: int) -> None:
    assert factor({"2320": "3Pz"}, "3Pz", turn=turn, zone=1, **WHAT_IF) == 10
    assert factor({"2320": "9C"}, "9C", turn=turn, zone=1, **WHAT_IF) == 5
    assert factor({"1606": "3T"}, "3T", side="soviet", turn=turn, **WHAT_IF) == 8
    assert factor({"1606": "5A"}, "5A", side="soviet", turn=turn, **WHAT_IF) == 4
    for used, may in ((2, True), (3, False)):
        game = at("assault", BUG, side="soviet", turn=turn, luftwaffe=used, **WHAT_IF)
        declare(game, "2116", "4A", "5A")
        assert allowed(game, "luftwaffe", "German") == may


@rule("BD 15.6a", "BD 8.12c")
def test_317_one_more_of_each() -> None:
    dead = {"dead-german": "3Pz 14Pz 24Pz 5C 6C 7C"}
    assert refused(at("German administration", dead, turn=9, **WHAT_IF), "rebuild 5C")
    game = at("German administration", dead, turn=10, zone=1, **WHAT_IF)
    for unit in ("3Pz", "14Pz", "5C", "6C"):
        act(game, f"rebuild {unit}", "at 2023")
    assert refused(game, "rebuild 7C")
    assert refused(game, "rebuild 24Pz")


@rule("BD 15.4a", "BD 15.4b", "BD 15.4c")
@pytest.mark.parametrize(
    ("german", "soviet", "wins"),
    [
        ("", "2419", "soviet"),
        ("", "2320", "soviet"),
        ("", "3015", ""),  # oil is no city
        ("1714", "2320", ""),
        ("1714", "", "german"),
        ("1714", "2419", ""),
        ("3103", "", ""),
        ("1714", "2922", "german"),
        ("", "", ""),
    ],
)
def test_318_east_and_west(german: str, soviet: str, wins: str) -> None:
    game = at("victory check", {"2117": "9C"}, turn=14, german=german.split(), soviet=soviet.split(),
              start_cities=begun_with("what-if"), **WHAT_IF)  # fmt: skip
    assert winner(game) == wins


@rule("BD 15.8e", "BD 15.8h", "BD 5.7b", "BD 15.3b")
def test_319_soviet_means() -> None:
    spots = {"2015": "3Sh 1Sh", "2016": "12C"}
    assert attack(spots, "2016", "3Sh 1Sh", side="soviet", turn=14, **WHAT_IF) == 12
    assert attack(spots, "2016", "3Sh 1Sh", side="soviet", turn=14, order="move-fight", **WHAT_IF) == 6
    game = supporting(spots, "2016", "3Sh 1Sh", turn=10, **WHAT_IF)
    assert allowed(game, "airborne")
    game = supporting(spots, "2016", "3Sh 1Sh", turn=10, airborne_years=(1942,), **WHAT_IF)
    assert refused(game, "airborne")
    for side in ("german", "soviet"):
        assert allowed(at("order", BUG, side=side, turn=14, zone=1, **WHAT_IF), "move-fight")
        assert allowed(at("order", BUG, side=side, turn=14, zone=1, **WHAT_IF), "fight-fight")
    cut = {place: corps for corps, place in germans(*ring("1909")).items()}
    assert attack({**cut, "1909": "4A 5A 6A 8A"}, "1910", "4A 5A 6A 8A", side="soviet", turn=9, **WHAT_IF) == 6


@rule("BD 15.8a", "BD 15.8c", "BD 15.8f")
def test_320_who_is_there() -> None:
    game = begun("what-if")
    state, roster = game.state, FACTS.roster.index
    for unit in ("8It", "Ho", "FP", "GM", "GS"):
        assert place_of(game, unit) not in ("track",), unit
        assert not state.on_map >> roster[unit] & 1
    for unit in ("2SSPz", "502TB", "503TB"):
        assert state.due[roster[unit]] == 14
    assert odds({"2016": "39Pz 57Pz", "2015": "5A"}, "2015", "39Pz 57Pz", turn=9, zone=0, **WHAT_IF) == "3:1"
    leaving = at("Soviet administration", {"1606": "5A"}, side="soviet", turn=14, **WHAT_IF)
    assert kind(leaving) != "withdraw"


# ---- 321: an expedition where points do not count ---------------------------------------------------------

OIL: Spots = {"3203": "52C", "3202": "40Pz 57Pz"}


def launched(scenario: str, turn: int, armies: str) -> Game:
    held = ["3103", "2607", "2804", "3203", "3202"]
    spots = {**OIL, "1606": armies}
    game = at("movement", spots, scenario=scenario, turn=turn, german=held, expedition_ready=True, zone=1, vp=30)
    act(game, "done", "send 52C", "send 40Pz", "send 57Pz")
    return game


@rule("BD 13.4d", "BD 4.12a", "BD 4.12b")
@pytest.mark.parametrize(("scenario", "turn"), [("citadel", 20), ("gambit", 19), ("what-if", 12)])
def test_321_the_armies_go_but_nobody_wins_by_them(scenario: str, turn: int) -> None:
    """14.4, 14.10 and 15.4 say how these games end; the answer itself is a rule of the campaign that holds."""
    game = launched(scenario, turn, "5A 16A 20A 24A")
    assert refused(game, "refuse")
    act(game, "withdraw 5A", "withdraw 16A", "withdraw 20A", "withdraw 24A")
    assert winner(game) is None
    few = launched(scenario, turn, "5A 16A 3Sh")
    act(few, "withdraw 5A", "withdraw 16A")
    assert winner(few) is None
    assert kind(few) != "response"
    assert (place_of(few, "5A"), place_of(few, "3Sh")) == ("caucasus", "1606")


@rule("BD 4.12b")
@pytest.mark.parametrize(("scenario", "turn"), [("blue-kremlin", 12), ("road-back", 20), ("grand-campaign", 12)])
def test_321_elsewhere_three_are_not_enough(scenario: str, turn: int) -> None:
    assert winner(launched(scenario, turn, "5A 16A 20A 3Sh")) == "german"
    assert allowed(launched(scenario, turn, "5A 16A 20A 24A"), "refuse")
