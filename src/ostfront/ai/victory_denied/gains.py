"""The judgement of a player of A Victory Denied: what attacks, guns, chits and releases gain on average."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ostfront.ai.victory_denied.evaluate import influence, prospect
from ostfront.ai.victory_denied.tally import Muster
from ostfront.core.map.hexes import bits
from ostfront.core.play.actions import Action
from ostfront.games.victory_denied.facts.roster import GERMAN, HQS, SOVIET
from ostfront.games.victory_denied.rules.activation import awakened_hqs, chain_from, commanded
from ostfront.games.victory_denied.rules.artillery import gun_column
from ostfront.games.victory_denied.rules.minsk import escape_result, released_value
from ostfront.games.victory_denied.rules.strength import attack_strength
from ostfront.games.victory_denied.state import DISTRACTED, Purchase

if TYPE_CHECKING:
    from ostfront.games.victory_denied.state import Battle, Release

WORTH_A_ROLL = 0.1  # an attack must gain more than this


# ---- attacks ------------------------------------------------------------------------------------------


def attack_gain(m: Muster, side: int, target: int, strength: float, units: int, extra: int = 0) -> float:
    """The expected gain of an attack by these units."""
    return prospect(m, side, target, m.hex(target), strength, extra, cheapest_step(m, units))


def cheapest_step(m: Muster, units: int) -> float:
    """What the owner gives up for one step, choosing well."""
    state, look = m.state, m.look
    best = 10.0
    for unit in bits(units):
        left = state.steps[unit]
        cost = look.worth[unit][left] - look.worth[unit][left - 1]
        if left == 1 and not look.by_hq >> unit & 1:
            cost += m.reckoning.lost_motorized
        best = min(best, cost)
    return best


def stuka_gain(m: Muster, local: Battle) -> float:
    """The change of the expected result, less the worth of keeping the Stuka."""
    rules, state = m.look.rules, m.state
    side = rules.roster.side[(local.attackers & -local.attackers).bit_length() - 1]
    columns = 2 if side == GERMAN else -2
    strength = attack_strength(rules, state, local.attackers, local.target)
    plain = attack_gain(m, side, local.target, strength, local.attackers)
    helped = attack_gain(m, side, local.target, strength, local.attackers, columns)
    gain = helped - plain if side == GERMAN else plain - helped
    return gain - m.look.weights["assets"]["stuka"] * m.time  # type: ignore[no-any-return]


def gun_gain(m: Muster, side: int, verb: str, target: int) -> float:
    """Artillery is free, rockets and the bomber come once."""
    look, rules = m.look, m.look.rules
    weapon = {"bombard": "artillery", "rockets": "rockets", "bomb": "bomber"}[verb]
    there = m.hex(target)
    column = gun_column(rules, target, weapon) + (2 if weapon == "bomber" and m.state.turn == 1 else 0)
    mean = look.expected[GERMAN][min(rules.crt.last, max(0, column))]  # all these roll a d6
    step = there.stake / there.steps
    gain = min(mean.defender, there.steps) * step
    if weapon == "bomber":
        return gain - look.weights["assets"]["bomber"] * m.time  # type: ignore[no-any-return]
    gain += mean.retreat * look.weights["battle"]["push"]
    return gain - (look.weights["assets"]["rocket"] * m.time if weapon == "rockets" else 0.0)  # type: ignore[no-any-return]


# ---- chits --------------------------------------------------------------------------------------------


def waking(m: Muster, side: int, units: int, w: Mapping[str, float], already: int = 0) -> float:
    """What it is worth to activate these units, less for those who will be active anyway."""
    rules, state = m.look.rules, m.state
    foes = m.occupied[1 - side]
    near: dict[int, int] = {}
    total = 0.0
    for unit in bits(units & m.look.combat[side] & state.on_map):
        move = max(1, rules.roster.move[unit])
        if move not in near:
            near[move] = rules.grid.within(foes, move)
        worth = m.look.worth[unit][state.steps[unit]]
        worth *= w["contact"] if near[move] >> state.place[unit] & 1 else w["distant"]
        total += worth * (w["again"] if already >> unit & 1 else 1.0)
    return total


def under_hq(m: Muster, hq: int) -> int:
    """Whom an HQ would wake."""
    rules, state = m.look.rules, m.state
    return commanded(rules, state, rules.roster.side[hq], awakened_hqs(rules, state, hq))


def chain(m: Muster, lead: int, corps: str) -> int:
    units = [u for u in bits(m.look.rules.roster.corps_units[corps]) if m.state.on_map >> u & 1]
    return chain_from(m.look.rules, m.state, lead, units)


def chit_units(m: Muster, chit: int) -> int:
    """Whom a command chit would wake now."""
    rules, state = m.look.rules, m.state
    kind = rules.chits[chit]
    if kind.kind == "9A":
        hqs = bits(state.on_map & rules.roster.hqs & rules.roster.of_side[GERMAN])
        w = m.look.weights["activation"]
        return max((under_hq(m, hq) for hq in hqs), key=lambda units: waking(m, GERMAN, units, w), default=0)
    if kind.group:
        return panzers_led(m, rules.roster.panzers[kind.group])
    return under_hq(m, kind.hq) if kind.hq >= 0 and state.on_map >> kind.hq & 1 else 0


def panzers_led(m: Muster, group: int) -> int:
    """Of each corps of a panzer group the longest chain (7.4.2)."""
    woken = 0
    for units in m.look.corps:
        left = [u for u in units if m.state.on_map >> u & 1 and group >> u & 1]
        chains = [chain_from(m.look.rules, m.state, lead, left) for lead in left]
        woken |= max(chains, key=int.bit_count, default=0)
    return woken


def chit_worth(m: Muster, side: int, chit: int, w: Mapping[str, float]) -> float:
    """What selecting a chit adds to those already selected; Guderian comes when he is wanted."""
    state, rules = m.state, m.look.rules
    selected = state.selected_german if side == GERMAN else state.selected_soviet
    already = 0
    for other in bits(selected):
        already |= chit_units(m, other)
    if side == GERMAN and state.turn == 1:
        already |= rules.roster.panzers["3PzG"]  # the chit put aside
    units = chit_units(m, chit)
    bonus = 1.1 if rules.chits[chit].kind in ("guderian", "timoshenko") else 1.0
    return bonus * waking(m, side, units, w, already)


def trump_gain(m: Muster, chit: int) -> float:
    """Strike first when the enemy's army would fall on 2nd Panzer Group, or its supply fail."""
    rules = m.look.rules
    drawn = rules.chits[chit]
    panzers = rules.roster.panzers["2PzG"] & m.state.on_map
    if drawn.side == SOVIET:
        touched = rules.grid.within(m.occupied[SOVIET], 3)
        threatened = sum(touched >> m.state.place[u] & 1 for u in bits(panzers))
        return threatened - 2.5 if chit_units(m, chit) else -1.0
    late = m.state.cup.bit_count() <= 1
    return 0.5 if late or (drawn.kind == "supply" and m.state.turn > 1) else -1.0


