"""How a game tells of its battles, as data and small functions: what `core/page/battles.py` makes cards from.

Everything here is read off events, which a seat may know of or not; nothing is taken from a position but what both
sides know once the battle is declared.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from ostfront.core.play.rules import Odds
from ostfront.core.play.sequence import Event
from ostfront.core.play.view import View


class Stage(NamedTuple):
    """A stage of a battle; `kind` (support, odds, dice, losses, after) is how the page draws it."""

    title: str
    rule: str
    kind: str


class Opening(NamedTuple):
    """What the event says that begins a battle. Without `attackers` everybody of that side in the place attacks."""

    title: str
    place: int  # none below 0
    side: str
    attackers: tuple[int, ...] | None = None
    unknown: int = 0  # attackers that are not named


class ToldBattle(NamedTuple):
    """A battle as far as a seat was told of it: its events, each with the title of its stage."""

    opening: Opening
    events: tuple[tuple[Event, str], ...]
    over: bool
    rolled: int = -1  # which of the events tells of the dice it waited for; none below 0

    @property
    def entry(self) -> int:
        return self.events[0][0].entry

    def last(self, kind: str) -> Event | None:
        """The latest event of a kind."""
        return next((event for event, _ in reversed(self.events) if event.kind == kind), None)


class Throw(NamedTuple):
    """Dice that were rolled in a battle. `could` says in how many equally likely ways each result could have come.

    Results are numbers or tuples, better ones for the side that rolls being greater.
    """

    side: str
    result: Any
    could: Mapping[Any, int]

    @property
    def rank(self) -> Fraction:
        """The share of the rolls whose result would have been worse, and half of those whose result is as good."""
        worse = sum(ways for result, ways in self.could.items() if result < self.result)
        return (worse + Fraction(self.could[self.result], 2)) / sum(self.could.values())


def _as_told(_game: Any) -> tuple[int, ...]:
    return ()


def _no_throw(_play: Any, _event: Event) -> None:
    return None


class BattleScript(NamedTuple):
    """How a game tells of its battles.

    `stage` names the stage of an event, given the stage before it: empty when it is not told, None when the battle is
    over. `result` is the outcome in words, and the entry after which it is known. `throw` is asked of every event at
    the moment of which it tells, and need not answer only of declared battles.
    """

    stages: tuple[Stage, ...]
    opens: Callable[[Any, Event], Opening | None]  # facts and an event
    stage: Callable[[Event, str], str | None]
    result: Callable[[Any, ToldBattle], tuple[int, str] | None]  # facts and a battle
    asked: Mapping[str, str]  # the stage in which each kind of decision is asked
    under_way: Callable[[Any], bool]  # of a View
    weighed: Callable[[Any, ToldBattle], Odds | None]  # a Game stopped at the dice
    attackers: Callable[[Any], tuple[int, ...]] = _as_told  # of a Game stopped at the dice: those it shows
    rolls: Collection[str] = ("result",)  # kinds of events that tell of the dice a declared battle waits for
    throw: Callable[[Any, Event], Throw | None] = _no_throw  # of a Play and an event: the dice it tells of


def script_of(rules: Any) -> BattleScript | None:
    """How the game of these rules tells of its battles; None for one without a table or without battles."""
    table = rules.info.table
    script: BattleScript | None = None if table is None else table.battles
    return script


# ---- what was told -------------------------------------------------------------------------------------


def told_battles(view: View) -> Iterator[ToldBattle]:
    """The battles a seat was told of, in their order."""
    script = script_of(view.rules)
    if script is None:
        return
    opening: Opening | None = None
    events: list[tuple[Event, str]] = []
    for event in view.events():
        begun = script.opens(view.rules.facts, event)
        before = next((stage for _, stage in reversed(events) if stage), "")
        stage = None if begun or opening is None else script.stage(event, before)
        if opening is not None and stage is None:
            yield _told(script, opening, events, True)
            opening = None
        if begun:
            opening, events = begun, [(event, script.stage(event, "") or "")]
        elif opening is not None and stage is not None:
            events.append((event, stage))
    if opening is not None:
        yield _told(script, opening, events, not script.under_way(view))


def _told(script: BattleScript, opening: Opening, events: Sequence[tuple[Event, str]], over: bool) -> ToldBattle:
    rolled = next((at for at, (event, _) in enumerate(events) if event.kind in script.rolls), -1)
    return ToldBattle(opening, tuple(events), over, rolled)


def told_battle(view: View, entry: int) -> ToldBattle | None:
    """The battle that began after this entry, or that the entry is part of."""
    found = None
    for told in told_battles(view):
        if told.entry > entry:
            break
        found = told
    return found if found is not None and entry <= found.events[-1][0].entry else None
