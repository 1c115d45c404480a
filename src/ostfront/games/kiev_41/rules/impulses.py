"""Impulses (3, 6, 10.18, 10.19, 11, 12): what an impulse is, and the steps of the Tactical Impulse."""

from __future__ import annotations

from ostfront.core.map.hexes import bits
from ostfront.core.play.actions import Action, Options, Verb
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Kind, Procedure, Step
from ostfront.core.play.state import Decision
from ostfront.games.kiev_41.facts import Facts
from ostfront.games.kiev_41.facts.calendar import WEATHER
from ostfront.games.kiev_41.facts.roster import AXIS, SIDES, SOVIET
from ostfront.games.kiev_41.rules import battle, blitz, command, fleets, fog, guderian, supply, support, weather
from ostfront.games.kiev_41.rules.command import NO_LIMIT, ready_hqs
from ostfront.games.kiev_41.rules.control import contested, remove, send_home, settle
from ostfront.games.kiev_41.rules.logistics import value
from ostfront.games.kiev_41.state import Arrival, Combat, Command, Impulse, K41Play, K41State, Side


def begin_impulses(play: K41Play, _local: None) -> None:
    """The side with the initiative plays the first impulse of the turn (3.2.1)."""
    state = play.state
    state.passes = state.impulse = 0
    play.begin("impulse", Impulse(first_side(state.initiative)))


@implements("K41 3.2.1a")
def first_side(initiative: int) -> int:
    return initiative


def begin_impulse(play: K41Play, local: Impulse) -> None:
    state = play.state
    state.impulse += 1
    state.battle = 0
    state.drawn = {}  # stream names contain the impulse's number, so the old counts are never needed again
    state.contested_before = contested(state)
    if local.side == AXIS:
        ready_bombers(play)
    play.note("impulse", local.side, state.impulse)


@implements("K41 10.13.4c")
def ready_bombers(play: K41Play) -> None:
    """Aborted bombers are back for the next Axis impulse."""
    bombers_back(play, "bombers-aborted")


def bombers_back(play: K41Play, box: str) -> None:
    """The bombers of a box are available again."""
    boxes = play.facts.boxes
    for bomber in play.state.at(boxes[box]):
        play.state.put(bomber, boxes["bombers-available"])


# ---- what to play (3.0) -----------------------------------------------------------------------------


@implements("K41 3.0a")
def choose(play: K41Play, local: Impulse) -> None:
    play.ask("impulse", local.side)


def may_spend(facts: Facts, state: K41State, side: int) -> bool:
    """Whether a side holds the disc and may still spend it, where it can be spent only once."""
    return state.initiative == side and not once_only(facts, state, side)


@implements("K41 SC.1a", "K41 SC.2a", "K41 SC.3a", "K41 SC.4a")
def once_only(facts: Facts, state: K41State, side: int) -> bool:
    return facts.scenario.disc_once and state.spent[side]


def impulse_options(play: K41Play, decision: Decision) -> Options:
    facts, state = play.facts, play.state
    side, words = decision.seat, facts.single
    found = [words["pass"]]
    if ready_hqs(facts, state, side):
        found.append(words["tactical"])
    if may_spend(facts, state, side):
        found += [words[kind] for kind in strategic_kinds()]
    return Options(found)


@implements("K41 11.0a", "K41 11.0b", "K41 11.0c")
def strategic_kinds() -> tuple[str, ...]:
    """Options A and B of a Strategic Impulse."""
    return "strategic", "reinforce"


def answer_impulse(play: K41Play, decision: Decision, action: Action) -> None:
    play.change(kind=action.verb)
    play.note(action.verb, decision.seat)
    if action.verb in ("strategic", "reinforce"):
        spend(play, decision.seat)


IMPULSE = Kind(
    "impulse",
    "3.0a",
    verbs=(
        Verb("tactical", (), "play a Tactical Impulse", label="Tactical Impulse"),
        Verb("strategic", (), "spend the disc: move and fight", label="Strategic Impulse"),
        Verb("reinforce", (), "spend the disc: call reinforcements", label="Reinforcements"),
        Verb("pass", (), "play a Pass, or keep the disc", ends="offer"),
    ),
    prompt="Which impulse do you play?",
    options=impulse_options,
    answer=answer_impulse,
)


def spend(play: K41Play, side: int) -> None:
    state = play.state
    if play.facts.scenario.disc_once:
        state.spent = (True, state.spent[1]) if side == AXIS else (state.spent[0], True)


def play_it(play: K41Play, local: Impulse) -> None:
    """The chosen impulse; its value is fixed now."""
    state, side = play.state, local.side
    state.passes = count_pass(state.passes) if local.kind == "pass" else 0
    if local.kind == "pass":
        play.begin("command", Command(side, "pass", 1))
    elif local.kind == "strategic":
        play.begin("combat", Combat(side))
        play.begin("command", Command(side, "strategic", _value(play, side)))
    elif local.kind == "reinforce":
        play.begin("arrival", Arrival(side, _value(play, side)))
    else:
        play.begin("tactical", Side(side))


