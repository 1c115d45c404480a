"""What is declared: phase orders (5.4, 5.5, 15.3), the offensive of 1943 (4.4, 4.16), comb-outs (8.16)."""

from __future__ import annotations

from typing import Any

import pytest

from barbarossa_deluxe.stage import stage
from ostfront.core.play.game import Game
from ostfront.games.barbarossa_deluxe.state import ODER, RHINE
from rule import rule
from staging.asking import rules_broken, verdict

UNITS = {"1C": "2217", "4A": "1502"}


def ordering(side: str, turn: int, scenario: str = "grand-campaign", **fields: Any) -> Game:
    return stage("order", UNITS, side=side, turn=turn, scenario=scenario, **fields)


def judged(side: str, turn: int, action: str, scenario: str = "grand-campaign", **fields: Any) -> list[str]:
    """The rules an order breaks, asked or not: where there is one order only nobody is asked."""
    game = ordering(side, turn, scenario, **fields)
    asking = game.state.pending[0]._replace(kind="order", seat=("german", "soviet").index(side))
    return [objection.rule for objection in game.rules.referee.judge(game, asking, game.parse(action))]


@rule("BD 5.4b")
def test_germans_fight_first_on_turn_1() -> None:
    assert "BD 5.4b" in judged("german", 1, "move-fight")
    assert judged("german", 1, "fight-move") == []
    assert verdict(ordering("german", 2), "move-fight") == []


@rule("BD 5.4c")
def test_soviets_fight_first_to_turn_5() -> None:
    assert "BD 5.4c" in judged("soviet", 5, "move-fight")
    assert verdict(ordering("soviet", 6), "move-fight") == []


@rule("BD 5.5a")
@pytest.mark.parametrize(
    ("turn", "used", "broken"),
    [(8, (), ["BD 5.5a"]), (9, (), []), (12, (), []), (12, (1942,), ["BD 5.5a"]), (13, (), ["BD 5.5a"]),
     (17, (1942,), []), (20, (1943,), ["BD 5.5a"]), (25, (), ["BD 5.5a"])],
)  # fmt: skip
def test_german_fight_fight(turn: int, used: tuple[int, ...], broken: list[str]) -> None:
    assert verdict(ordering("german", turn, fight_fights=used, zone=1), "fight-fight") == broken


@rule("BD 5.5b")
def test_german_fight_fight_on_the_oder() -> None:
    assert verdict(ordering("german", 30, operation=ODER), "fight-fight") == []
    assert verdict(ordering("german", 30, operation=RHINE), "fight-fight") == ["BD 5.5b"]


@rule("BD 5.5c")
def test_soviet_fight_fight() -> None:
    assert verdict(ordering("soviet", 30), "fight-fight") == ["BD 5.5c"]
    assert verdict(ordering("soviet", 31), "fight-fight") == []
    assert verdict(ordering("soviet", 32, soviet_fight_fight=True), "fight-fight") == ["BD 5.5c"]


@rule("BD 15.3b")
def test_fight_fight_in_the_what_if() -> None:
    assert verdict(ordering("german", 13, "what-if", zone=1), "fight-fight") == []
    assert verdict(ordering("german", 13, "what-if", zone=1, fight_fights=(1942,)), "fight-fight") == ["BD 15.3b"]
    assert verdict(ordering("soviet", 9, "what-if"), "fight-fight") == []
    assert verdict(ordering("soviet", 9, "what-if", soviet_fight_fight=True), "fight-fight") == ["BD 15.3b"]


@rule("BD 4.4a", "BD 4.16a")
@pytest.mark.parametrize(("verb", "number"), [("offensive", "BD 4.4a"), ("gambit", "BD 4.16a")])
def test_one_offensive_in_the_summer_of_1943(verb: str, number: str) -> None:
    game = stage("offensive", UNITS, turn=17)
    assert verdict(game, verb) == []
    game.state.turn = 20
    assert rules_broken(game, verb) == [number]
    game.state.turn, game.state.offensive = 18, 17
    assert rules_broken(game, verb) == [number]


@rule("BD 8.16a")
def test_one_comb_out_a_year() -> None:
    game = stage("comb-out", {**UNITS, "2C": "dead-german"}, turn=17)
    assert verdict(game, "comb") == []
    game.state.comb_outs = (1943,)
    assert rules_broken(game, "comb") == ["BD 8.16a"]
    game.state.turn = 25
    assert rules_broken(game, "comb") == []
    game.state.turn = 29
    assert rules_broken(game, "comb") == ["BD 8.16a"]
