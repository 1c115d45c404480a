"""What a position is worth: each term on a small stage where only it should change."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from harness.cases import scaled
from kiev_41.stage import rules_of, stage
from ostfront.ai.kiev_41.context import Context, context_of
from ostfront.ai.kiev_41.evaluate import TERMS, assess, evaluate, explain, strength
from ostfront.ai.kiev_41.knowledge import knowledge_of
from ostfront.ai.kiev_41.prospects import clash
from ostfront.ai.kiev_41.tally import Tally
from ostfront.core.play.game import Game
from ostfront.core.play.state import Result
from ostfront.games.kiev_41.facts import Facts
from ostfront.games.kiev_41.facts.calendar import RAIN
from ostfront.games.kiev_41.facts.roster import AXIS, SOVIET

FRONT = {"17AK": "18", "44AK": "18", "HQ6": "17", "R4": "14", "21A": "4", "SW": "5"}
ROAD = ("15", "16", "17", "18", "32", "33")  # from Tarnopol to the Dnieper


def terms(game: Game, side: str = "axis") -> dict[str, float]:
    return explain(knowledge_of(game.rules), game.state, side)


def shown(units: dict[str, str], **more: Any) -> dict[str, float]:
    """The terms of a position before anything happens in it; the Axis holds the road."""
    return terms(stage("impulse", units, axis=(*ROAD, *more.pop("axis", ())), **more))


def test_what_one_side_gains_the_other_loses() -> None:
    game = stage("impulse", FRONT)
    axis, soviet = terms(game), terms(game, "soviet")
    assert set(axis) == {term.__name__ for term in TERMS}
    assert all(soviet[name] == pytest.approx(-value) for name, value in axis.items())
    assert evaluate(knowledge_of(game.rules), game.state, "axis") == pytest.approx(sum(axis.values()))
    assert evaluate(knowledge_of(game.rules), game.state, "soviet") == pytest.approx(-sum(axis.values()))


def test_a_result_is_all_that_counts() -> None:
    game = stage("impulse", FRONT)
    game.state.result = Result("soviet", "for the test", "", (0, 7))
    knowledge = knowledge_of(game.rules)
    assert list(terms(game)) == ["result"]
    assert evaluate(knowledge, game.state, "axis") < -500 < 500 < evaluate(knowledge, game.state, "soviet")


def test_victory_areas_and_the_number_the_scenario_asks_for() -> None:
    """A fourth area is worth more than a third, and most at the end."""
    units = {"17AK": "18", "R4": "14", "21A": "60"}

    def held(turn: int, *areas: str) -> float:
        return shown(units, turn=turn, axis=areas)["areas"]

    second, third, fourth = (
        [held(turn, *areas) for turn in (1, 6)] for areas in (("4",), ("4", "55"), ("4", "55", "25"))
    )
    assert all(b > a + 9 for a, b in zip(second, third, strict=True))
    assert fourth[1] - third[1] > third[1] - second[1]
    assert fourth[1] - third[1] > fourth[0] - third[0]


def test_areas_that_end_a_scenario_count_more_there() -> None:
    """Odessa wins Les Preludes; in the campaign it is a city."""
    gain = [
        shown(FRONT, turn=1, scenario=scenario, axis=("108",))["areas"]
        - shown(FRONT, turn=1, scenario=scenario)["areas"]
        for scenario in ("les-preludes", "southern-struggle")
    ]
    assert gain[0] > 20 > 2 > gain[1] > 0


def test_strength_knows_steps_stars_lines_and_the_pool() -> None:
    full = shown(FRONT)["strength"]
    assert shown(FRONT, strength={"17AK": 2})["strength"] < full
    assert shown(FRONT, strength={"21A": 2})["strength"] > full
    assert shown(FRONT, strength={"HQ6": 0})["strength"] < shown(FRONT, strength={"HQ6": 2})["strength"] < full
    assert shown(FRONT, lines={"4": "soviet"})["strength"] < full
    pool = shown({**FRONT, "21A": "soviet-pool"})["strength"]
    assert full < pool < shown({**FRONT, "21A": "soviet-lost"})["strength"]


def test_objectives_draw_attackers_and_defenders() -> None:
    near = shown(FRONT)["contest"]
    assert near > shown({**FRONT, "17AK": "30", "44AK": "30"})["contest"]
    assert near > shown({**FRONT, "37A": "5"})["contest"]


def test_an_objective_is_not_left_empty_beside_the_enemy() -> None:
    kept = shown({**FRONT, "5A": "29"})["guard"]
    empty = {name: area for name, area in FRONT.items() if name != "R4"}
    assert shown({**empty, "5A": "29"})["guard"] < kept - 30, "Tarnopol is the last victory area"
    assert shown({**empty, "5A": "29"}, axis=("55",), turn=2)["guard"] > kept - 30, "now it is one of two"


def test_blocks_and_headquarters_come_up() -> None:
    assert shown({**FRONT, "42AK": "17"})["progress"] > shown({**FRONT, "42AK": "Axis"})["progress"]
    near, far = (shown({**FRONT, "HQ6": area})["progress"] for area in ("17", "Axis"))
    assert near > far


def test_good_odds_are_worth_something_and_danger_costs() -> None:
    alone = shown({"17AK": "18", "21A": "60"})["battle"]
    many = {"17AK": "33", "44AK": "33", "55AK": "33", "37C": "34"}
    assert alone == 0.0 < shown(many, strength={"37C": 1})["battle"]
    ringed = {"97J": "33", "21A": "34", "37A": "50", "38A": "51"}
    assert shown(ringed, strength={"97J": 1})["battle"] < 0.0


def met(area: str, attacker: str = "17AK", support: float = 0.0, **more: Any) -> Any:
    """What two corps and this many hits of support do to an army."""
    game = stage("impulse", {attacker: area, "44AK": area, "21A": area}, soviet=(area,), axis=ROAD, **more)
    tally, at = Tally(knowledge_of(game.rules), game.state, Context()), game.facts.areas.index(area)
    own = tally.at[AXIS][at]
    return clash(tally, AXIS, at, own.attack, own.steps, bool(own.tanks), support)


def test_a_battle_counts_absorption_support_and_surprise() -> None:
    """In the open, in Kiev, behind a line; with bombers, with tanks, with tanks in the mud."""
    open_ground, kiev, walled = met("34"), met("4"), met("4", lines={"4": "soviet"})
    assert open_ground.defender > kiev.defender > walled.defender
    assert open_ground.cleared > kiev.cleared > walled.cleared
    assert met("4", support=5.0).defender > kiev.defender + 1
    assert met("4", support=5.0).attacker < kiev.attacker
    assert met("34", "3Pz").attacker < open_ground.attacker
    assert met("34", "3Pz", weather=RAIN).attacker == pytest.approx(met("34", weather=RAIN).attacker)


def test_blocks_cut_off_and_marked() -> None:
    """A corps on the road, at the end of a thread, behind the enemy; then with a cube."""
    foe = {"37A": "60"}
    assert shown({"17AK": "18", **foe})["supply"] == 0.0
    thread = shown({"17AK": "34", "37A": "35"})["supply"]
    cut = shown({"17AK": "38", **foe})["supply"]
    assert cut < thread < 0.0
    assert shown({"17AK": "38", **foe}, isolated=("17AK",))["supply"] == pytest.approx(cut), "the check has marked it"
    assert shown({"17AK": "18", **foe}, isolated=("17AK",))["supply"] < 0.0


def test_headquarters_lead_and_stay_out_of_the_line() -> None:
    units = {"17AK": "18", "44AK": "18", "21A": "4"}
    led = shown({**units, "HQ6": "17"})["command"]
    assert led > shown({**units, "HQ6": "61"})["command"]
    assert led > shown({**units, "HQ6": "3"})["command"], "alone beside Kiev"
    assert led > shown({**units, "HQ6": "17"}, strength={"HQ6": 0})["command"]


def test_what_is_kept_for_later() -> None:
    before = shown(FRONT)["assets"]
    assert shown(FRONT, initiative=SOVIET)["assets"] < before
    assert shown({**FRONT, "Guderian": "tula-4"})["assets"] > before
    assert shown(FRONT, yellow=False)["assets"] > before
    assert shown({**FRONT, "BB": "soviet-lost"})["assets"] > before
    assert shown({**FRONT, "He1": "bombers-destroyed"})["assets"] < before


# ---- counting ------------------------------------------------------------------------------------------


def test_counting_what_changed_gives_what_counting_all_gives() -> None:
    """Along random play, each position counted from the one before and from nothing."""
    random = Random("counting")
    game = Game.started(rules_of())
    knowledge = knowledge_of(game.rules)
    compared = 0
    while compared < scaled(150) and game.result is None:
        decision = game.state.pending[0]
        before = game.state.clone()
        game.push(game.options(decision).choose(random.random), decision)
        if game.result is not None:
            return
        base = Tally(knowledge, before, context_of(knowledge, before, decision.seat))
        assess(base, "axis")
        quick, slow = (Tally(knowledge, game.state, base.context, known) for known in (base, None))
        assert assess(quick, "axis") == pytest.approx(assess(slow, "axis"))
        compared += 1


def test_unseen_blocks_are_the_mean_of_what_they_may_be() -> None:
    """Two concealed blocks in one area count alike, and the same in every world with the same view."""
    units = {**FRONT, "SW": "20", "5A": "20", "8MC": "20", "6C": "37"}
    game = stage("impulse", units, strength={"6C": 1}, axis=ROAD)
    facts: Facts = game.facts
    knowledge, index = knowledge_of(game.rules), facts.roster.index
    known = context_of(knowledge, game.state, AXIS).assumed
    assert known[index["5A"]] == known[index["8MC"]] == known[index["SW"]]
    assert known[index["6C"]].steps > 1, "nobody has seen that it is weak"
    assert index["17AK"] not in known
    for seed in range(5):
        world = game.view("Axis").imagine(seed)
        tally = Tally(knowledge, world.state, context_of(knowledge, world.state, AXIS))
        real = Tally(knowledge, game.state, context_of(knowledge, game.state, AXIS))
        assert assess(tally, "axis") == pytest.approx(assess(real, "axis"))


def test_a_block_that_was_seen_is_remembered() -> None:
    game = stage("impulse", {**FRONT, "6C": "20"}, axis=ROAD)
    facts: Facts = game.facts
    unit = facts.roster.index["6C"]
    game.state.seen[unit] = 1
    assert context_of(knowledge_of(game.rules), game.state, AXIS).assumed[unit].steps == 1


def test_a_pool_that_is_not_seen_counts_alike_whoever_is_in_it() -> None:
    """The 5th Army or a Remnant may wait there: the Axis thinks the same of both, and the Soviets do not."""
    game = stage("impulse", {**FRONT, "SW": "20", "5A": "20", "40A": "20", "6C": "20"}, axis=ROAD)
    facts: Facts = game.facts
    index, state = facts.roster.index, game.state
    state.group[index["5A"]] = state.group[index["37A"]] = state.group[index["40A"]]
    other = state.clone()
    other.put(index["5A"], facts.boxes["soviet-pool"])
    other.put(index["37A"], facts.areas.index("20"))
    for seat, alike in ((AXIS, True), (SOVIET, False)):
        knowledge = knowledge_of(game.rules)
        here, there = (strength(Tally(knowledge, each, context_of(knowledge, each, seat))) for each in (state, other))
        assert (here == pytest.approx(there)) is alike
