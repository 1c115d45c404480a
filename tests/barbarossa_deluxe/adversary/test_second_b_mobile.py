"""A second set of positions, on stacking, movement and mobile assaults."""

from __future__ import annotations

from typing import Any

import pytest

from barbarossa_deluxe import battle
from barbarossa_deluxe.adversary.position import Spots, allowed, at, depots, goes, odds, refused, take
from barbarossa_deluxe.battle import declare, drawn, kind, on_map, results, settle
from barbarossa_deluxe.marching import left, targets
from barbarossa_deluxe.stage import FACTS, act, hexes, place_of
from ostfront.core.play.game import Game
from rule import rule

OFFERS = ("luftwaffe", "support", "aerial", "conversion", "exchange", "retreat")


def strike(game: Game, target: str, stop_at: str = "") -> Game:
    """The units in hand assault; offers are passed, retreats are the first choice."""
    act(game, f"assault {target}")
    while kind(game) in OFFERS and kind(game) != stop_at:
        texts = sorted(game.legal.texts)
        act(game, "pass" if "pass" in texts else texts[0])
    return game


def struck(spots: Spots, ids: str, target: str, *wanted: str, **more: Any) -> Game:
    for die in range(1, 7):
        game = strike(take(at("movement", spots, rolls=[f"{die}"], **more), *ids.split()), target)
        if results(game)[-1] in wanted:
            return game
    raise AssertionError(f"no die gives {wanted}")


# ---- launch hexes, costs, repeats (10.24, 10.28, 10.29) ------------------------------------------------


@rule("BD 6.3")
@pytest.mark.parametrize(("there", "two", "one"), [("4C 6C 7C 8C", False, True), ("4C 6C 7C", True, True)])
def test_room_in_the_launch_hex(there: str, two: bool, one: bool) -> None:
    spots = {"2310": "3Pz 14Pz", "2309": there, "2308": "5A"}
    game = take(at("movement", spots, turn=10, zone=0), "3Pz", "14Pz")
    assert allowed(game, "go 2309") == two
    assert refused(game, "assault 2308")
    game = take(at("movement", spots, turn=10, zone=0), "3Pz")
    assert goes(at("movement", spots, turn=10, zone=0), "3Pz", "2309") == one
    act(game, "go 2309")
    assert allowed(game, "assault 2308")


@rule("BD 10.24b", "BD 10.25d")
def test_as_often_as_the_points_allow() -> None:
    """Ten points, three for each assault on clear ground."""
    spots = {"2309": "3Pz 14Pz", "2308": "5A 20A"}
    game = take(at("movement", spots, rolls=["4 4 4"]), "3Pz", "14Pz")
    for points in (10, 7, 4):
        assert left(game, "3Pz") == points
        strike(game, "2308")
        assert results(game)[-1] == "AS"
        assert place_of(game, "3Pz") == "2309"
    assert left(game, "3Pz") == 1
    assert refused(game, "assault 2308")
    assert allowed(game, "go 2209")


@rule("BD 10.29a")
def test_a_victorious_stack_parts() -> None:
    spots = {"2309": "3Pz 14Pz 24Pz 39Pz", "2308": "1Abn", "2307": "2Abn"}
    game = struck(spots, "3Pz 14Pz 24Pz 39Pz", "2308", "DE", turn=2)
    assert place_of(game, "3Pz") == "2308"
    act(game, "drop 24Pz", "drop 39Pz", "go 2208", "stop", "pick 24Pz", "with 39Pz")
    assert left(game, "24Pz") == 7
    assert allowed(game, "assault 2307")


@rule("BD 10.28b", "BD 10.29b")
def test_soviets_stay_after_a_failure_and_go_on_after_a_success() -> None:
    spots = {"2307": "1GT 5T", "2308": "4C 6C", "2306": "6G"}
    late: dict[str, Any] = {"side": "soviet", "turn": 25, "depots": depots("2307")}
    game = struck(spots, "1GT 5T", "2308", "AS", **late)
    assert refused(game, "pick 1GT")
    assert refused(game, "pick 5T")
    assert goes(game, "6G", "2307")
    assert allowed(game, "assault 2308")
    game = struck({"2307": "1GT 2GT 3GT", "2308": "SF", "2310": "4C"}, "1GT 2GT 3GT", "2308", "DE", "BB", **late)
    mover = next(unit for unit in ("1GT", "2GT", "3GT") if on_map(game, unit))
    if kind(game) != "march":
        act(game, f"pick {mover}")
    act(game, "go 2309")
    assert refused(game, "assault 2310")


