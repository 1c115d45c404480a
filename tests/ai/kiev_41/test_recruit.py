"""How the recruit plays Kiev '41: one choice at a time on small stages, then whole games."""

from __future__ import annotations

from typing import Any

import pytest

from harness.cases import Case, scaled
from kiev_41.stage import act, asked, place_of, stage
from ostfront.ai.game_players import game_player
from ostfront.ai.recruit import Recruit, Search
from ostfront.core.play.game import Game
from ostfront.core.play.legal import Legal
from ostfront.core.play.view import View
from ostfront.games.kiev_41.facts.roster import AXIS
from ostfront.lab.simulate import Simulation, play_one

GAME = "kiev-41"
ROAD = ("15", "16", "17", "18", "32", "33")
SCENARIOS = ("les-preludes", "the-river", "the-pocket", "the-snow")


def chosen(game: Game) -> str:
    """The recruit's answer to the open decision."""
    decision = game.state.pending[0]
    view = View(game, decision.seat)
    return game.text(Recruit(1).choose(view, Legal(game, game.options(decision)), view.imagine))


def answered(game: Game, kind: str) -> list[str]:
    """The recruit's answers while it is asked for this."""
    answers = []
    while game.pending and game.pending[0].kind == kind:
        answers.append(chosen(game))
        game.play(answers[-1])
    return answers


# ---- impulses ------------------------------------------------------------------------------------------


def test_passes_when_nothing_is_gained() -> None:
    """One corps far from everything, an HQ with two stars: the star is worth more."""
    units = {"HQ6": "61", "17AK": "61", "R4": "14", "21A": "148", "SW": "S3"}
    assert chosen(stage("impulse", units, strength={"HQ6": 2}, initiative=1)) == "pass"
    near = {"HQ6": "17", "17AK": "18", "44AK": "18", "55AK": "17", "R4": "14", "37C": "19"}
    assert chosen(stage("impulse", near, axis=ROAD, initiative=1)) == "tactical"


def test_keeps_the_disc_late_in_a_turn() -> None:
    """A full pool is worth a Strategic Impulse, but the disc does not go to and fro for ever."""
    units = {"HQ6": "61", "17AK": "61", "R4": "14", "21A": "148", "SW": "S3"}
    early = stage("impulse", units, strength={"HQ6": 2}, turn=1)
    late = stage("impulse", units, strength={"HQ6": 2}, turn=1, impulse=20)
    assert (chosen(early), chosen(late)) == ("reinforce", "pass")


def test_does_not_wear_out_an_exhausted_hq() -> None:
    units = {
        "HQ6": "17",
        "17AK": "18",
        "44AK": "18",
        "55AK": "17",
        "HQ17": "17",
        "4AK": "18",
        "R4": "14",
        "37C": "19",
    }
    game = stage("tactical", units, axis=ROAD, strength={"HQ17": 0})
    picked = []
    while asked(game) in ("Axis headquarters", "Axis approach"):
        picked.append(chosen(game))
        game.play(picked[-1])
    assert "pick HQ6" in picked
    assert "pick HQ17" not in picked


# ---- moves ---------------------------------------------------------------------------------------------


def test_does_not_leave_its_last_victory_area_to_the_enemy() -> None:
    """Alone in Tarnopol with a Soviet army beside it: a way to glory leads elsewhere."""
    game = stage("strategic", {"3Pz": "14", "5A": "29", "21A": "60"}, left=1)
    answered(game, "command")
    answered(game, "march")
    assert place_of(game, "3Pz") == "14"


def test_reinforces_a_last_victory_area_in_danger() -> None:
    """Two Soviet corps beside Tarnopol and one weak division in it: the strong corps stays with it."""
    units = {"4Mtn": "14", "17AK": "14", "26MC": "30", "13Mtn": "30", "21A": "60"}
    game = stage("strategic", units, left=1, strength={"4Mtn": 1})
    answered(game, "command")
    answered(game, "march")
    assert place_of(game, "17AK") == "14"


def test_walks_into_an_empty_victory_area() -> None:
    game = stage("strategic", {"3Pz": "18", "R4": "14", "21A": "60"}, axis=ROAD, left=1)
    assert answered(game, "command") == ["pick 3Pz"]
    assert answered(game, "march")[0] == "go 4"


def test_an_hq_is_revealed_where_it_leads_its_corps() -> None:
    """With two stars 6th Army would command nobody from where it stands."""
    units = {"HQ6": "15", "17AK": "33", "44AK": "33", "R4": "14", "37C": "34"}
    game = stage("tactical", units, axis=ROAD, strength={"HQ6": 2})
    act(game, "pick HQ6")
    answered(game, "approach")
    act(game, "done")
    assert "pick 17AK" in game.legal


# ---- battles -------------------------------------------------------------------------------------------

KIEV = {"17AK": "4", "97J": "33", "R4": "14", "21A": "4", "37C": "33", "37A": "4"}


def test_fights_where_it_must_and_where_it_is_good() -> None:
    """Zhashkov is newly contested; in Kiev a weak corps against two armies behind their walls can wait."""
    old = stage("impulse", KIEV).state.contested_before
    kiev = 1 << stage("impulse", KIEV).facts.areas.index("4")
    game = stage("combat", KIEV, soviet=("4", "33"), axis=("18",), strength={"17AK": 1}, contested_before=old & kiev)
    assert chosen(game) == "fight 33"
    game.play("fight 33")
    while asked(game) in ("Axis loss", "Soviet loss"):
        game.play(game.legal.texts[0])
    assert asked(game) == "Axis battle"
    assert chosen(game) == "done"


