"""The map (2): areas, control, Kiev, sources and what Guderian takes from them."""

from __future__ import annotations

from typing import cast

import pytest

from kiev_41.stage import act, asked, coming, holds, marked, place_of, rules_of, stage, strength_of
from ostfront.core.play.chance import Seeded
from ostfront.core.play.game import Game
from ostfront.games.kiev_41.facts import Facts
from ostfront.games.kiev_41.facts.calendar import SNOW
from ostfront.games.kiev_41.facts.roster import AXIS, SOVIET
from ostfront.games.kiev_41.rules import Kiev41, logistics
from rule import rule

EVERYWHERE = (*(str(n) for n in range(1, 149)), "FS")


def offered(game: Game, verb: str) -> set[str]:
    return {text.removeprefix(f"{verb} ") for text in game.legal.texts if text.startswith(f"{verb} ")}


# ---- areas (2.4, 2.8, 2.9) --------------------------------------------------------------------------


@rule("K41 2.4.1")
def test_a_green_area_costs_one_holds_four_and_absorbs_nothing() -> None:
    game = stage("pass", {"44AK": "15"}, axis=("16", "17", "18", "19"))
    act(game, "pick 44AK")
    assert {"16", "17", "18"} <= offered(game, "go") and "19" not in offered(game, "go")
    act(game, "go 16")
    assert game.state.top.local.left == 2
    full = dict.fromkeys(("55AK", "17AK", "4AK", "52AK"), "16")
    game = stage("pass", {"44AK": "15", **full})
    act(game, "pick 44AK", "go 16")
    assert "stop" not in game.legal.texts
    game = stage("combat", {"44AK": "16", "5A": "16"}, rolls=["1 1 1 1", "5 1 1 1"])
    assert strength_of(game, "5A") == 3


@rule("K41 2.8")
def test_disengaging_costs_a_point_more() -> None:
    game = stage("pass", {"44AK": "16", "5A": "16"}, axis=("15",))
    act(game, "pick 44AK", "go 15")
    assert game.state.top.local.left == 1


@rule("K41 2.4.6")
@pytest.mark.parametrize(("area", "left"), [("119", 4), ("118", 3)])
def test_a_city_absorbs_a_hit(area: str, left: int) -> None:
    game = stage("combat", {"44AK": area, "5A": area}, soviet=(area,), rolls=["1 1 1 1", "5 1 1 1"])
    assert strength_of(game, "5A") == left


@rule("K41 2.4.7a")
def test_who_engages_across_a_river_is_marked() -> None:
    game = stage("strategic", {"44AK": "3", "55AK": "19", "5A": "18"}, left=3)
    act(game, "pick 44AK", "go 18", "pick 55AK", "go 18")
    assert marked(game, "crossed", "44AK", "55AK") == [True, False]
    game = stage("strategic", {"44AK": "3", "55AK": "18", "5A": "18"}, left=3)
    game.state.contested_before = rules_of().facts.named(["18"])
    act(game, "pick 44AK", "go 18")
    assert marked(game, "crossed", "44AK") == [False]


@rule("K41 2.4.7b")
def test_rivers_freeze() -> None:
    game = stage("strategic", {"60Mot": "3", "5A": "18"}, left=3, weather=SNOW)
    act(game, "pick 60Mot", "go 18")
    assert marked(game, "crossed", "60Mot") == [False]


@rule("K41 2.4.8")
def test_the_strait_is_crossed_like_a_river_and_never_freezes() -> None:
    game = stage("strategic", {"60Mot": "129", "5A": "144"}, left=3, weather=SNOW)
    act(game, "pick 60Mot", "go 144")
    assert marked(game, "crossed", "60Mot") == [True]


# ---- control (2.5, 2.6) -----------------------------------------------------------------------------


