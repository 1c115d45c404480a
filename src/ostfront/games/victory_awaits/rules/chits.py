"""Command chits (6, 7): selecting, drawing, interrupting."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ostfront.core.map.hexes import bits
from ostfront.core.play.actions import Action, Options
from ostfront.core.play.clauses import carries_out
from ostfront.core.play.state import Decision
from ostfront.games.victory_awaits.facts.roster import AXIS, ROMANIAN, SOVIET
from ostfront.games.victory_awaits.facts.seats import chit_seat, side_seat
from ostfront.games.victory_awaits.rules import controller, teams
from ostfront.games.victory_awaits.rules.play import VaPlay
from ostfront.games.victory_awaits.state import Command, Raising

if TYPE_CHECKING:
    from ostfront.games.victory_awaits.facts import VictoryAwaits
    from ostfront.games.victory_awaits.state import VaState


# ---- new armies (15.2) ------------------------------------------------------------------------------


def begin_selection(play: VaPlay, _local: None) -> None:
    """A new turn: all chits are back, and from turn 4 the Soviet player adds army chits."""
    state, rules = play.state, play.rules
    state.cup = state.open_cup = state.hand = 0
    state.played = ()
    state.queue = state.masters = ()
    state.revealed = 0
    state.activation = 0
    state.panzer_hqs = 0
    state.rails_used = ()
    if state.turn >= rules.charts["track"]["choice_from"]:
        play.begin("raising", Raising("".join(rules.track.choice)))


def next_army(play: VaPlay, local: Raising) -> None:
    armies = raisable(play.rules, play.state, local)
    if armies:
        play.ask("raise", side_seat(play.rules, play.state, SOVIET), prepared=armies)
    else:
        play.leave()


@carries_out("AVA 15.2", "AVA 18.1b", "AVA 18.2c", "AVA 18.3c", otherwise=0)
def raisable(rules: VictoryAwaits, state: VaState, local: Raising) -> int:
    """Army chits of these maps that are not available yet."""
    found = 0
    for letter in local.maps:
        found |= rules.chits_of_map[letter]
    return found & rules.choice_chits & ~state.raised


def raise_options(play: VaPlay, _decision: Decision) -> Options:
    armies = play.prepared or raisable(play.rules, play.state, play.state.top.local)
    return Options((), ((play.rules.vocabulary.table("raise"), armies),))


def answer_raise(play: VaPlay, _decision: Decision, action: Action) -> None:
    assert isinstance(action.arg, int)
    local: Raising = play.state.top.local
    play.state.raised |= 1 << action.arg
    play.note("raise", action.arg)
    play.local(Raising(local.maps.replace(play.rules.chits[action.arg].map, "")))
    play.goto("next army")


# ---- selection (6) ----------------------------------------------------------------------------------


def choose_chits(play: VaPlay, _local: None) -> None:
    """6.1: both sides select in secret; a side with no choice to make is not asked."""
    state, rules = play.state, play.rules
    state.choices_axis = available(rules, state, AXIS)
    state.choices_soviet = available(rules, state, SOVIET)
    state.selected_axis = required(rules, state, AXIS)
    state.selected_soviet = required(rules, state, SOVIET)
    if rules.teams:
        state.selected_axis = state.selected_soviet = 0
        teams.divide(play)
    else:
        ask_for_chits(play)


@carries_out("AVA 5.0.1", "AVA 6.1a")
def ask_for_chits(play: VaPlay) -> None:
    state, rules = play.state, play.rules
    for side in (AXIS, SOVIET):
        if all(group.bit_count() <= number for group, number in _groups(rules, state, side)):
            _keep(state, side, state.choices_axis if side == AXIS else state.choices_soviet)
        elif selectable(rules, state, side):
            play.ask("select", side_seat(rules, state, side))


@carries_out("AVA 18.1a", "AVA 18.1b", "AVA 18.2a", "AVA 18.2b", "AVA 18.2c", "AVA 18.3a", "AVA 18.3b", otherwise=0)
@carries_out("AVA 15.2", "AVA 4.0.6", otherwise=0)
def available(rules: VictoryAwaits, state: VaState, side: int) -> int:
    """The chits of a side that its turn and the Soviet player's choices have made available."""
    found = rules.chits_by_turn[side][state.turn]
    return found ^ (found & rules.choice_chits & ~state.raised)


@carries_out("AVA 6.2d", otherwise=0)
def required(rules: VictoryAwaits, state: VaState, side: int) -> int:
    """The Reinforcements chit must be selected once it is there."""
    return available(rules, state, side) & rules.reinforcement_chits


def _groups(rules: VictoryAwaits, state: VaState, side: int) -> list[tuple[int, int]]:
    """Groups of chits with the number to be selected of each: Soviets; Germans and Rumanians."""
    turn = state.turn
    if side == SOVIET:
        return [(state.choices_soviet, soviet_number(rules, turn))]
    romanian = state.choices_axis & rules.chits_of_nation[ROMANIAN]
    german, rumanian = axis_numbers(rules, turn)
    return [(state.choices_axis ^ romanian, german), (romanian, rumanian)]


