"""Chit selection (6), and the army chits that the Soviet player makes available (15.2)."""

from __future__ import annotations

from ostfront.core.play.actions import Action, Options, Verb
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Kind, Procedure, Step
from ostfront.core.play.state import Decision
from ostfront.games.victory_awaits.facts import Facts
from ostfront.games.victory_awaits.facts.nouns import CHIT
from ostfront.games.victory_awaits.facts.roster import AXIS, ROMANIAN, SOVIET
from ostfront.games.victory_awaits.rules import teams
from ostfront.games.victory_awaits.rules.seats import side_of_seat, side_seat
from ostfront.games.victory_awaits.state import Raising, VaPlay, VaState

# ---- new armies (15.2) ------------------------------------------------------------------------------


def begin_selection(play: VaPlay, _local: None) -> None:
    """A new turn: all chits are back, and from turn 4 the Soviet player adds army chits."""
    state, facts = play.state, play.facts
    state.cup = state.open_cup = state.hand = 0
    state.played = ()
    state.queue = state.masters = ()
    state.revealed = 0
    state.activation = 0
    state.panzer_hqs = 0
    state.rails_used = ()
    if state.turn >= facts.charts["track"]["choice_from"]:
        play.begin("raising", Raising("".join(facts.track.choice)))


def next_army(play: VaPlay, local: Raising) -> None:
    armies = raisable(play.facts, play.state, local)
    if armies:
        play.ask("raise", side_seat(play.facts, play.state, SOVIET), prepared=armies)
    else:
        play.leave()


@implements("AVA 15.2", "AVA 18.1b", "AVA 18.2c", "AVA 18.3c")
def raisable(facts: Facts, state: VaState, local: Raising) -> int:
    """Army chits of these maps that are not available yet."""
    found = 0
    for letter in local.maps:
        found |= facts.chits_of_map[letter]
    return found & facts.choice_chits & ~state.raised


def raise_options(play: VaPlay, _decision: Decision) -> Options:
    armies = play.prepared or raisable(play.facts, play.state, play.state.top.local)
    return Options((), ((play.facts.vocabulary.table("raise"), armies),))


def answer_raise(play: VaPlay, _decision: Decision, action: Action) -> None:
    assert isinstance(action.arg, int)
    local: Raising = play.state.top.local
    play.state.raised |= 1 << action.arg
    play.note("raise", action.arg)
    play.local(Raising(local.maps.replace(play.facts.chits[action.arg].map, "")))
    play.goto("next army")


RAISE = Kind(
    "raise",
    "15.2",
    verbs=(Verb("raise", (CHIT,), "make the chit of one more army available", label="Make available"),),
    prompt="Choose an army whose chit becomes available.",
    options=raise_options,
    answer=answer_raise,
)
RAISING = Procedure("raising", (Step("next army", next_army, "15.2"),), Raising)


# ---- selection (6) ----------------------------------------------------------------------------------


def choose_chits(play: VaPlay, _local: None) -> None:
    """6.1: both sides select in secret; a side with no choice to make is not asked."""
    state, facts = play.state, play.facts
    state.choices_axis = available(facts, state, AXIS)
    state.choices_soviet = available(facts, state, SOVIET)
    state.selected_axis = required(facts, state, AXIS)
    state.selected_soviet = required(facts, state, SOVIET)
    if facts.teams:
        state.selected_axis = state.selected_soviet = 0
        teams.divide(play)
    else:
        ask_for_chits(play)


@implements("AVA 5.0.1", "AVA 6.1a")
def ask_for_chits(play: VaPlay) -> None:
    state, facts = play.state, play.facts
    for side in (AXIS, SOVIET):
        if all(group.bit_count() <= number for group, number in numbers_to_select(facts, state, side)):
            _keep(state, side, state.choices_axis if side == AXIS else state.choices_soviet)
        elif selectable(facts, state, side):
            play.ask("select", side_seat(facts, state, side))


@implements(
    "AVA 18.1a", "AVA 18.1b", "AVA 18.2a", "AVA 18.2b", "AVA 18.2c", "AVA 18.3a", "AVA 18.3b", "AVA 15.2", "AVA 4.0.6"
)
def available(facts: Facts, state: VaState, side: int) -> int:
    """The chits of a side that its turn and the Soviet player's choices have made available."""
    found = facts.chits_by_turn[side][state.turn]
    return found ^ (found & facts.choice_chits & ~state.raised)


@implements("AVA 6.2d")
def required(facts: Facts, state: VaState, side: int) -> int:
    """The Reinforcements chit must be selected once it is there."""
    return available(facts, state, side) & facts.reinforcement_chits


