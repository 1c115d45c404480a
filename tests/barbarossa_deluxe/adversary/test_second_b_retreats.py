"""A second set of positions, on retreats: where to, together or apart, and into the next attack."""

from __future__ import annotations

from typing import Any

import pytest

from barbarossa_deluxe import battle
from barbarossa_deluxe.adversary.position import Spots, allowed, depots, fought
from barbarossa_deluxe.battle import declare, drawn, kind, on_map, results, settle, told
from barbarossa_deluxe.stage import act, hexes, place_of
from ostfront.core.play.game import Game
from rule import rule

SUMMER: dict[str, Any] = {"turn": 17, "order": "move-fight"}


def ways(game: Game) -> set[str]:
    return {text.removeprefix("retreat ") for text in game.legal.texts if text.startswith("retreat ")}


# ---- retreats (11.27, 11.28) ---------------------------------------------------------------------------


def driven(spots: Spots, target: str, attackers: str, **more: Any) -> Game:
    return fought(spots, target, attackers, "DR", **{**SUMMER, **more})


STRONG = "5A 20A 21A 22A"


def pushed_back(spots: Spots, target: str, attackers: str = STRONG, **more: Any) -> Game:
    """A Soviet attack of turn 6 that drives Germans back."""
    return fought(spots, target, attackers, "DR", **{"side": "soviet", "turn": 6, **more})


@rule("BD 6.4", "BD 11.28b")
def test_a_satellite_passes_another() -> None:
    spots = {"2307": STRONG, "2308": "3R", "2309": "4R", "2209": "24A", "2409": "26A", "2208": "27A", "2408": "28A"}
    game = pushed_back(spots, "2308")
    assert ways(game) == {"2309 2310", "2309 2210", "2309 2410"}
    act(game, "retreat 2309 2410")
    assert place_of(game, "3R") == "2410"


@rule("BD 6.4", "BD 11.28b")
def test_a_satellite_with_corps_leaves_them_where_it_may_not_stay() -> None:
    """The stack finds no hex for all of it: the corps stay with 4R, the satellite goes on."""
    spots = {"2307": STRONG + " 30A", "2308": "3R 4C", "2309": "4R", "2209": "24A", "2409": "26A", "2208": "27A",
             "2408": "28A"}  # fmt: skip
    game = pushed_back(spots, "2308", STRONG + " 30A", stop_at="retreat")
    while kind(game) == "retreat":
        act(game, sorted(game.legal.texts)[0])
    assert place_of(game, "4C") == "2309"
    assert place_of(game, "3R") in ("2310", "2210", "2410")


@rule("BD 11.27b")
def test_it_goes_whole_where_it_fits_whole() -> None:
    full = {"2409": "6C 7C 8C 9C", "2209": "10C 11C 12C 13C 17C", "2309": "20C 23C 26C 27C"}
    spots = {**full, "2307": STRONG + " 30A", "2308": "4C 3Lw", "2208": "24A"}
    game = pushed_back(spots, "2308", STRONG + " 30A")
    assert place_of(game, "4C") == "2408" or ways(game) == {"2408"}
    spots["2409"] = "6C 7C"
    game = pushed_back(spots, "2308", STRONG + " 30A")
    assert place_of(game, "4C") == "2409" or ways(game) == {"2409"}


FIVES = "40A 41A 42A 43A 44A", "46A 47A 48A 49A 50A", "51A 52A 53A 54A 55A"


@rule("BD 11.28b")
def test_a_full_hex_that_leads_nowhere_is_no_way_out() -> None:
    """2307 to the east is full and ringed by Germans; by 2209, full as well, a way leads on."""
    ring = {"2208": "6C", "2408": "7C", "2207": "8C", "2306": "9C", "2407": "10C", "2409": "11C"}
    spots = {**ring, "2309": "3Pz 14Pz 4C", "2308": "56A", "2307": FIVES[0], "2209": FIVES[1]}
    game = driven(spots, "2308", "3Pz 14Pz 4C")
    assert on_map(game, "56A")
    if kind(game) == "retreat":
        assert {way.split()[0] for way in ways(game)} == {"2209"}
        for way in ways(game):
            assert allowed(game, f"retreat {way}")
    else:
        assert place_of(game, "56A") not in ("2308", "2307", "2209")
    # with the way east open it is the only one
    del ring["2306"]
    game = driven({**spots, **ring, "2306": ""}, "2308", "3Pz 14Pz 4C")
    assert place_of(game, "56A") == "2306"


