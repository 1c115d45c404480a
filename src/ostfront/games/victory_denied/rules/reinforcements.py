"""Reinforcements (11): the Reinforcement chit, Soviet purchases and placement, German entries."""

from __future__ import annotations

from ostfront.core.map.hexes import bits, mask
from ostfront.core.play.actions import Action, Options
from ostfront.core.play.clauses import carries_out
from ostfront.core.play.state import Decision
from ostfront.games.victory_denied.facts import Facts
from ostfront.games.victory_denied.facts.roster import ANY, GERMAN, HQS, SOVIET
from ostfront.games.victory_denied.rules.ground import enemy_any, full_hexes, zoc
from ostfront.games.victory_denied.rules.movement import (
    STRATEGIC,
    allowance,
    boxed,
    entry_legs,
)
from ostfront.games.victory_denied.rules.roads import strategic_hexes
from ostfront.games.victory_denied.rules.supply import supplied
from ostfront.games.victory_denied.rules.victory import enter_hex
from ostfront.games.victory_denied.state import (
    Activation,
    Arrivals,
    Count,
    Entry,
    March,
    Placing,
    Purchase,
    VdPlay,
    VdState,
)


@carries_out("AVD 11.0", otherwise=lambda play, _local: play.leave())
def begin_reinforcements(play: VdPlay, _local: None) -> None:
    """The +1 of the Pocket ends (14); star units are counted anew (11.1.1)."""
    play.state.minsk_bonus = False
    play.state.star_hexes = 0
    play.local(Arrivals())


# ---- Timoshenko (11.2) ------------------------------------------------------------------------------


@carries_out("AVD 11.2.1")
def enter_timoshenko(play: VdPlay, _local: Arrivals) -> None:
    """The box is activated: its units enter, move and fight; nobody else, and no shift."""
    state, facts = play.state, play.facts
    force = boxed(facts, state)
    if any(any(entry_legs(facts, state, unit)) for unit in bits(force)):
        play.change(timoshenko=bool(force >> facts.roster.index["Tmshnko"] & 1))
        state.active = force
        state.timoshenko = False
        play.note("timoshenko")
        play.begin("activation", Activation(-1, SOVIET))


@carries_out("AVD 11.2.3")
def timoshenko_chit(play: VdPlay, local: Arrivals) -> None:
    """The chit follows the HQ; with an HQ that came earlier it was selected, or not."""
    state, facts = play.state, play.facts
    chit = facts.chit_index["Tmshnko"]
    if local.timoshenko and state.on_map >> facts.chits[chit].hq & 1:
        add_chit(play, chit)


def add_chit(play: VdPlay, chit: int) -> None:
    """A chit goes into the running cup, for everyone to see."""
    play.state.cup |= 1 << chit
    play.state.open_cup |= 1 << chit
    play.note("chit added", chit)


# ---- placement (11.1.1) -----------------------------------------------------------------------------


def placement(facts: Facts, state: VdState, unit: int) -> int:
    """The hexes where a Soviet reinforcement may be placed."""
    roster = facts.roster
    free = supplied(facts, state, SOVIET)
    if roster.is_hq[unit] or roster.is_pvo[unit]:
        free &= state.with_chit
    else:
        free &= facts.grid.closed(state.occupied[HQS[SOVIET]] & facts.valid)
        feared = free & zoc(facts, state, GERMAN)
        if feared:
            free ^= feared & ~(state.with_chit | state.occupied[ANY[SOVIET]])
        if roster.is_star[unit]:
            free &= ~star_shadow(facts, state)
    free ^= free & (enemy_any(facts, state, SOVIET) | facts.pocket)
    return free ^ full_hexes(facts, state, unit, free)


@carries_out("AVD 11.1.1g", otherwise=0)
def star_shadow(facts: Facts, state: VdState) -> int:
    """Hexes with or next to an HQ that has a star unit of this phase on or next to it."""
    if not state.star_hexes:
        return 0
    hqs = state.occupied[HQS[SOVIET]] & facts.valid & facts.grid.closed(state.star_hexes)
    return facts.grid.closed(hqs)


