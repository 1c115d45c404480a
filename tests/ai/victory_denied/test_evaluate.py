"""What a position is worth: each term on a small stage where only it should change."""

from __future__ import annotations

from time import process_time

import pytest

from ostfront.ai.victory_denied.evaluate import TERMS, evaluate, explain
from ostfront.ai.victory_denied.knowledge import knowledge_of
from ostfront.core.play.game import Game
from ostfront.core.play.state import Result
from ostfront.games.victory_denied.state import DISTRACTED, MOSCOW
from victory_denied.stage import RULES, stage

KNOWLEDGE = knowledge_of(RULES)
FACTS = KNOWLEDGE.facts
FRONT = {"7Pz": "3522", "20Mot": "3522", "32C": "3327", "16A": "3327", "PVO-4": "3327"}


def terms(game: Game, side: str = "german") -> dict[str, float]:
    return explain(KNOWLEDGE, game.state, side)


def shown(units: dict[str, str], **marks: object) -> dict[str, float]:
    """The terms of a position before anything happens in it."""
    return terms(stage("selection", {"22A": "4923", "29C": "4923", **units}, active=(), **marks))  # type: ignore[arg-type]


def test_what_one_side_gains_the_other_loses() -> None:
    game = stage("selection", {**FRONT, "22A": "4923"})
    german, soviet = terms(game), terms(game, "soviet")
    assert set(german) == {term.__name__ for term in TERMS}
    assert all(soviet[name] == pytest.approx(-value) for name, value in german.items())
    assert evaluate(KNOWLEDGE, game.state, "german") == pytest.approx(sum(german.values()))
    assert evaluate(KNOWLEDGE, game.state, "soviet") == pytest.approx(-sum(german.values()))


def test_a_result_is_all_that_counts() -> None:
    game = stage("selection", {**FRONT, "22A": "4923"})
    game.state.result = Result("soviet", "for the test")
    assert list(terms(game)) == ["result"]
    assert evaluate(KNOWLEDGE, game.state, "german") < -500 < 500 < evaluate(KNOWLEDGE, game.state, "soviet")


def test_points_follow_chits_and_lost_panzers() -> None:
    before = shown(FRONT)["points"]
    gold, blue = shown(FRONT, captured=("3919", "2110", "3327")), shown(FRONT, captured=("3919", "2110", "3219"))
    assert gold["points"] > blue["points"] > before
    assert shown({**FRONT, "20Pz": "eliminated-motorized"})["points"] < before - 4


def test_points_are_counted_by_the_directive() -> None:
    """Distracted: as printed. Moscow: what is not taken counts double, a panzer division six."""
    lost = {**FRONT, "20Pz": "eliminated-motorized"}
    distracted, moscow = (
        [shown(units, directive=directive, turn=7)["points"] for units in (FRONT, lost)]
        for directive in (DISTRACTED, MOSCOW)
    )
    box, rest = 4.0, 46.0  # two blue chits at the mean of two, and all the others
    assert distracted == [pytest.approx(box - rest), pytest.approx(box - rest - 4)]
    assert moscow == [pytest.approx(box - 2 * rest), pytest.approx(box - 2 * rest - 6)]


def test_a_chit_that_was_seen_counts_by_its_value() -> None:
    """The stage lays gold1 (3 points) in the first gold hex; unseen it counts as any gold one."""
    game = stage("selection", {**FRONT, "22A": "4923"})
    unseen = terms(game)["points"]
    first = next(chit for chit in game.state.vp if chit >= 0 and FACTS.gold_chits >> chit & 1)
    game.state.shown = 1 << first
    game.state.directive = DISTRACTED
    seen = terms(game)["points"]
    game.state.shown = 0
    assert seen == pytest.approx(terms(game)["points"])  # the sum of all is the same wherever they lie
    assert unseen < seen  # before the directive Moscow's doubling is feared


def test_strength_knows_steps_and_the_reserve() -> None:
    full = shown(FRONT)["strength"]
    assert shown(FRONT, reduced=("7Pz",))["strength"] < full
    assert shown(FRONT, reduced=("32C",))["strength"] > full
    reserve = {**FRONT, "32C": "soviet-reserve"}
    gone = {name: place for name, place in FRONT.items() if name != "32C"}
    assert full < shown(reserve)["strength"] < shown(gone)["strength"]


def test_objectives_draw_attackers_and_defenders() -> None:
    near, far = shown(FRONT)["contest"], shown({**FRONT, "7Pz": "3510", "20Mot": "3510"})["contest"]
    assert near > far
    assert shown({**FRONT, "44C": "3328"})["contest"] < near


def test_far_off_foot_comes_up() -> None:
    assert shown({**FRONT, "5Inf": "3912"})["progress"] > shown({**FRONT, "5Inf": "3903"})["progress"]


def test_good_odds_are_worth_something_and_danger_costs() -> None:
    alone = shown({"7Pz": "3522", "61C": "3345"})["battle"]
    assert shown({"7Pz": "3522", "20Pz": "3522", "4AB": "3523", "61C": "3345"})["battle"] > alone
    ringed = {"7Pz": "3522", "61C": "3523", "44C": "3622", "25C": "3422", "34C": "3521"}
    assert shown(ringed)["battle"] < alone


def test_units_cut_off_and_marked() -> None:
    """62C between German stacks with no way out; then markers."""
    free = shown({"62C": "3345", "7Pz": "3522"})["supply"]
    around = ("7Pz", "20Pz", "12Pz", "19Pz", "18Mot", "20Mot")
    beside = FACTS.grid.adjacent(FACTS.board.index("3522"))
    ring = {"62C": "3522", **{u: FACTS.board.place_name(h) for u, h in zip(around, beside, strict=True)}}
    assert shown(ring)["supply"] > free
    assert shown({"62C": "3345", "7Pz": "3522"}, out_of_supply=("7Pz",))["supply"] < free
    assert shown({"62C": "3345", "7Pz": "3522"}, isolated=("7Pz",))["supply"] < free


def test_headquarters_lead_and_stay_out_of_the_line() -> None:
    units = {"5Inf": "3515", "6Inf": "3516", "26Inf": "3416", "61C": "3520"}
    led = shown({**units, "V-HQ": "3513"})["command"]
    assert led > shown({**units, "V-HQ": "3503"})["command"]
    assert led > shown({**units, "V-HQ": "3519"})["command"]


def test_an_open_road_to_an_objective() -> None:
    open_road = shown({"7Pz": "3522"})["line"]
    assert shown({"7Pz": "3522", "32C": "3327"})["line"] < open_road


def test_what_is_kept_for_later() -> None:
    assert shown(FRONT, stukas=3)["assets"] > shown(FRONT, stukas=1)["assets"]
    assert shown(FRONT, rocket=True)["assets"] < shown(FRONT, rocket=False)["assets"]


def test_is_quick() -> None:
    """Far below a millisecond, on a machine with other things to do."""
    game = stage("selection", {**FRONT, "22A": "4923"})
    evaluate(KNOWLEDGE, game.state, "german")
    start = process_time()
    for _ in range(200):
        evaluate(KNOWLEDGE, game.state, "german")
    assert (process_time() - start) / 200 < 0.001
