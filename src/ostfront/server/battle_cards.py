"""The cards of the battles of a game. Who fought is found out once: that takes a look back into the game."""

from __future__ import annotations

from ostfront.core.errors import NotYourTurn
from ostfront.core.page.battle_script import told_battle
from ostfront.core.page.battles import BattleCard, BattleForces, at_the_dice, card, forces
from ostfront.core.page.public import view_of
from ostfront.core.play.game import Game
from ostfront.server.messages import Refused


class BattleCards:
    """Remembers who fought, for each seat and battle."""

    def __init__(self) -> None:
        self._declared: dict[tuple[int, int], BattleForces] = {}  # by seat and entry

    def card(self, game: Game, seat: int, entry: int) -> BattleCard:
        """The battle that this entry is part of, as the seat may know it."""
        view = view_of(game, seat)
        told = told_battle(view, entry)
        if told is None:
            raise Refused(404, "missing", f"No battle was fought at entry {entry}.")
        declared = self._declared.get((seat, told.entry))
        if declared is None:
            try:
                declared = forces(at_the_dice(game.twin(), told), seat, told)
            except NotYourTurn:
                declared = BattleForces()  # fought under other rules: only the log is left
            if told.rolled >= 0:  # dice are never taken back
                self._declared[seat, told.entry] = declared
        return card(view, told, declared)

    def clear(self) -> None:
        self._declared.clear()
