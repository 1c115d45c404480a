"""Positions on arrivals, strategic movement, the RVGK and replacements (8.1 to 8.15)."""

from __future__ import annotations

from typing import Any

import pytest

from barbarossa_deluxe import battle
from barbarossa_deluxe.adversary.position import (
    Spots,
    allowed,
    at,
    depots,
    goes,
    killed,
    plan,
    refused,
    ring,
    take,
    until,
)  # fmt: skip
from barbarossa_deluxe.logistics import soviets
from barbarossa_deluxe.marching import left
from barbarossa_deluxe.stage import FACTS, act, asked, hexes, place_of, units
from ostfront.core.play.game import Game
from rule import rule


def arriving(turn: int, coming: str, spots: Spots | None = None, side: str = "german", **more: Any) -> Game:
    """The administration of a side, with units that are due."""
    moment = "German administration" if side == "german" else "Soviet administration"
    due = dict.fromkeys(coming.split(), turn)
    return at(moment, {"track": coming, **(spots or {})}, side=side, turn=turn, due=due, **more)


def comes(game: Game, unit: str, place: str) -> bool:
    """Whether a unit can be brought to a hex; then it is."""
    until(game, "arrive", "arrive-at", "assault", "move", "order")
    if refused(game, f"bring {unit}"):
        return False
    act(game, f"bring {unit}")
    if place_of(game, unit) != "track":
        return place_of(game, unit) == place  # it had one hex only
    if refused(game, f"at {place}"):
        return False
    act(game, f"at {place}")
    return True


# ---- 45: German reinforcements -------------------------------------------------------------------------

VILNA = {"1715": "19A", "1713": "20A", "1615": "21A", "1614": "22A", "1815": "24A", "1814": "28A"}


@rule("BD 8.1e")
def test_45_cities_in_supply_and_the_edge() -> None:
    held = ["1714", "1813"]
    assert not comes(arriving(2, "40Pz", VILNA, german=held), "40Pz", "1714")
    assert comes(arriving(2, "40Pz", german=held), "40Pz", "1813")
    assert not comes(arriving(2, "40Pz", german=held), "40Pz", "2419")
    assert comes(arriving(2, "40Pz", german=held), "40Pz", "2924")


@rule("BD 8.1f")
def test_45_the_edge_is_paid_for() -> None:
    game = arriving(2, "40Pz 34C")
    assert comes(game, "40Pz", "2924")
    assert comes(game, "34C", "2924")
    act(until(game, "order"), "move-fight")
    until(game, "move")
    plain = at("movement", {"2923": "40Pz 34C"}, turn=2)
    assert left(plain, "40Pz") - left(game, "40Pz") == 2
    assert left(plain, "34C") - left(game, "34C") == 1


@rule("BD 8.1d", "BD 8.1b")
def test_45_one_stack_a_hex_and_no_waiting() -> None:
    game = arriving(2, "40Pz 34C 35C 50C 51C")
    for unit in ("40Pz", "34C", "35C", "50C", "51C"):
        assert comes(game, unit, "2117")
    game = arriving(2, "40Pz 34C 35C 50C 51C", {"dead-german": "3Pz"})  # replacements come first
    act(game, "rebuild 3Pz", "at 2117")
    for unit in ("34C", "35C", "50C", "51C"):
        assert comes(game, unit, "2117")
    assert not comes(game, "40Pz", "2117")
    game = arriving(2, "40Pz 34C")
    act(game, "bring 34C", "at 2117", "done")
    assert place_of(game, "40Pz") == "gone"


# ---- 46 to 48: Kampfgruppen, restricted and emergency units --------------------------------------------

STALINGRAD = {
    "2501": "51C", "2502": "3R", "1709": "9C", "2402": "65A", "2602": "57A", "2601": "51A", "2401": "62A",
    "2500": "64A",
}  # fmt: skip


@rule("BD 8.2a", "BD 8.2b")
def test_46_kampfgruppen_join_germans() -> None:
    game = arriving(14, "Ho FP GS", STALINGRAD)
    assert comes(game, "Ho", "2501")
    assert comes(game, "GS", "1709")
    assert not comes(game, "FP", "2501")
    assert not comes(arriving(14, "Ho FP", STALINGRAD), "Ho", "2502")
    assert not comes(arriving(14, "Ho FP", STALINGRAD), "Ho", "1709")


@rule("BD 8.2c")
def test_46_a_kampfgruppe_without_its_hex() -> None:
    assert not comes(arriving(32, "vBn", {"2022": "9C"}, soviet=["2722"]), "vBn", "2722")


HELD = ["1514", "1515", "3105", "3008", "3107", "3108", "2607"]


