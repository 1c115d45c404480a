"""Positions on supply (section 7)."""

from __future__ import annotations

import pytest

from barbarossa_deluxe import battle
from barbarossa_deluxe.adversary.position import (
    Spots,
    allowed,
    at,
    attack,
    defence,
    depots,
    factor,
    fought,
    goes,
    odds,
    refused,
    take,
    units_in,
)  # fmt: skip
from barbarossa_deluxe.battle import assault, declare, drawn, kind, results
from barbarossa_deluxe.marching import left
from barbarossa_deluxe.stage import FACTS, act, hexes, place_of, units
from ostfront.core.play.game import Game
from ostfront.games.barbarossa_deluxe.state import CRIMEA
from rule import rule

# ---- 29, 30: Dnepropetrovsk and Rostov ----------------------------------------------------------------

DONETS: Spots = {"2504": "48Pz", "2506": "3Pz"}


@rule("BD 7.4a", "BD 7.16b", "BD 10.26a")
def test_29_an_open_road_is_not_enough() -> None:
    assert factor(DONETS, "48Pz", turn=10) == 4
    assert factor(DONETS, "3Pz", turn=10) == 9
    assert factor(DONETS, "48Pz", turn=10, german=["2607"]) == 9
    assert goes(at("movement", DONETS, turn=10), "48Pz", "2505", "2506")
    game = take(at("movement", {**DONETS, "2503": "37A"}, turn=10), "48Pz")
    assert refused(game, "assault 2503")


TAMAN: Spots = {"3004": "40Pz", "3005": "57Pz 5C"}
CRIMEAN = ["3105", "3106", "3107"]


@rule("BD 7.4b", "BD 7.4c", "BD 7.4f", "BD 7.5b")
def test_30_rostov_and_the_bridgehead() -> None:
    game = at("movement", TAMAN, turn=11, german=["2607", *CRIMEAN, "3108"])
    assert left(game, "40Pz") == 4
    act(game, "crimea")
    assert left(game, "57Pz") == 9
    assert factor(TAMAN, "57Pz", turn=11, german=["2607", *CRIMEAN]) == 4
    assert factor(TAMAN, "40Pz", turn=11, german=["2607", "2804"]) == 9


@rule("BD 7.4c", "BD 10.26a")
def test_30_a_mobile_assault_on_crimea_supply() -> None:
    game = at("movement", {"3005": "57Pz 5C", "2904": "51A"}, turn=11, german=["2607", *CRIMEAN, "3108"])
    act(game, "crimea", "pick 57Pz")
    assert allowed(game, "assault 2904")


# ---- 31, 32: the Crimea --------------------------------------------------------------------------------

PENINSULA: Spots = {"3008": "5C 44C 49Mtn", "3107": "17C 29C", "3106": "42C", "2908": "51A", "3105": "47A"}
FED = ("5C", "44C", "49Mtn", "17C", "29C")


@rule("BD 7.4c", "BD 7.4e")
def test_31_five_are_fed() -> None:
    game = at("assault", PENINSULA, turn=21, german=["3108", "2607"])
    act(game, "crimea", *(f"feed {unit}" for unit in FED))
    assert battle.attack(battle.Plan(game, drawn(game, "3105", "42C"))) == 1
    assert battle.attack(battle.Plan(game, drawn(game, "2908", "5C"))) == 2


@rule("BD 7.4d", "BD 7.5a")
def test_31_the_sixth_has_no_coast_in_that_turn() -> None:
    held = ["3108", "2607"]
    fed = {"sea_supply": CRIMEA, "crimea_on": True, "fed": units(*FED)}
    assert defence(PENINSULA, "3106", "47A", side="soviet", turn=21, german=held, **fed) == 2
    assert defence(PENINSULA, "3106", "47A", side="soviet", turn=21, german=held) == 4


@rule("BD 7.14e", "BD 7.14f")
def test_32_the_sivash_carries_soviet_supply_only() -> None:
    assert factor({"3008": "42C", "2908": "51A"}, "42C", turn=9, german=["2607"]) == 2
    assert factor({"3008": "42C", "2907": "51A"}, "42C", turn=9, german=["2607"]) == 4
    spots = {"3008": "51A", "2908": "42C", "3107": "30C", "3108": "54C"}
    assert defence(spots, "3008", "42C", turn=9, german=["2607"]) == 3


# ---- 33 to 35: lines -----------------------------------------------------------------------------------

ORPHAN: Spots = {"2105": "3A", "2106": "47Pz", "2006": "53C", "2005": "43C", "2104": "24Pz"}


@rule("BD 7.15", "BD 7.16a", "BD 7.22d", "BD 1.3b")
def test_33_no_line_across_the_boundary() -> None:
    assert factor(ORPHAN, "3A", side="soviet", turn=5) == 1
    assert attack(ORPHAN, "2104", "3A", side="soviet", turn=5) == 1
    assert attack(ORPHAN, "2104", "3A", side="soviet", turn=8) == 1
    assert goes(at("movement", ORPHAN, side="soviet", turn=5), "3A", "2205")


