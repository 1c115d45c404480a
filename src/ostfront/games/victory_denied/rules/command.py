"""Command (7): selecting chits, drawing them, activating HQs and panzer corps."""

from __future__ import annotations

from ostfront.core.map.hexes import bits, mask
from ostfront.core.play.actions import Action, Options
from ostfront.core.play.clauses import carries_out
from ostfront.core.play.state import Decision
from ostfront.games.victory_denied.facts import Facts
from ostfront.games.victory_denied.facts.roster import COMBAT, GERMAN, HQS, SOVIET
from ostfront.games.victory_denied.rules.ground import zoc
from ostfront.games.victory_denied.rules.track import german_chits
from ostfront.games.victory_denied.state import Activation, Leads, VdPlay, VdState

# ---- selection (7.1) --------------------------------------------------------------------------------


def _there_from_the_start(facts: Facts, state: VdState, hq: int) -> bool:
    """Without 11.1.4 an HQ that came as a reinforcement would have no chit to select."""
    return facts.roster.enters[hq] == "start" and bool(state.on_map >> hq & 1)


@carries_out("AVD 7.1.1a", "AVD 3.6a", otherwise=True)
@carries_out("AVD 11.1.4", otherwise=_there_from_the_start)
def hq_available(facts: Facts, state: VdState, hq: int) -> bool:
    return bool(state.on_map >> hq & 1)


@carries_out("AVD 7.1.1b", otherwise=True)
def group_available(facts: Facts, state: VdState, group: str) -> bool:
    return bool(state.on_map & facts.roster.panzers[group])


@carries_out("AVD 7.1.1c", otherwise=True)
def army_available(facts: Facts, state: VdState) -> bool:
    return bool(state.occupied[HQS[GERMAN]] & facts.valid)


def available(facts: Facts, state: VdState, side: int) -> int:
    """The chits a side could select now (7.1.1)."""
    found = 0
    for i, chit in enumerate(facts.chits):
        if chit.side != side or chit.available == "mandatory":
            continue
        if chit.kind == "9A":
            free = army_available(facts, state)
        elif chit.group:
            free = group_available(facts, state, chit.group)
        else:
            free = hq_available(facts, state, chit.hq)
        if free:
            found |= 1 << i
    return found


def choose_chits(play: VdPlay, _local: None) -> None:
    """4.1.1: both sides select in secret; a side with no choice to make is not asked."""
    state, facts = play.state, play.facts
    state.cup = state.open_cup = 0
    state.played = ()
    state.guderian = False
    state.activation = 0
    state.selected_german = state.selected_soviet = 0
    state.choices_german = available(facts, state, GERMAN)
    state.choices_soviet = available(facts, state, SOVIET)
    set_aside(play)
    ask_for_chits(play)


@carries_out("AVD 4.1.1")
def ask_for_chits(play: VdPlay) -> None:
    state, facts = play.state, play.facts
    for side in (GERMAN, SOVIET):
        wanted, choices, _ = selection(facts, state, side)
        if choices.bit_count() <= wanted:
            _keep_selected(state, side, choices)
        elif wanted:
            play.ask("select", side)


@carries_out("AVD 3.7a")
def set_aside(play: VdPlay) -> None:
    """Turn 1: one 3rd Panzer Group chit is kept for the opening."""
    if play.state.turn == 1:
        play.state.choices_german &= ~(1 << play.facts.chit_index["3PzG-1"])


def selection(facts: Facts, state: VdState, side: int) -> tuple[int, int, int]:
    """How many chits a side selects this turn, from which, and which it has."""
    wanted = chits_wanted(facts, state, side)
    if side == GERMAN:
        return wanted, state.choices_german, state.selected_german
    return wanted, state.choices_soviet, state.selected_soviet


@carries_out("AVD 3.6b", "AVD 3.7b", "AVD 7.1.2a", otherwise=1)
def chits_wanted(facts: Facts, state: VdState, side: int) -> int:
    """As many as the turn track says."""
    return german_chits(facts, state) if side == GERMAN else facts.track[state.turn].soviet_chits


