"""A second set of positions, on odds: supply in battle, works, ground, support and the order of phases."""

from __future__ import annotations

from typing import Any

import pytest

from barbarossa_deluxe import battle
from barbarossa_deluxe.adversary.position import Spots, allowed, at, attack, defence, depots, odds, plan, refused
from barbarossa_deluxe.battle import declare, settle
from barbarossa_deluxe.stage import FACTS, act, hexes, units
from ostfront.core.play.game import Game
from rule import rule

RED: dict[str, Any] = {"side": "soviet"}
POCKET: Spots = {"2309": "4C", "2209": "9C", "2208": "10C", "2409": "11C", "2408": "12C", "2307": "13C"}


def supporting(spots: Spots, target: str, attackers: str, **more: Any) -> Game:
    """A Soviet assault at the question for support."""
    game = at("assault", spots, side="soviet", **more)
    declare(game, target, *attackers.split())
    return settle(game, stop_at="support")


# ---- supply in battle (7.7 to 7.11, 7.22) --------------------------------------------------------------

CUT: Spots = {
    "2308": "4C", "2309": "5A", "2209": "20A", "2208": "21A", "2409": "22A", "2408": "24A", "2307": "26A",
}  # fmt: skip


@rule("BD 7.16b")
def test_defence_of_a_pocket_with_and_without_the_airlift() -> None:
    assert defence(CUT, "2308", "5A", turn=14, **RED) == 2
    assert defence(CUT, "2308", "5A", turn=14, airlift=FACTS.board.index("2308"), airlift_used=True, **RED) == 4
    assert defence({"2308": "4C", "2307": "26A"}, "2308", "26A", turn=14, **RED) == 4


@rule("BD 8.39b")
def test_partisans_find_nothing_behind_a_pocket() -> None:
    assert refused(supporting(CUT, "2308", "5A", turn=14), "partisans")
    lifted = {"airlift": FACTS.board.index("2308"), "airlift_used": True}
    assert refused(supporting(CUT, "2308", "5A", turn=14, **lifted), "partisans")
    assert allowed(supporting({"2308": "4C", "2307": "26A"}, "2308", "26A", turn=14), "partisans")


@rule("BD 7.9c")
def test_range_is_counted_from_each_attacking_hex() -> None:
    """2303 is four hexes from 2307 and five from 2408."""
    spots = {"2308": "4C", "2307": "5A", "2408": "20A"}
    assert attack(spots, "2308", "5A 20A", turn=14, depots=depots("2303"), **RED) == 4
    assert attack(spots, "2308", "5A 20A", turn=14, depots=depots("2304"), **RED) == 6


@rule("BD 7.22d", "BD 7.11c")
def test_a_marker_in_a_pocket_feeds_nobody() -> None:
    for ids, expected in (("5A", 1), ("5A 20A 21A", 2), ("5Sh", 1), ("5T 5A", 1)):
        spots = {**POCKET, "2308": ids}
        assert attack(spots, "2309", ids, turn=14, depots=depots("2308"), **RED) == expected, ids


@rule("BD 7.22d")
def test_halves_and_quarters_are_rounded_apart() -> None:
    """One army with overland supply alone, one with none: 1 and 1."""
    spots = {**POCKET, "2308": "5A", "2306": "20A"}
    assert attack(spots, "2307", "5A 20A", turn=14, **RED) == 2
    assert attack({**POCKET, "2308": "5A 21A", "2306": "20A 22A"}, "2307", "5A 21A 20A 22A", turn=14, **RED) == 4


@rule("BD 8.36b", "BD 8.38b")
def test_guns_and_wings_with_and_without_offensive_supply() -> None:
    spots = {"2308": "4C", "2307": "5A 20A", "2408": "21A"}
    both = {"guns": units("5A"), "wings": units("5A")}
    late: dict[str, Any] = {"turn": 17, **RED}
    assert battle.attack(plan(spots, "2308", "5A", **late), **both) == 4
    assert battle.attack(plan(spots, "2308", "5A", **late, depots=depots("2307")), **both) == 7
    # two halved together, one of them doubled: 9 / 2
    assert battle.attack(plan(spots, "2308", "5A 20A", **late), guns=units("5A")) == 4
    # one in range and doubled, the other halved
    assert battle.attack(plan(spots, "2308", "5A 21A", **late, depots=depots("2303")), guns=units("5A")) == 7


@rule("BD 8.30c")
def test_cavalry_groups_need_no_supply() -> None:
    spots = {**POCKET, "2308": "DCG 5A"}
    assert attack(spots, "2309", "DCG", turn=17, **RED) == 1
    assert attack(spots, "2309", "DCG 5A", turn=17, **RED) == 2
    assert attack({"2308": "DCG 5A 20A", "2309": "4C"}, "2309", "DCG 5A 20A", turn=17, **RED) == 4