def put_reinforcement(play: VdPlay, unit: int, place: int) -> None:
    state = play.state
    play.note("place", unit, place)
    state.put(unit, place)
    if play.facts.roster.is_star[unit]:
        state.star_hexes |= 1 << place
    occupy(play, unit, place)


@carries_out("AVD 11.1.1f")
def occupy(play: VdPlay, unit: int, place: int) -> None:
    """To be placed is to enter: a victory hex without chit is retaken."""
    enter_hex(play, unit, place)


def unit_in_hand(state: VdState) -> int:
    unit: int = state.top.local.unit
    return unit


def place_options(play: VdPlay, _decision: Decision) -> Options:
    hexes = play.prepared or placement(play.facts, play.state, unit_in_hand(play.state))
    return Options((), ((play.facts.vocabulary.table("place"), hexes),))


def answer_place(play: VdPlay, _decision: Decision, action: Action) -> None:
    assert isinstance(action.arg, int)
    put_reinforcement(play, unit_in_hand(play.state), action.arg)


def place_unit(play: VdPlay, _local: Placing) -> None:
    play.ask("place", SOVIET)


# ---- purchases (11.1.1) -----------------------------------------------------------------------------


@carries_out("AVD 11.1.1a")
def begin_purchases(play: VdPlay, _local: Arrivals) -> None:
    play.begin("purchase", Purchase(play.facts.track[play.state.turn].points))


def next_purchase(play: VdPlay, local: Purchase) -> None:
    if local.points and may_buy(play):
        play.ask("reserve", SOVIET)
    else:
        play.leave()


@carries_out("AVD 11.1.1j", otherwise=True)
def may_buy(play: VdPlay) -> bool:
    """Points are of no use any more when the Reserve Box is empty."""
    return bool(play.state.first[play.facts.boxes["soviet-reserve"]] >= 0)


def callable_units(play: VdPlay) -> list[tuple[int, int]]:
    """Units of the Reserve Box that can be paid for, with where to place them; HQs only before combat units."""
    facts, state = play.facts, play.state
    local: Purchase = state.top.local
    hqs, stars = facts.roster.hqs, facts.roster.stars
    box = state.units_at(facts.boxes["soviet-reserve"])
    found = []
    for kind in (box & stars, box & ~(hqs | stars), 0 if local.units_now else box & hqs):
        if kind:  # HQs, star units and the rest (all tan) each cost the same and go to the same hexes
            first = (kind & -kind).bit_length() - 1
            hexes = placement(facts, state, first) if price(facts, first) <= local.points else 0
            if hexes:
                found.append((kind, hexes))
    return found


def price(facts: Facts, unit: int) -> int:
    costs = facts.charts["reinforcements"]
    return int(costs["hq_points"] if facts.roster.is_hq[unit] else costs["unit_points"])


def reserve_options(play: VdPlay, _decision: Decision) -> Options:
    facts = play.facts
    known = play.prepared = callable_units(play)
    units = 0
    for kind, _ in known:
        units |= kind
    return Options(facts.done, ((facts.vocabulary.table("call"), units),))


def answer_reserve(play: VdPlay, _decision: Decision, action: Action) -> None:
    if action.verb == "done":
        play.leave()
        return
    assert isinstance(action.arg, int)
    local: Purchase = play.state.top.local
    hq = play.facts.roster.is_hq[action.arg]
    play.local(Purchase(local.points - price(play.facts, action.arg), not hq, action.arg))
    known = next((hexes for kind, hexes in play.prepared or () if kind >> action.arg & 1), None)
    play.ask("place", SOVIET, prepared=known)


@carries_out("AVD 11.1.1b")
def offer_chit(play: VdPlay, local: Purchase) -> None:
    """11.1.1: the chit of an HQ just placed, for another point."""
    facts = play.facts
    if facts.roster.is_hq[local.unit] and local.points >= facts.charts["reinforcements"]["chit_points"]:
        play.ask("chit", SOVIET)


