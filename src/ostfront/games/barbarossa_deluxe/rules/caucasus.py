"""The Caucasus expedition (4.11 to 4.13): its conditions, the force, the Soviet answer, its fortunes and its end.

Kinds: `expedition`, `response`, `recall-at`. Procedures: "response", "recall".

Events: `sent` (unit, from), `expedition` (), `answered` (unit), `caucasus roll` (die, modifier), `caucasus oil`
(points), `caucasus lost` (), `recalled` (), `re-enter` (unit, to).
"""

from __future__ import annotations

from ostfront.core.map.hexes import bits, lowest, mask
from ostfront.core.play.actions import Action, Options, Verb
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Kind, Procedure, Step
from ostfront.core.play.state import Decision
from ostfront.games.barbarossa_deluxe.facts import LIMIT, UNIT, Facts
from ostfront.games.barbarossa_deluxe.facts.roster import GERMAN, GROUND, SOVIET
from ostfront.games.barbarossa_deluxe.rules import control, fog, losses, stacking, supply, victory
from ostfront.games.barbarossa_deluxe.rules import movement_points as points
from ostfront.games.barbarossa_deluxe.state import ENDED, NONE, SUCCEEDED, UNDER_WAY, BDPlay, BDState, Phase, Placing

FOOT_CORPS, PANZER_CORPS = 1, 2  # 4.11
ARMIES = 4  # 4.12
EXIT_COST = 1
BREAKTHROUGH = 6  # 4.13


def in_box(facts: Facts, state: BDState, side: int) -> int:
    """A side's units in the Caucasus Box."""
    return state.units_at(facts.caucasus) & facts.roster.of_side[side]


# ---- the conditions (4.11) --------------------------------------------------------------------------


@implements("BD 4.11a")
def look_for_conditions(play: BDPlay) -> None:
    """At the start of a game turn: whether the way to the oil is open; once it was, it stays so."""
    state, facts = play.state, play.facts
    if state.expedition_ready or state.expedition != NONE:
        return
    cities = mask((facts.maikop, facts.dnepropetrovsk, facts.rostov))
    if state.german & cities != cities or facts.grid.neighbours(cities) & state.occupied[GROUND[SOVIET]]:
        return
    state.expedition_ready = supply.overland(facts, state, GERMAN) & cities == cities


@implements("BD 4.11a", "BD 4.13h")
def may_launch(facts: Facts, state: BDState) -> bool:
    """The conditions were met, the two cities without which it would be lost are held, and it is the first one."""
    needed = mask((facts.dnepropetrovsk, facts.rostov))
    return state.expedition == NONE and state.expedition_ready and state.german & needed == needed


@implements("BD 4.11b")
def wanted(facts: Facts, state: BDState) -> tuple[int, int]:
    """German infantry or mountain corps, and panzer corps, that the force still lacks."""
    sent = in_box(facts, state, GERMAN)
    foot = (sent & foot_corps(facts)).bit_count()
    return FOOT_CORPS - foot, PANZER_CORPS - (sent & facts.roster.panzers).bit_count()


def foot_corps(facts: Facts) -> int:
    """German infantry and mountain corps."""
    found: int | None = facts.profiles.get("foot corps")
    if found is None:
        kinds = facts.roster.type
        found = facts.roster.tiger_corps & mask(u for u, kind in enumerate(kinds) if kind in ("infantry", "mountain"))
        facts.profiles["foot corps"] = found
    return found


def at_the_exits(facts: Facts, state: BDState) -> int:
    """German units in the exit hexes that can still pay for leaving the map."""
    units = state.standing(facts.exits) & facts.roster.germans & ~(facts.roster.attached | state.bound)
    for unit in bits(units):
        if points.left(facts, state, 1 << unit) < EXIT_COST:
            units ^= 1 << unit
    return units