@carries_out("AVA 6.2a", otherwise=99)
def soviet_number(rules: VictoryAwaits, turn: int) -> int:
    return rules.track.su[turn]


@carries_out("AVA 6.2b", otherwise=(1, 1))
def axis_numbers(rules: VictoryAwaits, turn: int) -> tuple[int, int]:
    return rules.track.ger[turn], rules.track.rum[turn]


def selectable(rules: VictoryAwaits, state: VaState, side: int) -> int:
    """Chits that may still be selected; of equal ones the first, so that numbers tell nothing."""
    selected = state.selected_axis if side == AXIS else state.selected_soviet
    found = 0
    for group, number in _groups(rules, state, side):
        if (group & selected).bit_count() < number:
            found |= group & ~selected
    for equal in rules.twin_chits:
        twins = found & equal
        found ^= twins & (twins - 1)
    return found


def _keep(state: VaState, side: int, chits: int) -> None:
    if side == AXIS:
        state.selected_axis = chits
    else:
        state.selected_soviet = chits


def select_options(play: VaPlay, decision: Decision) -> Options:
    side = play.rules.side_of_seat(play.state, decision.seat)
    return Options((), ((play.rules.vocabulary.table("select"), selectable(play.rules, play.state, side)),))


def answer_select(play: VaPlay, decision: Decision, action: Action) -> None:
    assert isinstance(action.arg, int)
    state, rules = play.state, play.rules
    side = rules.side_of_seat(state, decision.seat)
    selected = state.selected_axis if side == AXIS else state.selected_soviet
    _keep(state, side, selected | 1 << action.arg)
    play.note("select", side, action.arg, to=(decision.seat,))
    if selectable(rules, state, side):
        play.ask("select", decision.seat)


# ---- holding (6.3, 18.1) ----------------------------------------------------------------------------


@carries_out("AVA 18.1g")
def offer_hold(play: VaPlay, _local: None) -> None:
    """From the turn after Zhukov's Command the Soviet Reinforcements chit may be held."""
    state, rules = play.state, play.rules
    if state.zhukov and state.turn > state.zhukov and state.selected_soviet & rules.reinforcement_chits:
        play.ask("hold", side_seat(rules, state, SOVIET))


def hold_options(play: VaPlay, _decision: Decision) -> Options:
    rules, state = play.rules, play.state
    mine = state.selected_soviet & rules.reinforcement_chits
    return Options((rules.words["pass"],), ((rules.vocabulary.table("hold"), mine),))


def answer_hold(play: VaPlay, _decision: Decision, action: Action) -> None:
    if action.verb == "hold":
        assert isinstance(action.arg, int)
        play.state.selected_soviet &= ~(1 << action.arg)
        play.state.hand |= 1 << action.arg
        play.note("hold", action.arg)


def fill_cup(play: VaPlay, _local: None) -> None:
    """The selected chits and Supply Check go into the cup, interrupts into the hand."""
    state, rules = play.state, play.rules
    if rules.teams:
        teams.fill_master_cup(play)
        return
    chosen = selection(state)
    held = chosen & held_chits(rules)
    state.hand |= held
    state.open_cup = common_chits(rules) | chosen & rules.reinforcement_chits
    state.cup = state.open_cup | chosen & ~held
    state.selected_axis = state.selected_soviet = 0
    play.note("cup", state.cup.bit_count(), state.hand)


@carries_out("AVA 6.1b", otherwise=lambda state: state.choices_axis | state.choices_soviet)
def selection(state: VaState) -> int:
    """What was selected, and nothing else."""
    return state.selected_axis | state.selected_soviet


@carries_out("AVA 6.3", otherwise=0)
def held_chits(rules: VictoryAwaits) -> int:
    """Manstein and Guderian, if selected, stay in hand."""
    return rules.interrupt_chits


@carries_out("AVA 6.2c", otherwise=0)
def common_chits(rules: VictoryAwaits) -> int:
    return rules.supply_chit


# ---- drawing (7.1) ----------------------------------------------------------------------------------


@carries_out("AVA 5.0.2", "AVA 7.1.1")
def draw_chit(play: VaPlay, _local: None) -> None:
    """Draw until the cup is empty; equal chits are drawn under one name."""
    state, rules = play.state, play.rules
    if not state.cup and not state.queue and not any(state.masters):
        return
    go_on_drawing(play)
    if rules.controlled:
        play.begin("controller")
        return
    if rules.teams:
        teams.draw_master(play)
        return
    chit = play.draw(names_in_cup(rules, state), "chit", f"turn {state.turn} / cup")
    take_out(state, chit)
    state.activation += 1
    play.note("draw", chit)
    play.begin("chit", owner_acts(rules, state, chit))


@carries_out("AVA 5.0.4b")
def go_on_drawing(play: VaPlay) -> None:
    """After this chit comes the next one."""
    play.goto("declare")


@carries_out("AVA 7.1.4")
def take_out(state: VaState, chit: int) -> None:
    """A drawn chit is not in the cup any more."""
    state.cup &= ~(1 << chit)
    state.open_cup &= ~(1 << chit)