def chit_options(play: VdPlay, _decision: Decision) -> Options:
    return Options((play.facts.words["pass"], play.facts.words["buy"]))


def answer_chit(play: VdPlay, decision: Decision, action: Action) -> None:
    from ostfront.games.victory_denied.rules.minsk import buy_army_chit

    if action.verb != "buy":
        return
    if decision.seat == GERMAN:
        buy_army_chit(play)
        return
    local: Purchase = play.state.top.local
    add_chit(play, play.facts.chit_of_hq[local.unit])
    play.local(local._replace(points=local.points - int(play.facts.charts["reinforcements"]["chit_points"])))


def purchase_again(play: VdPlay, local: Purchase) -> None:
    play.again("next purchase", Purchase(local.points, local.units_now))


# ---- PVO and elites ---------------------------------------------------------------------------------


@carries_out("AVD 11.1.1h", "AVD 3.8b")
def place_pvo(play: VdPlay, _local: Arrivals) -> None:
    """The turn's PVO goes to a victory hex with a chit and a line; without one it is lost."""
    facts, state = play.facts, play.state
    for unit in state.at(facts.boxes[f"track-{state.turn}"]):
        if not facts.roster.is_pvo[unit]:
            continue
        if placement(facts, state, unit):
            play.begin("placing", Placing(unit))
        else:
            play.note("pvo lost", unit)
            state.put(unit, facts.boxes["removed"])


@carries_out("AVD 11.1.1i")
def begin_elites(play: VdPlay, _local: Arrivals) -> None:
    play.begin("elites", Count(play.facts.track[play.state.turn].elite))


def next_elite(play: VdPlay, local: Count) -> None:
    """Draw a division; one that cannot be placed goes back to the cup."""
    facts, state = play.facts, play.state
    cup = state.at(facts.boxes["elite-cup"])
    if not local.left or not cup:
        play.leave()
        return
    play.local(Count(local.left - 1))
    play.goto("next elite")
    unit = play.draw(cup, "unit", f"turn {state.turn} / elite reinforcement")
    play.note("elite", unit)
    if placement(facts, state, unit):
        play.begin("placing", Placing(unit))
    else:
        play.note("no room", unit)


# ---- German entries (11.1.2) ------------------------------------------------------------------------


@carries_out("AVD 11.1.2a")
def enter_germans(play: VdPlay, _local: Arrivals) -> None:
    """What waits beside the map enters by road; the Blue Division comes on its turn."""
    facts, state = play.facts, play.state
    for turn in range(1, state.turn + 1):
        for unit in state.at(facts.boxes[f"track-{turn}"]):
            if facts.roster.side[unit] == GERMAN:
                state.put(unit, facts.boxes[f"german-entry-{facts.roster.group[unit]}"])
    units = waiting(play)
    play.change(due=mask(u for u in bits(units) if facts.roster.enters[u] != "M"))
    play.begin("entry", Entry(units))


def waiting(play: VdPlay) -> int:
    state, facts = play.state, play.facts
    boxes = facts.boxes
    return (
        state.units_at(boxes["german-entry-9A"])
        | state.units_at(boxes["german-entry-3PzG"])
        | state.units_at(boxes["german-entry-2PzG"])
    )


def arrival_hexes(facts: Facts, state: VdState, unit: int, free: int) -> int:
    """Where a unit can stop that enters by road: half a point for the entry hex, and on along free roads."""
    gate = facts.entry_hex[facts.roster.group[unit]]
    points = 2 * allowance(facts, state, unit) - toll()
    if not free >> gate & 1 or facts.roster.motorized[unit] or points < 0:
        return 0
    reach = facts.road_net.free(gate, free, points).reach | 1 << gate
    return reach ^ full_hexes(facts, state, unit, reach)


@carries_out("AVD 11.1.2b", otherwise=0)
def toll() -> int:
    """The entry hex costs the half point of a road hex."""
    return 1


