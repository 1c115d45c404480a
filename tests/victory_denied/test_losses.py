"""9.4.2: step losses, where eliminated units go, and the HQs that stood with them (12.2)."""

from __future__ import annotations

import pytest

from rule import rule
from victory_denied.asking import asked, verdict
from victory_denied.battle import asks, fight, result
from victory_denied.stage import FACTS, place_of, stage, steps_of

TARGET, WEST, NORTHWEST, EAST, SOUTHEAST, SOUTHWEST = "2541", "2540", "2641", "2542", "2442", "2441"
FIVE_PANZERS = {"3Pz": WEST, "4Pz": WEST, "10Pz": NORTHWEST, "17Pz": NORTHWEST, "18Pz": SOUTHWEST}


# ---- whose steps (9.4.2) ------------------------------------------------------------------------------


@rule("AVD 9.4.2a")
@pytest.mark.parametrize(
    ("choices", "left"),
    [(["62C", "62C"], {"172ID": 2}), (["172ID", "172ID"], {"62C": 2}), (["62C", "172ID"], {"62C": 1, "172ID": 1})],
)
def test_example_two_steps_from_two_full_units(choices: list[str], left: dict[str, int]) -> None:
    game = stage("combat", {**FIVE_PANZERS, "62C": TARGET, "172ID": TARGET})
    fight(game, TARGET, "3Pz", "4Pz", "10Pz", "17Pz", "18Pz", rolls=["roll 5"])
    assert result(game) == (5, "7", "2DR2")
    assert asked(game) == [("Soviet", "loss")]
    for unit in choices:
        assert verdict(game, f"lose {unit}") == []
        game.play(f"lose {unit}")
    gone = {unit for unit in ("62C", "172ID") if unit not in left}
    assert {unit: place_of(game, unit) for unit in gone} == {
        unit: "soviet-reserve" if unit == "62C" else "elite-cup" for unit in gone
    }
    assert {unit: steps_of(game, unit) for unit in left} == left


@rule("AVD 9.4.2a")
def test_losses_fall_on_units_of_the_combat_alone() -> None:
    game = stage("combat", {"10Mot": WEST, "29Mot": WEST, "1Cav": NORTHWEST, "1MRD": TARGET, "PVO-1": TARGET})
    fight(game, TARGET, "10Mot", "29Mot", rolls=["roll 1"])
    assert result(game) == (1, "1.5", "A1")
    assert verdict(game, "lose 1Cav") == ["AVD 9.4.2a"], "it stood by"
    assert verdict(game, "lose 1MRD") == ["AVD 9.4.2a"]
    assert verdict(game, "lose 29Mot") == []


@rule("AVD 9.4.2a", "AVD 2.2.3a")
def test_a_lone_unit_is_flipped_without_asking() -> None:
    game = stage("combat", {"10Mot": WEST, "62C": TARGET, "45C": "2739"})
    fight(game, TARGET, "10Mot", rolls=["roll 1"])
    assert steps_of(game, "10Mot") == 1


def test_a_unit_without_a_reduced_side_is_eliminated() -> None:
    game = stage("combat", {"900Lehr": WEST, "62C": TARGET})
    fight(game, TARGET, "900Lehr", rolls=["roll 2"])
    assert result(game) == (2, "1", "A1")
    assert place_of(game, "900Lehr") == "eliminated-motorized"


def test_steps_that_nobody_has_are_forgotten() -> None:
    game = stage("combat", {"900Lehr": WEST, "62C": TARGET, "1Cav": "2739"})
    fight(game, TARGET, "900Lehr", rolls=["roll 1"])
    assert result(game) == (1, "1", "A2")
    assert place_of(game, "900Lehr") == "eliminated-motorized"
    assert steps_of(game, "1Cav") == 2


def test_the_last_step_of_two_units_is_asked_for() -> None:
    game = stage("combat", {"10Mot": WEST, "29Mot": NORTHWEST, "1MRD": TARGET, "PVO-1": TARGET}, reduced=["29Mot"])
    fight(game, TARGET, "10Mot", "29Mot", rolls=["roll 1"])
    game.play("lose 29Mot")
    assert place_of(game, "29Mot") == "eliminated-motorized"
    assert steps_of(game, "10Mot") == 2


def test_a_unit_that_fell_takes_no_second_step() -> None:
    game = stage("combat", {"3Pz": WEST, "29Mot": WEST, "KV-1": TARGET, "KV-2": TARGET}, reduced=["29Mot"])
    fight(game, TARGET, "3Pz", "29Mot", rolls=["roll 1"])
    assert result(game) == (1, "1.5", "A1")
    game = stage("combat", {"10Mot": WEST, "29Mot": WEST, "KV-1": TARGET, "KV-2": TARGET}, reduced=["29Mot"])
    fight(game, TARGET, "10Mot", "29Mot", rolls=["roll 1"])
    assert result(game) == (1, "1", "A2")
    game.play("lose 29Mot")
    assert steps_of(game, "10Mot") == 1, "the second step can only be its own"


# ---- where they go ------------------------------------------------------------------------------------


