"""A second reader's positions on supply (section 7)."""

from __future__ import annotations

from typing import Any

import pytest

from barbarossa_deluxe.adversary.position import (
    Spots,
    at,
    attack,
    defence,
    depots,
    factor,
    goes,
    odds,
    ring,
)  # fmt: skip
from barbarossa_deluxe.logistics import FULL, HALF, factors, germans, soviets, state_of
from barbarossa_deluxe.stage import hexes
from ostfront.games.barbarossa_deluxe.rules import supply
from rule import rule


def ringed(place: str, side: str = "german", *open_: str) -> dict[str, str]:
    """Enemies all around a hex but for some."""
    holders = soviets if side == "german" else germans
    return {there: unit for unit, there in holders(*(spot for spot in ring(place) if spot not in open_)).items()}


def held(spots: Spots, unit: str, **more: Any) -> int:
    return state_of(at("movement", spots, **more), unit)


# ---- 241 to 243: sources, areas, sheets -----------------------------------------------------------------


@rule("BD 7.3a", "BD 7.3c", "BD 7.15")
def test_241_the_western_edge() -> None:
    assert held({"1724": "9C", **ringed("1724")}, "9C", turn=28) == supply.OVERLAND  # it is its own source
    assert held({"1818": "9C"}, "9C", turn=28, soviet=["1724", "1824", "1924", "2024", "2124"]) == supply.OVERLAND
    occupied = {"1724": "5A", "1824": "6A", "1924": "8A", "2024": "9A", "2124": "10A", "2121": "9C"}
    assert held(occupied, "9C", turn=28) == supply.OUT
    assert held({**occupied, "2221": "8C"}, "8C", turn=28) == supply.OVERLAND
    belgrade = {"3220": "22Mtn", **ringed("3220")}
    assert held(belgrade, "22Mtn", turn=29) == supply.OUT  # the south edge is no source


@rule("BD 7.15")
def test_242_the_boundary_for_both_sides() -> None:
    assert (
        held({"2208": "40A", **ringed("2208", "soviet", "2107", "2108")}, "40A", side="soviet", turn=9) == supply.OUT
    )
    assert (
        held({"2107": "40A", **ringed("2107", "soviet", "2207", "2208")}, "40A", side="soviet", turn=9) == supply.OUT
    )
    assert held({"2107": "9C", **ringed("2107", "german", "2207", "2208")}, "9C", turn=9) == supply.OUT


@rule("BD 7.9a", "BD 7.9b")
def test_243_soviet_sources() -> None:
    for place, found in (
        ("2600", supply.OVERLAND),
        ("2700", supply.OUT),
        ("3000", supply.OUT),
        ("3100", supply.OVERLAND),
    ):
        spots = {place: "5A", **ringed(place, "soviet")}
        assert held(spots, "5A", side="soviet", turn=12) == found, place


# ---- 244 to 246: the south ------------------------------------------------------------------------------


@rule("BD 7.4a", "BD 7.4b")
@pytest.mark.parametrize(
    ("place", "german", "found"),
    [
        ("2605", "", supply.OUT),
        ("2605", "2607", supply.OVERLAND),
        ("2804", "2607", supply.OVERLAND),
        ("2804", "", supply.OUT),
        ("2903", "2607", supply.OUT),
        ("2903", "2607 2804", supply.OVERLAND),
        ("2903", "2804", supply.OUT),
        ("2704", "2607", supply.OVERLAND),
        ("2707", "", supply.OVERLAND),
        ("2607", "", supply.OVERLAND),
        ("2205", "", supply.OVERLAND),
        ("2204", "", supply.OUT),
    ],
)
def test_244_who_needs_which_city(place: str, german: str, found: int) -> None:
    assert held({place: "9C"}, "9C", turn=12, zone=1, german=german.split()) == found
    assert held({place: "3R"}, "3R", turn=12, zone=1, german=german.split()) == found


