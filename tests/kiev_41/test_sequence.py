"""The sequence of play (3, 5.1, 6, 8, 11 to 13), month by month and impulse by impulse."""

from __future__ import annotations

from typing import cast

import pytest

from kiev_41.stage import act, asked, coming, line_in, marked, place_of, rules_of, stage, strength_of
from ostfront.core.play.chance import Seeded
from ostfront.core.play.game import Game
from ostfront.games.kiev_41.facts import Facts
from ostfront.games.kiev_41.facts.calendar import RAIN, SUNNY
from ostfront.games.kiev_41.facts.roster import AXIS, SOVIET
from rule import rule


@rule("K41 3.0a", "K41 11.0a")
def test_an_impulse_is_tactical_strategic_or_a_pass_and_then_it_is_the_others_turn() -> None:
    game = stage("impulse", {"Kleist": "Axis", "SW": "9"}, initiative=AXIS)
    assert (asked(game), set(game.legal.texts)) == ("Axis impulse", {"pass", "tactical", "strategic", "reinforce"})
    act(game, "pass", "done")
    assert (asked(game), set(game.legal.texts)) == ("Soviet impulse", {"pass", "tactical"})


@rule("K41 3.0b")
def test_two_passes_in_a_row_end_the_turn() -> None:
    game = stage("impulse", {"Kleist": "Axis", "SW": "9"}, turn=2)
    act(game, "pass", "done", "tactical", "pick SW", "reveal", "done", "done", "done")
    assert (asked(game), game.state.passes) == ("Axis impulse", 0)
    act(game, "pass", "done", "pass", "done")
    assert (asked(game), game.state.turn) == ("Soviet logistics", 3)


@rule("K41 3.2.1a")
@pytest.mark.parametrize(("initiative", "first", "second"), [(AXIS, "Soviet", "Axis"), (SOVIET, "Axis", "Soviet")])
def test_who_decides_first_and_who_plays_first(initiative: int, first: str, second: str) -> None:
    game = stage("logistics", {"Kleist": "Axis", "SW": "9"}, initiative=initiative)
    assert asked(game) == f"{first} logistics"
    act(game, "pause")
    assert asked(game) == f"{second} logistics"
    act(game, "pause")
    assert asked(game) == f"{second} impulse"


@rule("K41 6.0a")
def test_the_months() -> None:
    """No Logistics Phase in the first turn, one in each later one."""
    game = Game.started(rules_of(), Seeded.of(1))
    found = []
    while game.result is None:
        found.append((game.state.turn, asked(game)))
        act(game, *{"logistics": ["pause"], "impulse": ["pass", "done"]}[game.pending[0].kind])
    assert [(turn, kind) for turn, kind in found if turn < 3] == [
        (1, "Axis impulse"), (1, "Soviet impulse"),
        (2, "Soviet logistics"), (2, "Axis logistics"), (2, "Axis impulse"), (2, "Soviet impulse"),
    ]  # fmt: skip
    assert found[-1] == (6, "Soviet impulse")


@rule("K41 6.0b")
def test_the_order_of_a_tactical_impulse() -> None:
    """Weather, cubes, HQs, command, battles, deactivation, hunger, Exploitation."""
    game = stage(
        "impulse", {"T": "9", "24MC": "9", "5A": "16", "44AK": "10", "3Pz": "29", "Kleist": "Axis"}, side="soviet",
        turn=5, weather=SUNNY, forecast=1, initiative=SOVIET, axis=("15", "17", "1", "2", "30", "31", "32"),
    )  # fmt: skip
    assert marked(game, "isolated", "5A") == [True]  # before anything is chosen
    act(game, "tactical", "pick T", "reveal", "done", "done")
    assert asked(game) == "Soviet command"
    coming(game, "1 1 1 1", "5 1 1")
    act(game, "pick 24MC", "go 10", "done", "done")
    assert (strength_of(game, "T"), strength_of(game, "5A")) == (3, 3)
    assert asked(game) == "Soviet exploit"
    coming(game, "1")
    act(game, "pass")
    assert (asked(game), game.state.weather) == ("Axis impulse", RAIN)  # an Axis impulse begins with the weather


@rule("K41 1.7")
def test_the_sun_shines_without_dice_until_october() -> None:
    for turn in (1, 2, 3):
        game = stage("impulse", {"Kleist": "Axis", "SW": "9"}, turn=turn)
        for _ in range(3):
            game.state.passes = 0
            act(game, "pass", "done")
            game.state.passes = 0
            act(game, "pass", "done")
        assert (game.state.weather, game.state.forecast) == (SUNNY, -1)


# ---- Strategic Impulses (11.0) ----------------------------------------------------------------------


