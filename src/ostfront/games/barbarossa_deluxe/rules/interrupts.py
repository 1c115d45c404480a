"""What a player may do in the other's time: hero and fortress cities (9), aerial and Crimea supply (7.4, 7.7),
emergency deployments (8.11).

"At any time" means the named points of `point`: the start of each phase, before a stack is taken in hand, before an
assault is declared. At the start of the enemy's player turn a seat that could interrupt raises its hand or not; only
a raised hand is asked. A mobile assault that is announced opens a window if a reserve may come (8.11) or the hex can
still become a hero or fortress city (9.7). All of this depends on public facts.
"""

from __future__ import annotations

from ostfront.core.play.actions import Action, Options, Verb
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Kind, Procedure, Step
from ostfront.core.play.state import NOWHERE, Decision
from ostfront.games.barbarossa_deluxe.facts import Facts
from ostfront.games.barbarossa_deluxe.facts.roster import SOVIET
from ostfront.games.barbarossa_deluxe.rules import aerial, cities, crimea, rvgk
from ostfront.games.barbarossa_deluxe.state import BDPlay, BDState, Window

ANNOUNCED = "mobile assault announced"
POINTS = ("phase begins", "stack", "assault", ANNOUNCED)


# ---- what is possible -------------------------------------------------------------------------------


@implements("BD 9.7a")
def powers(facts: Facts, state: BDState, side: int) -> dict[str, int]:
    """By verb: what a side could do in the enemy's time; hexes, units, or 1 for a verb alone."""
    found = own_powers(facts, state, side)
    if side == SOVIET:
        found["deploy"] = rvgk.emergency(facts, state)
    return {verb: what for verb, what in found.items() if what}


def own_powers(facts: Facts, state: BDState, side: int) -> dict[str, int]:
    """The same in a side's own time, where the menus of its phases offer it."""
    if side == SOVIET:
        return {"hero": cities.hero_options(facts, state)}
    return {
        "fortress": cities.fortress_options(facts, state),
        "airlift": aerial.targets(facts, state),
        "crimea": int(crimea.can_switch(facts, state)),
    }


def has_power(facts: Facts, state: BDState, side: int) -> bool:
    """Whether there is any, the one that takes longest to find out last."""
    if side == SOVIET:
        return bool(cities.hero_options(facts, state))
    return bool(
        aerial.targets(facts, state) or cities.fortress_options(facts, state) or crimea.can_switch(facts, state)
    )


def offers(facts: Facts, found: dict[str, int]) -> tuple[list[Action], list[tuple[tuple[Action, ...], int]]]:
    """Options for powers: actions that stand alone, and tables."""
    singles = [facts.single["crimea"]] if found.get("crimea") else []
    among = [(facts.vocabulary.table(verb), what) for verb, what in found.items() if what and verb != "crimea"]
    return singles, among


def use(play: BDPlay, side: int, action: Action) -> None:
    """Carry out a power of `own_powers` or `powers`."""
    verb, arg = action.verb, action.arg
    if verb == "crimea":
        crimea.switch(play)
        return
    assert isinstance(arg, int)
    if verb == "hero":
        cities.declare_hero(play, arg)
    elif verb == "fortress":
        cities.declare_fortress(play, arg)
    elif verb == "airlift":
        aerial.commit(play, arg)
    else:
        rvgk.begin_emergency(play, arg)


# ---- hands ------------------------------------------------------------------------------------------


def ask_hand(play: BDPlay, side: int) -> None:
    """At the start of a player turn: does the other side want to be asked?"""
    other = 1 - side
    play.state.hands = 0
    if could_interrupt(play.facts, play.state, other):
        play.ask("hand", other)


def could_interrupt(facts: Facts, state: BDState, side: int) -> bool:
    """Whether a side has anything to interrupt with, by what everybody knows."""
    if has_power(facts, state, side):
        return True
    return rvgk.emergency_possible(facts, state) if side == SOVIET else crimea.could_switch(facts, state)


def hand_options(play: BDPlay, _decision: Decision) -> Options:
    return Options((play.facts.single["lower"], play.facts.single["raise"]))


def answer_hand(play: BDPlay, decision: Decision, action: Action) -> None:
    if action.verb == "raise":
        play.state.hands |= 1 << decision.seat


HAND = Kind(
    "hand",
    "9.7",
    verbs=(
        Verb("raise", (), "be asked at every point of the enemy's player turn", label="Raise hand"),
        Verb("lower", (), "do not be asked any more in this player turn", label="Lower hand"),
    ),
    prompt="The enemy's player turn begins. Raise your hand to be asked at every point where you may interrupt.",
    options=hand_options,
    answer=answer_hand,
    window=True,
)


# ---- the points -------------------------------------------------------------------------------------


def point(play: BDPlay, name: str, place: int = NOWHERE) -> bool:
    """A named point of the moving side's time: opens a window for a raised hand. Whether it did."""
    state = play.state
    if not state.hands >> 1 - state.side & 1:
        return False
    local = Window(1 - state.side, name, place=place)
    if not opens(play.facts, state, local):
        return False
    play.begin("interrupt", local)
    return True


def opens(facts: Facts, state: BDState, local: Window) -> bool:
    """Whether there is a window, by what everybody knows: the German must not learn what lies in the RVGK box."""
    if local.side == SOVIET and rvgk.emergency_now(facts, state):
        return True
    if local.point == ANNOUNCED:
        return in_time(facts, state, local.side, local.place)
    return has_power(facts, state, local.side)


@implements("BD 9.7a")
def in_time(facts: Facts, state: BDState, side: int, place: int) -> bool:
    """Whether a hex that is about to be assaulted can still be declared a hero or fortress city."""
    found = cities.hero_options(facts, state) if side == SOVIET else cities.fortress_options(facts, state)
    return bool(found >> place & 1)


def offer(play: BDPlay, local: Window) -> None:
    """Ask as long as there is something left to do, until the seat passes."""
    if opens(play.facts, play.state, local):
        play.ask("interrupt", local.side)


def interrupt_options(play: BDPlay, _decision: Decision) -> Options:
    facts, local = play.facts, play.state.top.local
    singles, among = offers(facts, powers(facts, play.state, local.side))
    return Options((facts.single["pass"], facts.single["lower"], *singles), among)


def answer_interrupt(play: BDPlay, decision: Decision, action: Action) -> None:
    if action.verb == "pass":
        return
    if action.verb == "lower":
        play.state.hands &= ~(1 << decision.seat)
        return
    play.goto("offer")
    use(play, decision.seat, action)


INTERRUPT = Kind(
    "interrupt",
    "9.7",
    verbs=(
        Verb("pass", (), "do nothing", ends="offer"),
        "lower",
        cities.HERO,
        cities.FORTRESS,
        aerial.AIRLIFT,
        crimea.CRIMEA,
        "deploy",
    ),
    prompt="You may interrupt here, or pass.",
    options=interrupt_options,
    answer=answer_interrupt,
    window=True,
    secrecy="secret",
    secret_of=(SOVIET,),
)

PROCEDURES = (Procedure("interrupt", (Step("offer", offer, "9.7"),), Window),)
