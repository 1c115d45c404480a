"""A second reader's positions on units that come and go (section 8)."""

from __future__ import annotations

from typing import Any

import pytest

from barbarossa_deluxe import battle
from barbarossa_deluxe.adversary.position import (
    Spots,
    allowed,
    at,
    depots,
    fought,
    goes,
    killed,
    odds,
    plan,
    refused,
    ring,
    until,
)  # fmt: skip
from barbarossa_deluxe.adversary.test_08_arrivals import arriving, comes, rides
from barbarossa_deluxe.adversary.test_08_support import supporting
from barbarossa_deluxe.battle import on_map, results
from barbarossa_deluxe.logistics import germans, soviets
from barbarossa_deluxe.stage import FACTS, act, asked, hexes, place_of, units
from ostfront.core.play.game import Game
from ostfront.games.barbarossa_deluxe.rules import losses
from rule import rule


def due(game: Game, unit: str) -> int:
    found: int = game.state.due[FACTS.roster.index[unit]]
    return found


# ---- 261 to 264: arrivals ------------------------------------------------------------------------------


@rule("BD 8.1e")
@pytest.mark.parametrize(
    ("place", "may"),
    [("3100", True), ("3200", True), ("2600", True), ("2700", False), ("3000", False), ("1606", True),
     ("2804", True), ("3103", False), ("1714", False)],
)  # fmt: skip
def test_261_where_armies_arrive(place: str, may: bool) -> None:
    game = arriving(8, "62A", {"1502": "4A"}, "soviet", german=["1714"])
    assert comes(game, "62A", place) == may


@rule("BD 8.2c", "BD 8.2a", "BD 8.2b")
def test_262_a_kampfgruppe_and_its_own_hex() -> None:
    ringed = {place: army for army, place in soviets(*ring("2817")).items()}
    assert comes(arriving(28, "Sbn", ringed), "Sbn", "2817")  # empty and cut off, but German
    assert not comes(arriving(28, "Sbn", soviet=["2817"]), "Sbn", "2817")
    assert not comes(arriving(28, "Sbn", {"2820": "9C"}, soviet=["2817"]), "Sbn", "2820")
    game = arriving(24, "GU Abr", {"1709": "9C"}, german=[])
    assert comes(game, "GU", "1709")  # any area
    assert not comes(game, "Abr", "1709")
    game = arriving(21, "GE", {"2408": "9C"})
    assert comes(game, "GE", "2408")  # a mechanized one, too


@rule("BD 8.3f", "BD 8.3d")
def test_263_edges_of_their_own() -> None:
    for place, may in (
        ("3219", True),
        ("3221", True),
        ("3023", True),
        ("3119", False),
        ("2924", False),
        ("2820", False),
    ):
        assert comes(arriving(29, "21Mtn", {"2320": "9C"}), "21Mtn", place) == may, place
    for place, may in (("1724", True), ("2924", True), ("2023", False), ("3023", False)):
        assert comes(arriving(32, "Wenck", {"2320": "9C"}), "Wenck", place) == may, place


@rule("BD 8.4a")
def test_264_emergency_units_in_a_city_that_is_cut_off() -> None:
    ringed = {place: army for army, place in soviets(*ring("2117")).items()}
    game = arriving(31, "II III Sls", ringed)
    for unit in ("II", "III", "Sls"):
        assert comes(game, unit, "2117")


# ---- 265, 266: strategic movement, reserves ------------------------------------------------------------

RAIL: Spots = {"2117": "3Pz 14Pz 24Pz 5C 6C", "2820": "3R 1C", "2722": "8It 2C 4C 7C"}


@rule("BD 8.7d", "BD 8.7e")
@pytest.mark.parametrize(
    ("moves", "ninth"),
    [("3Pz 14Pz 24Pz 5C 6C", "1C"), ("3R 8It", "1C"), ("3R 3Pz 5C 6C", "1C"), ("8It 1C 2C 4C 7C", "5C")],
)
def test_265_eight_in_all(moves: str, ninth: str) -> None:
    game = at("special phase", RAIL, turn=12, zone=1)
    goals = iter(("2216", "2217", "2218", "2219", "2220"))
    for unit in moves.split():
        assert rides(game, unit, next(goals)), unit
    assert refused(game, f"transfer {ninth}")


@rule("BD 8.7a", "BD 8.7b")
def test_265_the_bounds_of_the_years() -> None:
    for turn, may in ((8, False), (9, True), (29, True), (30, False), (31, False)):
        game = at("special phase", RAIL, turn=turn, zone=1)
        assert allowed(game, "transfer 5C") == may, turn