def _keep_selected(state: VdState, side: int, chits: int) -> None:
    if side == GERMAN:
        state.selected_german = chits
    else:
        state.selected_soviet = chits


def select_options(play: VdPlay, decision: Decision) -> Options:
    """Of several equal chits the first is named, so that numbers tell nothing."""
    facts = play.facts
    _, choices, selected = selection(facts, play.state, decision.seat)
    offered = 0
    kinds: set[str] = set()
    for i in bits(choices & ~selected):
        chit = facts.chits[i]
        if chit.kind not in ("9A", "3PzG") or chit.kind not in kinds:
            offered |= 1 << i
            kinds.add(chit.kind)
    return Options((), ((facts.vocabulary.table("select"), offered),))


def select(play: VdPlay, decision: Decision, action: Action) -> None:
    assert isinstance(action.arg, int)
    state, side = play.state, decision.seat
    wanted, _, selected = selection(play.facts, state, side)
    selected |= 1 << action.arg
    _keep_selected(state, side, selected)
    play.note("select", side, action.arg, to=(side,))
    if selected.bit_count() < wanted:
        play.ask("select", side)


def fill_cup(play: VdPlay, _local: None) -> None:
    """7.1.2: the selected and the mandatory chits go into the cup, Guderian into its box."""
    state, facts = play.state, play.facts
    lay_out_guderian(play)
    state.open_cup = mandatory_chits(facts, state)
    state.cup = state.open_cup | state.selected_german | state.selected_soviet
    state.selected_german = state.selected_soviet = 0
    play.note("cup", state.cup.bit_count(), state.guderian)


@carries_out("AVD 7.1.2c")
def lay_out_guderian(play: VdPlay) -> None:
    """Selected, Guderian lies in its own box and not in the cup."""
    state, guderian = play.state, 1 << play.facts.guderian_chit
    state.guderian = bool(state.selected_german & guderian)
    state.selected_german &= ~guderian


@carries_out("AVD 3.5", "AVD 7.1.2b", "AVD 13.1", otherwise=0)
def mandatory_chits(facts: Facts, state: VdState) -> int:
    return facts.mandatory & ~silent_guns(facts, state)


@carries_out("AVD 4.1.2f", otherwise=0)
def silent_guns(facts: Facts, state: VdState) -> int:
    """The ART chit, on turn 1."""
    return 1 << facts.chit_index["ART"] if state.turn == 1 else 0


# ---- drawing (7.2) ----------------------------------------------------------------------------------


@carries_out("AVD 4.1.2a")
def draw_chit(play: VdPlay, _local: None) -> None:
    """4.1.2 (1): draw until the cup is empty; equal chits are drawn under one name."""
    state, facts = play.state, play.facts
    if not state.cup:
        return
    play.goto("draw a chit")
    chit = play.draw(_names_drawn(facts, state), "chit", f"turn {state.turn} / cup")
    state.cup &= ~(1 << chit)
    state.open_cup &= ~(1 << chit)
    state.activation += 1
    play.note("draw", chit)
    play.begin("chit", Activation(chit, facts.chits[chit].side))


def _names_drawn(facts: Facts, state: VdState) -> list[int]:
    """The chits of the cup, equal ones by one name: the last of them that lies open in the cup, else the first."""
    cup = state.cup
    equals = []
    for kind in facts.equal_chits:
        equal = kind & cup
        if equal:
            cup ^= equal
            known = equal & state.open_cup or equal & -equal
            equals += [known.bit_length() - 1] * equal.bit_count()
    return sorted(bits(cup) + equals)


def offer_guderian(play: VdPlay, _local: Activation) -> None:
    """7.2.2: any chit that is drawn can be trumped."""
    if play.state.guderian:
        play.ask("guderian", GERMAN)


def guderian_options(play: VdPlay, _decision: Decision) -> Options:
    words = play.facts.words
    return Options((words["pass"], words["trump"]))


