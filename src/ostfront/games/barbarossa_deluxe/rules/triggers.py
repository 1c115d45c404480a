"""Communist satellites (8.24 to 8.26): what Soviet moves bring the Poles, Romania's defection and the Bulgarians.

Kind: `return`. Procedure: "return".

Events: `poles` (unit, hex), `defection` (), `satellite` (unit, turn): it will arrive then, `return` (units, hex).
"""

from __future__ import annotations

from ostfront.core.map.hexes import bits, lowest, mask
from ostfront.core.play.actions import Action, Options
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Kind, Procedure, Step
from ostfront.core.play.state import NOWHERE, Decision
from ostfront.games.barbarossa_deluxe.facts import Facts
from ostfront.games.barbarossa_deluxe.facts.roster import GERMAN, GROUND, SOVIET
from ostfront.games.barbarossa_deluxe.rules import control, entries, scenarios, stacking, supply
from ostfront.games.barbarossa_deluxe.state import BDPlay, BDState, Phase

WAIT = 13  # until the end of this turn the satellites cannot come at once
POLAND, ROMANIA, BULGARIA = 1, 2, 4  # bits of early_triggers


def after_entry(play: BDPlay, side: int, units: int, place: int) -> None:
    """Units have come into a hex, in whatever way; satellites in play are Soviet armies like any other (8.24)."""
    facts, state = play.facts, play.state
    bit = 1 << place
    if side != SOVIET or not (near_poland(facts) | near_bucharest(facts)) & bit or not state.units_at(facts.aside):
        return
    poland = near_poland(facts) & bit and waiting(facts, state, "Polish")
    romania = near_bucharest(facts) & bit and waiting(facts, state, "Romanian")
    if not poland and not romania:
        return
    if not supply.supplied_overland(facts, state, units):
        return
    if poland:
        reach_poland(play, place)
    if romania:
        reach_bucharest(play)


def waiting(facts: Facts, state: BDState, nation: str) -> int:
    """The satellite armies of a nation that nothing has brought yet."""
    return mask(unit for unit in bits(state.units_at(facts.aside)) if facts.roster.nation[unit] == nation)


def schedule(play: BDPlay, unit: int, turn: int) -> None:
    """A satellite army will arrive on a turn."""
    play.state.put(unit, play.facts.track_box)
    play.state.due[unit] = turn
    play.note("satellite", unit, turn)


# ---- the Polish army (8.24) -------------------------------------------------------------------------


def near_poland(facts: Facts) -> int:
    """Hexes next to a hex of the General Government."""
    found: int | None = facts.profiles.get("near Poland")
    if found is None:
        ground = facts.general_government & ~scenarios.partitioned(facts)
        found = facts.profiles["near Poland"] = facts.grid.neighbours(ground)
    return found


def reach_poland(play: BDPlay, place: int) -> None:
    """A supplied Soviet unit has come next to the General Government."""
    state = play.state
    army = lowest(waiting(play.facts, state, "Polish"))
    if state.turn > WAIT:
        raise_poles(play, army, place)
    elif state.turn == WAIT:
        schedule(play, army, WAIT + 1)


@implements("BD 8.24a")
def raise_poles(play: BDPlay, army: int, place: int) -> None:
    """The army appears with the unit that brought it; it acts from the next phase on."""
    state, facts = play.state, play.facts
    site = muster(facts, state, army, place)
    if site == NOWHERE:
        schedule(play, army, state.turn + 1)
        return
    state.moved |= 1 << army
    state.spent |= 1 << army
    play.note("poles", army, site)
    control.enter(play, 1 << army, site, "arrival")


def muster(facts: Facts, state: BDState, army: int, place: int) -> int:
    """The hex, or else the nearest Soviet-occupied one in overland supply with room; the first of several."""
    if stacking.fits(facts, state, SOVIET, 1 << army, place):
        return place
    held = state.occupied[GROUND[SOVIET]] & supply.overland(facts, state, SOVIET)
    open_to = stacking.room(facts, state, SOVIET, 1 << army, held)
    return min(bits(open_to), key=lambda site: facts.grid.distance(site, place), default=NOWHERE)


@implements("BD 8.24b")
def early_poles(play: BDPlay) -> None:
    """A supplied Soviet unit stands there when turn 13 begins: an ordinary reinforcement of that turn."""
    facts, state = play.facts, play.state
    armies = waiting(facts, state, "Polish")
    standing = state.standing(near_poland(facts) & state.occupied[GROUND[SOVIET]]) & facts.roster.of_side[SOVIET]
    if armies and supply.supplied_overland(facts, state, standing):
        state.early_triggers |= POLAND
        schedule(play, lowest(armies), WAIT)


