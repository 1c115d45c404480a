"""What the options of a battle change in its expected result (6): aircraft, ships, guns, paratroops, reserves."""

from __future__ import annotations

from ostfront.ai.barbarossa_1941.battles import force_of, gains_at, mean
from ostfront.ai.barbarossa_1941.tally import Stack, Tally
from ostfront.core.map.hexes import bits
from ostfront.core.play.actions import Action
from ostfront.games.barbarossa_1941.facts.roster import AXIS, SIDES
from ostfront.games.barbarossa_1941.rules.strength import added_losses, air_shift, corps_shift
from ostfront.games.barbarossa_1941.state import B41State, Battle


def supported(tally: Tally, seat: int, local: Battle, action: Action) -> float:
    """What an option gains for its side, less what it is worth to keep it."""
    w = tally.knowledge.weights["support"]
    attacking = local.side == seat
    plain = expected(tally, local)
    verb = action.verb
    keep = w.get({"fly": "air", "guns": f"{SIDES[seat]}_guns"}.get(verb, verb), 0.0)
    if verb == "coup":
        return 0.1
    if verb == "react":
        assert isinstance(action.arg, int)
        chance = tally.facts.roster.quality[action.arg] / 6
        gain = chance * (plain - expected(tally, local, reserve=action.arg))
    else:
        helped = expected(tally, changed(local, action, attacking), shift=_shift(tally, seat, local, verb, attacking))
        gain = helped - plain if attacking else plain - helped
        if verb == "joukov" and attacking:
            keep = max(0.0, keep)
        if verb == "para" and tally.state.turn >= 4:
            keep *= 0.2  # the old corps go at the end of turn 5
    return gain - keep  # type: ignore[no-any-return]


def changed(local: Battle, action: Action, attacking: bool) -> Battle:
    """The battle with an option taken."""
    verb = action.verb
    if verb == "guns":
        return local._replace(guns_attack=True) if attacking else local._replace(guns_defence=True)
    if verb == "joukov":
        return local._replace(joukov=True)
    if verb == "fleet":
        return local._replace(fleet=True)
    if verb == "para":
        assert isinstance(action.arg, int)
        return local._replace(para_attack=action.arg) if attacking else local._replace(para_defence=action.arg)
    return local


def _shift(tally: Tally, seat: int, local: Battle, verb: str, attacking: bool) -> int:
    if verb != "fly":
        return 0
    columns = corps_shift(tally.facts, tally.state, local.target, seat)
    return columns if attacking else -columns


def expected(tally: Tally, local: Battle, shift: int = 0, reserve: int = -1) -> float:
    """The attacker's expected gain with the options chosen so far."""
    facts, state = tally.facts, tally.state
    units = bits(local.attackers)
    force = force_of(tally, local.target, units, [state.place[u] for u in units])
    if local.coup == 1:
        force = force._replace(across=False)
    there = tally.stack(local.target)
    if reserve >= 0:
        there = Stack(tally, there.units | 1 << reserve)
    shift += air_shift(facts, state, local)
    return mean(
        tally,
        local.side,
        local.target,
        there,
        force,
        gains_at(tally, local.side, local.target, there),
        shift,
        _modifier(state, local),
        added_losses(facts, local),
    )


def _modifier(state: B41State, local: Battle) -> int:
    """What airborne troops, ships and Joukov add to the die."""
    found = (local.para_attack >= 0) - (local.para_defence >= 0)
    if local.fleet:
        found += -1 if local.side == AXIS else 1
    if local.joukov and local.side != AXIS:
        found += 1
    return found
