"""The recruit of Barbarossa Deluxe: takes what is open, attacks where it pays, answers everything."""

from __future__ import annotations

from ai.match import chosen
from barbarossa_deluxe.stage import FACTS, RULES, stage
from ostfront import ai
from ostfront.ai.barbarossa_deluxe import adviser, staff
from ostfront.ai.barbarossa_deluxe.knowledge import knowledge_of
from ostfront.core.play.game import Game

FAR = {"26A": "1000"}


def played(game: Game, level: str, *kinds: str) -> Game:
    """The answers of a level as long as decisions of these kinds are asked."""
    player = ai.player(level)
    while game.result is None and game.state.pending[0].kind in kinds:
        decision = game.state.pending[0]
        game.play(chosen(game, decision, player), decision.seat)
    return game


def test_every_kind_of_decision_has_a_price() -> None:
    assert set(RULES.kinds) == set(adviser.PRICES) | set(staff.PRICES)


def test_empty_cities_are_taken() -> None:
    game = stage("movement", {"1C": "1416", **FAR})
    held = FACTS.victory_hexes & game.state.german
    assert FACTS.victory_hexes & played(game, "recruit", "move", "march").state.german & ~held


def test_a_rifle_corps_is_attacked_and_an_oversized_army_is_not() -> None:
    strong = {"1C": "1813", "2C": "1813", "3Pz": "1813", **FAR}
    for defender, answer in (("21RC", "attack 1812"), ("5x", "done")):
        game = stage("assault", strong | {defender: "1812"}, turn=4)
        assert chosen(game, game.state.pending[0], ai.player("recruit")) == answer


def test_a_bloodbath_costs_the_cheapest() -> None:
    know = knowledge_of(RULES)
    units = FACTS.roster.index
    assert know.worth[units["3Pz"]] > know.worth[units["1C"]]
    assert know.worth[units["5GT"]] > know.worth[units["16A"]]