# ---- Romania (8.25) ---------------------------------------------------------------------------------


def near_bucharest(facts: Facts) -> int:
    """Bucharest and the hexes around it."""
    return facts.grid.disk(facts.bucharest, 1)


def reach_bucharest(play: BDPlay) -> None:
    """A supplied Soviet unit has come next to Bucharest."""
    if play.state.turn > WAIT:
        defect(play)
        announce_romanians(play, play.state.turn + 1)
    else:
        early_romanians(play)


@implements("BD 8.25c")
def early_romanians(play: BDPlay) -> None:
    """A trigger by turn 13 gives the armies on turns 14 and 15; the Axis ones leave when turn 14 begins."""
    play.state.early_triggers |= ROMANIA
    announce_romanians(play, WAIT + 1)


def announce_romanians(play: BDPlay, first: int) -> None:
    """The 1st Army comes on a turn, the 4th on the next."""
    for turn, unit in enumerate(bits(waiting(play.facts, play.state, "Romanian")), first):
        schedule(play, unit, turn)


@implements("BD 8.25a")
def defect(play: BDPlay) -> None:
    """The Axis Romanian armies are out of play, wherever they are."""
    facts, state = play.facts, play.state
    state.defected = True
    play.note("defection")
    for unit in bits(facts.roster.satellites[GERMAN]):
        if facts.roster.nation[unit] == "Romanian" and state.place[unit] != facts.gone:
            state.put(unit, facts.gone)
            state.due[unit] = 0


# ---- Bulgaria (8.26) --------------------------------------------------------------------------------


@implements("BD 8.26c")
def early_bulgarians(play: BDPlay) -> None:
    """A unit left by turn 13: the Bulgarians are reinforcements of turn 14."""
    play.state.early_triggers |= BULGARIA
    for unit in bits(waiting(play.facts, play.state, "Bulgarian")):
        schedule(play, unit, WAIT + 1)


def begin_movement(play: BDPlay) -> None:
    """The start of a Soviet movement phase: a unit that left by Bulgaria comes back."""
    if returning(play.facts, play.state) and entries.bulgarian_border(play.facts, play.state):
        play.begin("return", Phase(SOVIET))


@implements("BD 8.26b")
def returning(facts: Facts, state: BDState) -> int:
    """The unit that left, with the Bulgarian armies."""
    left = state.units_at(facts.boxes["bulgaria"])
    return left | waiting(facts, state, "Bulgarian") if left else 0


def choose_border(play: BDPlay, local: Phase) -> None:
    hexes = entries.bulgarian_border(play.facts, play.state)
    if hexes & hexes - 1:
        play.ask("return", local.side, prepared=hexes)
    else:
        come_back(play, lowest(hexes))


def return_options(play: BDPlay, _decision: Decision) -> Options:
    hexes = play.prepared or entries.bulgarian_border(play.facts, play.state)
    return Options((), ((play.facts.vocabulary.table("at"), hexes),))


def answer_return(play: BDPlay, _decision: Decision, action: Action) -> None:
    assert isinstance(action.arg, int)
    come_back(play, action.arg)


def come_back(play: BDPlay, place: int) -> None:
    """All of them enter one hex, pay for it when they move on, and must be within the limits when they have moved."""
    facts, state = play.facts, play.state
    units = returning(facts, state)
    play.note("return", tuple(bits(units)), place)
    for unit in bits(units):
        state.entry[unit] = state.began[unit] = place
        state.due[unit] = 0
    state.moved &= ~units
    support = units & facts.roster.attached
    for unit in bits(support):
        state.put(unit, place)
    control.enter(play, units & ~support, place, "arrival")


RETURN = Kind(
    "return",
    "8.26",
    verbs=("at",),
    prompt="Choose the Bulgarian hex through which your unit returns with the three Bulgarian armies.",
    options=return_options,
    answer=answer_return,
)


# ---- the end of a turn ------------------------------------------------------------------------------


def end_of_turn(play: BDPlay) -> None:
    """What early moves bring on turns 13 and 14."""
    state = play.state
    if state.turn > WAIT:
        return
    if state.bulgarian_exit and not state.early_triggers & BULGARIA:
        early_bulgarians(play)
    if state.turn == WAIT - 1:
        early_poles(play)
    elif state.turn == WAIT and state.early_triggers & ROMANIA:
        defect(play)


PROCEDURES = (Procedure("return", (Step("choose", choose_border, "8.26"),), Phase),)

__all__ = ["PROCEDURES", "RETURN", "after_entry", "begin_movement", "end_of_turn"]
