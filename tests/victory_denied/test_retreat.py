"""9.5: retreats, with the HQs that go along (12.3)."""

from __future__ import annotations

from typing import Any

import pytest

from ostfront.core.play.game import Game
from rule import rule
from victory_denied.asking import asked, verdict
from victory_denied.battle import asks, fight, paths, result
from victory_denied.stage import place_of, stage, steps_of

# a plain without rivers: 2541 and the hexes around it
TARGET = "2541"
WEST, NORTHWEST, NORTHEAST, EAST, SOUTHEAST, SOUTHWEST = "2540", "2641", "2642", "2542", "2442", "2441"
# Soviet units in the northwest: for a German in the middle only the southwest is free and closer to supply
FROM_NORTHWEST = {"62C": NORTHWEST, "172ID": NORTHWEST, "1Cav": TARGET}


def driven(units: dict[str, str], *attackers: str, die: int, target: str = TARGET, **stage_set: Any) -> Game:
    """After an attack on a hex."""
    fields: dict[str, Any] = {"side": "soviet", **stage_set}
    game = stage("combat", units, **fields)
    return fight(game, target, *attackers, rolls=[f"roll {die}"])


# ---- the example --------------------------------------------------------------------------------------


@rule("AVD 9.5.4a")
def test_example_retreat() -> None:
    units = {"KV-1": "2747", "KV-2": "2547", "45C": "2548", "64ID": "2747", "3Pz": "2648"}
    game = driven(units, "KV-1", "KV-2", "45C", "64ID", die=3, target="2648", captured=["2647"])
    assert result(game) == (3, "4", "DR")
    assert place_of(game, "3Pz") == "2647", "all three free hexes are in a zone of control; Kaluga is closer to home"
    assert steps_of(game, "3Pz") == 1


# ---- 9.5.1 --------------------------------------------------------------------------------------------


@rule("AVD 9.5.1a")
def test_a_retreat_costs_no_movement_points() -> None:
    game = driven(
        {"29Mot": WEST, "5MC": NORTHWEST}, "29Mot", die=4, target=NORTHWEST, side="german", isolated=["5MC"]
    )
    assert result(game)[2] == "DR2"
    assert "2741 2842" in paths(game, "5MC"), "swamp and woods are 4 points, an isolated corps has 3"


@rule("AVD 9.5.1b")
def test_a_stack_may_split_up() -> None:
    game = driven({"3Pz": WEST, "4Pz": WEST, "62C": TARGET, "172ID": TARGET, "45C": "2842"}, "3Pz", "4Pz", die=4,
                  side="german")  # fmt: skip
    assert verdict(game, "retreat 45C 2843") == ["AVD 9.5.1b"], "nobody drives it"
    game.play(f"retreat 172ID {NORTHEAST}")
    game.play(f"retreat 62C {SOUTHEAST}")
    assert (place_of(game, "172ID"), place_of(game, "62C")) == (NORTHEAST, SOUTHEAST)


# ---- which hexes (9.5.3) ------------------------------------------------------------------------------


@rule("AVD 9.5.3a")
def test_zones_of_control_are_avoided() -> None:
    game = driven({"3Pz": WEST, "62C": TARGET}, "3Pz", die=4, side="german")
    assert paths(game, "62C") == {NORTHEAST, EAST, SOUTHEAST}
    assert verdict(game, f"retreat 62C {SOUTHWEST}") == ["AVD 9.5.3a"]


@rule("AVD 9.5.3a")
def test_the_whole_path_counts() -> None:
    """The first hex is free everywhere; only in the south the second one is too."""
    units = {"3Pz": WEST, "5MC": TARGET, "1Cav": "2744", "8Inf": "2544"}
    game = driven(units, "3Pz", die=4, side="german")
    assert result(game)[2] == "DR2"
    assert verdict(game, f"retreat 5MC {EAST} 2543") == ["AVD 9.5.3a"], "8Inf covers it"
    assert verdict(game, f"retreat 5MC {EAST} {SOUTHEAST}") == []


