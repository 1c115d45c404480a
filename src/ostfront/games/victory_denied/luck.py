"""What a roll was worth to the attacker: in an attack (9.4), and of guns and bombers (13).

A ten that draws an elite division (9.4.3) is a roll of its own, better than any row of the table.
"""

from __future__ import annotations

from collections import Counter

from ostfront.core.page.battle_script import Throw
from ostfront.core.play.sequence import Event
from ostfront.games.victory_denied.facts.roster import GERMAN, SIDES, SOVIET
from ostfront.games.victory_denied.rules.combat import crt_row, minsk_modifier, soviet_die
from ostfront.games.victory_denied.rules.strength import attacking_side, final_column
from ostfront.games.victory_denied.state import VdPlay

Worth = tuple[int, int]
DRAWN: Worth = (100, 0)
FIRING = (SOVIET, SOVIET, GERMAN)  # by the number of the weapon
BOMBER = 2


def throw(play: VdPlay, event: Event) -> Throw | None:
    facts, state = play.facts, play.state
    if event.kind == "elite" and state.top.procedure == "battle":
        column = final_column(facts, state, state.top.local, SOVIET)
        return Throw(SIDES[SOVIET], DRAWN, Counter(_soviet(play, column).values()))
    if event.kind != "result":
        return None
    die, heading, _ = event.args
    column = facts.crt.columns.index(heading)
    if state.top.procedure != "battle":
        assert play.events is not None
        fire = play.events[-2]
        return _fire(play, fire.args[1], die, column)
    side = attacking_side(play)
    worths = _soviet(play, column) if side == SOVIET else _german(play, column)
    if worths[die] == DRAWN:
        return None  # there was no room for the division: told of when it was drawn
    return Throw(SIDES[side], worths[die], Counter(worths.values()))


def _german(play: VdPlay, column: int) -> dict[int, Worth]:
    """By die."""
    return {
        die: play.facts.crt.result(die, column).worth for die in range(1, play.facts.charts["crt"]["german_die"] + 1)
    }


def _soviet(play: VdPlay, column: int) -> dict[int, Worth]:
    """By modified die; with an empty cup a ten is a nine."""
    facts, modifier = play.facts, minsk_modifier(play.state)
    draws = facts.charts["crt"]["elite_draw"] if play.state.at(facts.boxes["elite-cup"]) else soviet_die() + 2
    return {
        die: DRAWN if die >= draws else facts.crt.result(crt_row(facts, die), column).worth
        for die in range(1 + modifier, soviet_die() + modifier + 1)
    }


def _fire(play: VdPlay, weapon: int, die: int, column: int) -> Throw:
    """Nobody attacks who could lose anything, and bombs drive nobody back (13.2, 13.3)."""
    results = [play.facts.crt.result(face, column) for face in range(1, 7)]
    worths = [(one.defender, 0 if weapon == BOMBER else one.retreat) for one in results]
    return Throw(SIDES[FIRING[weapon]], worths[die - 1], Counter(worths))
