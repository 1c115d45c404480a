"""The history of a game: replaceable drafts, taking back, replaying, and where a copy's own dice begin."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ostfront.core.errors import NotYourTurn, OstfrontError
from ostfront.core.play.actions import Action
from ostfront.core.play.chance import Seeded
from ostfront.core.play.conceding import (
    TAKEBACK,
    Consent,
    agreed_takeback,
    end_as_marked,
    is_choice,
    is_ending,
    note_takeback,
    salt_of,
)
from ostfront.core.play.sequence import Act, Entry, Mark, Outcome

if TYPE_CHECKING:
    from ostfront.core.play.game import Game

COPY = Mark("copy")  # dice before this mark were rolled in another game


def of(game: Game) -> list[Entry]:
    """The entries so far; raises when the game keeps none."""
    if game.entries is None:
        raise OstfrontError("This game keeps no history.")
    return game.entries


# ---- drafts -------------------------------------------------------------------------------------------


def draft(game: Game, seat: int | str) -> tuple[int, int]:
    """How many entries a seat's draft follows, and the seat's number."""
    mine = game.seat_index(seat)
    assert mine is not None
    entries = of(game)
    kinds = game.rules.kinds
    still_sealed = {d.kind for d in game.state.pending if kinds[d.kind].secrecy_of(d.seat) != "open"}
    start = len(entries)
    for at in range(len(entries) - 1, -1, -1):
        entry = entries[at]
        if entry == COPY:
            continue
        if not isinstance(entry, Act):
            break
        sealed = entry.kind in still_sealed and kinds[entry.kind].secrecy_of(entry.seat) != "open"
        if entry.seat != mine and not sealed:
            break
        start = at  # sealed actions of others neither end a draft nor move its start
    return start, mine


def replace_draft(game: Game, seat: int | str, actions: Sequence[Action | str], after: int | None) -> None:
    start, mine = draft(game, seat)
    before = list(of(game))
    for action in actions:
        for part in game.parts(action):
            game.parse(part.text)
    if after is not None and after != start:
        if after < start and _acts(game, after, mine) == _would_act(game, actions, after, mine):
            return  # a second click, or a page that missed the response
        raise NotYourTurn(f"The game has moved on: this draft follows entry {after}, the game is at entry {start}.")
    same = _unchanged(game, start, mine, actions)
    others = [entry for entry in before[start:] if isinstance(entry, Act) and entry.seat != mine]
    restore(game, before[: start + same])
    try:
        for entry in others:
            game.push(entry.action, game.decision_for(entry.seat, entry.action.verb))
        for action in actions[same:]:
            game.play(action, mine)
    except OstfrontError:
        restore(game, before)
        raise


def _unchanged(game: Game, start: int, seat: int, actions: Sequence[Action | str]) -> int:
    """How many of the first actions the draft begins with already: they were judged once, and need not be again.

    None where others have acted in between, or standing orders may have.
    """
    if game.orders:
        return 0
    drafted = of(game)[start:]
    if not all(isinstance(entry, Act) and entry.seat == seat for entry in drafted):
        return 0
    same = 0
    for entry, action in zip(drafted, actions, strict=False):
        if not isinstance(entry, Act) or len(game.parts(action)) > 1 or game.parse(action) != entry.action:
            break
        same += 1
    return same


def _acts(game: Game, start: int, seat: int) -> list[Action]:
    """A seat's actions since the history had so many entries."""
    return [entry.action for entry in of(game)[start:] if isinstance(entry, Act) and entry.seat == seat]


def _would_act(game: Game, actions: Sequence[Action | str], start: int, seat: int) -> list[Action] | None:
    """The actions these amount to, played when the history had this many entries; None if refused."""
    if all(len(game.parts(action)) == 1 for action in actions):
        return [game.parse(action) for action in actions]
    trial = game.clone()
    restore(trial, of(trial)[:start])
    try:
        for action in actions:
            trial.play(action, seat)
    except OstfrontError:
        return None
    return _acts(trial, start, seat)


# ---- taking back --------------------------------------------------------------------------------------


def take_back(game: Game) -> None:
    """Take back the last action of all, or a concession and the like, dice or not."""
    entries = of(game)
    for at in range(len(entries) - 1, -1, -1):
        if is_choice(entries[at]):
            rewind(game, at)
            return
    raise NotYourTurn("There is nothing to take back.")