def guderian_facts(play: VdPlay, _decision: Decision) -> list[str]:
    """What a standing order may wait for: the chit, or whose it is."""
    chit = play.facts.chits[play.state.top.local.chit]
    return [chit.id, chit.kind, ("german", "soviet", "both")[chit.side]]


def answer_guderian(play: VdPlay, _decision: Decision, action: Action) -> None:
    if action.verb == "trump":
        trump(play)


@carries_out("AVD 7.2.2d")
def trump(play: VdPlay) -> None:
    state = play.state
    chit = state.top.local.chit
    state.cup |= 1 << chit
    state.open_cup |= 1 << chit
    play.note("trump", chit)
    play.leave()
    play_guderian(play)


def play_guderian(play: VdPlay) -> None:
    state, facts = play.state, play.facts
    state.guderian = False
    state.played += (facts.guderian_chit,)
    activate_group(play, facts.guderian_chit, "2PzG")


@carries_out("AVD 7.2.2e")
def guderian_last(play: VdPlay, _local: None) -> None:
    """7.2.2: held to the end, Guderian is played before the end of turn phase."""
    if play.state.guderian:
        play.state.activation += 1
        play.note("guderian last")
        play_guderian(play)


SPECIAL = {"air": "air power", "art": "artillery", "supply": "supply", "reinforcement": "reinforcements"}


@carries_out("AVD 7.2.1")
def play_chit(play: VdPlay, local: Activation) -> None:
    """7.2.1: the chit is played."""
    state, facts = play.state, play.facts
    chit = facts.chits[local.chit]
    state.played += (local.chit,)
    if chit.kind in SPECIAL:
        play.begin(SPECIAL[chit.kind])
    elif chit.kind in ("2PzG", "3PzG"):
        activate_group(play, local.chit, chit.group)
    elif chit.kind == "9A":
        if state.occupied[HQS[GERMAN]] & facts.valid:
            play.ask("headquarters", GERMAN)
        else:
            play.note("no effect", local.chit)
    elif state.on_map >> chit.hq & 1:
        activate_hq(play, local.chit, chit.hq)
    else:
        play.note("no effect", local.chit)


# ---- HQs (7.2.2, 7.3) -------------------------------------------------------------------------------


def headquarters_options(play: VdPlay, _decision: Decision) -> Options:
    state, facts = play.state, play.facts
    there = state.on_map & facts.roster.hqs & facts.roster.of_side[GERMAN]
    return Options((), ((facts.vocabulary.table("activate"), there),))


def answer_headquarters(play: VdPlay, _decision: Decision, action: Action) -> None:
    assert isinstance(action.arg, int)
    activate_hq(play, play.state.top.local.chit, action.arg)


def activate_hq(play: VdPlay, chit: int, hq: int) -> None:
    state, facts = play.state, play.facts
    side = facts.roster.side[hq]
    hqs = awakened_hqs(facts, state, hq)
    state.active = mask(hqs) | commanded(facts, state, side, hqs)
    state.timoshenko = timoshenko_shift(play, chit)
    play.note("activate", hq, state.active.bit_count())
    play.begin("activation", Activation(chit, side))


@carries_out("AVD 7.5.1", otherwise=False)
def timoshenko_shift(play: VdPlay, chit: int) -> bool:
    return play.facts.chits[chit].kind == "timoshenko"


@carries_out("AVD 7.2.2a", otherwise=lambda _facts, _state, hq: [hq])
def awakened_hqs(facts: Facts, state: VdState, hq: int) -> list[int]:
    """The HQ and the friendly HQs in its range, one level (7.2.2)."""
    roster = facts.roster
    reach, place = in_range(facts, state, hq), state.place
    friends = state.on_map & roster.hqs & roster.of_side[roster.side[hq]]
    return [friend for friend in bits(friends) if reach >> place[friend] & 1]


def _short_of_range(facts: Facts, state: VdState, hq: int) -> int:
    """Without 7.3.4: as if the HQ's own hex were counted."""
    return facts.grid.disk(state.place[hq], facts.roster.range[hq] - 1)