@rule("BD 11.15a", "BD 7.22d")
def test_tanks_in_marsh_in_every_state_of_supply() -> None:
    spots = {"2012": "5T 4T", "2013": "9C"}
    late: dict[str, Any] = {"turn": 14, **RED}
    assert attack(spots, "2013", "5T 4T", **late, depots=depots("2012")) == 4
    assert attack(spots, "2013", "5T 4T", **late) == 2
    ring = {"2011": "4C", "1912": "6C", "1911": "7C", "2112": "8C", "2111": "10C"}
    assert attack({**spots, **ring}, "2013", "5T 4T", **late) == 1


@rule("BD 11.20c", "BD 7.16b")
def test_unsupplied_panzers_against_a_city() -> None:
    around = {"2207": "5A", "2308": "20A", "2408": "21A", "2407": "22A", "2306": "24A", "2208": "26A"}
    spots = {**around, "2307": "3Pz 14Pz"}
    summer: dict[str, Any] = {"turn": 10, "zone": 0}
    assert attack(spots, "2407", "3Pz 14Pz", **summer) == 3
    assert attack(spots, "2407", "3Pz", **summer) == 1
    assert attack(spots, "2408", "3Pz 14Pz", **summer) == 4


# ---- the order of phases (5.6, 5.7, 5.10, 5.15) --------------------------------------------------------

FIELD: Spots = {"2309": "3Pz 14Pz 4C 9C", "2308": "5A"}  # 12 to 3, the panzers alone 8 to 3
ALL = "3Pz 14Pz 4C 9C"


@rule("BD 5.6a", "BD 5.10c", "BD 5.10d", "BD 10.32")
@pytest.mark.parametrize(
    ("turn", "order", "paused", "prepared", "mobile"),
    [
        (2, "fight-move", False, "5:1", "1:1"),
        (2, "move-fight", False, "4:1", "1:1"),
        (4, "fight-move", False, "4:1", "1:2"),
        (4, "move-fight", False, "3:1", "1:2"),
        (4, "fight-move", True, "5:1", "1:1"),
        (5, "fight-move", False, "2:1", ""),
        (5, "move-fight", False, "2:1", ""),
        (6, "fight-move", False, "4:1", ""),
        (12, "fight-move", False, "4:1", "1:1"),
    ],
)
def test_german_phases(turn: int, order: str, paused: bool, prepared: str, mobile: str) -> None:
    more: dict[str, Any] = {"turn": turn, "order": order, "paused": paused, "zone": 0}
    assert odds(FIELD, "2308", ALL, **more) == prepared
    if mobile:
        assert odds(FIELD, "2308", "3Pz 14Pz", "movement", **more) == mobile


@rule("BD 5.7a", "BD 10.32")
def test_soviet_phases_in_1944() -> None:
    spots = {"2307": "1GT 5T", "2308": "4C"}
    late: dict[str, Any] = {"turn": 25, "depots": depots("2307"), **RED}
    assert odds(spots, "2308", "1GT 5T", **late) == "2:1"
    assert odds(spots, "2308", "1GT 5T", order="move-fight", **late) == "1:1"
    for order in ("fight-move", "move-fight"):
        assert odds(spots, "2308", "1GT 5T", "movement", order, **late) == "1:1"


@rule("BD 5.7b", "BD 8.36a", "BD 8.38a")
def test_both_phases_of_the_soviet_fight_fight() -> None:
    spots = {"2307": "5Sh 5A", "2308": "4C"}
    for nth in (1, 2):
        more: dict[str, Any] = {"turn": 31, "order": "fight-fight", "nth": nth, "depots": depots("2307")}
        assert attack(spots, "2308", "5Sh", **more, **RED) == 6
        assert odds(spots, "2308", "5Sh 5A", **more, **RED) == "2:1"
        game = supporting(spots, "2308", "5Sh 5A", **more)
        assert allowed(game, "partisans")
        assert allowed(game, "guns 5A") == (nth == 1)
        assert allowed(game, "wings 5Sh") == (nth == 1)
        assert refused(game, "guns 5Sh")
        assert refused(game, "airborne")


@rule("BD 5.15", "BD 11.21a")
def test_turn_1_west_of_the_start_line() -> None:
    """Two armies to one corps, 6 to 4: the German line and the start line."""
    spots = {"1816": "5A 20A", "1817": "4C"}
    assert odds(spots, "1817", "5A 20A", turn=1, **RED) == "1:3"
    assert odds({"1916": "5A 20A", "1917": "6C"}, "1917", "5A 20A", turn=1, **RED) == "1:2"
    assert odds(spots, "1817", "5A 20A", turn=2, **RED) == "1:2"


