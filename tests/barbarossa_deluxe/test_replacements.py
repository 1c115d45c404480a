"""Replacements (8.12 to 8.16): steps, where reclaimed units come, comb-outs."""

from __future__ import annotations

from typing import Any

import pytest

from barbarossa_deluxe.stage import FACTS, GERMAN, SOVIET, act, asked, offered, place_of, stage
from ostfront import games
from ostfront.core.play.game import Game
from ostfront.games.barbarossa_deluxe.rules.replacements import allotment, combed
from rule import rule

DEAD = {"german": "dead-german", "soviet": "dead-soviet"}


def reclaiming(side: str, units: list[str], **more: Any) -> Game:
    """The replacements of a side with these units in its dead pile."""
    moment = "German administration" if side == "german" else "Soviet administration"
    others = more.pop("others", {})
    return stage(moment, {**dict.fromkeys(units, DEAD[side]), **others}, side=side, **more)


def reclaimed(game: Game, place: str, *units: str) -> None:
    for unit in units:
        act(game, f"rebuild {unit}", f"at {place}")


def steps(side: int, turn: int, scenario: str = "grand-campaign", **fields: Any) -> tuple[int, int]:
    rules = games.rules("barbarossa-deluxe", scenario)
    state: Any = rules.blank()
    state.turn = turn
    for name, value in fields.items():
        setattr(state, name, value)
    return allotment(rules.facts, state, side)


# ---- steps (8.12) -----------------------------------------------------------------------------------


@rule("BD 8.12a")
def test_a_step_reclaims_a_unit_and_unused_steps_are_lost() -> None:
    game = reclaiming("german", ["1C", "2C", "4C"], turn=7)  # steps of 1/2
    reclaimed(game, "2023", "1C", "2C")
    assert place_of(game, "1C") == "2023"
    assert not offered(game, "rebuild 4C")
    assert place_of(game, "4C") == "dead-german"


@rule("BD 8.12a")
def test_a_player_may_stop() -> None:
    game = reclaiming("german", ["1C"], turn=7)
    act(game, "done")
    assert place_of(game, "1C") == "dead-german"


@rule("BD 8.12b")
def test_the_germans_keep_the_classes_apart() -> None:
    game = reclaiming("german", ["3Pz", "14Pz", "1C", "2C"], turn=2)  # steps of 1/1
    reclaimed(game, "2023", "3Pz")
    assert game.legal.texts == ["done", "rebuild 1C", "rebuild 2C"]
    game = reclaiming("german", ["3Pz", "1C"], turn=30)  # steps of 0/2
    assert game.legal.texts == ["done", "rebuild 1C"]


@rule("BD 8.12b")
@pytest.mark.parametrize(
    ("side", "turn", "mech", "foot"), [(GERMAN, 1, 0, 0), (GERMAN, 17, 1, 1), (GERMAN, 30, 0, 2), (SOVIET, 9, 1, 4)]
)
def test_the_track_gives_the_steps(side: int, turn: int, mech: int, foot: int) -> None:
    assert steps(side, turn) == (mech, foot)


@rule("BD 8.12c")
def test_the_soviets_substitute_one_way() -> None:
    """The example of 8.12: with 1/4, five rifle armies, or one tank army and four rifle armies."""
    rifles = ["16A", "19A", "20A", "21A", "22A", "24A"]
    game = reclaiming("soviet", rifles, turn=9)
    reclaimed(game, "rvgk", *rifles[:5])
    assert place_of(game, "22A") == "rvgk"
    assert place_of(game, "24A") == "dead-soviet"
    game = reclaiming("soviet", [*rifles, "1T", "2T"], turn=9)
    reclaimed(game, "rvgk", "1T")
    assert not offered(game, "rebuild 2T")
    reclaimed(game, "rvgk", *rifles[:4])
    assert place_of(game, "22A") == "dead-soviet"


@rule("BD 12.4")
def test_the_road_back_begins_without_steps() -> None:
    assert steps(GERMAN, 13, "road-back") == steps(SOVIET, 13, "road-back") == (0, 0)
    assert steps(SOVIET, 14, "road-back") == (2, 5)


@rule("BD 13.5", "BD 14.5")
def test_short_scenarios_have_the_steps_of_the_track() -> None:
    assert steps(GERMAN, 9, "blue-kremlin") == (1, 1)
    assert steps(SOVIET, 12, "blue-kremlin") == (1, 4)
    assert steps(GERMAN, 20, "citadel") == (1, 1)
    assert steps(SOVIET, 21, "citadel") == (2, 4)


