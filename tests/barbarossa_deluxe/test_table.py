"""How stacks lie on the table, and whom the planner shows."""

from __future__ import annotations

import pytest

import ostfront
from barbarossa_deluxe.stage import FACTS, stage, units
from ostfront.core.play.game import Game
from ostfront.games.barbarossa_deluxe.rules import control
from ostfront.games.barbarossa_deluxe.table.look import figures, look

KURSK = "2207"


def moving() -> Game:
    """The Germans of Blue and Kremlin about to move."""
    game = ostfront.new("barbarossa-deluxe", scenario="blue-kremlin", seed=9)
    answers = {"order": "move-fight", "zone": "south", "hand": "lower", "depot": "pass"}
    while game.pending[0].kind != "move":
        game.play(answers.get(game.pending[0].kind, "done"))
    return game


def stack(game: Game, place: str) -> list[str]:
    return [piece.id for piece in look(game.view("German")).pieces if piece.at == place]


def test_panzers_lie_on_top_of_their_stack_and_what_is_in_hand_on_top_of_them() -> None:
    game = moving()
    assert stack(game, KURSK) == ["7C", "55C", "24Pz", "48Pz"]
    game.play("pick 7C")
    assert stack(game, KURSK) == ["55C", "24Pz", "48Pz", "7C"]


def test_the_planner_shows_the_backs_of_concealed_defenders() -> None:
    game = moving()
    game.play("pick 24Pz")
    planner = look(game.view("German")).planner
    assert planner is not None
    field = next(one for one in planner.targets if one.place == "2106")
    seen = [piece.id for piece in look(game.view("German")).pieces if piece.at == "2106"]
    assert sorted(field.defenders) == sorted(seen) and len(seen) == 2


@pytest.mark.parametrize(("scenario", "decides"), [("grand-campaign", True), ("blue-kremlin", False)])
def test_points_are_told_only_where_they_decide(scenario: str, decides: bool) -> None:
    game = stage("movement", {"26C": "2217", "20A": "1502"}, turn=10, scenario=scenario)
    before = game.state.vp
    control.enter(game, units("26C"), FACTS.board.index("1806"), "advance")
    assert game.state.vp > before
    view = game.view("German")
    assert any("The Germans gain" in line for line in view.log()) is decides
    assert ("Victory points" in [row.label for row in look(view).score]) is decides
    assert ("points" in [figure.id for figure in figures(view)]) is decides