def test_bombers_go_where_they_help() -> None:
    """Two battles: one is won anyway, the other needs them."""
    units = {
        "HQ6": "17", "FK4": "17", "17AK": "18", "44AK": "18", "55AK": "18", "97J": "33", "R4": "14",
        "37C": "18", "21A": "33",
    }  # fmt: skip
    game = stage("tactical", units, axis=ROAD, strength={"37C": 1})
    act(game, "pick HQ6", "reveal", "pick FK4", "reveal", "done", "done")
    assert asked(game) == "Axis support"
    bombs = [answer for answer in answered(game, "support") if answer.startswith("bomb")]
    assert len(bombs) == 4
    assert sum(answer.endswith(" 33") for answer in bombs) >= 3


def test_of_equal_blocks_the_cheaper_takes_the_hit() -> None:
    game = stage("combat", {"17AK": "34", "8MC": "34", "6C": "34"}, soviet=("34",), axis=(*ROAD, "34"), side="soviet",
                 rolls=("6 1 1 1",), contested_before=0)  # fmt: skip
    assert asked(game) == "Soviet loss"
    assert chosen(game) == "lose 6C"


# ---- logistics -----------------------------------------------------------------------------------------


def test_logistics_by_need() -> None:
    """A full pool calls for the Leader; with nothing to do he rests."""
    game = stage("logistics", {"17AK": "18", "21A": "4"}, axis=ROAD)
    assert asked(game) == "Soviet logistics"
    assert chosen(game) == "activate"
    everybody = {piece.id: "soviet-lost" for piece in game.facts.roster.pieces
                 if piece.side == "soviet" and piece.type not in ("leader", "fleet")}  # fmt: skip
    idle = stage("logistics", {**everybody, "21A": "4", "17AK": "18"}, axis=ROAD, strength={"Stalin": 2})
    assert chosen(idle) == "pause"


def test_reinforcements_come_in_full_and_the_best_is_chosen() -> None:
    game = stage("impulse", {"17AK": "18", "21A": "4", "SW": "5"}, axis=ROAD, side="soviet", initiative=1)
    game.play("reinforce")
    answer = chosen(game)
    assert answer == max(game.legal.texts, key=lambda text: int(text.split()[1]))
    game.play(answer)
    assert asked(game) == "Soviet privilege"
    best = chosen(game).split()[1]
    assert best in [p.id for p in game.facts.roster.pieces if p.type == "hq"]


def test_replacements_go_where_they_are_worth_most() -> None:
    """The same step costs the same, but one corps stands before the enemy."""
    units = {"44AK": "18", "17AK": "Axis", "21A": "4", "HQ6": "17"}
    game = stage("logistics", units, axis=ROAD, strength={"17AK": 3, "44AK": 3}, initiative=1)
    act(game, "activate")
    answered(game, "restore")
    assert answered(game, "replace")[0] == "replace 44AK"


def test_a_line_taken_up_for_another_is_the_one_that_keeps_least() -> None:
    """All ten stand, and a corps at the front builds one more: what that is worth is counted as any other move is."""
    towns = ("45", "61", "62", "78", "79", "96", "97", "103", "104")
    lines = dict.fromkeys((*towns, "14"), "axis")
    game = stage("pass", {"44AK": "16", "5A": "18", "SW": "20"}, axis=("15", "16", *lines), lines=lines)
    decision = game.state.pending[0]
    world = game.view("Axis").imagine(1)
    adviser = game_player(game.rules).adviser(world.rules, world.state, AXIS)
    build = game.parse("build 44AK")
    worth = Search(adviser, AXIS, 1).trial(world, decision, build, 0)
    act(game, "build 44AK")
    assert asked(game) == "Axis salvage"
    taken = chosen(game)
    assert taken != "disband 14"
    act(game, taken)
    assert worth == pytest.approx(adviser.worth(game.state))


# ---- whole games ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_recruits_finish_the_short_scenarios(scenario: str) -> None:
    played = play_one(Simulation(GAME, ("recruit",), seed="finish", scenario=scenario, cap=20_000), 1)
    assert played.ending == "finished", played


def test_no_turn_goes_on_for_ever() -> None:
    """Impulses of a turn are bounded by the stars of the HQs and the patience with the disc."""
    game = Case(GAME, "les-preludes", ()).new("long turn")
    while game.result is None:
        decision = game.state.pending[0]
        assert game.state.impulse < 80
        game.push(game.parse(chosen(game)), decision)


def test_beats_random_from_both_sides() -> None:
    """Random play never takes an area, so winning as the Axis is what shows it; as Soviets it must not lose."""
    count = scaled(2)
    axis = [play_one(Simulation(GAME, ("recruit", "random"), seed="strength"), n).winner for n in range(1, count + 1)]
    soviet = [
        play_one(Simulation(GAME, ("random", "recruit"), seed="strength"), n).winner for n in range(1, count + 1)
    ]
    assert axis.count("axis") * 2 >= count, axis
    assert soviet == ["soviet"] * count


def played_kinds(game: Game, answers: int) -> set[str]:
    found: set[str] = set()
    for _ in range(answers):
        if game.result is not None:
            break
        decision = game.state.pending[0]
        found.add(decision.kind)
        game.push(game.parse(chosen(game)), decision)
    return found


def test_reaches_the_finer_points() -> None:
    """A campaign between recruits comes to its end, and nearly every kind of decision comes up in it."""
    game: Any = Case(GAME, "southern-struggle", ()).new("finer points")
    found = played_kinds(game, 20_000)
    assert game.result is not None
    wanted = set(game.rules.kinds) - {"siege", "salvage", "engage", "flak"}
    assert wanted <= found, wanted - found
