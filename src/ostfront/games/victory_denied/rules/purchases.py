"""Soviet reinforcements (11.1.1): purchases, PVO and elite divisions, and where they are placed."""

from __future__ import annotations

from ostfront.core.play.actions import Action, Options, Verb
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Kind, Procedure, Step
from ostfront.core.play.state import Decision
from ostfront.games.victory_denied.facts import PLACE, UNIT, Facts
from ostfront.games.victory_denied.facts.roster import ANY, GERMAN, HQS, SOVIET
from ostfront.games.victory_denied.rules.ground import enemy_any, full_hexes, zoc
from ostfront.games.victory_denied.rules.new_chits import offer_chit
from ostfront.games.victory_denied.rules.supply_lines import supplied
from ostfront.games.victory_denied.rules.victory import enter_hex
from ostfront.games.victory_denied.state import Arrivals, Count, Placing, Purchase, VdPlay, VdState

# ---- placement -------------------------------------------------------------------------------------


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


@implements("AVD 11.1.1g")
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


@implements("AVD 11.1.1f")
def occupy(play: VdPlay, unit: int, place: int) -> None:
    """Being placed counts as entering: a victory hex without a chit is retaken."""
    enter_hex(play, unit, place)


def unit_in_hand(state: VdState) -> int:
    unit: int = state.top.local.unit
    return unit


def ask_place(play: VdPlay, _decision: Decision) -> str:
    return f"Place {play.facts.roster.names[play.state.top.local.unit]}."


def place_options(play: VdPlay, _decision: Decision) -> Options:
    hexes = play.prepared or placement(play.facts, play.state, unit_in_hand(play.state))
    return Options((), ((play.facts.vocabulary.table("place"), hexes),))


def answer_place(play: VdPlay, _decision: Decision, action: Action) -> None:
    assert isinstance(action.arg, int)
    put_reinforcement(play, unit_in_hand(play.state), action.arg)


PLACEMENT = Kind(
    "place",
    "11.1.1",
    verbs=(Verb("place", (PLACE,), "put the unit in hand there"),),
    prompt=ask_place,
    options=place_options,
    answer=answer_place,
)


def place_unit(play: VdPlay, _local: Placing) -> None:
    play.ask("place", SOVIET)


# ---- purchases -------------------------------------------------------------------------------------


@implements("AVD 11.1.1a")
def begin_purchases(play: VdPlay, _local: Arrivals) -> None:
    play.begin("purchase", Purchase(play.facts.track[play.state.turn].points))


def next_purchase(play: VdPlay, local: Purchase) -> None:
    if local.points and may_buy(play):
        play.ask("reserve", SOVIET)
    else:
        play.leave()


@implements("AVD 11.1.1j")
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


def ask_reserve(play: VdPlay, _decision: Decision) -> str:
    local = play.state.top.local
    points = f"{local.points} reinforcement point{'s' if local.points != 1 else ''}"
    return f"{points} left: call a unit from the Reserve Box."


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


RESERVE = Kind(
    "reserve",
    "11.1.1",
    verbs=(Verb("call", (UNIT,), "take a unit from the Reserve Box"), "done"),
    prompt=ask_reserve,
    options=reserve_options,
    answer=answer_reserve,
)


def purchase_again(play: VdPlay, local: Purchase) -> None:
    play.again("next purchase", Purchase(local.points, local.units_now))


# ---- PVO and elite divisions -----------------------------------------------------------------------


@implements("AVD 11.1.1h", "AVD 3.8b")
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


@implements("AVD 11.1.1i")
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


PROCEDURES = (
    Procedure("purchase", (
        Step("next purchase", next_purchase, "11.1.1"),
        Step("chit", offer_chit, "11.1.1"),
        Step("again", purchase_again, "11.1.1"),
    ), Purchase),
    Procedure("placing", (
        Step("place", place_unit, "11.1.1"),
    ), Placing),
    Procedure("elites", (
        Step("next elite", next_elite, "11.1.1"),
    ), Count),
)  # fmt: skip