def _range_outside_zoc(facts: Facts, state: VdState, hq: int) -> int:
    """Without 7.3.6: as if commands did not reach into enemy zones of control."""
    reach = facts.grid.disk(state.place[hq], facts.roster.range[hq])
    return reach & ~zoc(facts, state, 1 - facts.roster.side[hq])


@carries_out("AVD 7.3.4", otherwise=_short_of_range)
@carries_out("AVD 7.3.6", otherwise=_range_outside_zoc)
def in_range(facts: Facts, state: VdState, hq: int) -> int:
    """The hexes an HQ commands: counted in hexes, over enemies, rivers and zones of control."""
    return facts.grid.disk(state.place[hq], facts.roster.range[hq])


@carries_out("AVD 7.3.2a", "AVD 7.3.5", otherwise=0)
def commanded(facts: Facts, state: VdState, side: int, hqs: list[int]) -> int:
    """The combat units within range of these HQs, as they stand now, that they can activate."""
    roster = facts.roster
    reach = 0
    for hq in hqs:
        reach |= in_range(facts, state, hq)
    found = state.standing(reach & state.occupied[COMBAT[side]])
    return found & roster.combat_units[side] & ~beyond_hqs(facts, side)


@carries_out("AVD 7.0", "AVD 7.3.3", otherwise=0)
def beyond_hqs(facts: Facts, side: int) -> int:
    """German motorized units of the Panzer Groups do not listen to HQs."""
    return facts.roster.panzers["2PzG"] | facts.roster.panzers["3PzG"] if side == GERMAN else 0


# ---- panzer corps (7.4) -----------------------------------------------------------------------------


@carries_out("AVD 7.2.2c", "AVD 7.4.1")
def activate_group(play: VdPlay, chit: int, group: str) -> None:
    """Its motorized units, corps by corps, without an HQ."""
    play.state.active = 0
    play.state.timoshenko = False
    play.begin("activation", Activation(chit, GERMAN))
    play.begin("panzer corps", Leads(chit, play.facts.roster.corps_of_group[group]))


def next_corps(play: VdPlay, local: Leads) -> None:
    """7.4.2: give each corps its chain; ask only where the choice matters."""
    state, facts = play.state, play.facts
    corps = local.corps
    while corps:
        there = facts.roster.corps_units[corps[0]] & state.on_map
        if there:
            units = bits(there)
            chain = chain_from(facts, state, units[0], units)
            if chain != there:
                play.local(Leads(local.chit, corps))
                play.ask("lead", GERMAN)
                return
            state.active |= chain
        corps = corps[1:]
    play.leave()


@carries_out("AVD 7.4.2b", otherwise=lambda _facts, _state, lead, _units: 1 << lead)
def chain_from(facts: Facts, state: VdState, lead: int, units: list[int]) -> int:
    """All units of a corps that hang together with this one by steps of three hexes."""
    step: int = facts.charts["command"]["panzer_chain"]
    found = 1 << lead
    todo = [lead]
    while todo:
        near = facts.grid.disk(state.place[todo.pop()], step)
        for unit in units:
            if not found >> unit & 1 and near >> state.place[unit] & 1:
                found |= 1 << unit
                todo.append(unit)
    return found


def lead_options(play: VdPlay, _decision: Decision) -> Options:
    state, facts = play.state, play.facts
    corps = facts.roster.corps_units[state.top.local.corps[0]]
    return Options((), ((facts.vocabulary.table("lead"), corps & state.on_map),))


def answer_lead(play: VdPlay, _decision: Decision, action: Action) -> None:
    assert isinstance(action.arg, int)
    state, facts = play.state, play.facts
    local: Leads = state.top.local
    units = bits(facts.roster.corps_units[local.corps[0]] & state.on_map)
    state.active |= chain_from(facts, state, action.arg, units)
    play.note("lead", action.arg)
    play.again("each corps", Leads(local.chit, local.corps[1:]))