@rule("BD 8.9b", "BD 8.10a")
def test_266_who_goes_into_the_box() -> None:
    ringed = {place: corps for corps, place in germans(*ring("1709")).items()}
    spots = {"1709": "5A", "1606": "1G MGP 3Sh", "1011": "LPMA 23A", "2911": "ICA", "1502": "Pol", **ringed}
    game = at("special phase", spots, side="soviet", turn=16)
    for unit, may in (
        ("5A", False),
        ("1G", True),
        ("MGP", True),
        ("3Sh", True),
        ("LPMA", False),
        ("ICA", False),
        ("Pol", True),
    ):
        assert allowed(game, f"reserve {unit}") == may, unit


# ---- 267 to 270: the dead ------------------------------------------------------------------------------


@rule("BD 8.12b", "BD 8.12c", "BD 8.12d")
def test_267_who_is_reclaimed_by_what() -> None:
    game = at("Soviet administration", {"dead-soviet": "5A 6A 8A 9A 12A 13A 5T 3T"}, side="soviet", turn=9)
    act(game, "rebuild 5T", "at rvgk")
    assert refused(game, "rebuild 3T")
    game = at("Soviet administration", {"dead-soviet": "5A 6A 8A 9A 12A 13A 5T"}, side="soviet", turn=9)
    for army in ("5A", "6A", "8A", "9A", "12A"):
        act(game, f"rebuild {army}", "at rvgk")
    assert refused(game, "rebuild 5T")
    game = at("German administration", {"dead-german": "5C 6C 7C"}, turn=9, zone=1)
    act(game, "rebuild 5C", "at 2320")
    assert refused(game, "rebuild 6C")  # a panzer step is none for infantry


@rule("BD 8.14")
@pytest.mark.parametrize(
    ("turn", "cut", "box"), [(27, True, "dead-german"), (28, True, "gone"), (28, False, "dead-german")]
)
def test_268_dead_in_a_pocket(turn: int, cut: bool, box: str) -> None:
    spots = {"2117": "9C"} | ({place: army for army, place in soviets(*ring("2117")).items()} if cut else {})
    game = at("movement", spots, turn=turn)
    losses.eliminate(game, units("9C"))
    assert place_of(game, "9C") == box


@rule("BD 8.16a", "BD 8.16b")
@pytest.mark.parametrize(
    ("turn", "used", "may"),
    [(16, (), False), (17, (), True), (20, (), True), (21, (), False), (24, (), False), (25, (1943,), True),
     (28, (), True), (28, (1944,), False), (29, (), False)],
)  # fmt: skip
def test_269_the_years_of_the_comb_out(turn: int, used: tuple[int, ...], may: bool) -> None:
    game = at("comb-out", {"dead-german": "9C 3Pz"}, turn=turn, comb_outs=used)
    assert allowed(game, "comb") == may


@rule("BD 8.15a", "BD 8.15c", "BD 8.25a")
def test_270_a_romanian_army_after_the_defection() -> None:
    for more, box in (({}, "track"), ({"defected": True}, "gone"), ({"returned": units("4R")}, "gone")):
        game = at("movement", {"2709": "4R"}, turn=20, rolls=["2"], **more)
        losses.eliminate(game, units("4R"))
        assert place_of(game, "4R") == box
    game = arriving(22, "4R", {"2320": "9C"})
    assert comes(game, "4R", "3114")
    assert not comes(arriving(22, "4R", {"2320": "9C"}), "4R", "2117")


# ---- 271 to 274: the Fortified Area, conversions ---------------------------------------------------------

AREA: dict[str, Any] = {"area": FACTS.board.index("2207"), "area_since": 16}


@rule("BD 8.18c", "BD 8.18d", "BD 9.6a", "BD 11.11")
def test_271_the_area_and_a_hero_city() -> None:
    spots = {"2207": "40A", "2307": "48Pz 24Pz 46Pz 47Pz 3Pz", "2107": "14Pz 39Pz 40Pz 41Pz 56Pz"}
    attackers = "48Pz 24Pz 46Pz 47Pz 3Pz 14Pz 39Pz 40Pz 41Pz 56Pz"
    assert odds(spots, "2207", attackers, turn=18, **AREA) == "7:1"  # 30:3; 1L city, 2L area, no concentric shift
    assert odds(spots, "2207", attackers, turn=18, hero=hexes("2207"), **AREA) == "5:1"
    assert odds(spots, "2207", attackers, turn=16, **AREA) == "8:1"
    assert odds(spots, "2207", attackers, turn=18) == "9:1"