@rule("BD 11.28b")
def test_any_of_the_stack_may_be_the_surplus() -> None:
    """Three armies, room for one to the east and for one to the west: two may take it, whichever go on."""
    ring = {"2208": "6C", "2408": "7C", "2409": "11C"}
    spots = {**ring, "2309": "3Pz 14Pz 24Pz 39Pz 4C", "2308": "56A 57A 59A", "2307": "40A 41A 42A 43A",
             "2209": "46A 47A 48A 49A"}  # fmt: skip
    game = driven(spots, "2308", "3Pz 14Pz 24Pz 39Pz 4C")
    assert {"2307", "2209"} < ways(game)
    on = [way for way in ways(game) if way.startswith("2307 ")]
    assert on
    act(game, f"retreat {on[0]}")
    while kind(game) == "retreat":
        act(game, min(game.legal.texts))
    assert {place_of(game, "57A"), place_of(game, "59A")} == {"2307", "2209"}
    assert place_of(game, "56A") not in ("2307", "2209", "2308")


@rule("BD 11.17c")
def test_no_retreat_over_the_straits() -> None:
    spots = {"3107": "3Pz 14Pz", "3106": "5A"}
    crimea: dict[str, Any] = {"german": ["3108", "2607"], "turn": 10, "zone": 0}
    game = driven(spots, "3106", "3Pz 14Pz", **crimea)
    assert not on_map(game, "5A")
    game = driven({"3105": "4C 6C 7C 8C 9C", "3106": "1Abn"}, "3106", "4C 6C 7C 8C 9C", **{**crimea, "turn": 3})
    assert place_of(game, "1Abn") == "3107"
    assert kind(game) != "advance"  # nor an advance


@rule("BD 11.19")
def test_no_retreat_over_the_manych() -> None:
    spots = {"2900": STRONG, "2901": "4C", "2902": "24A", "3002": "26A"}
    game = pushed_back(spots, "2901", german=["2607", "2804"])
    assert ways(game) == {"2801", "3001"}


@rule("BD 11.27c")
def test_a_river_is_no_hindrance() -> None:
    spots = {"2309": STRONG, "2310": "4C"}
    assert ways(pushed_back(spots, "2310")) == {"2311", "2211", "2411"}


@rule("BD 3.6d")
def test_into_an_empty_city_of_the_enemy() -> None:
    """Soviets flee into German Kharkov, which is theirs again; Germans into an empty hero city, which falls."""
    spots = {"2409": "3Pz 14Pz", "2408": "5A", "2308": "4C", "2508": "6C", "2507": "7C"}
    game = driven(spots, "2408", "3Pz 14Pz", german=["2407"], turn=10, zone=1)
    assert "2407" in ways(game)
    points = game.state.vp
    act(game, "retreat 2407")
    assert not game.state.german & hexes("2407")
    assert game.state.vp == points - 1
    spots = {"2309": STRONG, "2310": "4C"}
    game = pushed_back(spots, "2310", hero=hexes("2311"))
    points = game.state.vp
    act(game, "retreat 2311")
    assert game.state.german & hexes("2311")
    assert not game.state.hero
    assert game.state.vp == points + 2


@rule("BD 11.21d")
@pytest.mark.parametrize(("turn", "broken"), [(3, False), (10, True)])
def test_flight_into_a_german_line(turn: int, broken: bool) -> None:
    spots = {"1816": "5A", "1815": "3Pz 14Pz", "1716": "4C", "1715": "6C", "1916": "7C", "1915": "8C"}
    game = driven(spots, "1816", "3Pz 14Pz", turn=turn, zone=1)
    if kind(game) == "retreat":
        act(game, "retreat 1817")
    assert place_of(game, "5A") == "1817"
    assert bool(game.state.broken & hexes("1817")) == broken


@rule("BD 10.34b")
def test_the_coastal_army_sails_and_others_walk() -> None:
    spots = {"2812": "3Pz 14Pz 24Pz", "2911": "ICA 3Abn"}
    game = driven(spots, "2911", "3Pz 14Pz 24Pz", turn=2)
    while kind(game) == "retreat":
        act(game, f"retreat {min(ways(game))}")
    assert place_of(game, "ICA") == "3108"
    assert place_of(game, "3Abn") in ("2810", "2811")


# ---- fled into the next attack (11.29) -----------------------------------------------------------------