def test_both_kinds_of_assault_in_one_player_turn() -> None:
    """Fight/move: who has attacked may move and assault; who was driven back helps in the new hex."""
    spots = {"2309": "3Pz 14Pz", "2308": "5A", "2307": "20A", "2209": "4C", "2409": "6C", "2208": "7C", "2408": "8C"}
    placed = {unit: place for place, ids in spots.items() for unit in ids.split()}
    for die in "123456":
        game = battle.assault(placed, "2308", "3Pz", "14Pz", turn=2, rolls=[die])
        if kind(game) == "conversion":
            act(game, "drive-back")
        if place_of(game, "5A") == "2307":
            break
    act(game, "advance 3Pz", "done", "advance 14Pz")
    while kind(game) in ("assault", "advance", "second"):
        act(game, "done")
    assert kind(game) == "move"
    act(game, "pick 3Pz", "with 14Pz")
    assert allowed(game, "assault 2307")
    fight = drawn(game, "2307", "3Pz", "14Pz", mobile=True, launch=FACTS.board.index("2308"))
    assert battle.defence(battle.Plan(game, fight)) == 6


# ---- where (10.25, 5.13, 10.18) ------------------------------------------------------------------------


@rule("BD 10.18b")
def test_turn_1_over_the_bug() -> None:
    """5 points: three for the assault, nothing for the river, which shifts nothing either."""
    spots = {"2116": "24Pz 39Pz 46Pz", "2115": "5A"}
    assert odds(spots, "2115", "24Pz 39Pz 46Pz", "movement", turn=1) == "3:1"
    game = strike(take(at("movement", spots, turn=1, rolls=["6"]), "24Pz", "39Pz", "46Pz"), "2115")
    assert left(game, "24Pz") == 2


@rule("BD 5.13")
def test_turn_1_into_two_marshes_only() -> None:
    spots = {"2015": "3Pz 14Pz", "2014": "5A", "2114": "20A"}
    game = take(at("movement", spots, turn=1, rolls=["6"]), "3Pz", "14Pz")
    assert targets(game) == {"2014"}
    assert refused(game, "assault 2114")
    assert odds(spots, "2014", "3Pz 14Pz", "movement", turn=1) == "1:1"
    strike(game, "2014")
    assert left(game, "3Pz") == 2
    assert refused(take(at("movement", spots, turn=2), "3Pz", "14Pz"), "assault 2014")


def test_industry_is_no_city() -> None:
    """2419 costs three points, not four: two tank armies with three points left get in."""
    late: dict[str, Any] = {"side": "soviet", "turn": 31, "depots": depots("2420")}
    game = take(at("movement", {"2420": "1GT 5T", "2419": "4C", "2415": "20A"}, rolls=["5"], **late), "1GT", "5T")
    before = left(game, "1GT")
    strike(game, "2419")
    assert before - left(game, "1GT") == 3
    game = struck({"2420": "1GT 2GT 3GT", "2419": "4C"}, "1GT 2GT 3GT", "2419", "DR", **late)
    assert place_of(game, "4C") != "2419"


@rule("BD 10.24a", "BD 11.21a")
def test_an_east_wall() -> None:
    spots = {"2307": "1GT 5T", "2308": "4C", "2303": "20A"}
    late: dict[str, Any] = {"side": "soviet", "turn": 25, "depots": depots("2307"), "wall": hexes("2308")}
    assert odds(spots, "2308", "1GT 5T", "movement", **late) == "1:2"
    game = take(at("movement", spots, rolls=["5"], **late), "1GT", "5T")
    strike(game, "2308")
    assert results(game) == ["AS"]
    assert left(game, "1GT") == 8 - 4


@rule("BD 10.25b")
def test_no_mobile_assault_over_kerch_but_panzers_may_cross() -> None:
    crimea: dict[str, Any] = {"turn": 10, "zone": 0, "german": ["3108", "2607", "2804"], "order": "move-fight"}
    game = take(at("movement", {"3106": "3Pz 14Pz", "3105": "5A"}, **crimea), "3Pz", "14Pz")
    assert refused(game, "assault 3105")
    game = take(at("movement", {"3106": "3Pz 14Pz", "3104": "5A"}, **crimea), "3Pz", "14Pz")
    act(game, "go 3105")
    assert kind(game) != "march" or refused(game, "assault 3104")


