"""Command chits (6, 7): selecting, drawing, interrupting."""

from __future__ import annotations

from ostfront.core.map.hexes import bits
from ostfront.core.play.actions import Action, Options
from ostfront.core.play.clauses import carries_out
from ostfront.core.play.state import Decision
from ostfront.games.victory_awaits.facts import Facts
from ostfront.games.victory_awaits.facts.roster import AXIS, ROMANIAN, SOVIET
from ostfront.games.victory_awaits.rules import controller, teams
from ostfront.games.victory_awaits.rules.seats import chit_seat, side_of_seat, side_seat
from ostfront.games.victory_awaits.state import Command, Raising, VaPlay, VaState

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


@carries_out("AVA 15.2", "AVA 18.1b", "AVA 18.2c", "AVA 18.3c", otherwise=0)
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


@carries_out("AVA 5.0.1", "AVA 6.1a")
def ask_for_chits(play: VaPlay) -> None:
    state, facts = play.state, play.facts
    for side in (AXIS, SOVIET):
        if all(group.bit_count() <= number for group, number in _groups(facts, state, side)):
            _keep(state, side, state.choices_axis if side == AXIS else state.choices_soviet)
        elif selectable(facts, state, side):
            play.ask("select", side_seat(facts, state, side))


@carries_out("AVA 18.1a", "AVA 18.1b", "AVA 18.2a", "AVA 18.2b", "AVA 18.2c", "AVA 18.3a", "AVA 18.3b", otherwise=0)
@carries_out("AVA 15.2", "AVA 4.0.6", otherwise=0)
def available(facts: Facts, state: VaState, side: int) -> int:
    """The chits of a side that its turn and the Soviet player's choices have made available."""
    found = facts.chits_by_turn[side][state.turn]
    return found ^ (found & facts.choice_chits & ~state.raised)


@carries_out("AVA 6.2d", otherwise=0)
def required(facts: Facts, state: VaState, side: int) -> int:
    """The Reinforcements chit must be selected once it is there."""
    return available(facts, state, side) & facts.reinforcement_chits


def _groups(facts: Facts, state: VaState, side: int) -> list[tuple[int, int]]:
    """Groups of chits with the number to be selected of each: Soviets; Germans and Rumanians."""
    turn = state.turn
    if side == SOVIET:
        return [(state.choices_soviet, soviet_number(facts, turn))]
    romanian = state.choices_axis & facts.chits_of_nation[ROMANIAN]
    german, rumanian = axis_numbers(facts, turn)
    return [(state.choices_axis ^ romanian, german), (romanian, rumanian)]


@carries_out("AVA 6.2a", otherwise=99)
def soviet_number(facts: Facts, turn: int) -> int:
    return facts.track.su[turn]


@carries_out("AVA 6.2b", otherwise=(1, 1))
def axis_numbers(facts: Facts, turn: int) -> tuple[int, int]:
    return facts.track.ger[turn], facts.track.rum[turn]


def selectable(facts: Facts, state: VaState, side: int) -> int:
    """Chits that may still be selected; of equal ones the first, so that numbers tell nothing."""
    selected = state.selected_axis if side == AXIS else state.selected_soviet
    found = 0
    for group, number in _groups(facts, state, side):
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


# ---- holding (6.3, 18.1) ----------------------------------------------------------------------------


@carries_out("AVA 18.1g")
def offer_hold(play: VaPlay, _local: None) -> None:
    """From the turn after Zhukov's Command the Soviet Reinforcements chit may be held."""
    state, facts = play.state, play.facts
    if state.zhukov and state.turn > state.zhukov and state.selected_soviet & facts.reinforcement_chits:
        play.ask("hold", side_seat(facts, state, SOVIET))


def hold_options(play: VaPlay, _decision: Decision) -> Options:
    facts, state = play.facts, play.state
    mine = state.selected_soviet & facts.reinforcement_chits
    return Options((facts.words["pass"],), ((facts.vocabulary.table("hold"), mine),))


def answer_hold(play: VaPlay, _decision: Decision, action: Action) -> None:
    if action.verb == "hold":
        assert isinstance(action.arg, int)
        play.state.selected_soviet &= ~(1 << action.arg)
        play.state.hand |= 1 << action.arg
        play.note("hold", action.arg)


def fill_cup(play: VaPlay, _local: None) -> None:
    """The selected chits and Supply Check go into the cup, interrupts into the hand."""
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
    play.note("cup", state.cup.bit_count(), state.hand)


