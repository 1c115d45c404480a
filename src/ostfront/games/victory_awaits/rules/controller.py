"""The Game Controller (19.3 to 19.5), as a service: it draws ahead, shows the queue, and judges.

Commands are carried out one after another in the order of the queue. A chit is shown as soon as it would disturb
no command before it: another seat's, and not that of an enemy HQ on the same map."""

from __future__ import annotations

from ostfront.core.map.hexes import bits
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Procedure, Step
from ostfront.games.victory_awaits.facts import Facts
from ostfront.games.victory_awaits.rules.seats import chit_seat
from ostfront.games.victory_awaits.state import Command, Reveal, VaPlay, VaState

FACE_DOWN = 3  # with this many chits face down it stops drawing (19.4.7)


def draw_ahead(play: VaPlay, _local: None) -> None:
    """Draw while drawn chits are likely to be carried out soon; chits that disturb nothing are shown at once."""
    state, facts = play.state, play.facts
    if look_again(play):
        return
    if not state.cup or enough_drawn(facts, state):
        return
    play.goto("draw ahead")
    chit = draw_one(play)
    state.cup &= ~(1 << chit)
    state.queue += (chit,)
    if shown_at_once(facts, state, len(state.queue) - 1):
        reveal(play, chit)
    else:
        play.note("queue")


@implements("AVA 19.4.1")
def draw_one(play: VaPlay) -> int:
    """A chit of the cup, seen by the Controller alone."""
    return play.draw(bits(play.state.cup), "chit", f"turn {play.state.turn} / cup", to=())


@implements("AVA 19.4.4")
def enough_drawn(facts: Facts, state: VaState) -> bool:
    """Whether it stops drawing ahead for now."""
    hidden = len(state.queue) - (state.revealed & _members(state)).bit_count()
    return hidden >= FACE_DOWN or len(state.queue) > len(facts.seats)


@implements("AVA 19.4.2")
def shown_at_once(facts: Facts, state: VaState, at: int) -> bool:
    """With no other chit pending, or none that it disturbs."""
    return not disturbs(facts, state, at)


def _members(state: VaState) -> int:
    found = 0
    for chit in state.queue:
        found |= 1 << chit
    return found


@implements("AVA 19.4.6")
def look_again(play: VaPlay) -> bool:
    """Show the first face-down chit that disturbs nothing any more."""
    state, facts = play.state, play.facts
    for i, chit in enumerate(state.queue):
        if not state.revealed >> chit & 1 and not disturbs(facts, state, i):
            play.goto("draw ahead")
            reveal(play, chit)
            return True
    return False


@implements("AVA 19.4.5")
def disturbs(facts: Facts, state: VaState, at: int) -> bool:
    """Whether a chit of the queue would disturb one before it."""
    chit = facts.chits[state.queue[at]]
    for other in state.queue[:at]:
        before = facts.chits[other]
        if chit.hq < 0 or before.hq < 0:
            return True  # Supply Check, Reinforcements, Reserve and OKH concern the whole map
        if chit_seat(facts, state, other) == chit_seat(facts, state, state.queue[at]):
            return True
        if chit.side != before.side and chit.map == before.map:
            return True
    return False


def reveal(play: VaPlay, chit: int) -> None:
    """A chit is turned face up; the Axis may cancel it now."""
    play.state.revealed |= 1 << chit
    play.state.open_cup &= ~(1 << chit)  # not before: nobody knows what was drawn face down
    play.reveal()
    play.note("draw", chit)
    play.begin("reveal", Reveal(chit))


def possible_interrupts(facts: Facts, state: VaState) -> int:
    """The interrupts that may be in hand, as far as the enemy knows."""
    shown = _members(state) & state.revealed
    for chit in state.played:
        shown |= 1 << chit
    return facts.interrupt_chits & (state.choices_axis | state.hand) & ~shown


def interrupts_known(facts: Facts, state: VaState) -> bool:
    """Whether the number of chits in hand tells everybody which they are."""
    return possible_interrupts(facts, state) == state.hand & facts.interrupt_chits


def offer_cancel(play: VaPlay, _local: Reveal) -> None:
    ask_holder(play, 0)


def offer_cancel_again(play: VaPlay, _local: Reveal) -> None:
    ask_holder(play, 1)


def ask_holder(play: VaPlay, nth: int) -> None:
    """Ask the players whose HQ an interrupt in hand could activate, one after the other."""
    owners = holders(play.facts, play.state)
    if nth < len(owners):
        play.ask("interrupt", owners[nth])


@implements("AVA 19.5")
def holders(facts: Facts, state: VaState) -> list[int]:
    """Those who command 4PzG and 2PzG; asked even if only the other's chit is held, when the enemy may not know."""
    if not state.hand & facts.interrupt_chits:
        return []
    return sorted({chit_seat(facts, state, chit) for chit in bits(possible_interrupts(facts, state))})


REVEAL = Procedure(
    "reveal",
    (
        Step("interrupt", offer_cancel, "19.5"),
        Step("interrupt of the other", offer_cancel_again, "19.5"),
    ),
    Reveal,
)


@implements("AVA 19.5")
def cancel(play: VaPlay, chit: int, by: int) -> None:
    """The chit and all behind it go back into the cup; the held one takes its place."""
    state = play.state
    at = state.queue.index(chit)
    for returned in state.queue[at:]:
        state.cup |= 1 << returned
        if state.revealed >> returned & 1:
            state.open_cup |= 1 << returned
        state.revealed &= ~(1 << returned)
    state.queue = (*state.queue[:at], by)
    state.revealed |= 1 << by
    state.hand &= ~(1 << by)
    play.note("trump", chit, by)
    play.leave()


@implements("AVA 19.4.8")
def carry_out(play: VaPlay, _local: None) -> None:
    """The first chit of the queue is carried out; one that lies face down is shown first."""
    state, facts = play.state, play.facts
    if not state.queue:
        return
    chit = state.queue[0]
    if not state.revealed >> chit & 1:
        play.goto("carry out")
        reveal(play, chit)
        return
    state.queue = state.queue[1:]
    state.revealed &= ~(1 << chit)
    state.activation += 1
    side = facts.chits[chit].side
    play.begin("held chit", Command(chit, side, chit_seat(facts, state, chit) if side >= 0 else -1))


CONTROLLER = Procedure(
    "controller",
    (
        Step("draw ahead", draw_ahead, "19.4"),
        Step("carry out", carry_out, "19.4"),
    ),
)