@rule("BD 7.4a")
def test_245_a_city_that_is_german_but_cut_off() -> None:
    spots = {"2605": "9C", **ringed("2607", "german", "2606", "2707")}
    assert held(spots, "9C", turn=12, zone=1, german=["2607"]) == supply.OVERLAND
    spots |= {"2707": "51A"}  # in and out by 2606, and around in the north
    assert held(spots, "9C", turn=12, zone=1, german=["2607"]) == supply.OVERLAND
    spots |= {"2606": "57A"}
    assert held(spots, "9C", turn=12, zone=1, german=["2607"]) == supply.OUT


@rule("BD 7.5a", "BD 7.5b", "BD 7.16b")
@pytest.mark.parametrize(
    ("place", "german", "found"),
    [
        ("2806", "3105 3106", supply.COASTAL),
        ("2806", "3106", supply.OUT),
        ("2908", "", supply.COASTAL),
        ("2907", "", supply.OUT),
        ("3107", "", supply.COASTAL),
        ("3204", "", supply.COASTAL),
    ],
)
def test_246_two_seas(place: str, german: str, found: int) -> None:
    game = at("movement", {place: "48Pz"}, turn=12, zone=1, german=german.split())
    assert state_of(game, "48Pz") == found
    assert factors(game, "48Pz") == ((2, 1, True, False) if found == supply.COASTAL else HALF)


# ---- 247 to 249: garrisons, the airlift -----------------------------------------------------------------


@rule("BD 7.6a", "BD 7.6b", "BD 7.6c", "BD 9.5")
@pytest.mark.parametrize(
    ("place", "may"),
    [
        ("2117", True),
        ("2820", True),
        ("2320", True),
        ("2722", True),
        ("3114", False),
        ("3220", False),
        ("2311", False),
    ],
)
def test_247_fortresses(place: str, may: bool) -> None:
    spots = {place: "4SSPz", **ringed(place)}
    game = at("movement", spots, turn=28, fortress=hexes(place), german=[place])
    assert state_of(game, "4SSPz") == (supply.GARRISON if may else supply.OUT)
    assert factors(game, "4SSPz") == (FULL if may else HALF)


@rule("BD 7.6a")
def test_248_a_hungarian_garrison() -> None:
    spots = {"2820": "3H", **ringed("2820")}
    target = ring("2820")[0]
    assert attack(spots, target, "3H", turn=28, order="move-fight", fortress=hexes("2820")) == 2
    assert attack(spots, target, "3H", turn=28, order="move-fight") == 1


@rule("BD 7.7b", "BD 7.7d")
def test_249_the_airlift() -> None:
    spots = {"2311": "48Pz 9C", **ringed("2311")}
    game = at("movement", spots, turn=10, zone=1, airlift=hexes("2311").bit_length() - 1)
    assert factors(game, "48Pz") == (2, 1, True, False)
    assert defence(spots, "2311", spots["2312"], side="soviet", turn=10, airlift=hexes("2311").bit_length() - 1) == 7
    end = at("end of turn", spots, turn=6, vp=24, airlift_from=6, airlift_used=True, rolls=["3"])
    assert end.state.airlift_from == 9


# ---- 250 to 253: Soviet attacks -------------------------------------------------------------------------


@rule("BD 7.9c", "BD 7.10a", "BD 7.11a")
@pytest.mark.parametrize(
    ("turn", "marker", "number", "expected"),
    [(6, "", 0, 6), (7, "", 0, 3), (7, "1704", 0, 6), (7, "1703", 0, 3), (14, "1705", 1, 6), (14, "1704", 1, 3),
     (17, "1706", 2, 6), (17, "1705", 2, 3)],
)  # fmt: skip
def test_250_ranges(turn: int, marker: str, number: int, expected: int) -> None:
    """The attack comes from 1708; markers A, B and C reach 4, 3 and 2 hexes."""
    none = depots()[0]
    placed = [none] * 3
    if marker:
        placed[number] = depots(marker)[0]
    spots = {"1708": "5A 16A", "1709": "9C"}
    assert attack(spots, "1709", "5A 16A", side="soviet", turn=turn, depots=tuple(placed)) == expected
    game = at("movement", spots, side="soviet", turn=turn)
    assert factors(game, "5A")[1:3] == (1, False)


