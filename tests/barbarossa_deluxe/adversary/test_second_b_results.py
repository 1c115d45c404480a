"""A second set of positions, on results: conversions, bloodbaths, retreats and advances."""

from __future__ import annotations

from typing import Any

import pytest

from barbarossa_deluxe import battle
from barbarossa_deluxe.adversary.position import Spots, allowed, depots, fought, refused
from barbarossa_deluxe.battle import kind, on_map, results, told
from barbarossa_deluxe.stage import act, hexes, place_of
from ostfront.core.play.game import Game
from rule import rule

SUMMER: dict[str, Any] = {"turn": 17, "order": "move-fight"}


def ways(game: Game) -> set[str]:
    return {text.removeprefix("retreat ") for text in game.legal.texts if text.startswith("retreat ")}


def advancers(game: Game) -> set[str]:
    return {text.split()[1] for text in game.legal.texts if text.startswith("advance ")}


def pushes(game: Game) -> set[str]:
    return {text.split()[1] for text in game.legal.texts if text.startswith("push ")}


# ---- conversions (5.14, 5.16, 8.18, 9.6, 11.20, 11.33) -------------------------------------------------


@rule("BD 5.16a")
@pytest.mark.parametrize(
    ("turn", "may"), [(2, True), (6, True), (7, False), (8, False), (9, True), (12, True), (13, False), (17, False)]
)
def test_the_choice_of_1941_and_of_summer_1942(turn: int, may: bool) -> None:
    spots = {"2309": "3Pz 14Pz", "2308": "5A 20A"}
    game = fought(spots, "2308", "3Pz 14Pz", "BB", turn=turn, order="move-fight", zone=0, paused=True,
                  stop_at="conversion")  # fmt: skip
    assert (kind(game) == "conversion") == may


@rule("BD 5.16a")
@pytest.mark.parametrize(("target", "launch", "may"), [("2407", "2408", False), ("3103", "3104", True)])
def test_an_oil_field_is_no_city(target: str, launch: str, may: bool) -> None:
    spots = {launch: "3Pz 14Pz 4C", target: "5A 20A"}
    game = fought(spots, target, "3Pz 14Pz 4C", "BB", turn=10, order="move-fight", zone=0,
                  german=["2607", "2804"], stop_at="conversion")  # fmt: skip
    assert (kind(game) == "conversion") == may


@rule("BD 5.14b")
def test_turn_1_a_bloodbath_may_be_turned_at_a_city_too() -> None:
    game = fought({"2416": "3Pz 14Pz 4C", "2415": "5A"}, "2415", "3Pz 14Pz 4C", "BB", turn=1, stop_at="conversion")
    assert kind(game) == "conversion"
    act(game, "drive-back")
    assert kind(game) == "retreat"


@rule("BD 5.14a")
def test_turn_1_a_soviet_bloodbath_is_a_retreat() -> None:
    won = [
        results(battle.assault({"5A": "2415", "20A": "2415", "21A": "2415", "4C": "2416"}, "2416", "5A", "20A", "21A",
                               side="soviet", turn=1, rolls=[str(die)]))
        for die in range(1, 7)
    ]  # fmt: skip
    assert not any(found[-1] == "BB" for found in won)
    assert any(found == ["BB", "DR"] for found in won)


@rule("BD 9.6d", "BD 11.33b")
def test_a_satellite_in_a_fortress_city() -> None:
    """In Stalingrad a bloodbath may become a retreat, also one that was a retreat; in Budapest it may not."""
    spots = {"2601": "5A 20A 21A 22A 24A", "2501": "8It"}
    more: dict[str, Any] = {"side": "soviet", "turn": 14, "depots": depots("2500"), "fortress": hexes("2501"),
                            "german": ["2607"], "stop_at": "conversion"}  # fmt: skip
    for die in range(1, 7):
        placed = {unit: place for place, ids in spots.items() for unit in ids.split()}
        game = battle.assault(placed, "2501", *spots["2601"].split(), rolls=[str(die)], **more)
        if results(game) == ["DR", "BB"]:
            break
    assert kind(game) == "conversion"
    act(game, "drive-back")
    assert ways(game) == {"2402", "2502", "2602"}
    game = fought({"2819": "5A 20A 21A 22A 24A", "2820": "1H"}, "2820", "5A 20A 21A 22A 24A", "BB", side="soviet",
                  turn=28, depots=depots("2819"), fortress=hexes("2820"), stop_at="conversion")  # fmt: skip
    assert kind(game) == "exchange"