def sendable(facts: Facts, state: BDState) -> int:
    """Units that can join the force, if it can be completed."""
    if not may_launch(facts, state):
        return 0
    units = at_the_exits(facts, state)
    foot, panzers = units & foot_corps(facts), units & facts.roster.panzers
    more_foot, more_panzers = wanted(facts, state)
    if foot.bit_count() < more_foot or panzers.bit_count() < more_panzers:
        return 0
    return (foot if more_foot else 0) | (panzers if more_panzers else 0)


def offer(play: BDPlay) -> None:
    """At the end of the German movement phase."""
    if sendable(play.facts, play.state):
        play.ask("expedition", GERMAN)


def expedition_options(play: BDPlay, _decision: Decision) -> Options:
    facts, state = play.facts, play.state
    begun = in_box(facts, state, GERMAN)  # all in: a force that has begun to leave is completed
    singles = () if begun else (facts.single["done"],)
    return Options(singles, ((facts.vocabulary.table("send"), sendable(facts, state)),))


def answer_expedition(play: BDPlay, _decision: Decision, action: Action) -> None:
    if action.verb == "done":
        return
    assert isinstance(action.arg, int)
    facts, state = play.facts, play.state
    play.note("sent", action.arg, state.place[action.arg])
    state.moved |= 1 << action.arg
    for unit in bits(stacking.with_support(facts, state, 1 << action.arg)):
        state.put(unit, facts.caucasus)
    play.goto("expedition")
    if wanted(facts, state) == (0, 0):
        state.expedition = UNDER_WAY
        play.note("expedition")
        play.begin("response", Placing(SOVIET, ARMIES))


EXPEDITION = Kind(
    "expedition",
    "4.11",
    verbs=(Verb("send", (UNIT,), "send a corps into the Caucasus"), "done"),
    prompt="Send one infantry or mountain corps and two panzer corps into the Caucasus?",
    options=expedition_options,
    answer=answer_expedition,
)

# ---- the Soviet answer (4.12) -----------------------------------------------------------------------


@implements("BD 4.12a")
def available(facts: Facts, state: BDState) -> int:
    """Rifle armies in the RVGK box, or on the map in overland supply; satellites that have been in play are such."""
    armies = facts.roster.rifle_armies
    on_map = supply.supplied_overland(facts, state, armies & state.on_map)
    return on_map | mask(unit for unit in bits(armies & state.units_at(facts.rvgk)) if not state.due[unit])


def respond(play: BDPlay, local: Placing) -> None:
    """One army after another; where too few do not lose the game, as many as there are."""
    if not local.left:
        return
    found = available(play.facts, play.state)
    if found.bit_count() < local.left and decides(play.facts):
        surrender(play)
    elif found:
        play.ask("response", SOVIET)


@implements("BD 13.4d")
def decides(facts: Facts) -> bool:
    """Whether an answer that is refused or too small ends the game: not where 14 or 15 name the ways to win."""
    return victory.by_points(facts) or facts.scenario_name == "blue-kremlin"


@implements("BD 4.12b")
def surrender(play: BDPlay) -> None:
    victory.win(play, GERMAN, "the Caucasus expedition meets no four Soviet armies", "4.12")


def ask_army(play: BDPlay, _decision: Decision) -> str:
    left = play.state.top.local.left
    loss = ", or lose the game" if decides(play.facts) else ""
    return f"Send rifle armies into the Caucasus ({left} to go){loss}."


def response_options(play: BDPlay, _decision: Decision) -> Options:
    facts = play.facts
    singles = (facts.single["refuse"],) if decides(facts) else ()
    return Options(singles, ((facts.vocabulary.table("withdraw"), available(facts, play.state)),))


def answer_response(play: BDPlay, _decision: Decision, action: Action) -> None:
    if action.verb == "refuse":
        surrender(play)
        return
    assert isinstance(action.arg, int)
    facts, state = play.facts, play.state
    play.note("answered", action.arg)
    place, units = state.place[action.arg], stacking.with_support(facts, state, 1 << action.arg)
    for unit in bits(units):
        state.put(unit, facts.caucasus)
    fog.removed(play, units, 1 << place)
    local: Placing = state.top.local
    play.again("army", local._replace(left=local.left - 1))


