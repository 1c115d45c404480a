"""Conceding: a seat gives the game up, at any time, for its side. A mark in the history says who did."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ostfront.core.errors import NotYourTurn
from ostfront.core.play.rules import Line, Rules
from ostfront.core.play.sequence import Act, Entry, Event, Mark

if TYPE_CHECKING:
    from ostfront.core.play.game import Game

CONCEDE = "concede"  # the word of the mark and the kind of its event


def concede(game: Game, seat: int | str) -> None:
    """End the game at once: the side of this seat loses, whoever's turn it is."""
    index = game.seat_index(seat)
    assert index is not None
    if game.result is not None:
        raise NotYourTurn("The game is over.")
    rules = game.rules
    mine = rules.seats[index]
    winner = next(other.side for other in rules.seats if other.team != mine.team)
    game.passed_over = ()
    game.prepared = None
    if game.entries is not None:
        game.entries.append(Mark(CONCEDE, mine.name))
    game.note(CONCEDE, index)
    game.end(winner, sentence(rules, index), rules.concede_rule)


def sentence(rules: Rules, seat: int) -> str:
    return f"The {rules.seats[seat].name} player concedes."


def is_concession(entry: Entry) -> bool:
    return isinstance(entry, Mark) and entry.word == CONCEDE


def is_choice(entry: Entry) -> bool:
    """Whether a player did this: before it, somebody had to decide."""
    return isinstance(entry, Act) or is_concession(entry)


def log_line(rules: Rules, event: Event) -> Line:
    """An event as a line of the log: a concession is told in the same words in every game."""
    if event.kind == CONCEDE:
        return (sentence(rules, event.args[0]),)
    return rules.info.log(rules.facts, event)