@rule("BD 7.15", "BD 7.17b")
def test_33_beyond_it_the_army_is_supplied() -> None:
    game = at("movement", ORPHAN, "move-fight", side="soviet", turn=6)
    assert goes(game, "3A", "2205")
    act(game, *(["stop"] if kind(game) == "march" else []))
    assert battle.attack(battle.Plan(game, drawn(game, "2104", "3A"))) == 3


LATVIA: Spots = {"1413": "1C", "1313": "11A", "1414": "27A", "1513": "22A", "1512": "34A"}


@rule("BD 7.20a")
def test_34_an_empty_line_stops_german_supply() -> None:
    assert attack(LATVIA, "1414", "1C", turn=5) == 1
    assert attack(LATVIA, "1414", "1C", turn=5, german=["1412"]) == 2
    assert goes(at("movement", LATVIA, turn=5), "1C", "1412")


@rule("BD 7.9a")
def test_35_the_desert_is_no_source() -> None:
    spots = {"2700": "51A", "2600": "4C", "2601": "14Pz", "2701": "48Pz", "2801": "40Pz", "2800": "29C"}
    assert defence(spots, "2700", "4C", turn=12, german=["2607", "2804"]) == 1
    spots = {"2600": "57A", "2500": "4C", "2601": "14Pz", "2700": "48Pz"}
    assert defence(spots, "2600", "4C", turn=12) == 3


# ---- 36 to 39: garrisons and offensive supply ----------------------------------------------------------

LENINGRAD: Spots = {"1011": "23A 42A", "1111": "50C", "1110": "28C", "1009": "26C", "1109": "1C"}
LADOGA = {place: ids for place, ids in LENINGRAD.items() if place != "1009"}
BLOCKED = ["1111", "1110", "1009", "1109"]


def sortie(spots: Spots, turn: int, hero: bool = True) -> str:
    return odds(
        spots, "1111", "23A 42A", side="soviet", turn=turn, german=BLOCKED, depots=depots("1011"),
        hero=hexes("1011") if hero else 0,
    )  # fmt: skip


@rule("BD 7.13a", "BD 7.22b", "BD 7.22c", "BD 7.22d", "BD 7.14b")
def test_36_out_of_leningrad() -> None:
    assert sortie(LENINGRAD, 10) == "1:2"
    assert sortie(LENINGRAD, 5) == "1:1"
    assert sortie(LENINGRAD, 10, hero=False) == "1:4"
    assert sortie(LADOGA, 10) == "1:1"


@rule("BD 5.7a", "BD 5.7b", "BD 5.7c", "BD 7.11a", "BD 7.22e")
@pytest.mark.parametrize(
    ("turn", "order", "marker", "expected"),
    [
        (8, "fight-move", "1407", "1:1"),
        (8, "fight-move", "1406", "1:4"),
        (8, "move-fight", "1407", "1:3"),
        (6, "fight-move", "", "1:1"),
    ],
)
def test_37_a_shock_army(turn: int, order: str, marker: str, expected: str) -> None:
    placed = depots(marker) if marker else depots()
    spots = {"1411": "3Sh", "1412": "2C"}
    assert odds(spots, "1412", "3Sh", order=order, side="soviet", turn=turn, depots=placed) == expected


def placing(turn: int) -> Game:
    return at("depots", {"1709": "9C", "1708": "5A"}, side="soviet", turn=turn)


@rule("BD 7.11b", "BD 7.12a", "BD 7.12b", "BD 7.12c")
def test_38_markers_lie_anywhere() -> None:
    game = placing(17)
    assert allowed(game, "at 1709")
    assert allowed(game, "pass")
    act(game, "at 1709")
    assert game.state.german & hexes("1709")
    assert allowed(game, "at 1010")
    assert refused(game, "at 1709")
    act(game, "at 1010")
    game = at("special phase", {"1709": "9C", "1708": "5A", "rvgk": "66A"}, side="soviet", turn=17)
    assert kind(game) == "reserve"
    assert refused(game, "at 1010")


@rule("BD 7.12a")
def test_38_b_has_not_come_on_turn_13() -> None:
    game = placing(13)
    act(game, "at 1709")
    assert refused(game, "at 1010")


def barred(spots: Spots, turn: int, german: str = "", before: bool = False) -> bool:
    """Whether markers are barred in a turn that begins so."""
    return bool(at("begin", spots, turn=turn, german=german.split(), depots_barred=before).state.depots_barred)


@rule("BD 7.21a", "BD 7.21b")
def test_39_moscow_lost_and_regained() -> None:
    spots = {"1607": "5A", "1606": "16A"}
    assert barred({"1607": "5A"}, 10, "1606")
    assert refused(at("depots", spots, side="soviet", turn=10, depots_barred=True), "at 1607")
    assert not barred(spots, 11, before=True)
    assert allowed(at("depots", spots, side="soviet", turn=11), "at 1607")
    ringed = {
        "1606": "16A", "1607": "9C", "1605": "46Pz", "1506": "56Pz", "1505": "41Pz", "1706": "24Pz", "1705": "47Pz",
    }  # fmt: skip
    assert not barred(ringed, 10)