# ---- ground and works ----------------------------------------------------------------------------------


@rule("BD 11.15a", "BD 11.15b", "BD 11.21a")
def test_marsh_with_a_line() -> None:
    """10 to 3; marsh 1R, line 1L, fight/move 1R."""
    spots = {"2113": "4C 6C 7C 3Pz 14Pz", "2112": "5A"}
    assert attack(spots, "2112", "4C 6C 7C 3Pz 14Pz") == 10
    assert odds(spots, "2112", "4C 6C 7C 3Pz 14Pz") == "4:1"
    # the Germans hold no enemy line: Soviets attack at 6 to 4 with marsh alone
    assert odds({"2113": "5A 20A", "2112": "4C"}, "2112", "5A 20A", turn=6, **RED) == "2:1"


@rule("BD 11.14a", "BD 11.14b", "BD 11.21a")
def test_rough_with_a_line() -> None:
    spots = {"2213": "49Mtn 4C 6C", "2212": "5A"}
    assert attack(spots, "2212", "49Mtn 4C 6C") == 8
    assert odds(spots, "2212", "49Mtn 4C 6C") == "1:1"


@rule("BD 11.9", "BD 11.24a")
def test_poor_odds_and_three_alternate_hexes() -> None:
    """6 to 7 is 1:2; from 2307, 2209 and 2409 1:1."""
    spots = {"2307": "5A", "2209": "14RC 9RC", "2409": "21RC", "2308": "4C 3R"}
    assert attack(spots, "2308", "5A 14RC 9RC 21RC", turn=3, **RED) == 6
    assert odds(spots, "2308", "5A 14RC 9RC 21RC", turn=3, **RED) == "1:1"
    assert odds({**spots, "2209": "", "2307": "5A 14RC 9RC"}, "2308", "5A 14RC 9RC 21RC", turn=3, **RED) == "1:2"


def test_the_hinterland_of_cities() -> None:
    """Oil fields and the industry of Silesia are open country."""
    assert odds({"2420": "1GT 5T", "2419": "4C"}, "2419", "1GT 5T", "movement", turn=31,
                depots=depots("2420"), **RED) == "1:1"  # fmt: skip


@rule("BD 9.6a", "BD 8.31c", "BD 11.23b")
def test_a_fortress_city_with_everything() -> None:
    """15 to 4: fortress 3L, a Tiger 1L, the Luftwaffe 1L."""
    spots = {"2819": "5A 20A 21A 22A 24A", "2820": "4C 501TB"}
    found = battle.laid(
        {u: p for p, ids in spots.items() for u in ids.split() if u != "501TB"}, "2820",
        *spots["2819"].split(), side="soviet", turn=28, depots=depots("2819"), fortress=hexes("2820"),
        with_={"501TB": "4C"},
    )  # fmt: skip
    assert battle.odds(found) == "1:3"
    assert battle.odds(found, luftwaffe=True) == "1:4"


@rule("BD 9.6a", "BD 9.6c", "BD 11.33a")
def test_a_satellite_in_a_fortress_city_of_the_ussr() -> None:
    """15 and 3 to 3, 6:1; the fortress 3L, the satellite 1R; opposite hexes do not help."""
    spots = {"2601": "5A 20A 21A 22A 24A", "2402": "26A", "2501": "8It"}
    more: dict[str, Any] = {
        "turn": 14,
        "depots": depots("2500"),
        "fortress": hexes("2501"),
        **RED,
        "german": ["2607"],
    }
    assert odds(spots, "2501", "5A 20A 21A 22A 24A 26A", **more) == "4:1"


@rule("BD 9.6a")
def test_a_satellite_in_a_fortress_city_of_hungary() -> None:
    spots = {"2819": "5A 20A 21A 22A 24A", "2820": "1H"}
    more: dict[str, Any] = {"turn": 28, "depots": depots("2819"), "fortress": hexes("2820"), **RED}
    assert odds(spots, "2820", "5A 20A 21A 22A 24A", **more) == "2:1"


@rule("BD 11.21a")
def test_a_captured_line_helps_only_its_builders() -> None:
    spots = {"1313": "3Pz 14Pz", "1312": "5A"}
    assert odds(spots, "1312", "3Pz 14Pz") == "2:1"  # 8 to 3, line 1L, fight/move 1R
    spots = {"1311": "5A 20A", "1312": "4C"}
    assert odds(spots, "1312", "5A 20A", turn=6, **RED) == "1:1"