@carries_out("AVA 6.1b", otherwise=lambda state: state.choices_axis | state.choices_soviet)
def selection(state: VaState) -> int:
    """What was selected, and nothing else."""
    return state.selected_axis | state.selected_soviet


@carries_out("AVA 6.3", otherwise=0)
def held_chits(facts: Facts) -> int:
    """Manstein and Guderian, if selected, stay in hand."""
    return facts.interrupt_chits


@carries_out("AVA 6.2c", otherwise=0)
def common_chits(facts: Facts) -> int:
    return facts.supply_chit


# ---- drawing (7.1) ----------------------------------------------------------------------------------


@carries_out("AVA 5.0.2", "AVA 7.1.1")
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


@carries_out("AVA 5.0.4b")
def go_on_drawing(play: VaPlay) -> None:
    """After this chit comes the next one."""
    play.goto("declare")


@carries_out("AVA 7.1.4")
def take_out(state: VaState, chit: int) -> None:
    """A drawn chit is not in the cup any more."""
    state.cup &= ~(1 << chit)
    state.open_cup &= ~(1 << chit)


@carries_out("AVA 7.1.2", otherwise=lambda facts, state, chit: Command(chit, AXIS, side_seat(facts, state, AXIS)))
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
    """The chit this one is drawn as: of equal ones the last that lies open in the cup, else the first."""
    equal = facts.equal_chits[chit] & state.cup
    known = equal & state.open_cup
    return known.bit_length() - 1 if known else (equal & -equal).bit_length() - 1


# ---- Zhukov's Command (18.1) ------------------------------------------------------------------------


@carries_out("AVA 18.1f")
def offer_declaration(play: VaPlay, _local: None) -> None:
    """Once the enemy has stood before Leningrad the Soviet player may call Zhukov."""
    state = play.state
    if state.at_the_gates and not state.zhukov and state.cup:
        play.ask("declare", side_seat(play.facts, state, SOVIET))


def declare_options(play: VaPlay, _decision: Decision) -> Options:
    return Options((play.facts.words["pass"], play.facts.words["declare"]))


def answer_declare(play: VaPlay, _decision: Decision, action: Action) -> None:
    if action.verb == "declare":
        play.state.zhukov = play.state.turn
        play.note("zhukov")


# ---- interrupts (7.3, 18.1) -------------------------------------------------------------------------


@carries_out("AVA 7.3a")
def offer_interrupt(play: VaPlay, _local: Command) -> None:
    """Any chit that is drawn can be sent back for Manstein or Guderian."""
    if play.state.hand & play.facts.interrupt_chits:
        play.ask("interrupt", side_seat(play.facts, play.state, AXIS))


@carries_out("AVA 18.1g")
def offer_zhukov(play: VaPlay, _local: Command) -> None:
    """... or for the Soviet Reinforcements held under Zhukov's Command."""
    if play.state.hand & play.facts.reinforcement_chits:
        play.ask("zhukov", side_seat(play.facts, play.state, SOVIET))


def interrupt_options(play: VaPlay, decision: Decision) -> Options:
    facts = play.facts
    mine = facts.interrupt_chits if decision.kind == "interrupt" else facts.reinforcement_chits
    return Options((facts.words["pass"],), ((facts.vocabulary.table("trump"), play.state.hand & mine),))


def interrupt_facts(play: VaPlay, _decision: Decision) -> list[str]:
    """What a standing order may wait for: the chit, or whose it is."""
    chit = play.facts.chits[play.state.top.local.chit]
    return [chit.id, chit.kind, ("axis", "soviet", "both")[chit.side]]


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


def play_held(play: VaPlay, chit: int) -> None:
    """A chit from the hand is carried out; nothing can send it back."""
    state, facts = play.state, play.facts
    state.hand &= ~(1 << chit)
    play.begin(without_windows(), Command(chit, facts.chits[chit].side, chit_seat(facts, state, chit)))


@carries_out("AVA 18.1h", otherwise="chit")
def without_windows() -> str:
    """The procedure of a held chit: nobody is asked to cancel it."""
    return "held chit"


@carries_out("AVA 7.3c")
def play_the_rest(play: VaPlay, _local: None) -> None:
    """With the cup empty, what is still in hand is played before the End Phase: the Axis first."""
    state, facts = play.state, play.facts
    left = state.hand & facts.interrupt_chits or state.hand
    if not left:
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


def _play_last(play: VaPlay, chit: int) -> None:
    play.state.activation += 1
    play.note("last", chit)
    play_held(play, chit)