@carries_out("AVA 7.1.2", otherwise=lambda rules, state, chit: Command(chit, AXIS, side_seat(rules, state, AXIS)))
def owner_acts(rules: VictoryAwaits, state: VaState, chit: int) -> Command:
    """The owner of the chit carries it out; Supply Check has none."""
    side = rules.chits[chit].side
    return Command(chit, side, chit_seat(rules, state, chit) if side >= 0 else -1)


def names_in_cup(rules: VictoryAwaits, state: VaState) -> list[int]:
    """Every chit of the cup under the name it is drawn by, in order."""
    names = bits(state.cup)
    for equal in rules.twin_chits:
        if (state.cup & equal).bit_count() > 1:
            return sorted([_name_drawn(rules, state, i) for i in names])
    return names


def _name_drawn(rules: VictoryAwaits, state: VaState, chit: int) -> int:
    """The chit this one is drawn as: of equal ones the last that lies open in the cup, else the first."""
    equal = rules.equal_chits[chit] & state.cup
    known = equal & state.open_cup
    return known.bit_length() - 1 if known else (equal & -equal).bit_length() - 1


# ---- Zhukov's Command (18.1) ------------------------------------------------------------------------


@carries_out("AVA 18.1f")
def offer_declaration(play: VaPlay, _local: None) -> None:
    """Once the enemy has stood before Leningrad the Soviet player may call Zhukov."""
    state = play.state
    if state.at_the_gates and not state.zhukov and state.cup:
        play.ask("declare", side_seat(play.rules, state, SOVIET))


def declare_options(play: VaPlay, _decision: Decision) -> Options:
    return Options((play.rules.words["pass"], play.rules.words["declare"]))


def answer_declare(play: VaPlay, _decision: Decision, action: Action) -> None:
    if action.verb == "declare":
        play.state.zhukov = play.state.turn
        play.note("zhukov")


# ---- interrupts (7.3, 18.1) -------------------------------------------------------------------------


@carries_out("AVA 7.3a")
def offer_interrupt(play: VaPlay, _local: Command) -> None:
    """Any chit that is drawn can be sent back for Manstein or Guderian."""
    if play.state.hand & play.rules.interrupt_chits:
        play.ask("interrupt", side_seat(play.rules, play.state, AXIS))


@carries_out("AVA 18.1g")
def offer_zhukov(play: VaPlay, _local: Command) -> None:
    """... or for the Soviet Reinforcements held under Zhukov's Command."""
    if play.state.hand & play.rules.reinforcement_chits:
        play.ask("zhukov", side_seat(play.rules, play.state, SOVIET))


def interrupt_options(play: VaPlay, decision: Decision) -> Options:
    rules = play.rules
    mine = rules.interrupt_chits if decision.kind == "interrupt" else rules.reinforcement_chits
    return Options((rules.words["pass"],), ((rules.vocabulary.table("trump"), play.state.hand & mine),))


def interrupt_facts(play: VaPlay, _decision: Decision) -> list[str]:
    """What a standing order may wait for: the chit, or whose it is."""
    chit = play.rules.chits[play.state.top.local.chit]
    return [chit.id, chit.kind, ("axis", "soviet", "both")[chit.side]]


def answer_interrupt(play: VaPlay, _decision: Decision, action: Action) -> None:
    if action.verb == "trump":
        assert isinstance(action.arg, int)
        state, local = play.state, play.state.top.local
        if play.rules.controlled:
            controller.cancel(play, local.chit, action.arg)
            return
        if play.rules.teams:
            teams.send_back(play, local.chit, local.seat)
        else:
            state.cup |= 1 << local.chit
            state.open_cup |= 1 << local.chit
        play.note("trump", local.chit, action.arg)
        play.leave()
        play_held(play, action.arg)


def play_held(play: VaPlay, chit: int) -> None:
    """A chit from the hand is carried out; nothing can send it back."""
    state, rules = play.state, play.rules
    state.hand &= ~(1 << chit)
    play.begin(without_windows(), Command(chit, rules.chits[chit].side, chit_seat(rules, state, chit)))


@carries_out("AVA 18.1h", otherwise="chit")
def without_windows() -> str:
    """The procedure of a held chit: nobody is asked to cancel it."""
    return "held chit"


@carries_out("AVA 7.3c")
def play_the_rest(play: VaPlay, _local: None) -> None:
    """With the cup empty, what is still in hand is played before the End Phase: the Axis first."""
    state, rules = play.state, play.rules
    left = state.hand & rules.interrupt_chits or state.hand
    if not left:
        return
    play.goto("play the rest")
    if left.bit_count() > 1:
        play.ask("last", side_seat(rules, state, AXIS))
    else:
        _play_last(play, left.bit_length() - 1)


def last_options(play: VaPlay, _decision: Decision) -> Options:
    rules = play.rules
    return Options((), ((rules.vocabulary.table("trump"), play.state.hand & rules.interrupt_chits),))


def answer_last(play: VaPlay, _decision: Decision, action: Action) -> None:
    assert isinstance(action.arg, int)
    _play_last(play, action.arg)


def _play_last(play: VaPlay, chit: int) -> None:
    play.state.activation += 1
    play.note("last", chit)
    play_held(play, chit)
