"""Fog of war (1.6): what the enemy sees of a block, concealed and revealed."""

from __future__ import annotations

from typing import cast

import pytest

from harness.cases import Case, scaled
from harness.positions import moments
from kiev_41.stage import act, asked, coming, marked, rules_of, stage
from ostfront.core.map.hexes import bits
from ostfront.games.kiev_41 import INFO
from ostfront.games.kiev_41.facts import Facts
from ostfront.games.kiev_41.facts.roster import AXIS, SOVIET
from ostfront.games.kiev_41.rules import Kiev41
from rule import rule


@rule("K41 1.6")
def test_a_concealed_block_is_a_colour_in_a_place() -> None:
    game = stage("pass", {"5A": "15", "3Pz": "14", "R4": "79"})
    mine, theirs = game.view("Soviet").known, game.view("Axis").known
    assert "5A" in mine["units"] and "5A" not in theirs["units"]
    assert [token for token in theirs["tokens"] if token.startswith("15.")] == ["15.red.1"]
    assert {"14.black.1", "79.blue.1"} <= set(mine["tokens"])
    assert "3Pz" in theirs["units"] and "3Pz" not in mine["units"]


@rule("K41 1.6")
def test_a_victor_is_concealed_again() -> None:
    game = stage("strategic", {"44AK": "15", "6C": "16"}, left=1, strength={"6C": 1})
    coming(game, "1", "5 1 1 1")
    act(game, "pick 44AK", "go 16")
    assert marked(game, "visible", "44AK") == [False]
    assert "44AK" not in game.view("Soviet").known["units"]


@rule("K41 1.6.1")
def test_a_revealed_block_is_seen_with_its_strength() -> None:
    game = stage("strategic", {"44AK": "15", "5A": "16"}, left=1)
    coming(game, "6 1 1 1", "1 1 1")
    act(game, "pick 44AK", "go 16")
    assert game.view("Soviet").known["units"]["44AK"] == ["16", 3, "visible"]
    assert "5A" not in game.view("Axis").known["units"]  # it held the area and was concealed


@rule("K41 5.0a")
def test_the_order_of_placing_does_not_tell_which_reinforcement_was_chosen() -> None:
    """One of all is drawn to be placed last; the enemy sees as many secret entries as if all had been drawn."""
    seen = []
    for answer, drawn in (("choose 25C", "5A"), ("choose 25C", "25C"), ("draw", "25C")):
        game = stage("impulse", {"SW": "4", "Kleist": "Axis"}, side="soviet", initiative=SOVIET)
        coming(game, "draw 5A", "draw 6C", f"draw {drawn}")
        act(game, "reinforce", "call 3", answer)
        placed = []
        while asked(game) == "Soviet place":
            placed.append(game.pending[0].prompt.partition(" ")[0])
            act(game, "place S1")
        assert placed == (["25th", "6th", "5th"] if drawn == "5A" else ["5th", "6th", "25th"])
        seen.append(game.view("Axis").entries())
    assert seen[0] == seen[1] == seen[2]


def test_the_log_tells_the_enemy_less_and_everything_once_when_the_game_is_over() -> None:
    game = stage("strategic", {"4MC": "15", "5A": "16", "Kleist": "Axis"}, side="soviet", left=2)
    game.events = []
    act(game, "pick 5A", "go 17", "stop")
    named, blind = "5A moves from 16 to 17.", "A Soviet block moves from 16 to 17."
    assert named in game.view("Soviet").log() and blind not in game.view("Soviet").log()
    assert blind in game.view("Axis").log() and named not in game.view("Axis").log()
    act(game, "pick 4MC", "go 14")  # Tarnopol: sudden death
    assert game.result is not None
    for seat in ("Axis", "Soviet"):
        assert named in game.view(seat).log() and blind not in game.view(seat).log()


# ---- strengths (1.6, ruling 7.2) --------------------------------------------------------------------


@pytest.mark.parametrize("scenario", INFO.scenarios)
def test_what_is_known_of_strengths_is_true(scenario: str) -> None:
    """Random play: of every concealed block on the map whose group is not blurred the enemy knows the steps."""
    known = 0
    for seed in range(scaled(2)):
        for game in moments(Case(INFO.name, scenario, ()), f"strengths {seed}"):
            rules, state = cast(Kiev41, game.rules), game.state
            for unit in bits(rules.facts.roster.blocks & state.on_map & ~state.visible):
                if not state.blurred >> state.group[unit] & 1:
                    assert state.seen[unit] == state.steps[unit], rules.facts.roster.ids[unit]
                    known += 1
    assert known


def test_fresh_blocks_are_imagined_fresh() -> None:
    """At the start everybody is at full strength, Remnants at one step: in every imagined world too."""
    game = Case(INFO.name, "southern-struggle", ()).new(1)
    roster = cast(Facts, game.facts).roster
    for seed in range(5):
        state = game.view("Axis").imagine(seed).state
        assert state.place != game.state.place
        for unit in bits(roster.of_side[SOVIET] & roster.blocks & state.on_map):
            assert state.steps[unit] == (1 if roster.remnant[unit] else roster.full[unit])


def test_a_line_that_is_built_and_a_leader_at_work_blur_what_was_known() -> None:
    units = {"5A": "27", "6A": "28", "12A": "28", "SW": "9", "Kleist": "Axis"}
    game = stage("strategic", units, side="soviet", left=2, seen=seen_at(4))
    roster = cast(Facts, game.facts).roster
    act(game, "build 5A", "build 6A")
    assert game.state.seen[roster.index["5A"]] == 3  # alone where it stood
    found = {game.view("Axis").imagine(n).state.steps[roster.index["12A"]] for n in range(30)}
    assert len(found) > 1  # one of the two in 28, nobody knows which
    game = stage("logistics", units, initiative=AXIS, strength={"5A": 3}, seen=seen_at(4, "5A"))
    act(game, "activate")
    assert game.state.blurred == 1 << roster.index["5A"]  # the others are fresh


def seen_at(steps: int, *less: str) -> bytearray:
    """Every block was seen with this many steps or all it has, some with one fewer."""
    roster = rules_of().facts.roster
    return bytearray(min(steps, full) - (name in less) for name, full in zip(roster.ids, roster.full, strict=True))