@rule("BD 7.22d", "BD 1.3b", "BD 1.3c")
def test_251_quarters() -> None:
    red: dict[str, Any] = {"side": "soviet", "turn": 8}
    spots = {"1709": "5A 16A 20A 24A", **ringed("1709", "soviet")}
    target = "1710"
    assert attack(spots, target, "5A", **red) == 1
    assert attack(spots, target, "5A 16A", **red) == 1
    assert attack(spots, target, "5A 16A 20A 24A", **red) == 3
    assert defence(spots, "1709", spots["1710"], turn=8) == 6
    assert attack({**spots, "1709": "5A", "1611": "55A"}, target, "5A 55A", **red) == 2  # a quarter and a half


@rule("BD 7.22c", "BD 8.30c")
def test_252_cavalry_always() -> None:
    spots = {"1909": "DVCG 5A", **ringed("1909", "soviet")}
    assert attack(spots, "1910", "DVCG", side="soviet", turn=8) == 1
    assert attack(spots, "1910", "DVCG 5A", side="soviet", turn=8) == 2


@rule("BD 7.21a", "BD 7.21b")
def test_253_moscow_cut_off_after_its_recapture() -> None:
    spots = {"1606": "16A", **ringed("1606", "soviet")}
    assert at("begin", spots, turn=11, depots_barred=True).state.depots_barred
    assert not at("begin", {"1606": "16A"}, turn=11, depots_barred=True).state.depots_barred
    assert not at("begin", {"2117": "9C"}, turn=6, german=["1606"]).state.depots_barred


# ---- 254, 255: lines ------------------------------------------------------------------------------------


@rule("BD 7.20c", "BD 7.20b", "BD 7.20a")
def test_254_works_across_a_line() -> None:
    gap = {"1816": "5A", **ringed("1816", "soviet", "1815")}
    assert held(gap, "5A", side="soviet", turn=20) == supply.OVERLAND
    assert held(gap, "5A", side="soviet", turn=20, wall=hexes("1815")) == supply.OUT
    area: dict[str, Any] = {"turn": 20, "area": hexes("2207").bit_length() - 1, "area_since": 16}
    pocket = {"2306": "9C", **ringed("2306", "german", "2206", "2307")}
    assert held(pocket, "9C", turn=20) == supply.OVERLAND
    assert held({**pocket, "2307": "30A"}, "9C", **area) == supply.OUT


@rule("BD 7.17a", "BD 7.18")
def test_255_halved_for_the_whole_phase() -> None:
    spots = {"2605": "48Pz", "2606": ""}
    assert factor(spots, "48Pz", turn=10, zone=1) == 4
    game = at("movement", {"2605": "48Pz", "2604": "3Pz"}, turn=10, zone=1)
    assert goes(game, "48Pz", "2606", "2607")  # it takes the city that would have fed it
    assert game.state.german & hexes("2607")
    assert goes(game, "3Pz", "2605", "2505", "2406", "2306", "2206")


@rule("BD 7.14c", "BD 7.14b")
def test_256_lakes() -> None:
    ladoga = {"1011": "23A", "1111": "50C", "1110": "28C"}
    assert held(ladoga, "23A", side="soviet", turn=8) == supply.OVERLAND
    assert held({**ladoga, "1009": "26C", "1109": "1C"}, "23A", side="soviet", turn=8) == supply.OUT
    assert held({**ladoga, "1109": "1C"}, "23A", side="soviet", turn=8) == supply.OVERLAND
    haff = {"1717": "26C", "1716": "5A", "1617": "6A", "1818": "8A"}
    assert held(haff, "26C", turn=31) == supply.OVERLAND
    assert held({**haff, "1817": "9A"}, "26C", turn=31) == supply.COASTAL


@rule("BD 7.10b", "BD 7.16b")
def test_257_odds_of_a_pocket() -> None:
    spots = {"1709": "5A", **ringed("1709", "soviet")}
    assert odds(spots, "1710", "5A", side="soviet", turn=6, order="move-fight") == "1:6"