@rule("AVD 9.5.3b")
def test_then_each_hex_comes_closer_to_supply() -> None:
    units = {**FROM_NORTHWEST, "8Inf": TARGET}
    game = driven(units, "62C", "172ID", die=7)
    assert result(game)[:2] == (7, "1.5")
    assert paths(game, "1Cav") == {"2441 2440", "2441 2340"}
    assert verdict(game, f"retreat 1Cav {EAST} 2543") == ["AVD 9.5.3b"]


@rule("AVD 9.5.3b")
def test_no_hex_is_used_twice() -> None:
    game = driven({"3Pz": WEST, "5MC": TARGET}, "3Pz", die=4, side="german")
    assert "AVD 9.5.3b" in verdict(game, f"retreat 5MC {EAST} {TARGET}")


@rule("AVD 9.5.3c")
def test_then_there_is_room_in_the_last_hex() -> None:
    game = driven({"3Pz": WEST, "62C": TARGET, "45C": EAST}, "3Pz", die=4, side="german")
    assert paths(game, "62C") == {NORTHEAST, SOUTHEAST}
    assert verdict(game, f"retreat 62C {EAST}") == ["AVD 9.5.3c"], "two tan corps"


def test_coming_closer_goes_before_room() -> None:
    game = driven({**FROM_NORTHWEST, "8Inf": SOUTHWEST, "28Inf": SOUTHWEST}, "62C", "172ID", die=4)
    assert "AVD 9.5.3b" in verdict(game, f"retreat 1Cav {SOUTHEAST}"), "there is room, but it leads nowhere"
    assert paths(game, "1Cav") == {"2441 2440", "2441 2340"}


def test_without_a_closer_hex_any_free_one_will_do() -> None:
    game = driven({"62C": WEST, "172ID": WEST, "1Cav": TARGET}, "62C", "172ID", die=4)
    assert paths(game, "1Cav") == {NORTHEAST, EAST, SOUTHEAST}


# ---- zones of control (9.5.4) -------------------------------------------------------------------------

# Soviet units on both sides: every hex around the middle is in a zone of control
VICE = {"62C": NORTHWEST, "172ID": NORTHWEST, "45C": SOUTHEAST}


@rule("AVD 9.5.4a")
def test_each_zone_of_control_costs_a_step() -> None:
    game = driven({**VICE, "1Cav": TARGET}, "62C", "172ID", die=4)
    game.play(f"retreat 1Cav {WEST}")
    assert (place_of(game, "1Cav"), steps_of(game, "1Cav")) == (WEST, 1)


@rule("AVD 9.5.4a")
def test_friends_do_not_help_foot_units() -> None:
    game = driven({**VICE, "1Cav": TARGET, "8Inf": WEST, "28Inf": SOUTHWEST}, "62C", "172ID", die=4)
    assert paths(game, "1Cav") == {WEST, SOUTHWEST}
    game.play(f"retreat 1Cav {WEST}")
    assert (place_of(game, "1Cav"), steps_of(game, "1Cav")) == (WEST, 1)


@rule("AVD 9.5.4a")
def test_friends_do_not_help_soviet_tanks() -> None:
    units = {"3Pz": NORTHWEST, "4Pz": SOUTHEAST, "5MC": TARGET, "172ID": NORTHEAST}
    game = driven(units, "3Pz", die=3, side="german")
    game.play(f"retreat 5MC {NORTHEAST}")
    assert (place_of(game, "5MC"), steps_of(game, "5MC")) == (NORTHEAST, 1)


@rule("AVD 9.5.4b")
@pytest.mark.parametrize("friend", ["8Inf", "29Mot", "VI-HQ"])
def test_motorized_germans_are_safe_with_a_german_unit(friend: str) -> None:
    game = driven({**VICE, "3Pz": TARGET, friend: WEST}, "62C", "172ID", die=4)
    assert (place_of(game, "3Pz"), steps_of(game, "3Pz")) == (WEST, 2), "the only hex that costs nothing"


