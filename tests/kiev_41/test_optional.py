"""Optional rules (14.2, 14.5): agility and blizzard."""

from __future__ import annotations

import pytest

from kiev_41.stage import act, stage, strength_of
from ostfront.games.kiev_41.facts.calendar import BLIZZARD, RAIN, SNOW
from rule import rule


@rule("K41 14.2a")
def test_cavalry_pays_two_where_others_pay_three() -> None:
    for optional, weather, left in (("14.2", 0, 3), ("14.1", 0, 2), ("14.2", RAIN, 3), ("14.1", RAIN, 2)):
        game = stage("pass", {"2Cav": "16"}, side="soviet", optional=optional, weather=weather)
        act(game, "pick 2Cav", "go 1")
        assert game.state.top.local.left == left, (optional, weather)


@rule("K41 14.2b")
@pytest.mark.parametrize(("unit", "points"), [("97J", 4), ("101J", 4), ("22LL", 4), ("29AK", 3), ("4Mtn", 3)])
def test_light_divisions_have_four_points(unit: str, points: int) -> None:
    game = stage("pass", {unit: "14"}, optional="14.2")
    act(game, f"pick {unit}")
    assert game.state.top.local.left == points


@rule("K41 14.2c")
def test_mountain_blocks_in_rough_country() -> None:
    """Two MP for a red area, in rain too; a class better in yellow and red areas."""
    for weather in (0, RAIN):
        game = stage("pass", {"49Mtn": "16"}, axis=("1",), optional="14.2", weather=weather)
        act(game, "pick 49Mtn", "go 1")
        assert game.state.top.local.left == 1
    for area, left in (("16", 4), ("48", 4), ("2", 4)):
        game = stage(
            "combat", {"49Mtn": area, "5A": area}, optional="14.2", rolls=["1 1 1 1", "4 4 4 1"], axis=(area,)
        )
        absorbed = {"16": 0, "48": 1, "2": 2}[area]
        hits = 0 if area == "16" else 3 - absorbed
        assert strength_of(game, "5A") == left - hits


@rule("K41 14.2d")
@pytest.mark.parametrize(("unit", "dice"), [("49Mtn", 4), ("29AK", 2)])
def test_axis_mountain_blocks_in_snow(unit: str, dice: int) -> None:
    game = stage("combat", {unit: "16", "5A": "16"}, optional="14.2", weather=SNOW, rolls=["1 1 1 1", *["1"] * 4])
    assert len(game.scripted) == 4 - dice


@rule("K41 14.5b", "K41 14.5c")
@pytest.mark.parametrize(
    ("attacker", "defender", "back", "dice"),
    [
        ("5A", "29AK", 2, 2),  # Soviets attack with half, the Axis defends with half
        ("5A", "49Mtn", 4, 2),  # mountain blocks defend in full
        ("29AK", "5A", 4, 1),  # the Axis attacks with a quarter, the Soviets defend in full
        ("49Mtn", "5A", 4, 2),  # mountain blocks attack with half
    ],
)
def test_strength_in_a_blizzard(attacker: str, defender: str, back: int, dice: int) -> None:
    game = stage(
        "combat", {attacker: "16", defender: "16"}, optional="14.5", weather=BLIZZARD, turn=6,
        side="soviet" if attacker == "5A" else "axis", axis=("16",) if attacker == "5A" else (),
        rolls=["1"] * 12,
    )  # fmt: skip
    assert 12 - len(game.scripted) == back + dice
