"""The officer: a recruit with plans, just as fair, repeatable and legal."""

from __future__ import annotations

from random import Random

from harness.cases import Case, scaled
from ostfront import ai
from ostfront.ai.officer import Officer, plans_of
from ostfront.core.game import Game, Legal
from ostfront.core.state import Decision
from ostfront.core.view import View
from ostfront.lab.simulate import Plan, play_one

GAME = "victory-denied"
CASE = Case(GAME, "smolensk", ())


def chosen(game: Game, decision: Decision, player: Officer | None = None) -> str:
    view = View(game, decision.seat)
    return game.text((player or Officer()).choose(view, Legal(game, game.options(decision)), view.imagine))


def test_is_a_level() -> None:
    assert "officer" in ai.levels()
    assert isinstance(ai.player("officer", 3), Officer)


def test_answers_whatever_is_asked() -> None:
    """Half the moves are random, so that plans are upset; every answer passes the referee."""
    random = Random(CASE.name)
    game = CASE.new("officer answers")
    players = [Officer(seat) for seat, _ in enumerate(game.rules.seats)]
    for _ in range(scaled(200)):
        if game.result is not None:
            return
        decision = random.choice(game.state.pending)
        if random.random() < 0.5:
            game.push(game.options(decision).choose(random.random), decision)
        else:
            text = chosen(game, decision, players[decision.seat])
            assert game.why_not(text, decision.seat) == [], text
            game.push(game.parse(text), decision)


def test_another_world_with_the_same_view_gets_the_same_move() -> None:
    random = Random(f"worlds {CASE.name}")
    game = CASE.new("officer worlds")
    compared = 0
    while compared < scaled(20) and game.result is None:
        decision = game.state.pending[0]
        options = game.options(decision)
        if len(options) > 1 and random.random() < 0.1:
            other = game.view(decision.seat).imagine(f"world {compared}")
            assert chosen(other, decision) == chosen(game, decision)
            compared += 1
        game.push(options.choose(random.random), decision)
    assert compared


def test_the_same_seed_plays_the_same_game() -> None:
    plan = Plan(GAME, ("officer", "random"), seed="again")
    first, second = play_one(plan, 1), play_one(plan, 1)
    assert (first.winner, first.decisions) == (second.winner, second.decisions)


def test_beats_random_as_german() -> None:
    """Random Germans never win: who wins as German, now and then by halves, can play."""
    winners = [
        play_one(Plan(GAME, ("officer", "random"), seed="strength"), n).winner for n in range(1, scaled(4) + 1)
    ]
    assert "soviet" not in winners
    assert winners.count("german") > len(winners) / 2


def test_a_plan_is_kept_until_the_dice_fall() -> None:
    game = CASE.new("kept")
    player = Officer()
    room = plans_of(game.rules)
    assert room is not None
    plans: list[tuple[tuple[int, ...], int]] = []
    while len(plans) < 40 and game.result is None:
        decision = game.state.pending[0]
        text = chosen(game, decision, player)
        if decision.kind in ("attack", "commit") and player.kept is not None:
            plans.append((room.moment(game.state), id(player.kept)))
        game.push(game.parse(text), decision)
    assert len({moment for moment, _ in plans}) == len(set(plans)), "one plan for one moment"
    assert len(set(plans)) < len(plans)


def test_explains_itself() -> None:
    game = CASE.new("explains")
    player = Officer()
    told: list[str] = []
    for _ in range(25):
        decision = game.state.pending[0]
        view = View(game, decision.seat)
        legal = Legal(game, game.options(decision))
        told.append(player.explain(view, legal, view.imagine))
        action = player.choose(view, legal, view.imagine)
        assert told[-1].startswith(f"{game.text(action)}.")
        game.push(action, decision)
    assert any("The plan:" in text and "points on average" in text for text in told)
    assert any("What it changes at once" in text for text in told)