@rule("BD 11.33b")
def test_germans_in_a_city_stall_an_assault_and_satellites_may_be_driven() -> None:
    more: dict[str, Any] = {"side": "soviet", "turn": 17, "depots": depots("2306"), "german": ["2607"]}
    spots = {"2306": "5A 20A 21A 5Sh", "2407": "4C"}
    found = fought(spots, "2407", "5A 20A 21A 5Sh", "AS", **more)
    assert results(found) in (["DR", "AS"], ["AS"])
    game = fought({**spots, "2407": "3R"}, "2407", "5A", "BB", stop_at="conversion", **more)
    assert kind(game) == "conversion"
    act(game, "drive-back")
    assert ways(game) == {"2307", "2408", "2507"}


# ---- bloodbaths (11.26) --------------------------------------------------------------------------------


def bled(spots: Spots, target: str, attackers: str, **more: Any) -> Game:
    game = fought(spots, target, attackers, "BB", stop_at="conversion", **more)
    if kind(game) == "conversion":
        act(game, "bloodbath")
    return game


@rule("BD 11.26d")
def test_any_combination_that_is_enough() -> None:
    spots = {"2307": "5Sh 40A 20A", "2308": "11C"}
    more: dict[str, Any] = {"side": "soviet", "turn": 17, "depots": depots("2307")}
    game = bled(spots, "2308", "5Sh 40A 20A", **more)
    assert all(allowed(game, f"lose {unit}") for unit in ("5Sh", "40A", "20A"))
    act(game, "lose 40A")
    assert allowed(game, "lose 5Sh")
    act(game, "lose 20A")  # 6 for 4
    assert on_map(game, "5Sh")
    assert advancers(game) == {"5Sh"}


@rule("BD 8.31d")
def test_guns_count_and_wings_do_not() -> None:
    """The Germans lose 3 and a Tiger: 4. 5A with guns and wings is worth 6, 20A with wings 3."""
    for die in "123456":
        placed = {"5A": "2307", "20A": "2307", "3Lw": "2308"}
        game = battle.assault(placed, "2308", "5A", "20A", side="soviet", turn=17, depots=depots("2307"),
                              answers=["guns 5A", "wings 5A", "wings 20A"], rolls=[die],
                              with_={"502TB": "3Lw"})  # fmt: skip
        if results(game)[-1] == "BB":
            break
    else:
        raise AssertionError(told(game, "odds"))
    act(game, "lose 20A")
    assert kind(game) == "exchange" or not on_map(game, "5A")  # 3 is not enough for 4


@rule("BD 8.31d")
def test_a_tiger_counts_for_its_corps() -> None:
    spots = {"2309": "3Pz 4C", "2308": "5A"}
    placed = {unit: place for place, ids in spots.items() for unit in ids.split()}
    for die in "123456":
        game = battle.assault(placed, "2308", "3Pz", "4C", turn=17, rolls=[die], with_={"502TB": "4C"})
        if results(game)[-1] == "BB":
            break
    act(game, "lose 4C")  # 2 and 1 for 3
    assert kind(game) != "exchange"
    assert on_map(game, "3Pz")
    assert not on_map(game, "502TB")


@rule("BD 11.14b", "BD 11.26e")
def test_mountain_infantry_counts_as_it_fought() -> None:
    spots = {"2213": "49Mtn 4C 6C", "2212": "5A"}
    game = bled(spots, "2212", "49Mtn 4C 6C", turn=17)
    act(game, "lose 49Mtn")
    assert kind(game) != "exchange"
    game = bled(spots, "2212", "49Mtn 4C 6C", turn=17)
    act(game, "lose 4C")
    assert kind(game) == "exchange"


@rule("BD 11.30c")
def test_without_an_advance_the_hex_keeps_its_owner() -> None:
    game = fought({"2408": "3Pz 14Pz 24Pz 39Pz 40Pz", "2409": "4C 6C 7C 8C 9C", "2407": "1Abn"}, "2407",
                  "3Pz 14Pz 24Pz 39Pz 40Pz", "DE", **SUMMER)  # fmt: skip
    act(game, "done")
    assert not game.state.german & hexes("2407")


