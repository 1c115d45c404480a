"""The officer of A Victory Denied, and how he keeps his plans."""

from __future__ import annotations

from ai.match import chosen
from harness.cases import Case, scaled
from ostfront.ai.officer import Officer
from ostfront.ai.victory_denied.plans import plan_key
from ostfront.lab.simulate import Simulation, play_one

GAME = "victory-denied"
CASE = Case(GAME, "smolensk", ())


def test_beats_random_as_german() -> None:
    """Random Germans never win: who wins as German, now and then by halves, can play."""
    winners = [
        play_one(Simulation(GAME, ("officer", "random"), seed="strength"), n).winner for n in range(1, scaled(4) + 1)
    ]
    assert "soviet" not in winners
    assert winners.count("german") > len(winners) / 2


def test_a_plan_is_kept_until_the_dice_fall() -> None:
    game = CASE.new("kept")
    player = Officer()
    plans: list[tuple[tuple[int, ...], int]] = []
    while len(plans) < 40 and game.result is None:
        decision = game.state.pending[0]
        text = chosen(game, decision, player)
        if decision.kind in ("attack", "commit") and player.kept is not None:
            plans.append((plan_key(game.state), id(player.kept)))
        game.push(game.parse(text), decision)
    assert len({when for when, _ in plans}) == len(set(plans)), "one plan for one moment"
    assert len(set(plans)) < len(plans)
