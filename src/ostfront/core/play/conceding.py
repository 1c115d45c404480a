"""Ends that the players bring about themselves: conceding, agreeing on a draw, running out of time, calling it off.

A mark in the history says which it was, so that a record that is replayed ends the same way. Who concedes or runs out
of time loses for his whole side, in a team as well: a side has no game without one of its seats. A game that is
called off has no winner and counts for nothing. A `Consent` says in the history that all players agreed to take back
what was played.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple

from ostfront.core.errors import BadAction, NotYourTurn
from ostfront.core.play.rules import Line, Rules
from ostfront.core.play.sequence import Act, Entry, Event, Mark

if TYPE_CHECKING:
    from ostfront.core.play.game import Game

# the words of the marks, and the kinds of their events
CONCEDE = "concede"
TIME = "time"
AGREED = "agreed"
CALL_OFF = "call-off"
TAKEBACK = "takeback"
ENDINGS = (CONCEDE, TIME, AGREED, CALL_OFF)
OF_A_SEAT = (CONCEDE, TIME, CALL_OFF)  # the mark names the seat
DRAW = "draw"  # what was agreed
End = Literal["played", "conceded", "time", "agreed", "called off"]
CALLED_OFF: End = "called off"
HOW: dict[str, End] = {CONCEDE: "conceded", TIME: "time", AGREED: "agreed", CALL_OFF: CALLED_OFF}
SENTENCES = {
    CONCEDE: "The {} player concedes.",
    TIME: "The {} player's time has run out.",
    CALL_OFF: "The {} player calls the game off; it counts for nothing.",
}
NO_SEAT = "administrator"  # who may propose to take something back without playing


def concede(game: Game, seat: int | str) -> None:
    """End the game at once: the side of this seat loses, whoever's turn it is."""
    index = _seat_under_way(game, seat)
    _end(game, Mark(CONCEDE, game.rules.seats[index].name), game.rules.concede_rule)


def run_out_of_time(game: Game, seat: int | str) -> None:
    """End the game, because this seat's clock ran out: its side loses, as if it had conceded."""
    index = _seat_under_way(game, seat)
    _end(game, Mark(TIME, game.rules.seats[index].name))


def agree_on_draw(game: Game) -> None:
    """End the game as a draw, as all players agreed."""
    _check_under_way(game)
    _end(game, Mark(AGREED, DRAW))


def call_off(game: Game, seat: int | str) -> None:
    """End the game without a winner, as this seat wishes: it counts for nothing."""
    index = _seat_under_way(game, seat)
    _end(game, Mark(CALL_OFF, game.rules.seats[index].name))


def end_as_marked(game: Game, mark: Mark) -> None:
    """End the game again as a mark in its history says."""
    if mark.word == AGREED:
        agree_on_draw(game)
    elif mark.word == TIME:
        run_out_of_time(game, mark.value)
    elif mark.word == CALL_OFF:
        call_off(game, mark.value)
    else:
        concede(game, mark.value)


def _end(game: Game, mark: Mark, rule: str = "") -> None:
    rules = game.rules
    game.passed_over = ()
    game.prepared = None
    if game.entries is not None:
        game.entries.append(mark)
    winner, args = "", tuple[int, ...]()
    if mark.word in OF_A_SEAT:
        seat = game.seat_index(mark.value)
        assert seat is not None
        args = (seat,)
        if mark.word != CALL_OFF:
            winner = next(other.side for other in rules.seats if other.team != rules.seats[seat].team)
    game.note(mark.word, *args)
    game.end(winner, _sentence(rules, mark.word, args), rule)


def _seat_under_way(game: Game, seat: int | str) -> int:
    index = game.seat_index(seat)
    assert index is not None
    _check_under_way(game)
    return index


def _check_under_way(game: Game) -> None:
    if game.result is not None:
        raise NotYourTurn("The game is over.")


# ---- asking ---------------------------------------------------------------------------------------------


def is_ending(entry: Entry) -> bool:
    """Whether the players ended the game here."""
    return isinstance(entry, Mark) and entry.word in ENDINGS


def is_choice(entry: Entry) -> bool:
    """Whether a player did this: before it, somebody had to decide."""
    return isinstance(entry, Act) or is_ending(entry)


def how_ended(entries: Sequence[Entry]) -> End:
    """How a game that is over came to its end."""
    last = next((entry for entry in reversed(entries) if isinstance(entry, Act) or is_ending(entry)), None)
    return HOW[last.word] if isinstance(last, Mark) else "played"


def is_called_off(entries: Sequence[Entry]) -> bool:
    """Whether a game that is over counts for nothing."""
    return how_ended(entries) == CALLED_OFF


# ---- consent --------------------------------------------------------------------------------------------


class Consent(NamedTuple):
    """Who proposed to take something back (a seat, or the administrator), and the seats that agreed."""

    by: str
    seats: tuple[str, ...]

    def written(self) -> str:
        return f"by {self.by}, agreed by {', '.join(self.seats)}"


_CONSENT = re.compile(r"by (?P<by>[^,]+), agreed by (?P<seats>.+)")


def takeback_mark(rules: Rules, salt: int, text: str) -> Mark:
    """A takeback as its line in a record says it; consent names seats of the game."""
    if not text:
        return Mark(TAKEBACK, f"{salt}")
    found = _CONSENT.fullmatch(text)
    seats = {seat.name.lower(): seat.name for seat in rules.seats}
    given = [*found["seats"].split(","), found["by"]] if found else [text]
    names = [seats.get(name.strip().lower(), "") for name in given]
    if found and found["by"].strip() == NO_SEAT:
        names[-1] = NO_SEAT
    if "" in names:
        raise BadAction("write a takeback as 'takeback N' or 'takeback N by SEAT, agreed by SEAT, SEAT'.")
    return Mark(TAKEBACK, f"{salt} {Consent(names[-1], tuple(names[:-1])).written()}")


def salt_of(mark: Mark) -> int:
    """The salt of the dice after a takeback."""
    return int(mark.value.partition(" ")[0])


def agreed_takeback(entry: Entry) -> bool:
    """Whether the players agreed to take something back here: that stays in the history."""
    return isinstance(entry, Mark) and entry.word == TAKEBACK and " " in entry.value


def takebacks(entries: Sequence[Entry]) -> int:
    """How often something was taken back by agreement."""
    return sum(map(agreed_takeback, entries))


# ---- the log --------------------------------------------------------------------------------------------


def log_line(rules: Rules, event: Event) -> Line:
    """An event as a line of the log: what players do beside the rules is told in the same words in every game."""
    if event.kind in ENDINGS or event.kind == TAKEBACK:
        return (_sentence(rules, event.kind, event.args),)
    return rules.info.log(rules.facts, event)


def _sentence(rules: Rules, word: str, args: tuple[object, ...]) -> str:
    if word == AGREED:
        return "The players agree on a draw."
    if word == TAKEBACK:
        by, seats = str(args[0]), [str(seat) for seat in args[1:]]
        who = "The administrator" if by == NO_SEAT else f"The {by} player"
        return f"{who} takes back what was played, as agreed by {' and '.join(seats)}. New dice are rolled from here."
    seat = args[0]
    assert isinstance(seat, int)
    return SENTENCES[word].format(rules.seats[seat].name)


def note_takeback(game: Game, mark: Mark) -> None:
    """Tell of a takeback that the players agreed on."""
    found = _CONSENT.fullmatch(mark.value.partition(" ")[2])
    assert found is not None
    game.note(TAKEBACK, found["by"], *found["seats"].split(", "))