def rewind(game: Game, length: int, consent: Consent | None = None) -> None:
    """Go back to the moment when the history had this many entries; dice that are taken back are rolled again.

    What was taken back by consent of the players is kept as a mark, also when more is taken back later.
    """
    entries = of(game)
    lost = entries[length:]
    salt = getattr(game.source, "salt", 0)
    restore(game, entries[:length])
    for entry in lost:
        if isinstance(entry, Mark) and agreed_takeback(entry):
            follow_mark(game, entry)
    if consent is not None:
        follow_mark(game, Mark(TAKEBACK, f"{salt + 1} {consent.written()}"))
        return
    dice = any(isinstance(e, Outcome) or (isinstance(e, Mark) and e.word == TAKEBACK) for e in lost)
    if dice and isinstance(game.source, Seeded):
        game.source.salt = salt + 1
        of(game).append(Mark(TAKEBACK, str(salt + 1)))


def restore(game: Game, entries: Sequence[Entry]) -> None:
    """The game as it stood after these entries, from the nearest snapshot."""
    if game.snapshots[0][0] > len(entries):
        raise NotYourTurn("Actions played under another version of the rules cannot be taken back.")
    while game.snapshots[-1][0] > len(entries):
        game.snapshots.pop()
    start, state = game.snapshots[-1]
    wanted = list(entries[start:])
    game.state = state.clone()
    game.prepared = None
    game.passed_over = ()
    copied = COPY in of(game)
    game.entries = list(entries[:start])
    if isinstance(game.source, Seeded):  # the dice of that moment, for draws among equal things
        game.source.salt = salt_after(game.entries)
    if game.events is not None:
        game.events = [event for event in game.events if event.entry <= start and start]
    replay(game, wanted)
    if copied and COPY not in game.entries:
        mark_copy(game)


# ---- replaying ----------------------------------------------------------------------------------------


def replay(game: Game, entries: Sequence[Entry]) -> None:
    """Play entries again as they were, outcomes included, unchecked."""
    orders, game.orders = game.orders, {}
    at = 0
    while True:
        outcomes: list[tuple[str, int]] = []
        act = entries[at - 1] if at else None
        while at < len(entries) and not isinstance(entries[at], Act):
            entry = entries[at]
            if isinstance(entry, Outcome):
                outcomes.append((entry.noun, entry.value))
            at += 1
        game.scripted = outcomes[::-1]
        if isinstance(act, Act):
            game.push(act.action, game.decision_for(act.seat, act.action.verb))
        elif not game.entries:
            game.advance()
        _keep_marks(game, entries, at)
        if at == len(entries):
            break
        at += 1
    game.scripted = []
    game.orders = orders


def _keep_marks(game: Game, entries: Sequence[Entry], end: int) -> None:
    """Marks that no rule recreates: takebacks, copies, changes of version, an end that the players brought about."""
    at = end - 1
    while at >= 0 and isinstance(entries[at], Mark):
        at -= 1
    for mark in entries[at + 1 : end]:
        if isinstance(mark, Mark) and mark.word != "reveal":
            follow_mark(game, mark)


def follow_mark(game: Game, mark: Mark) -> None:
    """Do again what a mark stands for."""
    if is_ending(mark):
        end_as_marked(game, mark)
        return
    keep_mark(game, mark)
    if agreed_takeback(mark):
        note_takeback(game, mark)


def keep_mark(game: Game, mark: Mark) -> None:
    """Add a mark to the history, with what it means for the dice."""
    of(game).append(mark)
    if isinstance(game.source, Seeded):
        game.source.salt = salt_after([mark], game.source.salt)


# ---- copies -------------------------------------------------------------------------------------------


def mark_copy(game: Game) -> None:
    """Say in the history where a copy's own dice begin, if others were rolled before."""
    entries = of(game)
    if any(isinstance(entry, Outcome) for entry in entries):
        entries.append(COPY)


def salt_after(entries: Sequence[Entry], before: int = 0) -> int:
    """The salt of the dice after these entries: a takeback names it, a copy has its own dice."""
    for entry in reversed(entries):
        if entry == COPY:
            return 0
        if isinstance(entry, Mark) and entry.word == TAKEBACK:
            return salt_of(entry)
    return before
