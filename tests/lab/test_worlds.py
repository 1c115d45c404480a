"""A player given another world with the same view makes the same move: all levels, all games.

Whatever a player could see of the secrets would show here. `make soak` compares more moments.
"""

from __future__ import annotations

from random import Random

import pytest

from harness.cases import Case, scaled
from lab.scenarios import every_scenario
from ostfront import ai
from ostfront.core.play.actions import Action
from ostfront.core.play.game import Game
from ostfront.core.play.legal import Legal
from ostfront.core.play.state import Decision
from ostfront.core.play.view import View

GAMES = 20  # at most; where little is secret, it takes a while until a world differs


def move(level: str, game: Game, decision: Decision) -> str:
    """What a fresh player of this level does."""
    view = View(game, decision.seat)
    player = ai.player(level, "the same")
    return game.text(player.choose(view, Legal(game, game.options(decision)), view.imagine))


@pytest.mark.parametrize("level", list(ai.LEVELS))
@every_scenario
def test_the_same_view_gets_the_same_move(level: str, case: Case) -> None:
    random = Random(f"worlds {case.name}")
    secret = any(kind.secrecy != "open" for kind in case.rules.kinds.values())
    compared = differing = 0
    for number in range(GAMES):
        game = case.new(f"the same view {number}")
        while game.result is None and (compared < scaled(8) or (secret and not differing)):
            decision = random.choice(game.state.pending)
            options = game.options(decision)
            if len(options) > 1 and random.random() < 0.04:
                other = game.view(decision.seat).imagine(f"world {compared}")
                unlike = other.state != game.state
                if compared < scaled(8) or unlike:  # once enough are compared, one that differs is all that is wanted
                    assert move(level, other, decision) == move(level, game, decision)
                    compared += 1
                    differing += unlike
            game.push(options.choose(random.random), decision)
        if compared and (differing or not secret):
            return
    raise AssertionError("every world was the real one: nothing was proven")


class Peeper:
    """Looks at the chits that nobody may see."""

    def __init__(self, seed: int | str) -> None:
        self.seed = seed

    def choose(self, view: View, legal: Legal, imagine: ai.Imagine) -> Action:
        options = list(legal)
        seen = int(sum(i * chit for i, chit in enumerate(view._game.state.vp)))
        return options[seen % len(options)]


def test_who_peeps_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ai._registered, "peeper", Peeper)
    with pytest.raises(AssertionError):
        test_the_same_view_gets_the_same_move("peeper", Case("victory-denied", "smolensk", ()))
