"""The recruit: fair, repeatable, never refused, and better than chance."""

from __future__ import annotations

from random import Random

from harness.cases import Case, every_case, scaled
from ostfront import ai
from ostfront.ai.recruit import Recruit
from ostfront.core.game import Game, Legal
from ostfront.core.state import Decision
from ostfront.core.view import View
from ostfront.lab.simulate import Plan, play_one

GAME = "victory-denied"


def chosen(game: Game, decision: Decision, seed: int | str = 0) -> str:
    view = View(game, decision.seat)
    return game.text(Recruit(seed).choose(view, Legal(game, game.options(decision)), view.imagine))


def test_is_a_level() -> None:
    assert "recruit" in ai.levels()
    assert isinstance(ai.player("recruit", 3), Recruit)


@every_case
def test_answers_whatever_is_asked(case: Case) -> None:
    """Half the moves are random, to reach moments that good play does not."""
    random = Random(case.name)
    game = case.new("recruit answers")
    for _ in range(scaled(120)):
        if game.result is not None:
            return
        decision = random.choice(game.state.pending)
        if random.random() < 0.5:
            game.push(game.options(decision).choose(random.random), decision)
        else:
            text = chosen(game, decision)
            assert game.why_not(text, decision.seat) == [], text
            game.push(game.parse(text), decision)


@every_case
def test_another_world_with_the_same_view_gets_the_same_move(case: Case) -> None:
    random = Random(f"worlds {case.name}")
    game = case.new("recruit worlds")
    compared = 0
    while compared < scaled(30) and game.result is None:
        decision = game.state.pending[0]
        options = game.options(decision)
        if len(options) > 1 and random.random() < 0.1:
            other = game.view(decision.seat).imagine(f"world {compared}")
            assert chosen(other, decision) == chosen(game, decision)
            compared += 1
        game.push(options.choose(random.random), decision)
    assert compared


def test_a_whole_game_is_never_refused() -> None:
    """Every move of both sides goes past the referee."""
    game = Case(GAME, "smolensk", ()).new("whole game")
    while game.result is None:
        decision = game.state.pending[0]
        game.play(chosen(game, decision, f"seat {decision.seat}"), decision.seat)
    captures = [event for event in game.events or () if event.kind == "capture"]
    assert len(captures) > 3, "the two towns of the set-up and no more: what random play reaches"


def test_the_same_seed_plays_the_same_game() -> None:
    plan = Plan(GAME, ("recruit", "random"), seed="again")
    first, second = play_one(plan, 1), play_one(plan, 1)
    assert (first.winner, first.decisions) == (second.winner, second.decisions)


def test_beats_random_from_both_sides() -> None:
    """Random Germans never win, so winning as German is what shows it; as Soviet it must not lose."""
    count = scaled(4)
    german = [play_one(Plan(GAME, ("recruit", "random"), seed="strength"), n).winner for n in range(1, count + 1)]
    soviet = [play_one(Plan(GAME, ("random", "recruit"), seed="strength"), n).winner for n in range(1, count + 1)]
    assert german.count("german") * 2 >= count, german
    assert soviet == ["soviet"] * count
