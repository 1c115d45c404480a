"""Cards of battles, as a seat is sent them."""

from __future__ import annotations

from ostfront.core.page.battle_script import ToldBattle, told_battles
from ostfront.core.page.battles import BattleCard, at_the_dice, card, forces
from ostfront.core.play.game import Game


def card_of(game: Game, seat: int, told: ToldBattle) -> BattleCard:
    return card(game.view(seat), told, forces(at_the_dice(game.twin(), told), seat, told))


def last_card(game: Game, seat: int) -> BattleCard | None:
    """The battle begun last, if there was one."""
    told = list(told_battles(game.view(seat)))
    return card_of(game, seat, told[-1]) if told else None
