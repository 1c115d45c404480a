"""Reinforcements (5.0): where they arrive, how strong, and which cannot be placed."""

from __future__ import annotations

import pytest

from kiev_41.stage import act, asked, coming, place_of, stage, strength_of
from ostfront.core.play.game import Game
from ostfront.games.kiev_41.facts.roster import AXIS, SOVIET
from rule import rule


def called(*units: str, side: str = "axis", **places: str) -> Game:
    """Option B with these blocks drawn."""
    game = stage(
        "impulse", {"Kleist": "61", "SW": "9", **places}, side=side, initiative=AXIS if side == "axis" else SOVIET,
        soviet=("4",) if side == "axis" else (), axis=("4",) if side == "soviet" else (),
    )  # fmt: skip
    coming(game, *(f"draw {unit}" for unit in units))
    act(game, "reinforce", f"call {len(units)}")
    return game


@rule("K41 7.2b")
@pytest.mark.parametrize(("before", "after"), [(4, 3), (2, 0), (0, 0)])
def test_an_activated_leader_is_reduced_and_a_heart_stays_a_heart(before: int, after: int) -> None:
    game = stage("logistics", {"Kleist": "Axis", "SW": "9"}, initiative=SOVIET, strength={"Hitler": before})
    act(game, "activate", "done", "done", "call 0")
    assert (asked(game), strength_of(game, "Hitler")) == ("Soviet logistics", after)


@rule("K41 5.0b")
def test_axis_reinforcements_enter_their_staging_area_in_any_number() -> None:
    names = ("3Pz", "14Pz", "29AK", "44AK", "55AK")
    game = called(*names)
    assert [place_of(game, name) for name in names] == ["Axis"] * 5
    assert asked(game) == "Soviet impulse"


@rule("K41 5.0d")
@pytest.mark.parametrize(("unit", "strength"), [("5A", 4), ("7C", 3), ("8MC", 1), ("27C", 1)])
def test_reinforcements_are_fresh_and_remnants_are_not(unit: str, strength: int) -> None:
    game = called(unit, side="soviet")
    act(game, "place S1")
    assert (place_of(game, unit), strength_of(game, unit)) == ("S1", strength)


@rule("K41 5.0e")
def test_the_5th_fliegerkorps_brings_its_bombers() -> None:
    waiting = dict.fromkeys(("Ju5", "Ju6", "Ju7", "He8"), "axis-pool")
    game = called("FK5", **waiting)
    assert {place_of(game, bomber) for bomber in waiting} == {"bombers-available"}


@rule("K41 5.0f")
@pytest.mark.parametrize(("rumanian", "where"), [("Axis", "axis-pool"), ("79", "Axis")])
def test_the_hungarians_wait_while_rumanians_hold_the_staging_area(rumanian: str, where: str) -> None:
    game = called("Fast", "3Pz", R4=rumanian)
    assert (place_of(game, "Fast"), place_of(game, "3Pz")) == (where, "Axis")
    assert asked(game) == "Soviet impulse"  # no other is drawn


@rule("K41 1.6")
def test_the_enemy_is_not_told_which_block_has_no_place() -> None:
    game = called("Fast", "3Pz", R4="Axis")
    told = {
        seat: [line for line in game.view(seat).log() if "cannot be placed" in line] for seat in ("Axis", "Soviet")
    }
    assert told == {
        "Axis": ["Fast cannot be placed and returns to the pool."],
        "Soviet": ["An Axis block cannot be placed and returns to the pool."],
    }
    assert not any("Fast" in line for line in game.view("Soviet").log())