RESPONSE = Kind(
    "response",
    "4.12",
    verbs=("withdraw", Verb("refuse", (), "do not send four armies: the Germans win")),
    prompt=ask_army,
    options=response_options,
    answer=answer_response,
)

# ---- its fortunes (4.13) ----------------------------------------------------------------------------


def check_phase(play: BDPlay) -> None:
    """The Victory Check Phase: a roll until the force breaks through, then a point a turn."""
    state = play.state
    if state.expedition == SUCCEEDED:
        steady_oil(play)
    elif state.expedition == UNDER_WAY and not settled_before(play):
        seek_breakthrough(play)


@implements("BD 12.3c")
def settled_before(play: BDPlay) -> bool:
    """The Road Back: the roll of its first turn has been made, and failed."""
    return play.facts.scenario.only_assault(play.state.turn)


@implements("BD 4.13a", "BD 4.13b")
def seek_breakthrough(play: BDPlay) -> None:
    """A six breaks through; a second die is the oil."""
    state = play.state
    die, more = victory.roll(play, "Caucasus"), stalingrad_helps(play.facts, state)
    play.note("caucasus roll", die, more)
    if die + more >= BREAKTHROUGH:
        state.expedition = SUCCEEDED
        oil = victory.roll(play, "oil")
        play.note("caucasus oil", oil)
        victory.adjust(play, oil, "4.13")


@implements("BD 4.13d")
def stalingrad_helps(facts: Facts, state: BDState) -> int:
    """One for Stalingrad in German hands and in overland supply."""
    held = state.german & supply.overland(facts, state, GERMAN)
    return held >> facts.stalingrad & 1


@implements("BD 4.13c")
def steady_oil(play: BDPlay) -> None:
    play.note("caucasus oil", 1)
    victory.adjust(play, 1, "4.13")


def after_capture(play: BDPlay, place: int, side: int) -> None:
    """A hex has changed hands."""
    if side == SOVIET and cuts_it_off(play.facts, place):
        destroy(play)


def after_entry(play: BDPlay, side: int) -> None:
    """Units have entered a hex."""
    if side == SOVIET and play.state.expedition in (UNDER_WAY, SUCCEEDED) and shut_in(play.facts, play.state):
        destroy(play)


@implements("BD 4.13e")
def cuts_it_off(facts: Facts, place: int) -> bool:
    """Rostov and Dnepropetrovsk."""
    return place in (facts.rostov, facts.dnepropetrovsk)


@implements("BD 4.13e")
def shut_in(facts: Facts, state: BDState) -> bool:
    """Soviet units in all five exit hexes."""
    return not facts.exits & ~state.occupied[GROUND[SOVIET]]


@implements("BD 4.13e", "BD 4.13i")
def destroy(play: BDPlay) -> None:
    """The force dies as if in overland supply; what it has gained is kept."""
    state = play.state
    if state.expedition not in (UNDER_WAY, SUCCEEDED):
        return
    state.expedition = ENDED
    play.note("caucasus lost")
    units = in_box(play.facts, state, GERMAN)
    losses.eliminate(play, units, units)


# ---- coming back (4.13) -----------------------------------------------------------------------------


@implements("BD 4.13f", "BD 4.13j")
def can_recall(facts: Facts, state: BDState) -> bool:
    """Before the breakthrough, if the whole force finds room in the exit hexes."""
    if state.expedition != UNDER_WAY:
        return False
    return bool(gates(facts, state, GERMAN, in_box(facts, state, GERMAN)))


@implements("BD 4.13g")
def returning(facts: Facts, state: BDState) -> int:
    """Soviet armies in the box that are free to leave it, because the expedition has gone."""
    return in_box(facts, state, SOVIET) & ~facts.roster.attached if state.expedition == ENDED else 0