@implements("K41 3.0b")
def count_pass(passes: int) -> int:
    return passes + 1


def _value(play: K41Play, side: int) -> int:
    found = value(play.facts, play.state, side)
    play.note("value", side, found)
    return found


def begin_command(play: K41Play, local: Side) -> None:
    play.begin("command", Command(local.side, "tactical", NO_LIMIT))


# ---- deactivation and Exploitation (10.18, 10.19) ---------------------------------------------------


@implements("K41 10.18", "K41 10.5a")
def deactivate(play: K41Play, _local: Side) -> None:
    """Activated HQs lose a step and are concealed; exhausted ones are destroyed."""
    state, facts = play.state, play.facts
    hqs = state.active
    state.active = 0
    state.guns = ()
    for hq in bits(hqs):
        if state.steps[hq] > 1:
            state.steps[hq] -= 1
            continue
        area, side = state.place[hq], facts.roster.side[hq]
        play.note("worn out", hq)
        remove(play, hq, facts.boxes["axis-lost" if side == AXIS else "soviet-pool"])
        settle(play, area)
        hqs ^= 1 << hq
    fog.conceal(play, hqs)
    call_bombers_back(play)


def call_bombers_back(play: K41Play) -> None:
    """Bombers whose battle was not fought."""
    state, facts = play.state, play.facts
    for bomber in bits(facts.roster.bombers & state.on_map):
        state.put(bomber, facts.boxes["bombers-available"])


@implements("K41 10.2.1d")
def fleets_return(play: K41Play, local: Impulse) -> None:
    """After a Soviet Pass no fleet stays at sea."""
    if local.side == SOVIET and local.kind == "pass":
        send_home(play, play.facts.roster.fleets)


def offer_exploitation(play: K41Play, local: Impulse) -> None:
    facts, state = play.facts, play.state
    if local.kind == "tactical" and may_spend(facts, state, local.side) and can_exploit(facts, state, local.side):
        play.ask("exploit", local.side)


@implements("K41 10.19c")
def can_exploit(facts: Facts, state: K41State, side: int) -> bool:
    """The Axis in good weather only, the Soviets in anything but rain."""
    return WEATHER[state.weather] in facts.charts["exploitation"][SIDES[side]]


def exploit_options(play: K41Play, _decision: Decision) -> Options:
    words = play.facts.single
    return Options((words["exploit"], words["pass"]))


def answer_exploit(play: K41Play, decision: Decision, action: Action) -> None:
    if action.verb == "pass":
        return
    side = decision.seat
    spend(play, side)
    play.state.acted = 0
    play.change(kind="exploitation")
    play.note("exploit", side)
    play.begin("command", Command(side, "exploitation", _value(play, side)))


EXPLOIT = Kind(
    "exploit",
    "10.19a",
    verbs=(Verb("exploit", (), "spend the disc on an Exploitation Move", label="Exploitation Move"), "pass"),
    prompt="Spend the disc on an Exploitation Move?",
    options=exploit_options,
    answer=answer_exploit,
)


def end_impulse(play: K41Play, local: Impulse) -> None:
    """The disc passes on if it was spent, and the other side has its impulse."""
    state = play.state
    state.acted = state.crossed = state.blitzers = state.to_fight = 0
    if local.kind in ("strategic", "reinforce", "exploitation"):
        hand_over(play, local.side)
    if state.passes < 2:
        play.local(Impulse(1 - local.side))
        play.goto("begin")


@implements("K41 3.2.1b", "K41 11.0d")
def hand_over(play: K41Play, side: int) -> None:
    play.state.initiative = 1 - side
    play.note("disc", 1 - side)


# ---- the order of an impulse (6.0b) ------------------------------------------------------------------


@implements("K41 6.0b")
def order_of_impulse() -> tuple[Step, ...]:
    return (
        Step("begin", begin_impulse, "6.0b"),
        Step("weather", weather.weather_check, "8.1a"),
        Step("supply check", supply.supply_check, "9.1a"),
        Step("choose", choose, "3.0a"),
        Step("play", play_it, "3.0a"),
        Step("isolation check", supply.isolation_check, "9.3"),
        Step("fleets return", fleets_return, "12.0"),
        Step("exploitation", offer_exploitation, "10.19a"),
        Step("pass the disc", end_impulse, "11.0d"),
    )


IMPULSE_STEPS = Procedure("impulse", order_of_impulse(), Impulse)

TACTICAL_STEPS = Procedure(
    "tactical",
    (
        Step("headquarters", command.next_hq, "10.1a"),
        Step("fleets", fleets.begin_fleets, "10.2.1c"),
        Step("command", begin_command, "10.8"),
        Step("support", support.begin_support, "10.4a"),
        Step("guderian", guderian.guderian, "10.10b"),
        Step("combat", battle.begin_combat, "10.12a"),
        Step("blitz", blitz.begin_blitz, "10.17a"),
        Step("deactivate", deactivate, "10.18"),
    ),
    Side,
)
