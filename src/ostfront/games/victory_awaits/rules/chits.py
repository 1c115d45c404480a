"""Drawing chits (7): interrupts (7.3) and Zhukov's Command (18.1)."""

from __future__ import annotations

from ostfront.core.map.hexes import bits, mask
from ostfront.core.play.actions import Action, Options, Verb
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Kind, Procedure, Step
from ostfront.core.play.state import Decision
from ostfront.games.victory_awaits.facts import Facts
from ostfront.games.victory_awaits.facts.nouns import CHIT
from ostfront.games.victory_awaits.facts.roster import AXIS, SOVIET
from ostfront.games.victory_awaits.rules import controller, teams
from ostfront.games.victory_awaits.rules.activation import play_chit
from ostfront.games.victory_awaits.rules.seats import chit_seat, side_seat
from ostfront.games.victory_awaits.state import Command, VaPlay, VaState

# ---- drawing (7.1) ----------------------------------------------------------------------------------


@implements("AVA 5.0.2", "AVA 7.1.1")
def draw_chit(play: VaPlay, _local: None) -> None:
    """Draw until the cup is empty; equal chits are drawn under one name."""
    state, facts = play.state, play.facts
    if not state.cup and not state.queue and not any(state.masters):
        return
    go_on_drawing(play)
    if facts.controlled:
        play.begin("controller")
        return
    if facts.teams:
        teams.draw_master(play)
        return
    chit = play.draw(names_in_cup(facts, state), "chit", f"turn {state.turn} / cup")
    take_out(state, chit)
    state.activation += 1
    play.note("draw", chit)
    play.begin("chit", owner_acts(facts, state, chit))


@implements("AVA 5.0.4b")
def go_on_drawing(play: VaPlay) -> None:
    """After this chit comes the next one."""
    play.goto("declare")


@implements("AVA 7.1.4")
def take_out(state: VaState, chit: int) -> None:
    """A drawn chit is no longer in the cup."""
    state.cup &= ~(1 << chit)
    state.open_cup &= ~(1 << chit)


@implements("AVA 7.1.2")
def owner_acts(facts: Facts, state: VaState, chit: int) -> Command:
    """The owner of the chit carries it out; Supply Check has none."""
    side = facts.chits[chit].side
    return Command(chit, side, chit_seat(facts, state, chit) if side >= 0 else -1)


def names_in_cup(facts: Facts, state: VaState) -> list[int]:
    """Every chit of the cup under the name it is drawn by, in order."""
    names = bits(state.cup)
    for equal in facts.twin_chits:
        if (state.cup & equal).bit_count() > 1:
            return sorted([_name_drawn(facts, state, i) for i in names])
    return names


def _name_drawn(facts: Facts, state: VaState, chit: int) -> int:
    """The chit this one is drawn as: among equal ones the last that is public in the cup, otherwise the first."""
    equal = facts.equal_chits[chit] & state.cup
    known = equal & state.open_cup
    return known.bit_length() - 1 if known else (equal & -equal).bit_length() - 1


# ---- Zhukov's Command (18.1) ------------------------------------------------------------------------


@implements("AVA 18.1f")
def offer_declaration(play: VaPlay, _local: None) -> None:
    """Once the enemy has been next to Leningrad, the Soviet player may call Zhukov before each draw."""
    if play.state.cup:
        call_zhukov(play)


@implements("AVA 18.1f")
def call_zhukov(play: VaPlay) -> None:
    state = play.state
    if state.at_the_gates and not state.zhukov:
        play.ask("declare", side_seat(play.facts, state, SOVIET))


def declare_options(play: VaPlay, _decision: Decision) -> Options:
    return Options((play.facts.single["pass"], play.facts.single["declare"]))


def answer_declare(play: VaPlay, _decision: Decision, action: Action) -> None:
    if action.verb == "declare":
        play.state.zhukov = play.state.turn
        play.note("zhukov")


DECLARE = Kind(
    "declare",
    "18.1",
    verbs=(Verb("declare", (), "declare Zhukov's Command"), "pass"),
    prompt="The enemy is at the gates of Leningrad. Declare Zhukov's Command?",
    options=declare_options,
    answer=answer_declare,
    window=True,
)


# ---- interrupts (7.3, 18.1) -------------------------------------------------------------------------


@implements("AVA 7.3a")
def offer_interrupt(play: VaPlay, _local: Command) -> None:
    """Any chit that is drawn can be sent back for Manstein or Guderian."""
    if play.state.hand & play.facts.interrupt_chits:
        play.ask("interrupt", side_seat(play.facts, play.state, AXIS))


@implements("AVA 18.1g")
def offer_zhukov(play: VaPlay, _local: Command) -> None:
    """... or for the Soviet Reinforcements held under Zhukov's Command."""
    if play.state.hand & play.facts.reinforcement_chits:
        play.ask("zhukov", side_seat(play.facts, play.state, SOVIET))