def test_an_empty_zone_of_control_costs_motorized_germans_a_step() -> None:
    game = driven({**VICE, "3Pz": TARGET}, "62C", "172ID", die=4)
    assert paths(game, "3Pz") == {WEST, SOUTHWEST}
    game.play(f"retreat 3Pz {WEST}")
    assert steps_of(game, "3Pz") == 1


def test_the_first_to_retreat_gives_shelter_to_the_second() -> None:
    """A reduced panzer division would die on its own; it waits for the motorized division."""
    units = {**VICE, "KV-1": SOUTHEAST, "3Pz": TARGET, "29Mot": TARGET}
    game = driven(units, "62C", "172ID", "45C", "KV-1", die=5, reduced=["3Pz"])
    assert result(game)[2] == "DR"
    assert verdict(game, f"retreat 3Pz {WEST}") == ["AVD 9.5.8"]
    game.play(f"retreat 29Mot {WEST}")
    assert (place_of(game, "29Mot"), steps_of(game, "29Mot")) == (WEST, 1)
    assert (place_of(game, "3Pz"), steps_of(game, "3Pz")) == (WEST, 1)


def test_foot_units_give_no_shelter_to_each_other() -> None:
    game = driven({**VICE, "8Inf": TARGET, "1Cav": TARGET}, "62C", "172ID", "45C", die=4, reduced=["8Inf"])
    game.play(f"retreat 1Cav {WEST}")
    assert place_of(game, "8Inf") == "removed"


# ---- overstacked (9.5.5) ------------------------------------------------------------------------------


@rule("AVD 9.5.5")
def test_an_overstacked_retreat_goes_on() -> None:
    game = driven({**FROM_NORTHWEST, "8Inf": SOUTHWEST, "28Inf": SOUTHWEST}, "62C", "172ID", die=4)
    assert verdict(game, f"retreat 1Cav {SOUTHWEST}") == ["AVD 9.5.5"]
    assert verdict(game, f"retreat 1Cav {SOUTHWEST} 2440 2439") == ["AVD 9.5.5"], "no further than it must"
    game.play(f"retreat 1Cav {SOUTHWEST} 2440")
    assert place_of(game, "1Cav") == "2440"


def test_an_overstacked_retreat_goes_on_and_on() -> None:
    full = {"8Inf": SOUTHWEST, "28Inf": SOUTHWEST, "5Inf": "2440", "35Inf": "2440", "6Inf": "2340", "26Inf": "2340"}
    game = driven({**FROM_NORTHWEST, **full}, "62C", "172ID", die=4)
    assert {len(path.split()) for path in paths(game, "1Cav")} == {3}
    assert verdict(game, f"retreat 1Cav {SOUTHWEST} 2440") == ["AVD 9.5.5"]


def test_the_further_hex_avoids_zones_of_control_too() -> None:
    """West and southwest are both full; only from the southwest there is a way on that costs nothing."""
    units = {"62C": NORTHEAST, "172ID": NORTHEAST, "1Cav": TARGET, "45C": "2639", "44C": "2439"}
    full = {"8Inf": WEST, "28Inf": WEST, "5Inf": SOUTHWEST, "35Inf": SOUTHWEST}
    game = driven({**units, **full}, "62C", "172ID", die=4)
    assert (place_of(game, "1Cav"), steps_of(game, "1Cav")) == ("2340", 2)


def test_a_full_hex_on_the_way_does_not_matter() -> None:
    game = driven({**FROM_NORTHWEST, "8Inf": SOUTHWEST, "28Inf": SOUTHWEST, "5Inf": TARGET}, "62C", "172ID", die=7)
    assert {path.split()[0] for path in paths(game, "1Cav")} == {SOUTHWEST}