@rule("BD 14.11")
def test_the_gambit_has_its_own_german_steps() -> None:
    assert steps(GERMAN, 18, "gambit") == steps(GERMAN, 20, "gambit") == (2, 2)
    assert steps(SOVIET, 18, "gambit") == (2, 4)


@rule("BD 15.6a")
def test_what_if_has_one_more_of_each_from_the_second_turn_on() -> None:
    assert steps(GERMAN, 9, "what-if") == steps(SOVIET, 9, "what-if") == (0, 0)
    assert steps(GERMAN, 10, "what-if") == (2, 2)
    assert steps(SOVIET, 10, "what-if") == (2, 5)


@rule("BD 4.17a", "BD 4.18d")
def test_operations_change_german_steps() -> None:
    assert steps(GERMAN, 19, gambit=18) == steps(GERMAN, 20, gambit=18) == (2, 2)
    assert steps(SOVIET, 19, gambit=18) == (2, 4)
    assert steps(GERMAN, 30, operation=2) == (4, 4)
    assert steps(GERMAN, 30, operation=1) == (0, 2)
    assert steps(GERMAN, 29, operation=2) == (1, 2)


# ---- where (8.13) -----------------------------------------------------------------------------------


@rule("BD 8.13")
def test_reclaimed_units_come_like_reinforcements() -> None:
    game = reclaiming("german", ["1C"], turn=7, soviet=["2023"])
    act(game, "rebuild 1C")
    assert offered(game, "at 1717")
    assert offered(game, "at 1824")
    assert not offered(game, "at 2023")
    assert not offered(game, "at rvgk")


@rule("BD 8.13")
def test_a_unit_with_an_entry_of_its_own_keeps_it() -> None:
    game = reclaiming("german", ["6SS", "91C"], turn=31, scenario="road-back")
    act(game, "rebuild 6SS")
    assert place_of(game, "6SS") == "1415"
    act(game, "rebuild 91C")
    assert offered(game, "at 3221")
    assert not offered(game, "at 2023")


@rule("BD 8.13", "BD 8.8")
def test_soviet_units_may_go_to_the_rvgk_box() -> None:
    game = reclaiming("soviet", ["16A", "1G"], turn=14)
    act(game, "rebuild 16A", "at rvgk")
    assert place_of(game, "16A") == "rvgk"
    act(game, "rebuild 1G", "at 1606")  # a guards army that is reclaimed converts nobody
    assert place_of(game, "1G") == "1606"


@rule("BD 8.1d", "BD 8.13")
def test_reclaimed_units_count_in_the_stack_a_hex_receives() -> None:
    game = reclaiming("soviet", ["16A"], turn=14)
    for unit in ("20A", "21A", "22A", "24A", "28A"):
        game.state.entry[FACTS.roster.index[unit]] = FACTS.moscow
    act(game, "rebuild 16A")
    assert not offered(game, "at 1606")


# ---- comb-outs (8.16) -------------------------------------------------------------------------------


def combing(turn: int, **more: Any) -> Game:
    units = {"1C": "dead-german", "2C": "dead-german", "4C": "dead-german", "5C": "dead-german", "3Pz": "dead-german"}
    return stage("comb-out", {**units, "6C": "2023"}, turn=turn, **more)


@rule("BD 8.16a")
@pytest.mark.parametrize(
    ("turn", "used", "may"),
    [(17, (), True), (20, (), True), (20, (1943,), False), (25, (1943,), True), (28, (1943, 1944), False),
     (16, (), False), (21, (), False), (12, (), False), (29, (), False)],
)  # fmt: skip
def test_once_in_the_summer_of_1943_and_once_in_that_of_1944(turn: int, used: tuple[int, ...], may: bool) -> None:
    game = combing(turn, comb_outs=used)
    assert (asked(game) == [("German", "comb-out")]) == may


@rule("BD 8.16b")
@pytest.mark.parametrize(("die", "units"), [(1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3)])
def test_half_a_die_of_units_on_foot(die: int, units: int) -> None:
    assert combed(die) == units
    game = combing(17, rolls=[str(die)])
    act(game, "comb")
    assert game.state.comb_outs == (1943,)
    for unit in ("1C", "2C", "4C")[:units]:
        assert not offered(game, "rebuild 3Pz")
        reclaimed(game, "2023", unit)
        assert place_of(game, unit) == "2023"
    assert asked(game) != [("German", "replace")]


@rule("BD 8.16a")
def test_a_declined_comb_out_can_be_made_later() -> None:
    game = combing(17)
    act(game, "decline")
    assert game.state.comb_outs == ()
    assert place_of(game, "1C") == "dead-german"
