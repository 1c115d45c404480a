"""The officer of Barbarossa Deluxe: plans a phase, keeps cities, gathers strength, and says why."""

from __future__ import annotations

from collections import Counter

import pytest

from ai.barbarossa_deluxe.test_recruit import FAR, played
from ai.match import chosen, seated
from barbarossa_deluxe.stage import FACTS, RULES, place_of, stage
from harness.cases import Case
from ostfront import ai
from ostfront.ai.barbarossa_deluxe.knowledge import knowledge_of
from ostfront.ai.barbarossa_deluxe.officer_field import OfficerField
from ostfront.ai.barbarossa_deluxe.operations import Operations
from ostfront.ai.officer import Officer
from ostfront.ai.planner import Allowance
from ostfront.core.map.hexes import bits
from ostfront.core.play.game import Game
from ostfront.core.play.legal import Legal
from ostfront.core.play.view import View
from ostfront.games.barbarossa_deluxe.facts import GERMAN, SOVIET

GAME = "barbarossa-deluxe"
PASSED = 0.02  # of all decisions: interrupts that were asked for and passed


def officers(scenario: str, last: int) -> tuple[Game, Counter[str]]:
    """A game of officers up to the end of a turn, past the referee: decisions by kind, and interrupts passed."""
    game = Case(GAME, scenario, ()).new("officers")
    players = seated(game, "officer")
    asked: Counter[str] = Counter()
    while game.result is None and game.state.turn <= last:
        decision = game.state.pending[0]
        text = chosen(game, decision, players[decision.seat])
        asked[decision.kind] += 1
        asked["passed"] += decision.kind in ("interrupt", "aerial") and text == "pass"
        game.play(text, decision.seat)
    return game, asked


def test_a_whole_game_with_few_interrupts_passed() -> None:
    game, asked = officers("citadel", 22)
    assert game.result is not None
    assert asked["assault"] > 5 and asked["march"] > 50
    assert asked["passed"] <= PASSED * asked.total()


@pytest.mark.parametrize(
    ("scenario", "turn"),
    [("grand-campaign", 1), ("road-back", 14), ("blue-kremlin", 9), ("gambit", 18), ("what-if", 9)],
)
def test_the_beginning_of_every_scenario(scenario: str, turn: int) -> None:
    _, asked = officers(scenario, turn)
    assert asked["assault"] > 2 and asked["move"] > 20
    assert asked["passed"] <= PASSED * asked.total()


def test_a_garrison_goes_where_panzers_could_walk_in() -> None:
    """Smolensk is empty and three hexes from a panzer corps."""
    game = stage("movement", {"3Pz": "1713", "1C": "1713", "16A": "1708", "19A": "1708"}, side="soviet", turn=7)
    game = played(game, "officer", "move", "march")
    assert "1710" in (place_of(game, "16A"), place_of(game, "19A"))


def test_corps_gather_around_one_enemy() -> None:
    """An army in Kursk, five corps two and three hexes away, the assault phase to come: they go next to it."""
    corps = {"1C": "2210", "2C": "2209", "4C": "2010", "5C": "2409", "3Pz": "2210"}
    held = [FACTS.board.name(place) for place in bits(FACTS.victory_hexes) if FACTS.board.name(place) != "2207"]
    game = stage("movement", {**corps, "16A": "2207", **FAR}, turn=4, german=held)
    game = played(game, "officer", "move", "march")
    near = FACTS.grid.neighbours(1 << FACTS.board.index("2207"))
    beside = [unit for unit in corps if near >> FACTS.board.index(place_of(game, unit)) & 1]
    assert len(beside) >= 3


def test_a_panzer_corps_takes_open_cities_on_its_way() -> None:
    """Moscow, Tula and Yaroslavl stand open: to enter a city is enough, so it goes on."""
    game = stage("movement", {"39Pz": "1509", "16A": "2311", **FAR}, turn=9)
    before = game.state.german & FACTS.victory_hexes
    game = played(game, "officer", "move", "march")
    assert (game.state.german & FACTS.victory_hexes & ~before).bit_count() >= 2


def test_units_far_behind_go_through_the_box_and_one_stays_there_for_an_open_city() -> None:
    """Turn 7: the army in the box comes out, one in Gorki goes in; Smolensk is open to a panzer corps."""
    places = {"3Pz": "1713", "16A": "1502", "19A": "1709", "20A": "rvgk"}
    game = stage("special phase", places, side="soviet", turn=7, order=1)
    game = played(game, "officer", "reserve", "deploy-at")
    assert [place_of(game, unit) == "rvgk" for unit in ("16A", "19A", "20A")] == [True, False, False]
    game = stage("special phase", {**places, "16A": "1709"}, side="soviet", turn=7, order=1)
    game = played(game, "officer", "reserve", "deploy-at")
    assert place_of(game, "20A") == "rvgk"


@pytest.mark.parametrize(("turn", "more"), [(3, True), (7, False)])
def test_soviets_on_german_ground_are_driven_out_in_the_first_turns(turn: int, more: bool) -> None:
    """4.2: they cost a point at the end of each turn."""
    game = stage("movement", {"16A": "1617", "1C": "1416"}, turn=turn)
    field = OfficerField(knowledge_of(RULES), game.state, GERMAN)
    assert (field.prize(GERMAN, FACTS.board.index("1617")) > 0.1) is more


def test_without_a_thought_everybody_stays() -> None:
    game = stage("movement", {"1C": "1713", "3Pz": "1713", "16A": "1710"}, turn=2)
    field = OfficerField(knowledge_of(RULES), game.state, 0)
    plan = Operations(field, Allowance(0)).plan()
    assert not plan.assaults
    assert all(game.state.place[unit] == place for unit, place in plan.posts.items())


def test_the_hand_is_raised_for_a_city_that_would_fall_and_not_otherwise() -> None:
    """A reserve in the box, panzers in front of empty cities; and the same with garrisons in them."""
    answers = []
    for garrison in ({}, {"19A": "1710", "20A": "1813", "24A": "1415"}):
        units = {"3Pz": "1712", "1C": "1712", "16A": "rvgk", "26A": "1000", **garrison}
        game = stage("start", units, turn=6, german=["1714"])
        decision = game.state.pending[0]
        assert (decision.kind, decision.seat) == ("hand", SOVIET)
        answers.append(chosen(game, decision, ai.player("officer")))
    assert answers == ["raise", "lower"]


def test_explains_what_it_does() -> None:
    units = {"1C": "1813", "2C": "1813", "3Pz": "1813", "21RC": "1812", **FAR}
    game = stage("assault", units, turn=4)
    decision = game.state.pending[0]
    view = View(game, decision.seat)
    told = Officer().explain(view, Legal(game, game.options(decision)), view.imagine)
    assert told.startswith("attack 1812.") and "The plan:" in told
