"""What attacks, guns, chits and releases of A Victory Denied gain on average."""

from __future__ import annotations

from collections.abc import Mapping

from ostfront.ai.victory_denied.evaluate import influence, prospect
from ostfront.ai.victory_denied.tally import Tally
from ostfront.core.map.hexes import bits
from ostfront.core.play.actions import Action
from ostfront.games.victory_denied.facts.roster import GERMAN, HQS, SOVIET
from ostfront.games.victory_denied.rules.activation import awakened_hqs, chain_from, commanded
from ostfront.games.victory_denied.rules.artillery import gun_column
from ostfront.games.victory_denied.rules.minsk import escape_result, released_value
from ostfront.games.victory_denied.rules.strength import attack_strength
from ostfront.games.victory_denied.state import DISTRACTED, Battle, Purchase, Release

WORTH_A_ROLL = 0.1  # an attack must gain more than this


# ---- attacks ------------------------------------------------------------------------------------------


def attack_gain(tally: Tally, side: int, target: int, strength: float, units: int, extra: int = 0) -> float:
    """The expected gain of an attack by these units."""
    return prospect(tally, side, target, tally.hex(target), strength, extra, cheapest_step(tally, units))


def cheapest_step(tally: Tally, units: int) -> float:
    """What the owner gives up for one step, choosing well."""
    state, knowledge = tally.state, tally.knowledge
    best = 10.0
    for unit in bits(units):
        left = state.steps[unit]
        cost = knowledge.worth[unit][left] - knowledge.worth[unit][left - 1]
        if left == 1 and not knowledge.by_hq >> unit & 1:
            cost += tally.reckoning.lost_motorized
        best = min(best, cost)
    return best


def stuka_gain(tally: Tally, local: Battle) -> float:
    """The change of the expected result, less the worth of keeping the Stuka."""
    facts, state = tally.facts, tally.state
    side = facts.roster.side[(local.attackers & -local.attackers).bit_length() - 1]
    columns = 2 if side == GERMAN else -2
    strength = attack_strength(facts, state, local.attackers, local.target)
    plain = attack_gain(tally, side, local.target, strength, local.attackers)
    helped = attack_gain(tally, side, local.target, strength, local.attackers, columns)
    gain = helped - plain if side == GERMAN else plain - helped
    return gain - tally.knowledge.weights["assets"]["stuka"] * tally.time  # type: ignore[no-any-return]


def gun_gain(tally: Tally, side: int, verb: str, target: int) -> float:
    """Artillery is free, rockets and the bomber come once."""
    knowledge, facts = tally.knowledge, tally.facts
    weapon = {"bombard": "artillery", "rockets": "rockets", "bomb": "bomber"}[verb]
    there = tally.hex(target)
    column = gun_column(facts, target, weapon) + (2 if weapon == "bomber" and tally.state.turn == 1 else 0)
    mean = knowledge.expected[GERMAN][min(facts.crt.last, max(0, column))]  # all these roll a d6
    step = there.stake / there.steps
    gain = min(mean.defender, there.steps) * step
    if weapon == "bomber":
        return gain - knowledge.weights["assets"]["bomber"] * tally.time  # type: ignore[no-any-return]
    gain += mean.retreat * knowledge.weights["battle"]["push"]
    return gain - (knowledge.weights["assets"]["rocket"] * tally.time if weapon == "rockets" else 0.0)  # type: ignore[no-any-return]


# ---- chits --------------------------------------------------------------------------------------------


def waking(tally: Tally, side: int, units: int, w: Mapping[str, float], already: int = 0) -> float:
    """The value of activating these units, less for those that will be active anyway."""
    facts, state = tally.facts, tally.state
    foes = tally.occupied[1 - side]
    near: dict[int, int] = {}
    total = 0.0
    for unit in bits(units & tally.knowledge.combat[side] & state.on_map):
        move = max(1, facts.roster.move[unit])
        if move not in near:
            near[move] = facts.grid.within(foes, move)
        worth = tally.knowledge.worth[unit][state.steps[unit]]
        worth *= w["contact"] if near[move] >> state.place[unit] & 1 else w["distant"]
        total += worth * (w["again"] if already >> unit & 1 else 1.0)
    return total


def under_hq(tally: Tally, hq: int) -> int:
    """The units that an HQ would activate."""
    facts, state = tally.facts, tally.state
    return commanded(facts, state, facts.roster.side[hq], awakened_hqs(facts, state, hq))


def chain(tally: Tally, lead: int, corps: str) -> int:
    units = [u for u in bits(tally.facts.roster.corps_units[corps]) if tally.state.on_map >> u & 1]
    return chain_from(tally.facts, tally.state, lead, units)