def numbers_to_select(facts: Facts, state: VaState, side: int) -> list[tuple[int, int]]:
    """Groups of chits with the number to be selected of each: Soviets; Germans and Rumanians."""
    turn = state.turn
    if side == SOVIET:
        return [(state.choices_soviet, soviet_number(facts, turn))]
    romanian = state.choices_axis & facts.chits_of_nation[ROMANIAN]
    german, rumanian = axis_numbers(facts, turn)
    return [(state.choices_axis ^ romanian, german), (romanian, rumanian)]


@implements("AVA 6.2a")
def soviet_number(facts: Facts, turn: int) -> int:
    return facts.track.su[turn]


@implements("AVA 6.2b")
def axis_numbers(facts: Facts, turn: int) -> tuple[int, int]:
    return facts.track.ger[turn], facts.track.rum[turn]


def selectable(facts: Facts, state: VaState, side: int) -> int:
    """Chits that may still be selected; of equal ones the first, so that numbers reveal nothing."""
    selected = state.selected_axis if side == AXIS else state.selected_soviet
    found = 0
    for group, number in numbers_to_select(facts, state, side):
        if (group & selected).bit_count() < number:
            found |= group & ~selected
    for equal in facts.twin_chits:
        twins = found & equal
        found ^= twins & (twins - 1)
    return found


def _keep(state: VaState, side: int, chits: int) -> None:
    if side == AXIS:
        state.selected_axis = chits
    else:
        state.selected_soviet = chits


def ask_select(play: VaPlay, _decision: Decision) -> str:
    return f"Select the chits that go into the cup of turn {play.state.turn}."


def select_options(play: VaPlay, decision: Decision) -> Options:
    side = side_of_seat(play.facts, play.state, decision.seat)
    return Options((), ((play.facts.vocabulary.table("select"), selectable(play.facts, play.state, side)),))


def answer_select(play: VaPlay, decision: Decision, action: Action) -> None:
    assert isinstance(action.arg, int)
    state, facts = play.state, play.facts
    side = side_of_seat(facts, state, decision.seat)
    selected = state.selected_axis if side == AXIS else state.selected_soviet
    _keep(state, side, selected | 1 << action.arg)
    play.note("select", side, action.arg, to=(decision.seat,))
    if selectable(facts, state, side):
        play.ask("select", decision.seat)


SELECT = Kind(
    "select",
    "6.1",
    verbs=(Verb("select", (CHIT,), "put a chit into the cup"),),
    prompt=ask_select,
    options=select_options,
    answer=answer_select,
    secrecy="secret",
)


# ---- holding (6.3, 18.1) ----------------------------------------------------------------------------


@implements("AVA 18.1g")
def offer_hold(play: VaPlay, _local: None) -> None:
    """From the turn after Zhukov's Command the Soviet Reinforcements chit may be held."""
    state, facts = play.state, play.facts
    if state.zhukov and state.turn > state.zhukov and state.selected_soviet & facts.reinforcement_chits:
        play.ask("hold", side_seat(facts, state, SOVIET))


def hold_options(play: VaPlay, _decision: Decision) -> Options:
    facts, state = play.facts, play.state
    mine = state.selected_soviet & facts.reinforcement_chits
    return Options((facts.single["pass"],), ((facts.vocabulary.table("hold"), mine),))


def answer_hold(play: VaPlay, _decision: Decision, action: Action) -> None:
    if action.verb == "hold":
        assert isinstance(action.arg, int)
        play.state.selected_soviet &= ~(1 << action.arg)
        play.state.hand |= 1 << action.arg
        play.note("hold", action.arg)


HOLD = Kind(
    "hold",
    "18.1",
    verbs=(
        Verb("hold", (CHIT,), "keep a chit in hand instead of putting it into the cup", label="Keep in hand"),
        "pass",
    ),
    prompt="Zhukov's Command: hold the Reinforcements chit in hand?",
    options=hold_options,
    answer=answer_hold,
)


# ---- the cup ----------------------------------------------------------------------------------------


def fill_cup(play: VaPlay, _local: None) -> None:
    """The selected chits and Supply Check go into the cup; interrupts are held in hand."""
    state, facts = play.state, play.facts
    if facts.teams:
        teams.fill_master_cup(play)
        return
    chosen = selection(state)
    held = chosen & held_chits(facts)
    state.hand |= held
    state.open_cup = common_chits(facts) | chosen & facts.reinforcement_chits
    state.cup = state.open_cup | chosen & ~held
    state.selected_axis = state.selected_soviet = 0
    play.note("cup", state.cup.bit_count(), state.hand.bit_count())


@implements("AVA 6.1b")
def selection(state: VaState) -> int:
    """Only what was selected."""
    return state.selected_axis | state.selected_soviet


@implements("AVA 6.3")
def held_chits(facts: Facts) -> int:
    """Manstein and Guderian, if selected, stay in hand."""
    return facts.interrupt_chits


@implements("AVA 6.2c")
def common_chits(facts: Facts) -> int:
    return facts.supply_chit