@rule("BD 11.16")
def test_over_a_river_only_if_all_are() -> None:
    """2310 is reached over the Dnepr from 2311, dry from 2309."""
    spots = {"2311": "3Pz", "2309": "4C", "2310": "5A"}
    more: dict[str, Any] = {"turn": 17}
    assert odds(spots, "2310", "3Pz", **more) == "1:2"
    assert odds(spots, "2310", "3Pz 4C", **more) == "3:1"  # 6 to 3, opposite hexes
    assert odds({"2311": "3Pz 14Pz", "2310": "5A"}, "2310", "3Pz 14Pz", "movement", **more) == "1:2"


# ---- support together (8.36 to 8.41, 11.23) ------------------------------------------------------------

MOSCOW: Spots = {"1707": "5A 20A", "1708": "4C"}


@rule("BD 8.38c", "BD 8.37b", "BD 8.39a")
def test_the_luftwaffe_keeps_air_armies_away_and_nothing_else() -> None:
    found = plan(MOSCOW, "1708", "5A 20A", turn=6, **RED)
    assert battle.odds(found) == "1:1"
    assert battle.odds(found, luftwaffe=True, interceptors=True, partisans=True) == "2:1"
    game = at("assault", MOSCOW, side="soviet", turn=6)
    declare(game, "1708", "5A", "20A")
    act(game, "luftwaffe")
    assert allowed(game, "interceptors")
    assert allowed(game, "partisans")
    game = at("assault", {"2307": "5A 20A", "2308": "4C"}, side="soviet", turn=17, depots=depots("2307"))
    declare(game, "2308", "5A", "20A")
    act(game, "luftwaffe")
    assert allowed(game, "guns 5A")
    assert refused(game, "wings 5A")
    assert allowed(game, "partisans")
    assert allowed(game, "airborne")


@rule("BD 8.37c")
def test_interceptors_need_every_attacker_in_range() -> None:
    """1601 and 1602 are five and four hexes from Moscow, 1600 is six."""
    spots = {"1602": "5A", "1600": "20A", "1601": "4C"}
    assert refused(supporting(spots, "1601", "5A 20A", turn=6), "interceptors")
    assert allowed(supporting(spots, "1601", "5A", turn=6), "interceptors")


def test_no_support_in_a_mobile_assault() -> None:
    spots = {"2307": "1GT 5T", "2308": "4C"}
    game = at("movement", spots, side="soviet", turn=25, depots=depots("2307"))
    act(game, "pick 1GT", "with 5T", "assault 2308")
    settle(game, stop_at="luftwaffe")
    assert allowed(game, "luftwaffe", "German")
    act(game, "pass")
    for word in ("partisans", "guns 1GT", "wings 1GT"):
        assert refused(game, word, "Soviet")


def test_a_marker_is_used_once_in_a_phase() -> None:
    spots = {"2307": "5A", "2308": "4C", "2507": "20A", "2508": "6C"}
    game = supporting(spots, "2308", "5A", turn=6)
    act(game, "partisans")
    settle(game)
    while battle.kind(game) in ("retreat", "advance"):
        act(game, next(iter(game.legal.texts)))
    declare(game, "2508", "20A")
    settle(game, stop_at="support")
    assert battle.kind(game) != "support" or refused(game, "partisans")


# ---- the straits ---------------------------------------------------------------------------------------


@rule("BD 11.16", "BD 11.17b")
def test_kerch_is_a_river_if_nobody_comes_by_land() -> None:
    spots = {"3106": "5A 20A 5T", "3104": "21A", "3105": "4C"}
    more: dict[str, Any] = {"turn": 14, "depots": depots("3106"), **RED}
    assert odds(spots, "3105", "5A 20A", **more) == "1:2"
    assert odds(spots, "3105", "5A 20A 21A", **more) == "3:1"  # 9 to 4, and 3104 lies opposite
    game = at("assault", spots, **more)
    act(game, "attack 3105")
    assert refused(game, "with 5T")


@rule("BD 11.16", "BD 11.18b")
def test_the_sivash_both_ways_from_turn_7() -> None:
    for here, there in (("2907", "3008"), ("3008", "2907")):
        spots = {here: "5A 20A 5T", there: "4C"}
        found = {"turn": 7, "depots": depots(here), "german": ["2607"], **RED}
        assert odds(spots, there, "5A 20A", **found) == "1:2"
        assert refused(at("assault", spots, turn=6, **RED), f"attack {there}")
        game = at("assault", spots, **found)
        act(game, f"attack {there}")
        assert refused(game, "with 5T")
        assert refused(at("assault", {here: "4C", there: "5A"}, turn=10, zone=0), f"attack {there}")