# ---- supply at the launch hex (10.26) ------------------------------------------------------------------


@rule("BD 10.26a")
def test_garrison_supply_serves_from_the_fortress_itself() -> None:
    ring = {"1617": "5A", "1616": "20A", "1716": "21A", "1818": "24A"}
    more: dict[str, Any] = {"turn": 28, "order": "move-fight"}
    spots = {**ring, "1717": "48Pz-late", "1817": "26A"}
    assert refused(at("movement", spots, **more), "pick 48Pz-late")  # it can do nothing
    game = take(at("movement", spots, fortress=hexes("1717"), **more), "48Pz-late")
    assert allowed(game, "assault 1716")
    # from the next hex it has none
    spots = {"1717": "48Pz-late", "1616": "5A", "1617": "20A", "1818": "24A", "1817": "26A", "1715": "27A",
             "1815": "28A", "1816": "29A"}  # fmt: skip
    assert allowed(
        take(at("movement", {**spots, "1617": "6C"}, fortress=hexes("1717"), **more), "48Pz-late"), "go 1716"
    )
    game = take(at("movement", spots, fortress=hexes("1717"), **more), "48Pz-late")
    act(game, "go 1716")
    assert refused(game, "assault 1816")


@rule("BD 7.9c")
def test_the_launch_hex_decides_on_offensive_supply() -> None:
    """2305 is three hexes from marker A in 2302, 2308 would be six."""
    spots = {"2307": "5T 4T", "2308": "4C"}
    late: dict[str, Any] = {"side": "soviet", "turn": 25}
    near = battle.laid({"5T": "2307", "4T": "2307", "4C": "2308"}, "2308", "5T", "4T", moment="movement", **late,
                       depots=depots("2303"))  # fmt: skip
    far = battle.laid({"5T": "2307", "4T": "2307", "4C": "2308"}, "2308", "5T", "4T", moment="movement", **late,
                      depots=depots("2302"))  # fmt: skip
    assert (battle.attack(near), battle.attack(far)) == (8, 4)
    assert allowed(take(at("movement", spots, **late), "5T", "4T"), "assault 2308")


# ---- movement (10.3, 10.14 to 10.16, 10.34) ------------------------------------------------------------


@rule("BD 10.3")
def test_the_least_move_of_hungry_rifles() -> None:
    """Two points, halved: over a river, a cost of two, all the same, and then no further."""
    ring = {"2210": "4C", "2309": "6C", "2409": "7C", "2410": "8C", "2411": "20C", "2311": "23C"}
    spots = {"2310": "5A", **ring, "2212": "26C", "2111": "27C", "2110": "28C"}
    game = at("movement", spots, side="soviet", turn=8)
    assert left(game, "5A") == 1
    assert goes(game, "5A", "2211")
    assert place_of(game, "5A") == "2211"
    assert kind(game) != "march"


@rule("BD 10.15a")
def test_the_sivash_costs_a_river() -> None:
    game = at("movement", {"3008": "5A", "2908": "4C"}, side="soviet", turn=7)
    before = left(game, "5A")
    assert goes(game, "5A", "2907")
    assert before - left(game, "5A") == 2
    assert not goes(at("movement", {"3008": "5A", "2908": "4C"}, side="soviet", turn=6), "5A", "2907")
    assert not goes(at("movement", {"3008": "5T", "2908": "4C"}, side="soviet", turn=10), "5T", "2907")
    assert not goes(at("movement", {"3008": "4C", "2908": "5A"}, turn=10, zone=0), "4C", "2907")


@rule("BD 10.16a")
def test_who_goes_by_sea() -> None:
    held = ["2911", "3108"]
    for unit, may in (("49Mtn", True), ("4C", True), ("3R", False), ("3Pz", False)):
        game = at("movement", {"2911": unit}, turn=10, zone=0, german=held)
        assert allowed(game, f"sail {unit}") == may, unit
    full = {"2911": "49Mtn", "3108": "4C 6C 7C 8C 9C"}
    game = at("movement", full, turn=10, zone=0, german=held)
    act(game, "sail 49Mtn")  # Sevastopol is full: Constanta
    assert place_of(game, "49Mtn") == "3213"