@rule("BD 8.18e", "BD 8.18f")
def test_272_a_hex_of_the_ring_is_lost_and_won() -> None:
    spots = {"2206": "9C", "2105": "5A"}
    game = at("movement", spots, turn=18, **AREA)
    assert game.state.area == AREA["area"]
    retaken = {"2206": "40A", "2306": "48Pz 24Pz"}
    assert odds(retaken, "2206", "48Pz 24Pz", turn=18, **AREA) == "1:2"  # 8:3 and two columns
    game = at("movement", {"2206": "9C"}, turn=18, **AREA)
    assert goes(game, "9C", "2207")
    assert game.state.area < 0


@rule("BD 8.20a", "BD 8.20b")
def test_273_who_becomes_a_guards_army() -> None:
    ringed = {place: corps for corps, place in germans(*ring("1709")).items()}
    spots = {"1606": "5A 3Sh 3T 2G Pol", "1502": "16A", "1709": "20A", **ringed}
    game = until(arriving(16, "4G", spots, "soviet"), "convert", "order")
    for unit, may in (
        ("5A", True),
        ("16A", True),
        ("Pol", True),
        ("3Sh", False),
        ("3T", False),
        ("2G", False),
        ("20A", False),
    ):
        assert allowed(game, f"convert {unit}") == may, unit
    act(game, "convert 5A")
    assert (place_of(game, "4G"), place_of(game, "5A")) == ("1606", "dead-soviet")


@rule("BD 8.22b", "BD 8.23a")
def test_274_an_oversized_army_dies_early() -> None:
    game = at("movement", {"2313": "6x", "aside": "6A"}, side="soviet", turn=2)
    losses.eliminate(game, units("6x"))
    assert (place_of(game, "6x"), place_of(game, "6A")) == ("gone", "dead-soviet")
    game = at("Soviet administration", {"dead-soviet": "6A"}, side="soviet", turn=3)
    assert allowed(game, "rebuild 6A")


# ---- 275 to 278: cavalry, battalions, commands -----------------------------------------------------------


@rule("BD 8.30a", "BD 8.30d")
@pytest.mark.parametrize(
    ("unit", "place", "may"),
    [("DVCG", "1708", True), ("DVCG", "1606", False), ("DVCG", "2306", False), ("DVCG", "1907", False)],
)
def test_275_where_cavalry_comes(unit: str, place: str, may: bool) -> None:
    spots = {"1708": "5A", "1606": "16A", "2306": "21A", "1907": "10A BCG"}
    assert comes(arriving(3, unit, spots, "soviet"), unit, place) == may


@rule("BD 8.31a", "BD 8.31b")
def test_276_what_a_battalion_joins() -> None:
    ringed = {place: army for army, place in soviets(*ring("2408")).items()}
    spots = {"2820": "3R", "2408": "48Pz", "2320": "9C", "2117": "Ho", **ringed}
    game = until(arriving(14, "503TB", spots), "arrive")
    act(game, "bring 503TB")
    assert refused(game, "attach 3R")
    assert refused(game, "attach 48Pz")
    assert allowed(game, "attach Ho")
    assert allowed(game, "attach 9C")
    game = until(arriving(14, "503TB", {"2408": "48Pz", **ringed}), "order")
    assert place_of(game, "503TB") == "gone"


@rule("BD 1.6", "BD 8.32a")
def test_277_what_a_group_joins() -> None:
    spots = {"2709": "1B", "1606": "5A MGP", "1502": "5GT"}
    game = until(arriving(25, "CMB", spots, "soviet"), "arrive")
    act(game, "bring CMB")
    assert allowed(game, "attach 5A")
    assert allowed(game, "attach 5GT")
    assert refused(game, "attach 1B")
    assert refused(game, "attach MGP")


@rule("BD 8.33c", "BD 11.20b")
def test_278_commands_that_must_retreat() -> None:
    supply: dict[str, Any] = {"side": "soviet", "turn": 31, "depots": depots("1920", "1819")}
    stettin = {"1921": "FCDK 9C", "1920": "5Sh 3Sh 7G"}
    game = fought(stettin, "1921", "5Sh 3Sh 7G", "DR", **supply)
    until(game, "advance", "assault")
    assert not on_map(game, "FCDK")
    assert on_map(game, "9C")
    danzig = {"1819": "FCD", "1918": "5Sh 3Sh 7G 8G"}
    game = fought(danzig, "1819", "5Sh 3Sh 7G 8G", "AS", **supply)
    assert on_map(game, "FCD")


