"""Battles as the page stages them: cards made from the events a seat may know of, the same way for every game."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from msgspec.structs import replace

from ostfront.core.page.battle_script import Opening, ToldBattle, script_of
from ostfront.core.page.log import Span, teller_of
from ostfront.core.page.public import look_of, view_of
from ostfront.core.page.questions import OddsShift, clause
from ostfront.core.page.table import PageStruct, PieceAt
from ostfront.core.play.conceding import is_choice
from ostfront.core.play.game import Game
from ostfront.core.play.rules import Rules
from ostfront.core.play.sequence import Act, Entry, Outcome
from ostfront.core.play.view import View


class BattleLine(PageStruct, frozen=True):
    """What happened after an entry of the game, with the dice that were rolled for it."""

    entry: int
    spans: tuple[Span, ...]
    dice: tuple[int, ...] = ()


class BattleStage(PageStruct, frozen=True):
    title: str
    kind: str
    rule: str
    clause: str
    lines: tuple[BattleLine, ...]
    now: bool = False  # a decision is open in it


class BattleForces(PageStruct, frozen=True):
    """The declared battle: who fights, and what the odds are made of. `unknown` attackers are not named."""

    attackers: tuple[PieceAt, ...] = ()
    defenders: tuple[PieceAt, ...] = ()
    unknown: int = 0
    odds: str = ""
    shifts: tuple[OddsShift, ...] = ()


class BattleCard(PageStruct, frozen=True):
    """A battle from its declaration to the advance, as far as a seat may know it.

    `entry` names it; `end` is the entry after which the last thing happened, `settled` the one after which the result
    was known (0: not yet).
    """

    entry: int
    end: int
    over: bool
    title: str
    place: str
    side: str
    forces: BattleForces
    stages: tuple[BattleStage, ...]
    result: str = ""
    settled: int = 0


# ---- the declared battle -------------------------------------------------------------------------------


class _AtTheDice(Exception):
    """The dice are about to be rolled."""


class _NoDice:
    """Where a copy of a game stops."""

    def outcome(self, _stream: str, _count: int, _sides: int) -> int:
        raise _AtTheDice


def at_the_dice(game: Game, told: ToldBattle) -> Game:
    """The game at the moment when the dice of a battle were to be rolled; now, if that is still to come.

    The game is a copy of its own, and is used up. There all the battle's units are shown that its rules show.
    """
    if told.rolled < 0 and not told.over:
        return game
    entries = list(game.entries or ())
    last = max(0, told.rolled)
    since, end = _since(entries, told, last), told.events[last][0].entry
    first = next((at for at in range(since, end) if _is_die(entries[at])), None)
    before = end if first is None else first
    asked = next((at for at in range(before - 1, -1, -1) if is_choice(entries[at])), None)
    if asked is None:
        return game
    game.rewind(asked)
    act = entries[asked]
    if first is not None and isinstance(act, Act):
        outcomes = [(e.noun, e.value) for e in entries[asked:first] if isinstance(e, Outcome)]
        game.scripted = outcomes[::-1]
        game.source = _NoDice()
        with suppress(_AtTheDice):
            game.push(act.action, game.decision_for(act.seat, act.action.verb))
    return game


def _since(entries: Sequence[Entry], told: ToldBattle, at: int) -> int:
    """From which entry on dice were rolled for the event at this place of the battle."""
    if at:
        return told.events[at - 1][0].entry
    end = told.entry  # a battle that is told in one event: its dice came before it
    return next((i for i in range(end - 1, -1, -1) if is_choice(entries[i])), 0)


def _is_die(entry: Entry) -> bool:
    return isinstance(entry, Outcome) and not entry.noun


def forces(game: Game, seat: int, told: ToldBattle) -> BattleForces:
    """Who fights, as the seat (or everybody) sees it at the dice, and what the odds are made of."""
    rules = game.rules
    script = script_of(rules)
    assert script is not None
    # what a unit has done or may do is no part of the battle
    pieces = [replace(piece, flags=()) for piece in look_of(view_of(game, seat)).pieces]
    opening = told.opening
    place = place_name(rules, opening)
    here = [piece for piece in pieces if place and piece.at == place]
    shown = script.attackers(game)
    if shown:
        opening = opening._replace(attackers=shown, unknown=0)
    if opening.attackers is None:
        attackers = [piece for piece in here if piece.side == opening.side]
    else:
        named = {rules.vocabulary.nouns["unit"].names[unit] for unit in opening.attackers}
        attackers = [piece for piece in pieces if piece.id in named]
    defenders = [piece for piece in here if piece.side != opening.side]
    found = script.weighed(game, told)
    if found is None:
        return BattleForces(tuple(attackers), tuple(defenders), opening.unknown)
    shifts = tuple(OddsShift(s.rule, s.text, s.value, clause(rules, s.rule)) for s in found.shifts)
    odds = found.title.partition(": ")[2] or found.title
    return BattleForces(tuple(attackers), tuple(defenders), opening.unknown, odds, shifts)


def place_name(rules: Rules, opening: Opening) -> str:
    return rules.vocabulary.nouns["place"].names[opening.place] if opening.place >= 0 else ""


# ---- the card ------------------------------------------------------------------------------------------


def card(view: View, told: ToldBattle, declared: BattleForces) -> BattleCard:
    rules = view.rules
    script = script_of(rules)
    assert script is not None
    lines = _lines(view, told)
    asked = "" if told.over else next((script.asked.get(d.kind, "") for d in view.decisions), "")
    # stages come in the order in which they were told of, those to come after them
    order = dict.fromkeys([*lines, *(stage.title for stage in script.stages)])
    by_title = {stage.title: stage for stage in script.stages}
    stages = []
    for title in order:
        stage, rule = by_title[title], rules.rule(by_title[title].rule)
        stages.append(
            BattleStage(title, stage.kind, rule, clause(rules, rule), tuple(lines.get(title, ())), title == asked)
        )
    settled, words = script.result(rules.facts, told) or (0, "")
    opening = told.opening
    return BattleCard(
        told.entry, told.events[-1][0].entry, told.over, opening.title, place_name(rules, opening), opening.side,
        declared, tuple(stages), words, settled,
    )  # fmt: skip


def _lines(view: View, told: ToldBattle) -> dict[str, list[BattleLine]]:
    """By stage. Dice are told of by the event that follows them."""
    entries = view.entries()
    teller = teller_of(view.rules)
    found: dict[str, list[BattleLine]] = {}
    for at, (event, stage) in enumerate(told.events):
        if stage:
            rolled = entries[_since(entries, told, at) : event.entry]
            dice = tuple(e.value for e in rolled if isinstance(e, Outcome) and not e.noun)
            found.setdefault(stage, []).append(BattleLine(event.entry, teller.spans(view.line(event)), dice))
    return found
