"""German movement across the Black Sea and the Baltic (10.16, 10.17), and the Independent Coastal Army (10.34).

Kind: `sail-at`. Procedure: "sail".

Events: `sail` (unit, from, to).
"""

from __future__ import annotations

from ostfront.core.map.hexes import bits, lowest, mask
from ostfront.core.play.actions import Action, Options
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Kind, Procedure, Step
from ostfront.core.play.state import Decision
from ostfront.games.barbarossa_deluxe.facts import LIMIT, Facts
from ostfront.games.barbarossa_deluxe.facts.roster import GERMAN, GROUND, SOVIET
from ostfront.games.barbarossa_deluxe.rules import control, limits, stacking
from ostfront.games.barbarossa_deluxe.state import BDPlay, BDState, Phase

SEAS = ("Black", "Baltic")  # in the order of the bits of `state.sailed`
COASTAL_ARMY = "ICA"

# ---- who may go by sea ------------------------------------------------------------------------------


def sailable(facts: Facts, state: BDState, side: int) -> int:
    """Units that can go by sea now."""
    if side == SOVIET:
        army = facts.roster.unit(COASTAL_ARMY)
        return 1 << army if army >= 0 and coastal_havens(facts, state, army) else 0
    found = 0
    special = stacking.supported(facts, state) | facts.roster.bound
    roomy = ~(state.least[LIMIT] | limits.closed(facts, state, GERMAN))
    for sea in SEAS:
        docks = open_ports(facts, state, sea)
        if not docks & docks - 1:
            continue  # a voyage needs two
        for place in bits(docks & state.occupied[GROUND[GERMAN]]):
            units = embarking(facts, state, place)
            if docks & roomy & ~(1 << place):
                found |= units & ~special
                units &= special
            for unit in bits(units):
                if havens(facts, state, unit):
                    found |= 1 << unit
    return found


def ports(facts: Facts, sea: str) -> int:
    """The ports that the rules name on a sea."""
    found: int | None = facts.profiles.get(sea)
    if found is None:
        sites = facts.board.sites.of("port")
        found = facts.profiles[sea] = mask(site.hex for site in sites if site.facts.get("value") == sea)
    return found


def open_ports(facts: Facts, state: BDState, sea: str) -> int:
    """German-controlled ports of a sea on which nobody has sailed in this phase."""
    if state.sailed >> SEAS.index(sea) & 1:
        return 0
    return black_sea(facts, state) if sea == "Black" else baltic_sea(facts, state)


@implements("BD 10.16a")
def black_sea(facts: Facts, state: BDState) -> int:
    """Odessa, Sevastopol and 3213, as far as they are German; one corps a phase."""
    return ports(facts, "Black") & state.german


@implements("BD 10.17a")
def baltic_sea(facts: Facts, state: BDState) -> int:
    """Leningrad, Riga, Konigsberg and Danzig, as far as they are German; one corps a phase."""
    return ports(facts, "Baltic") & state.german


def embarking(facts: Facts, state: BDState, place: int) -> int:
    """German corps on foot that may board in a port."""
    roster = facts.roster
    units = state.units_at(place) & roster.tiger_corps & ~roster.mech
    units &= ~(state.moved | state.stalingrad_bound)
    for unit in bits(units):
        if not idle(state, unit, place):
            units ^= 1 << unit
    return units


@implements("BD 10.16b", "BD 10.17b")
def idle(state: BDState, unit: int, place: int) -> bool:
    """It began the phase in the port, and has neither moved nor attacked in this player turn."""
    return state.began[unit] == place and not (state.used[unit] or (state.spent | state.shuffled) >> unit & 1)


def havens(facts: Facts, state: BDState, unit: int) -> int:
    """The ports to which a unit in a port can sail."""
    if facts.roster.side[unit] == SOVIET:
        return coastal_havens(facts, state, unit)
    found = 0
    for sea in SEAS:
        if ports(facts, sea) >> state.place[unit] & 1:
            found = open_ports(facts, state, sea) & ~(1 << state.place[unit])
    found &= ~limits.closed_to(facts, state, unit)
    return stacking.room(facts, state, GERMAN, 1 << unit, found)


@implements("BD 10.34a")
def coastal_havens(facts: Facts, state: BDState, army: int) -> int:
    """The other one of Odessa and Sevastopol, if it is Soviet and has room; once a phase."""
    here = state.place[army]
    if here not in (facts.odessa, facts.sevastopol) or state.moved >> army & 1:
        return 0
    other = 1 << (facts.sevastopol if here == facts.odessa else facts.odessa)
    return stacking.room(facts, state, SOVIET, 1 << army, other & ~state.german)


# ---- the voyage -------------------------------------------------------------------------------------


def ask_port(play: BDPlay, local: Phase) -> None:
    found = havens(play.facts, play.state, local.unit)
    if found & found - 1:
        play.ask("sail-at", local.side)
    else:
        land(play, local, lowest(found))


def sail_options(play: BDPlay, _decision: Decision) -> Options:
    found = havens(play.facts, play.state, play.state.top.local.unit)
    return Options((), ((play.facts.vocabulary.table("at"), found),))


def answer_sail(play: BDPlay, _decision: Decision, action: Action) -> None:
    assert isinstance(action.arg, int)
    land(play, play.state.top.local, action.arg)


@implements("BD 10.16b", "BD 10.17b")
def land(play: BDPlay, local: Phase, place: int) -> None:
    """The voyage is all a unit does in its player turn, and all that goes over that sea in the phase."""
    state, facts = play.state, play.facts
    start, bit = state.place[local.unit], 1 << local.unit
    state.moved |= bit
    state.bound |= bit
    if local.side == GERMAN:
        for nth, sea in enumerate(SEAS):
            if ports(facts, sea) >> start & 1:
                state.sailed |= 1 << nth
    play.note("sail", local.unit, start, place)
    control.enter(play, bit, place, "move")


SAIL_AT = Kind(
    "sail-at",
    "10.16",
    verbs=("at",),
    prompt=lambda play, _: f"To which port does {play.facts.roster.names[play.state.top.local.unit]} sail?",
    options=sail_options,
    answer=answer_sail,
)

PROCEDURES = (Procedure("sail", (Step("port", ask_port, "10.16"),), Phase),)
