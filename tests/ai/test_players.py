"""What holds for every computer player in every game: legal, fair, repeatable, and able to finish."""

from __future__ import annotations

import pytest

from ai.match import other_worlds, upset_game, whole_game
from harness.cases import CASES, Case, scaled
from ostfront import ai
from ostfront.ai.officer import Officer
from ostfront.ai.random_player import RandomPlayer
from ostfront.ai.recruit import Recruit
from ostfront.core.play.legal import Legal
from ostfront.core.play.view import View
from ostfront.lab.observe import Trial, observe
from ostfront.lab.simulate import Simulation

LEVELS = {"random": RandomPlayer, "recruit": Recruit, "officer": Officer}
SHORT = (  # a game that is soon over, of each
    Case("victory-denied", "smolensk", ()),
    Case("victory-awaits", "leningrad", ()),
    Case("kiev-41", "the-snow", ()),
)
OFFICERS = (  # an officer takes his time: not every case
    *SHORT,
    Case("victory-awaits", "leningrad", (("placement", "free"),)),
    Case("victory-awaits", "leningrad", (("bidding", True),)),
    Case("victory-awaits", "smolensk", (("reserve", True), ("armor-limit", True))),
    Case("victory-awaits", "kiev", (("hq-transfer", True), ("soviet-supply", True))),
    Case("kiev-41", "les-preludes", ()),
    Case("barbarossa-1941", "historical", ()),
    Case("barbarossa-1941", "hypothetical", ()),
    Case("barbarossa-deluxe", "citadel", ()),
)
MOVES = {"random": 120, "recruit": 120, "officer": 100}
WORLDS = {"random": 30, "recruit": 30, "officer": 12}

of_each_game = pytest.mark.parametrize("case", SHORT, ids=[case.game for case in SHORT])
every_level = pytest.mark.parametrize("level", LEVELS)
in_every_case = pytest.mark.parametrize(
    ("level", "case"),
    [
        pytest.param(level, case, id=f"{level}-{case.name}")
        for level, cases in (("random", SHORT), ("recruit", CASES), ("officer", OFFICERS))
        for case in cases
    ],
)


@every_level
def test_is_a_level(level: str) -> None:
    assert level in ai.levels()
    assert isinstance(ai.player(level, 3), LEVELS[level])


@in_every_case
def test_answers_whatever_is_asked(level: str, case: Case) -> None:
    upset_game(case, level, scaled(MOVES[level]))


@in_every_case
def test_another_world_with_the_same_view_gets_the_same_move(level: str, case: Case) -> None:
    assert other_worlds(case, level, scaled(WORLDS[level]))


@every_level
@of_each_game
def test_a_whole_game_is_never_refused(level: str, case: Case) -> None:
    assert whole_game(case, level).result is not None


@every_level
@of_each_game
def test_the_same_seed_plays_the_same_game(level: str, case: Case) -> None:
    trial = Trial(Simulation(case.game, (level, "random"), seed="again", scenario=case.scenario))
    first, second = observe(trial, 1), observe(trial, 1)
    assert (first.winner, first.turns) == (second.winner, second.turns)


@of_each_game
def test_an_officer_explains_himself(case: Case) -> None:
    game = case.new("explains")
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
    assert any("The plan:" in text for text in told)
    assert any("Immediate effect: good for " in text for text in told)