# ---- major rivers (9.5.6) -----------------------------------------------------------------------------


@rule("AVD 9.5.6a")
def test_an_unbridged_major_river_is_crossed_by_the_first_step() -> None:
    game = driven({"3Pz": "2747", "5MC": "2648"}, "3Pz", die=4, target="2648", side="german")
    assert {"2547 2447", "2548 2448"} <= paths(game, "5MC")
    game = driven({"3Pz": "2747", "5MC": "2748"}, "3Pz", die=4, target="2748", side="german")
    assert verdict(game, "retreat 5MC 2649 2548") == ["AVD 9.5.6a"]
    assert verdict(game, "retreat 5MC 2649 2549") == []


@rule("AVD 9.5.6b")
@pytest.mark.parametrize("friend", [{}, {"8Inf": "2717"}])
def test_no_major_river_between_two_zones_of_control(friend: dict[str, str]) -> None:
    units = {"29Mot": "2618", "62C": "2718", "172ID": "2718", "KV-1": "2619", "45C": "2818", **friend}
    game = driven(units, "62C", "172ID", "KV-1", die=8, target="2618", captured=["2717"])
    assert result(game)[2] == "DR2"
    assert verdict(game, "retreat 29Mot 2717 2716") == ["AVD 9.5.6b"], "the bridge does not help, nor a friend"


def test_a_river_is_open_when_the_other_bank_is_free() -> None:
    units = {"29Mot": "2618", "62C": "2619", "172ID": "2619"}
    game = driven(units, "62C", "172ID", die=8, target="2618", captured=["2717"])
    assert "2717 2716" in paths(game, "29Mot")


# ---- overruns (9.5.7) ---------------------------------------------------------------------------------


@rule("AVD 9.5.7", "AVD 12.1")
def test_a_retreating_unit_overruns_a_lone_hq() -> None:
    game = driven({**FROM_NORTHWEST, "13A": SOUTHWEST}, "62C", "172ID", die=4)
    assert place_of(game, "1Cav") == SOUTHWEST
    assert asked(game) == [("Soviet", "relocate")]


def test_a_unit_that_dies_on_the_way_overruns_nobody() -> None:
    game = driven({**VICE, "1Cav": TARGET, "13A": WEST, "16A": SOUTHWEST}, "62C", "172ID", die=4, reduced=["1Cav"])
    assert place_of(game, "1Cav") == "removed"
    assert (place_of(game, "13A"), place_of(game, "16A")) == (WEST, SOUTHWEST)


# the southwest is free, every hex behind it is in a zone of control
BEHIND = {"62C": NORTHWEST, "172ID": NORTHWEST, "45C": EAST, "187ID": "2439", "KV-1": "2241"}


@rule("AVD 9.5.7", "AVD 12.1")
def test_a_unit_enters_the_hexes_before_the_one_it_dies_in() -> None:
    units = {**BEHIND, "1Cav": TARGET, "8Inf": TARGET, "13A": SOUTHWEST}
    game = driven(units, "62C", "172ID", "45C", die=7, reduced=["1Cav", "8Inf"])
    assert result(game)[2] == "1DR2"
    game.play("lose 8Inf")
    assert place_of(game, "1Cav") == "removed"
    assert asked(game) == [("Soviet", "relocate")], "the HQ was in the first hex, the zone of control in the second"


@rule("AVD 9.5.3a")
def test_the_owner_picks_the_way_of_a_unit_that_will_die() -> None:
    units = {**BEHIND, "1Cav": TARGET, "8Inf": TARGET, "13A": SOUTHWEST}
    game = driven(units, "62C", "172ID", "45C", die=4, reduced=["1Cav", "8Inf"])
    assert verdict(game, f"retreat 1Cav {SOUTHWEST} 2440") == []
    assert verdict(game, f"retreat 1Cav {WEST} 2440") == ["AVD 9.5.3a"], "two zones of control"
    assert verdict(game, f"retreat 1Cav {SOUTHWEST}") == ["AVD 9.4.1"]
    game.play(f"retreat 1Cav {SOUTHWEST} 2440")
    assert (place_of(game, "1Cav"), place_of(game, "8Inf")) == ("removed", TARGET)