@rule("BD 8.3c", "BD 8.3e")
def test_47_the_areas_of_6th_ss_and_the_kerch_command() -> None:
    spots = {"1415": "6SS", "3106": "KSC", "1614": "22A"}
    assert goes(at("movement", spots, turn=23, german=HELD), "6SS", "1515")
    assert goes(at("movement", spots, turn=23, german=HELD), "KSC", "3105")
    assert refused(at("assault", {"1514": "6SS", "1614": "22A"}, turn=23, german=HELD), "attack 1614")
    game = at("movement", {"1513": "6SS"}, turn=23, german=HELD)
    act(game, "pick 6SS")
    assert refused(game, "go 1511")
    assert not goes(at("movement", {"3008": "KSC"}, turn=23, german=HELD), "KSC", "2908")


@rule("BD 8.3e")
def test_47_the_kerch_command_needs_3106() -> None:
    assert not comes(arriving(16, "KSC", {"2022": "9C"}, soviet=["3106"]), "KSC", "3106")


KONIGSBERG = {"1717": "26C", "1716": "28A", "1617": "31A", "1818": "48A", "1817": "50A", "2022": "9C"}


@rule("BD 8.4a")
def test_48_emergency_units() -> None:
    game = arriving(30, "XX LS Sil", KONIGSBERG)
    assert comes(game, "XX", "1717")
    assert comes(game, "LS", "1717")
    assert comes(game, "Sil", "2022")
    game = arriving(30, "LS Sil", KONIGSBERG)
    assert comes(game, "LS", "2022")
    assert not comes(game, "Sil", "2022")


@rule("BD 8.4b")
def test_48_the_die_is_halved_too() -> None:
    spots = {place: army for army, place in soviets(*ring("2115")).items()}
    first = next(iter(spots.values()))
    found = plan({**spots, "2115": "XX"}, "2115", first, side="soviet", turn=30)
    assert battle.defence(found, dice=(5,)) == 2


# ---- 49: East Wall -------------------------------------------------------------------------------------


LATVIA = [
    "1315",
    "1314",
    "1313",
    "1414",
    "1514",
    "1515",
    "1614",
    "1615",
    "1713",
    "1814",
    "1815",
]  # for the other nine


def walling(*german: str) -> Game:
    spots = {"2606": "3Pz", "1413": "1C"}
    return until(at("German administration", spots, turn=19, german=[*german, *LATVIA]), "wall", "order")


@rule("BD 8.5")
def test_49_where_the_wall_stands() -> None:
    held = ("2606", "2607", "2608", "1413", "2605", "2311")
    game = walling(*held)
    assert allowed(game, "wall 2606")
    assert allowed(game, "wall 1413")
    assert refused(game, "wall 2311")
    assert refused(game, "wall 2517")
    act(game, "wall 2606")
    assert refused(game, "wall 2606")
    assert refused(walling("2606"), "wall 2606")


# ---- 50: strategic movement ----------------------------------------------------------------------------

RAIL = {"2117": "3Pz 14Pz 24Pz 46Pz 9C", "2407": "17C", "2406": "38A", "2419": "8C", "3114": "3R"}


def riding(turn: int = 9, order: str = "fight-move") -> Game:
    return at("special phase", RAIL, order, turn=turn, zone=1)


def rides(game: Game, unit: str, goal: str) -> bool:
    if refused(game, f"transfer {unit}"):
        return False
    act(game, f"transfer {unit}")
    if refused(game, f"at {goal}"):
        return False
    act(game, f"at {goal}")
    return True


@rule("BD 8.7d", "BD 8.7a", "BD 8.7f")
def test_50_eight_units() -> None:
    game = riding()
    assert all(rides(game, unit, "2116") for unit in ("3Pz", "14Pz", "24Pz", "46Pz"))
    assert refused(game, "transfer 9C")
    game = riding()
    assert rides(game, "3R", "3014")
    assert rides(game, "3Pz", "2116")
    assert rides(game, "14Pz", "2116")
    assert refused(game, "transfer 9C")


@rule("BD 8.7a", "BD 10.22a")
def test_50_who_rides_and_where() -> None:
    assert rides(riding(), "17C", "2408")
    assert refused(riding(), "transfer 8C")
    assert not rides(riding(), "3R", "2016")
    assert rides(riding(29), "17C", "2408")
    assert refused(riding(30), "transfer 17C")


@rule("BD 8.7e")
def test_50_and_moves_on_by_its_factor() -> None:
    game = riding(order="move-fight")
    assert rides(game, "3Pz", "2116")
    until(game, "move")
    assert goes(game, "3Pz", "2115")


# ---- 51, 52: the RVGK ----------------------------------------------------------------------------------