@rule("AVD 9.4.2b")
def test_german_motorized_units_have_their_box() -> None:
    game = stage("combat", {"10Mot": WEST, "62C": TARGET}, reduced=["10Mot"])
    fight(game, TARGET, "10Mot", rolls=["roll 2"])
    assert place_of(game, "10Mot") == "eliminated-motorized"


def test_german_foot_units_are_out_of_the_game() -> None:
    game = stage("combat", {"1Cav": WEST, "PVO-1": TARGET}, reduced=["1Cav", "PVO-1"])
    fight(game, TARGET, "1Cav", rolls=["roll 2"])
    assert place_of(game, "1Cav") == "removed"


def grave(unit: str, isolated: list[str]) -> str:
    """Where a reduced Soviet unit goes that the panzers run down."""
    game = stage("combat", {**FIVE_PANZERS, unit: TARGET}, reduced=[unit], isolated=isolated)
    fight(game, TARGET, "3Pz", "4Pz", "10Pz", "17Pz", rolls=["roll 5"])
    return place_of(game, unit)


@rule("AVD 9.4.2c")
def test_tan_units_go_to_the_reserve_box() -> None:
    assert grave("62C", []) == "soviet-reserve"


@rule("AVD 9.4.2d")
def test_red_units_go_back_to_the_cup() -> None:
    assert grave("172ID", []) == "elite-cup"


@rule("AVD 9.4.2e")
@pytest.mark.parametrize(
    ("unit", "isolated"), [("62C", ["62C"]), ("172ID", ["172ID"]), ("PVO-1", []), ("Rokssky", [])]
)
def test_isolated_units_pvo_and_star_groups_are_out_of_the_game(unit: str, isolated: list[str]) -> None:
    assert grave(unit, isolated) == "removed"


def test_the_box_gets_units_at_full_strength_and_without_markers() -> None:
    game = stage("combat", {**FIVE_PANZERS, "62C": TARGET}, reduced=["62C"])
    fight(game, TARGET, "3Pz", "4Pz", "10Pz", "17Pz", rolls=["roll 5"])
    assert steps_of(game, "62C") == 2
    game = stage(
        "combat", {"10Mot": WEST, "62C": TARGET}, reduced=["10Mot"], out_of_supply=["10Mot"], isolated=["62C"]
    )
    fight(game, TARGET, "10Mot", rolls=["roll 1"])
    assert place_of(game, "10Mot") == "eliminated-motorized"
    assert game.state.status[FACTS.roster.index["10Mot"]] == 0, "the marker is taken off"


# ---- HQs (12.2) ---------------------------------------------------------------------------------------


@rule("AVD 12.2")
def test_an_hq_takes_no_loss() -> None:
    units = {**FIVE_PANZERS, "62C": TARGET, "172ID": TARGET, "13A": TARGET}
    game = fight(stage("combat", units), TARGET, "3Pz", "4Pz", "10Pz", "17Pz", "18Pz", rolls=["roll 5"])
    assert asked(game) == [("Soviet", "loss")]
    assert verdict(game, "lose 13A") == ["AVD 12.2"]


@rule("AVD 12.2")
def test_an_hq_relocates_when_its_whole_stack_is_eliminated() -> None:
    units = {**FIVE_PANZERS, "62C": TARGET, "13A": TARGET}
    game = stage("combat", units, reduced=["62C"])
    fight(game, TARGET, "3Pz", "4Pz", "10Pz", "17Pz", rolls=["roll 5"])
    assert place_of(game, "62C") == "soviet-reserve"
    assert asked(game) == [("Soviet", "relocate")], "before anybody advances"
    game.push(next(iter(game.legal)))
    assert place_of(game, "13A") not in (TARGET, "removed")
    assert asks(game) == "advance"


@rule("AVD 12.2")
def test_an_attackers_hq_relocates_too() -> None:
    units = {"8Inf": WEST, "VI-HQ": WEST, "PVO-1": TARGET}
    game = stage("combat", units, reduced=["8Inf", "PVO-1"])
    fight(game, TARGET, "8Inf", rolls=["roll 1"])
    assert place_of(game, "8Inf") == "removed"
    assert asked(game) == [("German", "relocate")]


def test_an_attackers_hq_stays_with_a_unit_that_did_not_attack() -> None:
    units = {"8Inf": WEST, "28Inf": WEST, "VI-HQ": WEST, "PVO-1": TARGET}
    game = stage("combat", units, reduced=["8Inf", "PVO-1"])
    fight(game, TARGET, "8Inf", rolls=["roll 1"])
    assert place_of(game, "8Inf") == "removed"
    assert place_of(game, "VI-HQ") == WEST


def test_the_hq_of_a_stack_that_cannot_retreat_relocates() -> None:
    ring = {"3Pz": WEST, "8Inf": NORTHWEST, "28Inf": "2642", "161Inf": EAST, "1Cav": SOUTHEAST, "5Inf": SOUTHWEST}
    game = stage("combat", {**ring, "5MC": TARGET, "13A": TARGET})
    fight(game, TARGET, "3Pz", rolls=["roll 3"])
    assert place_of(game, "5MC") == "soviet-reserve", "not isolated by a marker"
    assert asked(game) == [("Soviet", "relocate")]