@rule("K41 2.5b")
def test_a_contested_area_stays_with_its_holder_until_he_is_gone() -> None:
    game = stage("strategic", {"44AK": "15", "6C": "16"}, left=1, strength={"6C": 1})
    coming(game, "1", "1 1 1 1")
    act(game, "pick 44AK", "go 16")
    assert holds(game, "soviet", "16")
    game = stage("strategic", {"44AK": "15", "6C": "16"}, left=1, strength={"6C": 1})
    coming(game, "1", "5 1 1 1")
    act(game, "pick 44AK", "go 16")
    assert holds(game, "axis", "16")


@rule("K41 2.5c")
def test_control_at_the_start_of_the_campaign() -> None:
    game = Game.started(rules_of(), Seeded.of(1))
    facts = cast(Facts, game.facts)
    assert game.state.axis == facts.named(["Axis", "14"]) | facts.rumania
    assert facts.rumania.bit_count() == 18
    assert game.state.controlled(SOVIET).bit_count() == 133


@rule("K41 2.6b", "K41 10.6")
@pytest.mark.parametrize("where", ["38", "soviet-pool"])
def test_budyonny_falls_with_kiev(where: str) -> None:
    game = stage("strategic", {"44AK": "18", "B": where}, left=1)
    act(game, "pick 44AK", "go 4")
    assert place_of(game, "B") == "soviet-lost"


# ---- points (2.4.4) ---------------------------------------------------------------------------------


@rule("K41 2.4.4.1")
def test_victory_areas_are_points_of_both_kinds() -> None:
    game = stage("pass", {}, axis=("4", "55"))
    facts = cast(Facts, game.facts)
    assert logistics.parts(facts, game.state, AXIS)["areas"] == 3
    assert logistics.parts(facts, game.state, SOVIET)["areas"] == 4


@rule("K41 2.4.4.3")
def test_each_active_disc_is_a_logistics_point() -> None:
    game = stage("pass", {})
    rules, state = cast(Kiev41, game.rules), game.state
    found = [logistics.parts(rules.facts, state, SOVIET)["discs"]]
    state.yellow = False
    found.append(logistics.parts(rules.facts, state, SOVIET)["discs"])
    state.orange = False
    found.append(logistics.parts(rules.facts, state, SOVIET)["discs"])
    state.axis |= rules.facts.named(["144"])  # the Azov Sea
    found.append(logistics.parts(rules.facts, state, SOVIET)["discs"])
    state.axis |= rules.facts.named(["145"])  # the Black Sea
    found.append(logistics.parts(rules.facts, state, SOVIET)["discs"])
    assert found == [4, 3, 2, 1, 0]


def ending(axis: tuple[str, ...], scenario: str = "southern-struggle", turn: int = 6) -> Game:
    """Two passes from the end."""
    game = stage(
        "impulse", {"Kleist": "Axis", "K": "27"}, axis=axis, soviet=set(VICTORY) - set(axis), scenario=scenario,
        turn=turn, weather=SNOW if turn > 4 else 0,
    )  # fmt: skip
    act(game, "pass", "done", "pass", "done")
    return game


VICTORY = ("14", "4", "55", "25", "94", "148", "FS")
LAST = [("southern-struggle", 6, "SC.5b"), ("the-river", 3, "SC.2b"), ("the-snow", 6, "SC.4b")]


@rule("K41 2.4.4.2b", "K41 SC.5b", "K41 SC.2b", "K41 SC.4b")
@pytest.mark.parametrize(("scenario", "turn", "clause"), LAST)
def test_the_side_with_four_victory_areas_wins_at_the_end(scenario: str, turn: int, clause: str) -> None:
    won = ending(VICTORY[:4], scenario, turn).result
    assert won is not None and (won.winner, won.score, won.rule) == ("axis", (4, 3), f"K41 {clause}")
    assert (won.grade, won.reason) == ("marginal", "the Axis holds 4 victory areas: a marginal victory")
    lost = ending(VICTORY[:3], scenario, turn).result
    assert lost is not None and (lost.winner, lost.score, lost.rule) == ("soviet", (3, 4), f"K41 {clause}")
    assert lost.grade == "marginal"
    few = ending(VICTORY[:1], scenario, turn).result
    assert few is not None and few.reason == "the Axis holds only 1 victory area: a marginal victory"