@rule("K41 11.0b")
def test_option_a_moves_builds_and_fights_without_hqs() -> None:
    game = stage("impulse", {"Kleist": "15", "44AK": "15", "29AK": "14", "5A": "16", "FK4": "15"}, initiative=AXIS)
    act(game, "strategic")
    assert asked(game) == "Axis command"  # nobody is activated
    act(game, "pick Kleist", "go 16", "pick 44AK", "go 16", "build 29AK")
    assert line_in(game, "14") and marked(game, "active", "Kleist") == [False]
    coming(game, "1 1 1 1", "5 1 1 1", "5 1 1 1")  # no artillery, no bombers: ground combat only
    act(game, "done")
    assert strength_of(game, "5A") == 2 and not game.scripted


@rule("K41 11.0b")
def test_fleets_at_sea_support_option_a() -> None:
    rolls = ["4", "1 1 1 1", "6 1 1 1"]  # the battleship, the defenders, the attackers
    units = {"5A": "117", "44AK": "119", "BB": "119"}
    game = stage("impulse", units, side="soviet", axis=("119",), soviet=("113", "114"), initiative=SOVIET)
    act(game, "strategic", "pick 5A", "go 119")
    coming(game, *rolls)
    act(game, "done")
    assert place_of(game, "BB") == "fleet-staging"
    assert strength_of(game, "44AK") == 3 and not game.scripted  # two hits, one absorbed by Constanta


@rule("K41 11.0c")
def test_option_b_brings_reinforcements_and_nothing_else() -> None:
    game = stage("impulse", {"Kleist": "Axis", "SW": "9"}, initiative=AXIS)
    coming(game, "draw 3Pz")
    act(game, "reinforce")
    assert asked(game) == "Axis call"
    act(game, "call 1")
    assert (place_of(game, "3Pz"), asked(game), game.state.initiative) == ("Axis", "Soviet impulse", SOVIET)


# ---- the end of a turn (5.1, 10.15.3, 13.0) ---------------------------------------------------------


@rule("K41 10.13.4c")
def test_aborted_bombers_are_back_for_the_next_axis_impulse() -> None:
    units = {"Kleist": "Axis", "SW": "9", "He1": "bombers-aborted", "He2": "bombers-destroyed"}
    game = stage("impulse", units, side="soviet")
    assert place_of(game, "He1") == "bombers-aborted"
    game = stage("impulse", units)
    assert (place_of(game, "He1"), place_of(game, "He2")) == ("bombers-available", "bombers-destroyed")


@rule("K41 13.0", "K41 10.15.3a")
def test_destroyed_bombers_come_back_and_the_month_moves_on() -> None:
    game = stage("impulse", {"Kleist": "Axis", "SW": "9", "He2": "bombers-destroyed"}, turn=2)
    act(game, "pass", "done")
    assert place_of(game, "He2") == "bombers-destroyed"
    act(game, "pass", "done")
    assert (place_of(game, "He2"), game.state.turn) == ("bombers-available", 3)


@rule("K41 10.15.3a")
def test_a_destroyed_line_can_be_built_again() -> None:
    game = stage(
        "strategic", {"44AK": "15", "5A": "16", "6A": "17"}, lines={"16": "soviet"}, left=1,
        initiative=AXIS,
    )  # fmt: skip
    coming(game, "1 1 1 1 1", "5 5 1 1")
    act(game, "pick 44AK", "go 16")
    assert not line_in(game, "16")
    act(game, "pass", "build 6A")
    assert line_in(game, "17")
    game = stage("impulse", {"Kleist": "Axis", "SW": "9", "He2": "bombers-destroyed"}, turn=2)
    act(game, "pass", "done", "pass", "done")
    assert place_of(game, "He2") == "bombers-available"


@rule("K41 5.1b")
def test_blocks_that_wait_join_the_pool_in_their_months() -> None:
    game = Game.started(rules_of(), Seeded.of(1))
    facts = cast(Facts, game.facts)

    def pooled() -> tuple[int, int]:
        at = {letter: [u for u, mark in enumerate(facts.roster.mark) if mark == letter] for letter in "SN"}
        pool = facts.boxes["soviet-pool"]
        return sum(game.state.place[u] == pool for u in at["S"]), sum(game.state.place[u] == pool for u in at["N"])

    found = {}
    while game.result is None:
        found[game.state.turn] = pooled()
        act(game, *{"logistics": ["pause"], "impulse": ["pass", "done"]}[game.pending[0].kind])
    assert found == {1: (0, 0), 2: (0, 0), 3: (10, 0), 4: (10, 0), 5: (10, 2), 6: (10, 2)}