BOX = {
    "1708": "5A 16A 20A", "1011": "23A", "1110": "28C", "1111": "50C", "1009": "26C", "1109": "1C",
    "rvgk": "66A 5Sh 24A", "1907": "9C",
}  # fmt: skip


def reserve() -> Game:
    return at("special phase", BOX, side="soviet", turn=10, hero=hexes("1011"))


@rule("BD 8.9a", "BD 8.9b")
def test_51_five_in_and_out() -> None:
    game = reserve()
    act(game, "reserve 5A")
    assert refused(game, "deploy 5A")
    act(game, "reserve 16A", "reserve 20A", "deploy 66A", "at 1606")
    assert allowed(game, "deploy 5Sh")
    act(game, "deploy 5Sh", "at 1606")
    assert refused(game, "deploy 24A")
    assert refused(reserve(), "reserve 23A")


@rule("BD 8.10b")
@pytest.mark.parametrize(
    ("place", "may"),
    [("1011", False), ("2600", True), ("3100", False), ("3200", False), ("2700", False), ("1806", True)],
)
def test_51_where_they_come_out(place: str, may: bool) -> None:
    game = reserve()
    act(game, "deploy 66A")
    assert allowed(game, f"at {place}") == may


def threatened(turn: int) -> Game:
    """An assault on Smolensk is announced; the Soviet player has raised his hand."""
    spots = {"1711": "39Pz 57Pz", "1710": "13A", "rvgk": "16A 24A"}
    game = at("movement", spots, turn=turn, hands=2, rolls=["1"])
    while asked(game) == [("Soviet", "interrupt")]:
        act(game, "pass")
    act(take(game, "39Pz", "57Pz"), "assault 1710")
    return game


@rule("BD 8.11a", "BD 8.11b")
def test_52_a_reserve_comes_in_time() -> None:
    game = threatened(3)
    assert allowed(game, "deploy 16A", "Soviet")
    act(game, "deploy 16A")
    assert refused(game, "at 1608", "Soviet")
    assert allowed(game, "at 1710", "Soviet")
    act(game, "at 1710")
    assert left(game, "39Pz") == 9  # 10 less the die
    assert allowed(game, "stop")
    act(game, "assault 1710")
    assert refused(game, "deploy 24A", "Soviet")


@rule("BD 8.11a")
def test_52_not_before_turn_3() -> None:
    assert refused(threatened(2), "deploy 16A", "Soviet")


# ---- 53 to 55: replacements ----------------------------------------------------------------------------


def reclaiming(side: str, dead: str, turn: int = 10) -> Game:
    moment = "German administration" if side == "german" else "Soviet administration"
    return at(moment, {f"dead-{side}": dead}, side=side, turn=turn)


@rule("BD 8.12b", "BD 8.12c", "BD 8.12d")
def test_53_steps() -> None:
    game = reclaiming("soviet", "5A 6A 8A 9A 13A 3T 5T 1MC 16A")
    assert refused(game, "rebuild 1MC")
    for army in ("5A", "6A", "8A", "9A", "13A"):
        act(game, f"rebuild {army}", "at 1606" if army != "13A" else "at rvgk")
    assert refused(game, "rebuild 16A")
    game = reclaiming("soviet", "3T 5T")
    act(game, "rebuild 3T", "at 1606")
    assert refused(game, "rebuild 5T")
    game = reclaiming("german", "3Pz 14Pz")
    act(game, "rebuild 3Pz", "at 2117")
    assert refused(game, "rebuild 14Pz")


def fallen(turn: int, *german: str) -> str:
    spots = {"2604": "8C", "2504": "37A 12A 56A 1G"}
    game = killed(
        spots, "2604", "37A 12A 56A 1G", "8C", side="soviet", turn=turn, german=german, depots=depots("2504")
    )
    return place_of(game, "8C")


@rule("BD 8.14")
def test_54_dead_without_overland_supply() -> None:
    assert fallen(28) == "gone"
    assert fallen(27) == "dead-german"
    assert fallen(28, "2607") == "dead-german"


def beaten(unit: str, *german: str, **more: Any) -> Game:
    return killed(
        {"2502": unit, "2402": "21A 65A 1G"}, "2502", "21A 65A 1G", unit, "4", side="soviet", turn=11, german=german,
        depots=depots("2402"), **more,
    )  # fmt: skip


@rule("BD 8.15a", "BD 8.15b")
def test_55_romanians_come_back_once() -> None:
    game = beaten("3R", "2607")
    assert place_of(game, "3R") == "track"
    assert game.state.due[FACTS.roster.index["3R"]] == 15
    assert place_of(beaten("3R"), "3R") == "gone"
    assert place_of(beaten("3R", "2607", returned=units("3R")), "3R") == "gone"
    assert place_of(beaten("8It", "2607"), "8It") == "gone"