@rule("AVD 9.5.8")
def test_a_unit_goes_as_far_as_the_wall() -> None:
    """Only the southwest is open, and nothing behind it: the unit flips there, overruns the HQ, and dies."""
    ring = {"44C": WEST, "187ID": NORTHEAST, "45C": EAST, "KV-1": SOUTHEAST}
    wall = {"KV-2": "2440", "64ID": "2340", "1MRD": "2341", "13A": SOUTHWEST}
    game = driven({**FROM_NORTHWEST, **ring, **wall}, "62C", "172ID", die=5)
    assert result(game)[2] == "DR2"
    assert place_of(game, "1Cav") == "removed"
    assert asked(game) == [("Soviet", "relocate")]


def test_an_overstacked_unit_dies_where_it_cannot_go_on() -> None:
    """Its one hex is full of its own side, with enemies all around: it dies there, not in the hex it left."""
    ring = {"44C": WEST, "187ID": NORTHEAST, "45C": EAST, "KV-1": SOUTHEAST}
    wall = {"KV-2": "2440", "64ID": "2340", "1MRD": "2341", "8Inf": SOUTHWEST, "28Inf": SOUTHWEST}
    game = driven({**FROM_NORTHWEST, **ring, **wall}, "62C", "172ID", die=4)
    assert result(game)[2] == "DR"
    assert place_of(game, "1Cav") == "removed"
    assert [event.args[0] for event in game.events or () if event.kind == "retreat"]


@rule("AVD 16.2a")
def test_a_unit_that_will_die_takes_the_chit_on_its_way() -> None:
    """The first hex is Kaluga, in a zone of control as every hex behind it is."""
    units = {"KV-1": "2747", "KV-2": "2547", "45C": "2548", "64ID": "2747", "3Pz": "2648", "62C": "2545"}
    units |= {"172ID": "2645", "1MRD": "2749"}
    game = driven(units, "KV-1", "KV-2", "45C", "64ID", die=5, target="2648")
    assert result(game)[2] == "DR2"
    assert place_of(game, "3Pz") == "eliminated-motorized"
    assert [event.kind for event in game.events or ()][-2:] == ["capture", "eliminated"]


def test_an_overrun_on_the_way_does_not_stop_the_retreat() -> None:
    units = {**FROM_NORTHWEST, "8Inf": TARGET, "13A": SOUTHWEST}
    game = driven(units, "62C", "172ID", die=7)
    assert paths(game, "1Cav") == {"2441 2440", "2441 2340"}
    game.play("retreat 1Cav 2441 2440")
    assert (place_of(game, "1Cav"), place_of(game, "13A")) == ("2440", "removed")
    assert asked(game) == [("Soviet", "relocate")]


# ---- nowhere to go (9.5.8) ----------------------------------------------------------------------------


@rule("AVD 9.5.8")
def test_a_surrounded_unit_is_eliminated() -> None:
    ring = {"3Pz": WEST, "8Inf": NORTHWEST, "28Inf": NORTHEAST, "161Inf": EAST, "1Cav": SOUTHEAST, "5Inf": SOUTHWEST}
    game = driven({**ring, "5MC": TARGET}, "3Pz", die=3, side="german")
    assert place_of(game, "5MC") == "soviet-reserve"
    assert asks(game) == "advance"


def test_a_unit_does_not_retreat_into_enemies() -> None:
    game = driven({"3Pz": WEST, "5MC": TARGET, "8Inf": "2543"}, "3Pz", die=4, side="german")
    assert "AVD 9.5.8" in verdict(game, f"retreat 5MC {EAST} 2543")


