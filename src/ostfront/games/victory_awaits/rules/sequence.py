"""The sequence of play (5): the game and its turn."""

from __future__ import annotations

from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Procedure, Step
from ostfront.games.victory_awaits.rules.bidding import begin_bidding, settle
from ostfront.games.victory_awaits.rules.chits import draw_chit, offer_declaration, play_the_rest
from ostfront.games.victory_awaits.rules.selection import begin_selection, choose_chits, fill_cup, offer_hold
from ostfront.games.victory_awaits.rules.setup import deploy_first, deploy_second
from ostfront.games.victory_awaits.rules.surprise import surprise_attack, surprise_of_teams
from ostfront.games.victory_awaits.rules.victory import end_turn
from ostfront.games.victory_awaits.state import VaPlay


@implements("AVA 5.0")
def next_turn(play: VaPlay, _local: None) -> None:
    play.goto("turn")
    play.begin("turn")


GAME = Procedure(
    "game",
    (
        Step("bidding", begin_bidding, "17.1"),
        Step("sides", settle, "17.1"),
        Step("first set-up", deploy_first, "4.0.2"),
        Step("second set-up", deploy_second, "4.0.2"),
        Step("surprise attack", surprise_attack, "15.1"),
        Step("turn", next_turn, "5.0"),
    ),
)
TURN = Procedure(
    "turn",
    (
        Step("selection", begin_selection, "5.0"),
        Step("select chits", choose_chits, "6.1"),
        Step("hold", offer_hold, "18.1"),
        Step("fill the cup", fill_cup, "6.1"),
        Step("surprise attack of the teams", surprise_of_teams, "20.2"),
        Step("declare", offer_declaration, "18.1"),
        Step("draw a chit", draw_chit, "7.1"),
        Step("play the rest", play_the_rest, "7.3"),
        Step("end phase", end_turn, "5.0"),
    ),
)