# ---- 279 to 282: support ---------------------------------------------------------------------------------


@rule("BD 8.38b", "BD 8.36b", "BD 7.22d")
def test_279_wings_over_a_pocket() -> None:
    ringed = {place: corps for corps, place in germans(*ring("1709")).items()}
    spots = {"1709": "5A 16A", **ringed}
    found = plan(spots, "1710", "5A 16A", side="soviet", turn=16)
    assert battle.attack(found) == 1
    assert battle.attack(found, wings=units("5A", "16A")) == 3  # the air factors are whole
    game = supporting(spots, "1710", "5A 16A", turn=16)
    assert refused(game, "guns 5A")
    assert allowed(game, "wings 5A")


@rule("BD 8.37a", "BD 8.37b", "BD 8.37c")
def test_280_interceptors() -> None:
    near = {"1609": "5A", "1610": "9C"}
    far = {"1611": "5A", "1612": "9C"}
    for turn, order, spots, may in (
        (5, "fight-move", near, False), (6, "fight-move", near, True), (7, "fight-move", near, True),
        (8, "fight-move", near, False), (7, "move-fight", near, False), (7, "fight-move", far, False),
    ):  # fmt: skip
        start, target = spots
        game = supporting(spots, target, spots[start], turn=turn, order=order)
        assert allowed(game, "interceptors") == may, (turn, order, start)


@rule("BD 8.40a", "BD 8.40b", "BD 8.39b")
def test_281_where_paratroops_and_partisans_help() -> None:
    for turn, order, target, air, band in (
        (6, "fight-move", "1609", False, True), (7, "fight-move", "1609", True, True),
        (14, "fight-move", "1609", True, True), (15, "move-fight", "1609", False, True),
        (22, "fight-move", "1609", True, True), (23, "fight-move", "1609", False, True),
        (16, "fight-move", "1710", False, False), (16, "fight-move", "1413", False, False),
    ):  # fmt: skip
        start = {"1609": "1608", "1710": "1709", "1413": "1412"}[target]
        game = supporting({start: "5A 16A", target: "9C"}, target, "5A 16A", turn=turn, order=order)
        assert allowed(game, "airborne") == air, (turn, target)
        assert allowed(game, "partisans") == band, (turn, target)


@rule("BD 8.39b")
def test_282_no_partisans_behind_a_pocket() -> None:
    ringed = {place: army for army, place in soviets(*ring("1809")).items()}
    game = supporting({"1809": "9C", **ringed}, "1809", ringed["1808"], turn=16)
    assert refused(game, "partisans")


@rule("BD 8.15b", "BD 8.31e", "BD 8.32e")
def test_283_the_dice_of_return() -> None:
    game = killed({"2709": "9C", "2708": "5GT 4G 5A"}, "2709", "5GT 4G 5A", "9C", "3", side="soviet", turn=22,
                  depots=depots("2708"), with_={"505TB": "9C"})  # fmt: skip
    assert (place_of(game, "505TB"), due(game, "505TB")) == ("track", 25)
    game = killed({"2709": "9C", "2708": "5GT 4G 5A"}, "2709", "5GT 4G 5A", "9C", "3", side="soviet", turn=22,
                  depots=depots("2708"), with_={"503TB": "9C"})  # fmt: skip
    assert place_of(game, "503TB") == "gone"


@rule("BD 8.21c")
def test_284_the_army_of_turn_20() -> None:
    game = until(at("Soviet administration", {"1606": "5A 1Sh"}, side="soviet", turn=20), "withdraw", "order")
    assert refused(game, "decline")
    act(game, "withdraw 5A")
    assert place_of(game, "5A") == "gone"


@rule("BD 8.11a", "BD 8.11b")
def test_285_reserves_in_the_pause() -> None:
    spots = {"1711": "39Pz", "rvgk": "16A 24A 28A", "1710": "13A"}
    game = at("movement", spots, turn=3, paused=True, hands=2)
    assert allowed(game, "deploy 16A", "Soviet")
    act(game, "deploy 16A", "at 1710")
    while asked(game) and asked(game)[0] == ("Soviet", "interrupt"):
        assert refused(game, "deploy 24A", "Soviet")
        act(game, "pass")
    assert results(game) == []