def re_entering(facts: Facts, state: BDState) -> int:
    """Soviet armies that can come back through an exit hex in this movement phase."""
    units = returning(facts, state)
    for unit in bits(units):
        if not gates(facts, state, SOVIET, family(facts, state, unit)):
            units ^= 1 << unit
    return units


def family(facts: Facts, state: BDState, unit: int) -> int:
    """A unit in the box and what supports it."""
    support = facts.roster.attached & state.units_at(facts.caucasus)
    return 1 << unit | mask(other for other in bits(support) if state.parent[other] == unit)


def gates(facts: Facts, state: BDState, side: int, force: int) -> int:
    """Exit hexes for the first unit of a force, such that the others find room after it."""
    free = facts.exits & ~state.occupied[GROUND[1 - side]]
    supported = mask(state.place[unit] for unit in bits(facts.roster.attached & state.on_map))
    slots = {place: LIMIT - state.load[place] for place in bits(free)}
    troops = bits(force & ~facts.roster.attached)
    if not troops:
        return 0
    escorts = [family(facts, state, unit) & force & facts.roster.attached != 0 for unit in troops]
    return mask(place for place in slots if _fits(slots, supported, escorts, place))


def _fits(slots: dict[int, int], supported: int, escorts: list[bool], place: int) -> bool:
    """Whether the first unit can enter here and the rest somewhere."""
    if slots[place] < 1 or (escorts[0] and supported >> place & 1):
        return False
    if len(escorts) == 1:
        return True
    rest = {**slots, place: slots[place] - 1}
    taken = supported | 1 << place if escorts[0] else supported
    return any(_fits(rest, taken, escorts[1:], other) for other in rest)


@implements("BD 4.13f", "BD 4.13h")
def begin_recall(play: BDPlay) -> None:
    """The whole force comes back, unit by unit; there is no second expedition."""
    state = play.state
    state.expedition = ENDED
    play.note("recalled")
    play.begin("recall", Phase(GERMAN, lowest(in_box(play.facts, state, GERMAN) & ~play.facts.roster.attached)))


def entering(facts: Facts, state: BDState, local: Phase) -> int:
    """Where the unit that comes back may enter."""
    force = in_box(facts, state, GERMAN) if local.side == GERMAN else family(facts, state, local.unit)
    return gates(facts, state, local.side, force)


def ask_gate(play: BDPlay, local: Phase) -> None:
    found = entering(play.facts, play.state, local)
    if found & found - 1:
        play.ask("recall-at", local.side)
    else:
        re_enter(play, local, lowest(found))


def gate_options(play: BDPlay, _decision: Decision) -> Options:
    found = entering(play.facts, play.state, play.state.top.local)
    return Options((), ((play.facts.vocabulary.table("at"), found),))


def answer_gate(play: BDPlay, _decision: Decision, action: Action) -> None:
    assert isinstance(action.arg, int)
    re_enter(play, play.state.top.local, action.arg)


@implements("BD 4.13f", "BD 4.13g")
def re_enter(play: BDPlay, local: Phase, place: int) -> None:
    """Onto the map at no cost; the unit may move on in this phase."""
    facts, state = play.facts, play.state
    units = family(facts, state, local.unit)
    rest = in_box(facts, state, GERMAN) & ~(units | facts.roster.attached) if local.side == GERMAN else 0
    if rest:
        play.again("gate", Phase(GERMAN, lowest(rest)))
    play.note("re-enter", local.unit, place)
    for unit in bits(units & facts.roster.attached):
        state.put(unit, place)
    control.enter(play, 1 << local.unit, place, "move")


RECALL_AT = Kind(
    "recall-at",
    "4.13",
    verbs=("at",),
    prompt=lambda play, _: (
        f"Through which exit hex does {play.facts.roster.names[play.state.top.local.unit]} return?"
    ),
    options=gate_options,
    answer=answer_gate,
)

PROCEDURES = (
    Procedure("response", (Step("army", respond, "4.12"),), Placing),
    Procedure("recall", (Step("gate", ask_gate, "4.13"),), Phase),
)