# ---- supply sources (2.1) ---------------------------------------------------------------------------


def supplied_soviet(unit_at: str, friendly: tuple[str, ...], **more: object) -> bool:
    """Whether a Soviet block is in supply when the Soviets hold these areas and nothing else."""
    axis = [area for area in EVERYWHERE if area not in friendly]
    game = stage("impulse", {"5A": unit_at, "Kleist": "Axis"}, side="soviet", axis=axis, **more)  # type: ignore[arg-type]
    return not marked(game, "isolated", "5A")[0]


@rule("K41 2.1a")
def test_a_line_over_fully_controlled_areas() -> None:
    assert supplied_soviet("58", ("58", "59", "60"))
    assert not supplied_soviet("58", ("58", "60"))


@rule("K41 2.1d")
def test_soviet_staging_areas_are_sources_that_the_axis_cannot_enter() -> None:
    assert supplied_soviet("28", ("28",))
    game = stage("pass", {"3Pz": "28"}, axis=("28", "13", "44"))
    act(game, "pick 3Pz")
    assert {"13", "44"} <= offered(game, "go")
    assert not {"S1", "S2"} & offered(game, "go")


@rule("K41 2.1e")
def test_red_icons_are_sources_while_soviet() -> None:
    assert supplied_soviet("132", ("132", "133"))
    assert not supplied_soviet("132", ("132", "134", "135"))
    axis = [area for area in EVERYWHERE if area not in ("132", "135", "148")]
    game = stage("strategic", {"5A": "132", "6C": "135"}, side="soviet", axis=axis, left=1)
    act(game, "pick 6C", "go 133", "stop")
    assert asked(game) == "Axis impulse"
    act(game, "pass", "done")
    assert marked(game, "isolated", "5A", "6C") == [False, False]  # 133 was retaken


@rule("K41 2.1f")
@pytest.mark.parametrize("source", ["Axis", "14", "61", "78", "95", "103", "110", "111"])
def test_axis_sources(source: str) -> None:
    others = [area for area in EVERYWHERE if area != source]
    game = stage("impulse", {"44AK": source, "55AK": "116", "SW": "9"}, soviet=[a for a in others if a != "116"])
    assert marked(game, "isolated", "44AK", "55AK") == [False, True]


# ---- Guderian (2.2, 10.10) --------------------------------------------------------------------------


def guderian(rolls: str, **more: object) -> Game:
    game = stage("impulse", {"SW": "9"}, **more)  # type: ignore[arg-type]
    act(game, "tactical", "pick Guderian", "done")
    coming(game, rolls)
    act(game, "done")
    return game


@rule("K41 2.2b", "K41 10.10b")
def test_guderian_goes_a_box_for_each_hit() -> None:
    game = guderian("5 6 1 4")
    assert place_of(game, "Guderian") == "tula-3" and not game.scripted
    game = stage("impulse", {"SW": "9", "Guderian": "tula-9"})
    act(game, "tactical", "pick Guderian", "done")
    coming(game, "6 6 6 6")
    act(game, "done")
    assert place_of(game, "Guderian") == "tula-10" and not game.state.orange


@rule("K41 2.2c")
@pytest.mark.parametrize(("start", "discs"), [("tula-3", (True, True)), ("tula-4", (False, True))])
def test_nizhyn_costs_the_yellow_disc(start: str, discs: tuple[bool, bool]) -> None:
    game = stage("impulse", {"SW": "9", "Guderian": start})
    act(game, "tactical", "pick Guderian", "done")
    coming(game, "6 1 1 1")
    act(game, "done")
    assert (game.state.yellow, game.state.orange) == discs


@rule("K41 10.10c")
@pytest.mark.parametrize(("weather", "dice"), [(0, 4), (1, 1), (2, 2)])
def test_weather_leaves_guderian_fewer_dice(weather: int, dice: int) -> None:
    game = guderian("5 5 5 5", weather=weather)
    assert (place_of(game, "Guderian"), len(game.scripted)) == (f"tula-{1 + dice}", 4 - dice)