def ask_interrupt(play: VaPlay, _decision: Decision) -> str:
    drawn = play.facts.chits[play.state.top.local.chit].id
    return f"Drawn from the cup: {play.facts.chit_names[drawn]}. Send it back and play a held chit?"


def interrupt_options(play: VaPlay, decision: Decision) -> Options:
    facts = play.facts
    mine = facts.interrupt_chits if decision.kind == "interrupt" else facts.reinforcement_chits
    held = own_chits(facts, decision.seat, play.state.hand & mine)
    return Options((facts.single["pass"],), ((facts.vocabulary.table("trump"), held),))


@implements("AVA 19.5")
def own_chits(facts: Facts, seat: int, chits: int) -> int:
    """Under a Controller each player plays the interrupt of his own HQ."""
    if not facts.controlled:
        return chits
    return mask(chit for chit in bits(chits) if facts.chit_seat[chit] == seat)


def interrupt_conditions(play: VaPlay, _decision: Decision) -> list[str]:
    """What a standing order may wait for: the chit, or whose it is."""
    chit = play.facts.chits[play.state.top.local.chit]
    return [chit.id, chit.kind, ("axis", "soviet", "both")[chit.side]]


def interrupt_words(facts: Facts) -> list[str]:
    chits = [word for chit in facts.chits for word in (chit.kind, chit.id)]
    return ["axis", "soviet", "both", *chits]


def answer_interrupt(play: VaPlay, _decision: Decision, action: Action) -> None:
    if action.verb == "trump":
        assert isinstance(action.arg, int)
        state, local = play.state, play.state.top.local
        if play.facts.controlled:
            controller.cancel(play, local.chit, action.arg)
            return
        if play.facts.teams:
            teams.send_back(play, local.chit, local.seat)
        else:
            state.cup |= 1 << local.chit
            state.open_cup |= 1 << local.chit
        play.note("trump", local.chit, action.arg)
        play.leave()
        play_held(play, action.arg)


INTERRUPT = Kind(
    "interrupt",
    "7.3",
    verbs=(
        Verb("trump", (CHIT,), "return the drawn chit and play this one from the hand"),
        Verb("pass", (), "do nothing", ends="offer"),
    ),
    prompt=ask_interrupt,
    options=interrupt_options,
    answer=answer_interrupt,
    window=True,
    conditions=interrupt_conditions,
    words=interrupt_words,
)
ZHUKOV = Kind(
    "zhukov",
    "18.1",
    verbs=("trump", "pass"),
    prompt=ask_interrupt,
    options=interrupt_options,
    answer=answer_interrupt,
    window=True,
    conditions=interrupt_conditions,
    words=interrupt_words,
)


def play_held(play: VaPlay, chit: int) -> None:
    """A chit from the hand is carried out; nothing can send it back."""
    state, facts = play.state, play.facts
    state.hand &= ~(1 << chit)
    play.begin(without_windows(), Command(chit, facts.chits[chit].side, chit_seat(facts, state, chit)))


@implements("AVA 18.1h")
def without_windows() -> str:
    """The procedure of a held chit: nobody is asked to cancel it."""
    return "held chit"


DRAWN_CHIT = Procedure(
    "chit",
    (
        Step("interrupt", offer_interrupt, "7.3"),
        Step("Zhukov", offer_zhukov, "18.1"),
        Step("play the chit", play_chit, "7.2"),
    ),
    Command,
)
HELD_CHIT = Procedure("held chit", (Step("play the chit", play_chit, "7.3"),), Command)


# ---- what is left in hand (7.3) ---------------------------------------------------------------------


@implements("AVA 7.3c")
def play_the_rest(play: VaPlay, _local: None) -> None:
    """With the cup empty, what is still in hand is played before the End Phase: the Axis first.

    The enemy may have come to Leningrad under the last chit of the turn: Zhukov is offered once more (18.1)."""
    state, facts = play.state, play.facts
    left = state.hand & facts.interrupt_chits or state.hand
    if not left:
        call_zhukov(play)
        return
    play.goto("play the rest")
    if left.bit_count() > 1:
        play.ask("last", side_seat(facts, state, AXIS))
    else:
        _play_last(play, left.bit_length() - 1)


def last_options(play: VaPlay, _decision: Decision) -> Options:
    facts = play.facts
    return Options((), ((facts.vocabulary.table("trump"), play.state.hand & facts.interrupt_chits),))


def answer_last(play: VaPlay, _decision: Decision, action: Action) -> None:
    assert isinstance(action.arg, int)
    _play_last(play, action.arg)


LAST = Kind(
    "last",
    "7.3",
    verbs=("trump",),
    prompt="The cup is empty: choose which held chit is played first.",
    options=last_options,
    answer=answer_last,
)


def _play_last(play: VaPlay, chit: int) -> None:
    play.state.activation += 1
    play.note("last", chit)
    play_held(play, chit)