def test_the_edge_of_the_map_is_a_wall() -> None:
    """1553 lies on the southern edge: four neighbours, all taken."""
    units = {"62C": "1552", "172ID": "1653", "187ID": "1554", "1Cav": "1553", "KV-1": "1652", "KV-2": "1654"}
    game = driven(units, "62C", "172ID", "187ID", die=5, target="1553")
    assert place_of(game, "1Cav") == "removed"


@rule("AVD 14.0h")
def test_germans_do_not_retreat_into_the_pocket() -> None:
    units = {"1Cav": "3106", "8Inf": "3106", "62C": "3206", "172ID": "3206"}
    game = driven(units, "62C", "172ID", die=7, target="3106")
    assert "AVD 14.0h" in verdict(game, "retreat 1Cav 3105 3104")


# ---- HQs (12.3) ---------------------------------------------------------------------------------------


@rule("AVD 12.3")
def test_an_hq_goes_with_its_unit() -> None:
    game = driven({"3Pz": WEST, "62C": TARGET, "13A": TARGET}, "3Pz", die=4, side="german")
    game.play(f"retreat 62C {SOUTHEAST}")
    assert place_of(game, "13A") == SOUTHEAST


@rule("AVD 12.3")
def test_an_hq_of_a_split_stack_goes_with_either() -> None:
    units = {"3Pz": WEST, "4Pz": WEST, "62C": TARGET, "172ID": TARGET, "13A": TARGET, "45C": "2842"}
    game = driven(units, "3Pz", "4Pz", die=4, side="german")
    game.play(f"retreat 172ID {NORTHEAST}")
    game.play(f"retreat 62C {SOUTHEAST}")
    assert asked(game) == [("Soviet", "follow")]
    assert verdict(game, "follow 45C") == ["AVD 12.3"]
    game.play("follow 172ID")
    assert place_of(game, "13A") == NORTHEAST


def test_an_hq_does_not_join_another_hq() -> None:
    units = {"3Pz": WEST, "4Pz": WEST, "62C": TARGET, "172ID": TARGET, "13A": TARGET, "16A": SOUTHEAST}
    game = driven(units, "3Pz", "4Pz", die=4, side="german")
    game.play(f"retreat 172ID {NORTHEAST}")
    game.play(f"retreat 62C {SOUTHEAST}")
    assert place_of(game, "13A") == NORTHEAST, "with the unit that has no HQ yet"


def test_an_hq_that_finds_an_hq_relocates() -> None:
    game = driven({"3Pz": WEST, "62C": TARGET, "13A": TARGET, "16A": SOUTHEAST}, "3Pz", die=4, side="german")
    game.play(f"retreat 62C {SOUTHEAST}")
    assert asked(game) == [("Soviet", "relocate")]
    assert place_of(game, "16A") == SOUTHEAST


def test_an_hq_goes_with_the_survivor() -> None:
    game = driven({**VICE, "8Inf": TARGET, "1Cav": TARGET, "VI-HQ": TARGET}, "62C", "172ID", "45C", die=4,
                  reduced=["8Inf"])  # fmt: skip
    game.play(f"retreat 1Cav {WEST}")
    assert place_of(game, "8Inf") == "removed"
    assert place_of(game, "VI-HQ") == WEST


# ---- games end in retreat -----------------------------------------------------------------------------


def test_a_german_driven_into_moscow_has_won() -> None:
    ring = {"62C": "3753", "172ID": "3753", "45C": "3854", "44C": "3654", "187ID": "3855", "1MRD": "3653"}
    game = driven({**ring, "1Cav": "3754"}, "62C", "172ID", "45C", "44C", die=2, target="3754")
    assert {text.split()[2] for text in game.legal.texts} == {"3655", "3755"}
    game.play("retreat 1Cav 3655")
    assert game.result is not None
    assert (game.result.winner, game.result.rule) == ("german", "16.1")