# ---- 40 to 43: aerial, coastal and garrison supply -----------------------------------------------------

MIUS: Spots = {"2604": "4C", "2504": "37A 12A 56A"}
TRIO = ("37A", "12A", "56A")


@rule("BD 7.7a", "BD 7.7e")
def test_40_the_airlift_after_the_declaration() -> None:
    assert odds(MIUS, "2604", "37A 12A 56A", side="soviet", turn=6) == "4:1"
    game = assault(units_in(MIUS), "2604", *TRIO, answers=["airlift 2604"], side="soviet", turn=6, airlift_from=6)
    place = FACTS.board.index("2604")
    assert odds(MIUS, "2604", "37A 12A 56A", side="soviet", turn=6, airlift=place) == "2:1"
    assert results(game)  # it was fought: nobody could call it off
    assert attack(MIUS, "2504", "4C", turn=6, airlift=place) == 1


@rule("BD 7.7a")
def test_40_it_has_not_come_on_turn_5() -> None:
    game = at("assault", MIUS, side="soviet", turn=5)
    declare(game, "2604", *TRIO)
    assert refused(game, "airlift 2604", "German")


RIGA: Spots = {"1415": "26C", "1414": "1Sh 22A", "1314": "42A", "1514": "4A", "1515": "6G", "1416": "43A"}


@rule("BD 7.5a", "BD 11.20b")
def test_41_coastal_supply_in_riga() -> None:
    assert defence(RIGA, "1415", "1Sh 22A", side="soviet", turn=24) == 4
    assert attack(RIGA, "1414", "26C", turn=24) == 1
    assert factor(RIGA, "26C", turn=24) == 1
    storm = "1Sh 22A 42A 4A 6G 43A"
    game = fought(RIGA, "1415", storm, "AS", side="soviet", turn=24, depots=depots("1414"))
    assert results(game) == ["DR", "AS"]


@rule("BD 10.17a")
def test_41_out_by_sea() -> None:
    game = at("movement", RIGA, turn=24)
    assert allowed(game, "sail 26C")
    act(game, "sail 26C")
    assert allowed(game, "at 1819")


@rule("BD 7.5b", "BD 7.4a")
def test_42_the_coast_of_the_azov() -> None:
    spots = {"2806": "17C", "2705": "58A 44A"}
    crimea = ["3106", "3107", "3108"]
    assert defence(spots, "2806", "58A", side="soviet", turn=15, german=crimea) == 2
    assert defence(spots, "2806", "58A", side="soviet", turn=15, german=["3105", *crimea]) == 4
    assert defence(spots, "2806", "58A", side="soviet", turn=15, german=["2607"]) == 4


BRESLAU: Spots = {
    "2320": "GD 8C", "2319": "5A", "2321": "6A", "2221": "7G", "2220": "13A", "2421": "21A", "2420": "59A",
}  # fmt: skip
KIEV: Spots = {
    "2311": "8C", "2312": "38A", "2310": "40A", "2212": "60A", "2211": "13A", "2412": "6A", "2411": "37A",
}  # fmt: skip


@rule("BD 7.6a", "BD 7.6c", "BD 11.16")
def test_43_breslau_yes_kiev_no() -> None:
    fortress = hexes("2320")
    assert odds(BRESLAU, "2319", "GD 8C", turn=31, fortress=fortress) == "1:1"
    assert odds(BRESLAU, "2421", "GD 8C", turn=31, fortress=fortress) == "1:1"
    assert attack(KIEV, "2312", "8C", turn=14, fortress=hexes("2311")) == 1


@rule("BD 8.14")
def test_43_the_dead_of_breslau_do_not_come_back() -> None:
    all_armies = "5A 6A 7G 13A 21A 59A"
    game = fought(
        BRESLAU, "2320", all_armies, "BB", side="soviet", turn=31, fortress=hexes("2320"), depots=depots("2320")
    )
    while place_of(game, "8C") == "2320":
        act(game, next(iter(game.legal.texts)))
    assert place_of(game, "8C") == "gone"


# ---- 44: into the pocket -------------------------------------------------------------------------------

POCKET: Spots = {"2506": "3Pz", "2504": "37A"}


@rule("BD 7.17a", "BD 7.18", "BD 10.26a")
def test_44_into_the_pocket_on_purpose() -> None:
    assert goes(at("movement", POCKET, turn=10), "3Pz", "2505", "2405")
    game = at("movement", POCKET, turn=10)
    act(game, "pick 3Pz", "go 2505")
    assert refused(game, "assault 2504")
    game = at("movement", POCKET, turn=10, german=["2607"])
    act(game, "pick 3Pz", "go 2505")
    assert allowed(game, "assault 2504")
