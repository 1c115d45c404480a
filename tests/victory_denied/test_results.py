"""9.4.1: what the results of the table do."""

from __future__ import annotations

import pytest

from ostfront.kit.crt import CombatResult, parse_code
from rule import rule
from victory_denied.asking import asked, verdict
from victory_denied.battle import asks, fight, paths, result
from victory_denied.stage import FACTS, place_of, stage, steps_of

TARGET, WEST, NORTHWEST, EAST = "2541", "2540", "2641", "2542"


@rule("AVD 9.4.1")
def test_example_a1_takes_a_step_off_the_attacker() -> None:
    game = stage("combat", {"10Pz": WEST, "17Pz": WEST, "PVO-1": TARGET, "1MRD": TARGET, "62C": EAST})
    fight(game, TARGET, "10Pz", "17Pz", rolls=["roll 1"])
    assert result(game) == (1, "3", "A1")
    assert asked(game) == [("German", "loss")]
    assert verdict(game, "lose 10Pz") == verdict(game, "lose 17Pz") == []
    game.play("lose 17Pz")
    assert (steps_of(game, "10Pz"), steps_of(game, "17Pz")) == (2, 1)
    assert place_of(game, "1MRD") == TARGET


@rule("AVD 9.4.1")
def test_example_dr_retreats_all_defenders_one_hex() -> None:
    game = stage("combat", {"3Pz": WEST, "4Pz": WEST, "62C": TARGET, "172ID": TARGET})
    fight(game, TARGET, "3Pz", "4Pz", rolls=["roll 4"])
    assert result(game) == (4, "3", "DR")
    assert {len(path.split()) for unit in ("62C", "172ID") for path in paths(game, unit)} == {1}
    assert steps_of(game, "62C") == steps_of(game, "172ID") == 2


@rule("AVD 9.4.1")
def test_example_3dr2_takes_three_steps_and_then_retreats_two_hexes() -> None:
    units = {"3Pz": WEST, "4Pz": WEST, "17Pz": NORTHWEST, "18Pz": NORTHWEST, "62C": TARGET, "PVO-1": "2339"}
    game = stage("combat", {**units, "1MRD": TARGET}, isolated=["1MRD", "62C"])
    fight(game, TARGET, "3Pz", "4Pz", "17Pz", "18Pz", rolls=["roll 6"])
    assert result(game) == (6, "10+", "3DR2")
    assert asked(game) == [("Soviet", "loss")]
    for unit in ("1MRD", "62C", "1MRD"):
        game.play(f"lose {unit}")
    assert asked(game) == [("Soviet", "retreat")]
    assert {len(path.split()) for path in paths(game, "62C")} == {2}


@rule("AVD 9.4.1")
def test_dr2_retreats_two_hexes() -> None:
    game = fight(stage("combat", {"3Pz": WEST, "5MC": TARGET}), TARGET, "3Pz", rolls=["roll 4"])
    assert result(game) == (4, "4", "DR2")
    assert {len(path.split()) for path in paths(game, "5MC")} == {2}
    assert "AVD 9.4.1" in verdict(game, f"retreat 5MC {EAST}"), "one hex is not enough"


def test_no_effect_is_no_effect() -> None:
    game = fight(stage("combat", {"3Pz": WEST, "5MC": TARGET}), TARGET, "3Pz", rolls=["roll 1"])
    assert result(game) == (1, "4", "-")
    assert (place_of(game, "3Pz"), steps_of(game, "3Pz")) == (WEST, 2)
    assert (place_of(game, "5MC"), steps_of(game, "5MC")) == (TARGET, 2)
    assert asks(game) != "advance"


@pytest.mark.parametrize(
    ("code", "means"),
    [
        ("-", CombatResult("-")),
        ("A2", CombatResult("A2", attacker=2)),
        ("DR", CombatResult("DR", retreat=1)),
        ("DR2", CombatResult("DR2", retreat=2)),
        ("3DR2", CombatResult("3DR2", defender=3, retreat=2)),
    ],
)
def test_codes(code: str, means: CombatResult) -> None:
    assert parse_code(code) == means


def test_every_cell_comes_out_as_the_chart_has_it() -> None:
    chart = [row.split() for row in FACTS.charts["crt"]["rows"]]
    for die, row in enumerate(chart, 1):
        assert [FACTS.crt.result(die, column).code for column in range(len(row))] == row