@rule("BD 11.29a", "BD 11.29b")
def test_a_fled_tiger_gives_nothing_and_dies() -> None:
    """3Pz with its Tiger flees to 2309, where 4C stands; then 2309 is attacked."""
    placed = {"3Pz": "2308", "4C": "2309", "5A": "2307", "20A": "2307", "21A": "2307", "22A": "2307",
              "24A": "2209", "26A": "2409", "27A": "2209", "28A": "2409"}  # fmt: skip
    for die in "123456":
        game = battle.assault(placed, "2308", "5A", "20A", "21A", "22A", side="soviet", turn=17,
                              depots=depots("2307"), with_={"502TB": "3Pz"}, rolls=[f"{die} 1"])  # fmt: skip
        if results(game)[-1] == "DR":
            break
    else:
        raise AssertionError(told(game, "odds"))
    if kind(game) == "retreat":
        act(game, "retreat 2309")
    while kind(game) == "advance":
        act(game, "done")
    assert place_of(game, "3Pz") == "2309"
    fight = battle.Plan(game, drawn(game, "2309", "24A", "26A", "27A", "28A"))
    assert battle.defence(fight) == 4
    assert battle.shift(fight, "8.31c") == 0
    declare(game, "2309", "24A", "26A", "27A", "28A")
    settle(game)
    assert results(game)[-1] in ("DR", "DE", "BB")
    assert not on_map(game, "3Pz")
    assert not on_map(game, "502TB")


@rule("BD 11.20b")
def test_fled_into_a_city_that_holds() -> None:
    """The retreat of the second battle becomes a stalled attack: the fled corps lives."""
    ring = {"2409": "24A", "2309": "26A", "2209": "27A"}  # it has to flee to the east
    spots = {
        **ring,
        "2408": "4C",
        "2407": "6C",
        "2508": "5A 20A 21A 22A",
        "2507": "29A",
        "2306": "5Sh 30A 31A 32A 33A",
    }
    spots = {**spots, "2308": "34A", "2307": "37A"}
    placed = {unit: place for place, ids in spots.items() for unit in ids.split()}
    for first in "123456":
        game = battle.assault(placed, "2408", "5A", "20A", "21A", "22A", side="soviet", turn=17, german=["2607"],
                              depots=depots("2407"), rolls=[f"{first} 2"])  # fmt: skip
        if results(game)[-1] == "DR":
            break
    assert place_of(game, "4C") == "2407"
    while kind(game) == "advance":
        act(game, "done")
    declare(game, "2407", "5Sh", "30A", "31A", "32A", "33A")
    settle(game)
    assert results(game)[-2:] == ["DR", "AS"]
    assert place_of(game, "4C") == "2407"


def test_two_tigers_driven_together() -> None:
    """3Pz flees to 24Pz; both have a Tiger: the Soviets remove one of the two."""
    placed = {"3Pz": "2308", "24Pz": "2309", "5A": "2307", "20A": "2307", "21A": "2307", "22A": "2307",
              "24A": "2209", "26A": "2409"}  # fmt: skip
    for die in "123456":
        game = battle.assault(placed, "2308", *STRONG.split(), side="soviet", turn=17, depots=depots("2307"),
                              with_={"502TB": "3Pz", "503TB": "24Pz"}, rolls=[die])  # fmt: skip
        if results(game)[-1] == "DR":
            break
    assert place_of(game, "3Pz") == "2309"
    while kind(game) == "advance":
        act(game, "done")
    assert kind(game) == "excess"
    assert allowed(game, "remove 502TB", "Soviet")
    assert allowed(game, "remove 503TB", "Soviet")


def test_a_stack_in_the_corner_of_the_map() -> None:
    """2924 in the southwest has two neighbours, 2923 and 2824; nobody leaves the map."""
    spots = {"2923": STRONG, "2824": "24A", "2924": "4C"}
    assert not on_map(pushed_back(spots, "2924"), "4C")
    assert place_of(pushed_back({**spots, "2824": ""}, "2924"), "4C") == "2824"


def test_the_odds_of_the_hex_do_not_count_who_fled_into_it() -> None:
    """A bloodbath there: 3 for the army that stood there, the fled one dies for nothing."""
    spots = {"2309": "3Pz 14Pz 24Pz", "2308": "5A", "2307": "20A", "2306": "39Pz 40Pz", "2208": "6C", "2408": "7C"}
    placed = {unit: place for place, ids in spots.items() for unit in ids.split()}
    for first, second in ((a, b) for a in "123456" for b in "123456"):
        game = battle.assault(placed, "2308", "3Pz", "14Pz", "24Pz", turn=17, rolls=[f"{first} {second}"])
        if results(game)[-1] != "DR":
            continue
        while kind(game) == "advance":
            act(game, "done")
        declare(game, "2307", "39Pz", "40Pz")
        settle(game)
        if results(game)[-1] == "BB":
            break
    else:
        raise AssertionError("no bloodbath")
    act(game, "lose 39Pz")  # 4 for 3
    assert kind(game) != "exchange"
    assert not on_map(game, "5A")
    assert on_map(game, "40Pz")
