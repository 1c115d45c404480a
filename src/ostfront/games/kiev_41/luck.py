"""What a volley was worth to the side that fires: its hits, among those that its dice could have made (10.13)."""

from __future__ import annotations

from collections.abc import Iterable

from ostfront.core.map.hexes import bits
from ostfront.core.page.battle_script import Throw
from ostfront.core.play.sequence import Event, Outcome
from ostfront.games.kiev_41.chances import counts, pool_of, ways
from ostfront.games.kiev_41.facts.roster import AXIS, SIDES, SOVIET
from ostfront.games.kiev_41.rules.battle import artillery_dice, bomber_dice, flak_dice, fleet_dice, ground_dice
from ostfront.games.kiev_41.rules.fire import Dice, stream
from ostfront.games.kiev_41.rules.naval import fleets_at
from ostfront.games.kiev_41.state import K41Play

Fire = tuple[int, Iterable[Dice]]


def throw(play: K41Play, event: Event) -> Throw | None:
    fire = fired(play, event)
    pool = pool_of((dice.hits_from, dice.number) for dice in fire[1]) if fire else ()
    if not fire or not pool:
        return None
    return Throw(SIDES[fire[0]], event.args[-1], dict(enumerate(counts(ways(pool).slots))))


def fired(play: K41Play, event: Event) -> Fire | None:
    """Who fired the volley of an event, and with which dice; the losses are still to come."""
    facts, state = play.facts, play.state
    if event.kind == "ground":
        side = event.args[0]
        return side, ground_dice(facts, state, state.top.local, side)
    if event.kind == "strike":
        local = state.top.local
        sent = [bomber for bomber, fleet in local.pairs if fleet == local.fleet and state.place[bomber] == local.area]
        return AXIS, [bomber_dice(facts, state, bomber) for bomber in sent]
    return _supporting(play, event.args[0]) if event.kind == "fire at" else None


def _supporting(play: K41Play, weapon: str) -> Fire:
    facts, state = play.facts, play.state
    local = state.top.local
    if weapon == "fleets":
        return SOVIET, [fleet_dice(facts, state, fleet) for fleet in fleets_at(facts, state, local.area)]
    if weapon == "fleet flak":
        return SOVIET, [fleet_dice(facts, state, local.fleet)]
    if weapon == "artillery":
        guns = [unit for unit, area in state.guns if area == local.area]
        return local.side, artillery_dice(facts, state, guns)
    if weapon == "anti-air":
        return SOVIET, flak_dice(facts, state, local)
    return local.side, _bombs(play)


def _bombs(play: K41Play) -> Iterable[Dice]:
    """The bombers have turned for home already: the dice that fell are counted. All hit alike (10.11.1)."""
    facts, name = play.facts, stream(play.state, "airstrike")
    number = sum(isinstance(entry, Outcome) and entry.stream == name for entry in play.entries or ())
    bomber = bits(facts.roster.bombers)[0]
    return [Dice(bomber_dice(facts, play.state, bomber).hits_from, bomber, number)]