def test_the_steppe_is_open_ground() -> None:
    spots = {"2701": "3Pz 14Pz", "2700": "5A"}
    game = take(at("movement", spots, turn=10, zone=0, german=["2607", "2804"]), "3Pz", "14Pz")
    assert allowed(game, "assault 2700")


@rule("BD 6.4")
def test_communist_satellites_in_one_hex() -> None:
    late: dict[str, Any] = {"side": "soviet", "turn": 28}
    assert goes(at("movement", {"2916": "1B", "2915": "Pol"}, **late), "1B", "2915")
    assert not goes(at("movement", {"2916": "1B", "2915": "2B"}, **late), "1B", "2915")
    assert not goes(at("movement", {"2916": "1B", "2915": "1Rom"}, **late), "1B", "2915")


@rule("BD 10.34b")
def test_the_coastal_army_leaves_a_mobile_assault_by_sea() -> None:
    spots = {"2811": "3Pz 14Pz 24Pz 39Pz", "2911": "ICA"}
    game = struck(spots, "3Pz 14Pz 24Pz 39Pz", "2911", "DR", turn=2, order="move-fight")
    assert place_of(game, "ICA") == "3108"
    game = struck(spots, "3Pz 14Pz 24Pz 39Pz", "2911", "DR", turn=2, order="move-fight", german=["3108"])
    assert not on_map(game, "ICA")


# ---- calling off (11.7) --------------------------------------------------------------------------------


def test_a_mobile_assault_may_be_dropped_until_it_is_fought() -> None:
    spots = {"2309": "3Pz 14Pz", "2308": "5A 20A"}
    game = take(at("movement", spots, turn=2), "3Pz", "14Pz")
    before = left(game, "3Pz")
    assert allowed(game, "stop") or allowed(game, "go 2209")
    assert left(game, "3Pz") == before
    game = at("assault", spots, turn=2, rolls=["6"])
    declare(game, "2308", "3Pz", "14Pz")
    settle(game)
    assert results(game) == ["AS"]


@rule("BD 7.13b")
def test_out_of_a_surrounded_hero_city() -> None:
    """Garrison supply: a mobile assault at half strength, in defence all of it (7.13, 7.22)."""
    ring = {"2408": "4C 6C", "2307": "7C", "2306": "8C", "2406": "9C", "2507": "10C", "2506": "11C"}
    spots = {**ring, "2407": "5T 4T"}
    late: dict[str, Any] = {"side": "soviet", "turn": 25, "depots": depots("2407"), "german": ["2607"]}
    assert refused(at("movement", spots, **late), "pick 5T")
    game = take(at("movement", spots, hero=hexes("2407"), **late), "5T", "4T")
    assert allowed(game, "assault 2307")
    found = battle.Plan(game, drawn(game, "2307", "5T", "4T", mobile=True, launch=FACTS.board.index("2407")))
    assert battle.attack(found) == 4
    german: dict[str, Any] = {"turn": 23, "german": ["2607"]}
    for hero, expected in ((0, 1), (hexes("2407"), 3)):
        found = battle.laid(
            {"5A": "2407", **{corps: place for place, ids in ring.items() for corps in ids.split()}},
            "2407", "4C", hero=hero, **german,
        )  # fmt: skip
        assert battle.defence(found) == expected


@rule("BD 10.27")
def test_parted_and_together_again() -> None:
    """Both began the phase in 2310; one goes ahead, the other follows, and they assault together."""
    spots = {"2310": "3Pz 14Pz", "2308": "5A", "2409": "24Pz"}
    game = take(at("movement", spots, turn=10, zone=0), "3Pz")
    act(game, "go 2309", "drop 3Pz", "pick 14Pz", "go 2309")
    assert allowed(game, "with 3Pz")
    act(game, "with 3Pz")
    assert allowed(game, "assault 2308")
    game = take(at("movement", spots, turn=10, zone=0), "24Pz")
    act(game, "go 2309", "stop", "pick 3Pz", "go 2309")
    assert refused(game, "with 24Pz")


def test_odds_of_a_mobile_assault_by_the_steps() -> None:
    """12 to 3 over a river into a line: 4:1, and 1L each for assault, river and line."""
    spots = {"1711": "24Pz 39Pz 46Pz", "1612": "5A"}
    assert odds(spots, "1612", "24Pz 39Pz 46Pz", "movement", turn=2) == "1:1"