def chit_units(tally: Tally, chit: int) -> int:
    """The units that a command chit would activate now."""
    facts, state = tally.facts, tally.state
    kind = facts.chits[chit]
    if kind.kind == "9A":
        hqs = bits(state.on_map & facts.roster.hqs & facts.roster.of_side[GERMAN])
        w = tally.knowledge.weights["activation"]
        return max((under_hq(tally, hq) for hq in hqs), key=lambda units: waking(tally, GERMAN, units, w), default=0)
    if kind.group:
        return panzers_led(tally, facts.roster.panzers[kind.group])
    return under_hq(tally, kind.hq) if kind.hq >= 0 and state.on_map >> kind.hq & 1 else 0


def panzers_led(tally: Tally, group: int) -> int:
    """Of each corps of a panzer group the longest chain (7.4.2)."""
    woken = 0
    for units in tally.knowledge.corps:
        left = [u for u in units if tally.state.on_map >> u & 1 and group >> u & 1]
        chains = [chain_from(tally.facts, tally.state, lead, left) for lead in left]
        woken |= max(chains, key=int.bit_count, default=0)
    return woken


def chit_worth(tally: Tally, side: int, chit: int, w: Mapping[str, float]) -> float:
    """What selecting a chit adds to those already selected; Guderian comes when he is wanted."""
    state, facts = tally.state, tally.facts
    selected = state.selected_german if side == GERMAN else state.selected_soviet
    already = 0
    for other in bits(selected):
        already |= chit_units(tally, other)
    if side == GERMAN and state.turn == 1:
        already |= facts.roster.panzers["3PzG"]  # the chit put aside
    units = chit_units(tally, chit)
    bonus = 1.1 if facts.chits[chit].kind in ("guderian", "timoshenko") else 1.0
    return bonus * waking(tally, side, units, w, already)


def trump_gain(tally: Tally, chit: int) -> float:
    """Strike first when the enemy's army would attack 2nd Panzer Group, or its supply would fail."""
    facts = tally.facts
    drawn = facts.chits[chit]
    panzers = facts.roster.panzers["2PzG"] & tally.state.on_map
    if drawn.side == SOVIET:
        touched = facts.grid.within(tally.occupied[SOVIET], 3)
        threatened = sum(touched >> tally.state.place[u] & 1 for u in bits(panzers))
        return threatened - 2.5 if chit_units(tally, chit) else -1.0
    late = tally.state.cup.bit_count() <= 1
    return 0.5 if late or (drawn.kind == "supply" and tally.state.turn > 1) else -1.0


def chit_purchase(tally: Tally, side: int, local: Purchase | Release) -> float:
    """A chit for an HQ just placed, or a 9th Army chit: worth a point if enough units would move."""
    if side == GERMAN:
        return 0.5 if tally.state.turn > 1 and chit_units(tally, bits(tally.facts.army_chits)[0]) else -0.5
    assert isinstance(local, Purchase)
    hq = local.unit
    return waking(tally, SOVIET, under_hq(tally, hq), tally.knowledge.weights["activation"]) - 4.0


# ---- the Pocket ---------------------------------------------------------------------------------------


def release_gain(tally: Tally, local: Release, action: Action) -> float:
    """Divisions now, against Soviets that get out; each release is valued with those before it."""
    if not isinstance(action.arg, int):
        return -_escape_cost(tally, local)
    w, facts = tally.knowledge.weights["release"], tally.facts
    more = local._replace(units=local.units | 1 << action.arg)
    if facts.roster.is_hq[action.arg]:
        led = (tally.state.occupied[HQS[GERMAN]] & facts.valid).bit_count() + (
            local.units & facts.roster.hqs
        ).bit_count()
        divisions = len(tally.units[GERMAN]) - 17 + local.units.bit_count()
        gain: float = w["hq"] if led * 4 < divisions + 4 else 0.2
    else:
        gain = w["unit"]
    return gain - _escape_cost(tally, more)


def _escape_cost(tally: Tally, local: Release) -> float:
    w, facts = tally.knowledge.weights["release"], tally.facts
    if not local.units:
        return 0.0
    total = 0.0
    for die in range(1, 7):
        word = escape_result(facts, tally.state.turn, released_value(facts, local), die)
        out = int(word.rstrip("V"))
        total += out * w["escape"] + (w["bonus"] if out else 0) + (w["chit"] if word.endswith("V") else 0)
    return total / 6


# ---- the directive ------------------------------------------------------------------------------------


def moscow_gain(tally: Tally) -> float:
    """Choosing Moscow wins only by entering it: for a side that is behind and near enough."""
    state, knowledge = tally.state, tally.knowledge
    values = knowledge.chit_values(state.shown)
    lost = len(state.at(knowledge.facts.boxes["eliminated-motorized"]))
    german = sum(values[chit] for chit in bits(state.box))
    soviet = sum(values[chit] for chit in (*state.vp, *state.stolen) if chit >= 0)
    behind = soviet + lost * knowledge.reckonings[DISTRACTED].lost_motorized - german
    mine, theirs = (side[knowledge.moscow] for side in influence(tally))
    return behind if mine > theirs else -abs(behind) - 1