def next_entry(play: VdPlay, local: Entry) -> None:
    units = enterable(play, local.units)
    if units:
        play.ask("enter", GERMAN, prepared=units)
    else:
        play.leave()


def enterable(play: VdPlay, units: int) -> int:
    """Units with a way in; equal counters of a group share the answer."""
    facts, state = play.facts, play.state
    units ^= units & state.on_map
    free = strategic_hexes(facts, state, GERMAN)
    found = 0
    for alike in facts.roster.entering_alike:
        kind = units & alike
        if kind and arrival_hexes(facts, state, kind.bit_length() - 1, free):
            found |= kind
    return found


def enter_options(play: VdPlay, _decision: Decision) -> Options:
    units = play.prepared or enterable(play, play.state.top.local.units)
    return Options((), ((play.facts.vocabulary.table("enter"), units),))


def answer_enter(play: VdPlay, _decision: Decision, action: Action) -> None:
    assert isinstance(action.arg, int)
    play.goto("next entry")
    left = 2 * allowance(play.facts, play.state, action.arg)
    play.begin("arrival", March(action.arg, left, STRATEGIC, True))


def arrive(play: VdPlay, _local: March) -> None:
    play.ask("arrive", GERMAN)


def arrive_options(play: VdPlay, _decision: Decision) -> Options:
    facts, state = play.facts, play.state
    hexes = arrival_hexes(facts, state, state.top.local.unit, strategic_hexes(facts, state, GERMAN))
    return Options((), ((play.facts.vocabulary.table("road"), hexes),))


def answer_arrive(play: VdPlay, _decision: Decision, action: Action) -> None:
    assert isinstance(action.arg, int)
    unit = play.state.top.local.unit
    play.note("enter", unit, action.arg)
    play.state.put(unit, action.arg)


def entry_chit(play: VdPlay, local: Arrivals) -> None:
    """11.1.2: after reinforcements marked with a turn have entered, a 9th Army chit is added."""
    if local.due & play.state.on_map:
        free_army_chit(play)


@carries_out("AVD 11.1.2c")
def free_army_chit(play: VdPlay) -> None:
    """A 9th Army chit from the unselected ones, if there is one left."""
    pool = army_pool(play.facts, play.state)
    if pool:
        add_chit(play, pool.bit_length() - 1)


def army_pool(facts: Facts, state: VdState) -> int:
    """9th Army chits neither in the cup nor played; the last number is taken first, so that numbers tell nothing."""
    return facts.army_chits & ~state.cup & ~mask(state.played)


# ---- star units (11.3) ------------------------------------------------------------------------------


@carries_out("AVD 11.3")
def roll_stars(play: VdPlay, _local: Arrivals) -> None:
    """From turn 4 a die says how many star units join the Reserve Box."""
    state, facts = play.state, play.facts
    left = state.at(facts.boxes["stavka-stars"])
    if state.turn < facts.charts["reinforcements"]["star_first_turn"] or not left:
        return
    die = play.roll(6, f"turn {state.turn} / star units")
    play.note("stars", die)
    if die >= len(left):
        for unit in left:
            join_reserve(play, unit)
    else:
        play.begin("stars", Count(die))


def next_star(play: VdPlay, local: Count) -> None:
    if local.left:
        play.ask("stars", SOVIET)
    else:
        play.leave()


def star_options(play: VdPlay, _decision: Decision) -> Options:
    units = play.state.units_at(play.facts.boxes["stavka-stars"])
    return Options((), ((play.facts.vocabulary.table("star"), units),))


def answer_star(play: VdPlay, _decision: Decision, action: Action) -> None:
    assert isinstance(action.arg, int)
    join_reserve(play, action.arg)
    play.local(Count(play.state.top.local.left - 1))
    play.goto("next star")


def join_reserve(play: VdPlay, unit: int) -> None:
    play.note("star", unit)
    play.state.put(unit, play.facts.boxes["soviet-reserve"])