def chit_purchase(m: Muster, side: int, local: Purchase | Release) -> float:
    """A chit for an HQ just placed, or a 9th Army chit: worth a point if enough units would move."""
    if side == GERMAN:
        return 0.5 if m.state.turn > 1 and chit_units(m, bits(m.look.rules.army_chits)[0]) else -0.5
    assert isinstance(local, Purchase)
    hq = local.unit
    return waking(m, SOVIET, under_hq(m, hq), m.look.weights["activation"]) - 4.0


# ---- the Pocket ---------------------------------------------------------------------------------------


def release_gain(m: Muster, local: Release, action: Action) -> float:
    """Divisions now, against Soviets who get out; each release is priced with those before it."""
    if not isinstance(action.arg, int):
        return -_escape_cost(m, local)
    w, rules = m.look.weights["release"], m.look.rules
    more = local._replace(units=local.units | 1 << action.arg)
    if rules.roster.is_hq[action.arg]:
        led = (m.state.occupied[HQS[GERMAN]] & rules.valid).bit_count() + (local.units & rules.roster.hqs).bit_count()
        divisions = len(m.units[GERMAN]) - 17 + local.units.bit_count()
        gain: float = w["hq"] if led * 4 < divisions + 4 else 0.2
    else:
        gain = w["unit"]
    return gain - _escape_cost(m, more)


def _escape_cost(m: Muster, local: Release) -> float:
    w, rules = m.look.weights["release"], m.look.rules
    if not local.units:
        return 0.0
    total = 0.0
    for die in range(1, 7):
        word = escape_result(rules, m.state.turn, released_value(rules, local), die)
        out = int(word.rstrip("V"))
        total += out * w["escape"] + (w["bonus"] if out else 0) + (w["chit"] if word.endswith("V") else 0)
    return total / 6


# ---- the directive ------------------------------------------------------------------------------------


def moscow_gain(m: Muster) -> float:
    """A Moscow of one's own choice only wins by being entered: for those who are behind and near enough."""
    state, look = m.state, m.look
    values = look.chit_values(state.shown)
    lost = len(state.at(look.rules.boxes["eliminated-motorized"]))
    german = sum(values[chit] for chit in bits(state.box))
    soviet = sum(values[chit] for chit in (*state.vp, *state.stolen) if chit >= 0)
    behind = soviet + lost * look.reckonings[DISTRACTED].lost_motorized - german
    mine, theirs = (side[look.moscow] for side in influence(m))
    return behind if mine > theirs else -abs(behind) - 1