# ---- advances (11.30 to 11.32) -------------------------------------------------------------------------


def won(spots: Spots, target: str, attackers: str, **more: Any) -> Game:
    return fought(spots, target, attackers, "DE", **{**SUMMER, **more})


@rule("BD 6.4")
def test_satellites_do_not_advance_together() -> None:
    spots = {"2309": "3R 3Pz 14Pz", "2409": "4R", "2308": "1Abn"}
    game = won(spots, "2308", "3R 3Pz 14Pz 4R", turn=3)
    assert advancers(game) == {"3R", "4R", "3Pz", "14Pz"}
    act(game, "advance 3R")
    assert advancers(game) == {"3Pz", "14Pz"}


@rule("BD 6.3")
def test_five_may_advance_from_any_hexes() -> None:
    spots = {"2309": "3Pz 14Pz 4C 6C 7C", "2409": "8C", "2308": "5A"}
    game = won(spots, "2308", "3Pz 14Pz 4C 6C 7C 8C", turn=13)
    for unit in ("4C", "6C", "7C", "8C", "3Pz"):
        act(game, f"advance {unit}")
    assert kind(game) != "advance" or refused(game, "advance 14Pz")


HARD: Spots = {"2013": "24Pz 39Pz 40Pz 46Pz 4C", "2012": "1Abn"}


@rule("BD 11.32c")
def test_the_second_hex_may_be_any_ground_over_any_river() -> None:
    """From 2012 the hexes beyond: 1911 (over no closed water), 2011 and 2111."""
    game = won(HARD, "2012", "24Pz 39Pz 40Pz 46Pz 4C", turn=3)
    act(game, "advance 4C")
    assert kind(game) == "advance"
    act(game, "advance 24Pz")
    assert kind(game) == "second"
    assert pushes(game) == {"2011", "1911", "2111"}
    spots = {"2012": "24Pz 39Pz 40Pz 46Pz", "2013": "1Abn"}
    game = won(spots, "2013", "24Pz 39Pz 40Pz 46Pz", turn=3)
    act(game, "advance 24Pz")
    assert pushes(game) == {"2014", "1913", "2113"}  # marsh beyond marsh


@rule("BD 11.32c")
def test_the_second_hex_takes_a_city_and_a_tiger_goes_along() -> None:
    placed = {"3Pz": "2409", "14Pz": "2409", "24Pz": "2409", "39Pz": "2409", "40Pz": "2409", "1Abn": "2408"}
    for die in "123456":
        game = battle.assault(placed, "2408", "3Pz", "14Pz", "24Pz", "39Pz", "40Pz", turn=12, zone=1, rolls=[die],
                              with_={"502TB": "3Pz"})  # fmt: skip
        if results(game)[-1] == "DE":
            break
    points = game.state.vp
    act(game, "advance 3Pz")
    assert pushes(game) == {"2307", "2407", "2507"}
    act(game, "push 2407")
    assert place_of(game, "502TB") == "2407"
    assert game.state.vp == points + 1


@rule("BD 11.32c")
def test_soviet_tanks_push_in_winter_too() -> None:
    spots = {"2307": "1T 2T 3T 4T 5T", "2308": "SF"}
    game = fought(spots, "2308", "1T 2T 3T 4T 5T", "DE", side="soviet", turn=14, depots=depots("2307"))
    act(game, "advance 1T")
    assert pushes(game) == {"2309", "2209", "2409"}
    act(game, "push 2209")
    act(game, "advance 2T")
    assert "2209" in pushes(game)


def test_unsupplied_panzers_advance_one_hex() -> None:
    ring = {"2309": "5A", "2208": "20A", "2209": "21A", "2409": "22A", "2408": "24A"}
    spots = {**ring, "2308": "24Pz 39Pz 40Pz 46Pz 3Pz", "2307": "1Abn"}
    game = won(spots, "2307", "24Pz 39Pz 40Pz 46Pz 3Pz", turn=3)
    act(game, "advance 24Pz")
    assert kind(game) == "advance"
