"""Odds of a whole battle before the dice (10.13), from what a player knows and can do."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from ostfront.core.map.hexes import bits
from ostfront.core.play.actions import Action
from ostfront.core.play.rules import Odds, Part, Shift
from ostfront.core.play.state import Decision
from ostfront.games.kiev_41.chances import Field, Fighter, Rows, Stand, behind, distribution, fates, pool_of, stands
from ostfront.games.kiev_41.facts import Facts
from ostfront.games.kiev_41.facts.calendar import SUNNY, WEATHER
from ostfront.games.kiev_41.facts.roster import AXIS, SOVIET
from ostfront.games.kiev_41.odds_dice import attacker_part, defender_part, strengths, support_parts
from ostfront.games.kiev_41.rules.battle import artillery_dice, bomber_dice, bombers_over, fleet_dice
from ostfront.games.kiev_41.rules.control import holder
from ostfront.games.kiev_41.rules.fire import in_attack, in_defense, rough
from ostfront.games.kiev_41.rules.losses import absorption
from ostfront.games.kiev_41.rules.support import possible_battles
from ostfront.games.kiev_41.state import K41Play, K41State
from ostfront.kit.sums import outcomes

POLICY = (
    "Of equal blocks the first takes the hit. One bomber, of the weaker HQ, meets each fleet; what happens at sea is "
    "not counted. Two hits on bombers destroy one. Concealed enemy blocks are taken for infantry of three steps."
)
BEFORE = ("fleets", "command", "support", "blitz")
LIKELY = 3  # steps of a concealed block
UNKNOWN = (("if concealed blocks have one step", 1), ("if they have four", 4))


def odds(play: K41Play, seat: int, action: Action) -> Odds | None:
    """The odds of a battle about to be fought, or as it stands while blocks and support are still being sent.

    For artillery, a bomber or a fleet being sent: the odds of its battle, next to those without it.
    """
    facts, state = play.facts, play.state
    decision, asked = play.decision_of(seat), question(action)
    if asked is None or not in_question(play, decision, asked, action):
        return None
    unit, area = asked
    more: tuple[tuple[str, Rows], ...] = ()
    if unit >= 0:
        more = ((f"without {facts.roster.pieces[unit].name}", fates(field(facts, state, area, seat))),)
        state = with_support(state, unit, area, action.verb)
    here = field(facts, state, area, seat)
    if any(state.owner[u] == 1 - seat and not is_known(state, u) for u in state.each_at(area)):
        for text, steps in UNKNOWN:
            more += ((text, fates(here._replace(defense=defenders(facts, state, area, 1 - seat, steps)))),)
    rows = distribution(here)
    cleared = sum((chance for chance, text in rows if text.endswith("cleared")), Fraction(0))
    title = f"{facts.place_names[area]}: cleared with {float(cleared):.0%}"
    return Odds(
        title, tuple(shifts(facts, state, area, seat)), rows, POLICY, more, tuple(parts(facts, state, area, seat)),
        strengths(here), "dice", taken=outcomes(rows, more, lambda text: text.endswith("cleared")),
    )  # fmt: skip


def question(action: Action) -> tuple[int, int] | None:
    """The unit that is sent (-1: none) and the area it is about."""
    if action.verb == "fight" and isinstance(action.arg, int):
        return -1, action.arg
    if action.verb in ("fire", "bomb", "send") and isinstance(action.arg, tuple):
        return action.arg[0], action.arg[1]
    return None


def in_question(play: K41Play, decision: Decision, asked: tuple[int, int], action: Action) -> bool:
    """Whether there may be a battle there, and the unit may be sent."""
    unit, area = asked
    kind, local = decision.kind, play.state.top.local
    if kind == "battle":
        return unit < 0 and bool(play.state.to_fight >> area & 1)
    if kind not in BEFORE or (kind == "command" and local.mode in ("pass", "exploitation")):
        return False
    if not possible_battles(play.facts, play.state, decision.seat) >> area & 1:
        return False
    return unit < 0 or action in play.options(decision)


def with_support(state: K41State, unit: int, area: int, verb: str) -> K41State:
    """The position with a battery, a bomber or a fleet where it is sent."""
    other: K41State = state.clone()
    if verb == "fire":
        other.guns += ((unit, area),)
    else:
        other.put(unit, area)
    return other


def is_known(state: K41State, unit: int) -> bool:
    """Seen, or the only one it can be."""
    return bool(state.visible >> unit & 1) or state.group.count(state.group[unit]) == 1


def shifts(facts: Facts, state: K41State, area: int, side: int) -> Iterator[Shift]:
    """What changes the dice, with its rule."""
    absorbed = absorption(facts, state, area, 1 - side)
    if absorbed:
        yield Shift("K41 10.14a", "the defender absorbs", f"{absorbed} hit{'' if absorbed == 1 else 's'}")
    if state.weather != SUNNY:
        yield Shift("K41 8.0a" if WEATHER[state.weather] == "rain" else "K41 8.0b", "weather", WEATHER[state.weather])
    wet = [u for u in state.each_at(area) if state.crossed >> u & 1]
    if wet and not state.contested_before >> area & 1:
        yield Shift("K41 10.13.6.1", f"{len(wet)} came across a river", "one die each")


def parts(facts: Facts, state: K41State, area: int, side: int) -> Iterator[Part]:
    """What every block of the battle rolls, and what supports it."""
    new = not state.contested_before >> area & 1
    concealed = []
    for unit in state.each_at(area):
        if state.owner[unit] == side:
            yield attacker_part(facts, state, unit, area, _attacker(facts, state, unit, area, new))
        elif state.owner[unit] == 1 - side:
            known = is_known(state, unit)
            part = defender_part(facts, state, unit, area, _defender(facts, state, unit, area, LIKELY), known)
            if known:
                yield part
            else:
                concealed.append(part)
    yield from sorted(concealed, key=lambda part: part.text)
    yield from support_parts(facts, state, area, side)


# ---- the field --------------------------------------------------------------------------------------


def field(facts: Facts, state: K41State, area: int, side: int) -> Field:
    """The battle as the attacker sees it."""
    roster, defender = facts.roster, 1 - side
    new = not state.contested_before >> area & 1
    attackers = [_attacker(facts, state, u, area, new) for u in state.each_at(area) if state.owner[u] == side]
    fleets = [u for u in state.each_at(area) if roster.fleets >> u & 1]
    bombers = bits(bombers_over(facts, state, area))
    flying = sorted((bomber_dice(facts, state, bomber).number for bomber in bombers), reverse=True)
    met = min(len(fleets), len(flying))
    fire = pool_of((d.hits_from, d.number) for d in (fleet_dice(facts, state, f) for f in fleets[met:]))
    guns = artillery_dice(facts, state, [unit for unit, target in state.guns if target == area])
    city = facts.cities >> area & 1 and holder(state, area) == defender
    return Field(
        stands(tuple(attackers)), defenders(facts, state, area, defender, LIKELY),
        state.weather == SUNNY and bool(facts.green >> area & 1) and not city,
        pool_of((d.hits_from, d.number) for d in guns), tuple(flying[: len(flying) - met]),
        fire if side == AXIS else (), fire if side == SOVIET else (),
    )  # fmt: skip


def defenders(facts: Facts, state: K41State, area: int, side: int, unknown: int) -> list[Stand]:
    """The defender after some hits; concealed blocks with so many steps."""
    blocks = [_defender(facts, state, u, area, unknown) for u in state.each_at(area) if state.owner[u] == side]
    return behind(tuple(blocks), absorption(facts, state, area, side), bool(state.lines(side) >> area & 1))


def _better(facts: Facts, unit: int, area: int, hits_from: int) -> int:
    """14.2: mountain blocks in rough ground."""
    return hits_from - 1 if facts.movers[unit] == 2 and rough(facts, area) and 4 < hits_from < 7 else hits_from


def _attacker(facts: Facts, state: K41State, unit: int, area: int, new: bool) -> Fighter:
    shown = facts.roster.strength[unit]
    wet = bool(new and state.crossed >> unit & 1)
    idle = bool(state.isolated >> unit & 1)
    dice = [0 if idle else in_attack(facts, state.weather, unit, n) for n in shown]
    dice = [min(n, 1) for n in dice] if wet else dice
    needed = facts.roster.hits_from[unit][-1]
    tank = bool(facts.roster.tanks >> unit & 1) and not idle
    return Fighter(state.steps[unit], shown, tuple(dice), _better(facts, unit, area, needed), 7, tank, not wet)


def _defender(facts: Facts, state: K41State, unit: int, area: int, unknown: int) -> Fighter:
    roster = facts.roster
    side = roster.side[unit]
    if is_known(state, unit):
        shown = roster.strength[unit]
        steps = state.steps[unit] if state.visible >> unit & 1 else state.seen[unit] or len(shown) - 1
        dice = tuple(in_defense(facts, state.weather, unit, n) for n in shown)
        needed = roster.hits_from[unit][-1]
        flak = needed if side == SOVIET and shown[steps] else 7
        tank = bool(roster.tanks >> unit & 1)
        return Fighter(steps, shown, dice, _better(facts, unit, area, needed), flak, tank)
    shown = tuple(range(unknown + 1))
    needed = 5 if roster.wood[unit] == "black" else 6
    return Fighter(unknown, shown, shown, needed, needed if side == SOVIET else 7)
