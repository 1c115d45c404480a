"""Command chits (7.1, 7.2): selecting and drawing them."""

from __future__ import annotations

from ostfront.core.map.hexes import bits
from ostfront.core.play.actions import Action, Options, Verb
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Kind, Procedure, Step
from ostfront.core.play.state import Decision
from ostfront.games.victory_denied.facts import CHIT, Facts
from ostfront.games.victory_denied.facts.roster import GERMAN, HQS, SOVIET
from ostfront.games.victory_denied.rules.activation import activate_group, activate_hq
from ostfront.games.victory_denied.rules.track import german_chits
from ostfront.games.victory_denied.state import Activation, VdPlay, VdState

# ---- selection (7.1) --------------------------------------------------------------------------------


@implements("AVD 7.1.1a", "AVD 3.6a", "AVD 11.1.4")
def hq_available(facts: Facts, state: VdState, hq: int) -> bool:
    return bool(state.on_map >> hq & 1)


@implements("AVD 7.1.1b")
def group_available(facts: Facts, state: VdState, group: str) -> bool:
    return bool(state.on_map & facts.roster.panzers[group])


@implements("AVD 7.1.1c")
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


@implements("AVD 4.1.1")
def ask_for_chits(play: VdPlay) -> None:
    state, facts = play.state, play.facts
    for side in (GERMAN, SOVIET):
        wanted, choices, _ = selection(facts, state, side)
        if choices.bit_count() <= wanted:
            _keep_selected(state, side, choices)
        elif wanted:
            play.ask("select", side)


@implements("AVD 3.7a")
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


@implements("AVD 3.6b", "AVD 3.7b", "AVD 7.1.2a")
def chits_wanted(facts: Facts, state: VdState, side: int) -> int:
    """As many as the turn track says."""
    return german_chits(facts, state) if side == GERMAN else facts.track[state.turn].soviet_chits


def _keep_selected(state: VdState, side: int, chits: int) -> None:
    if side == GERMAN:
        state.selected_german = chits
    else:
        state.selected_soviet = chits


def ask_select(play: VdPlay, decision: Decision) -> str:
    wanted, _, selected = selection(play.facts, play.state, decision.seat)
    left = wanted - selected.bit_count()
    return f"Select {left} more chit{'s' if left > 1 else ''} for the cup of turn {play.state.turn}."


def select_options(play: VdPlay, decision: Decision) -> Options:
    """Of several equal chits the first is named, so that numbers reveal nothing."""
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


SELECT = Kind(
    "select",
    "7.1.2",
    verbs=(Verb("select", (CHIT,), "put a chit into the cup"),),
    prompt=ask_select,
    options=select_options,
    answer=select,
    secrecy="secret",
)


def fill_cup(play: VdPlay, _local: None) -> None:
    """7.1.2: the selected and the mandatory chits go into the cup, Guderian into its box."""
    state, facts = play.state, play.facts
    lay_out_guderian(play)
    state.open_cup = mandatory_chits(facts, state)
    state.cup = state.open_cup | state.selected_german | state.selected_soviet
    state.selected_german = state.selected_soviet = 0
    play.note("cup", state.cup.bit_count(), state.guderian)


@implements("AVD 7.1.2c")
def lay_out_guderian(play: VdPlay) -> None:
    """When selected, Guderian is in its own box and not in the cup."""
    state, guderian = play.state, 1 << play.facts.guderian_chit
    state.guderian = bool(state.selected_german & guderian)
    state.selected_german &= ~guderian


@implements("AVD 3.5", "AVD 7.1.2b", "AVD 13.1")
def mandatory_chits(facts: Facts, state: VdState) -> int:
    return facts.mandatory & ~silent_guns(facts, state)


@implements("AVD 4.1.2f")
def silent_guns(facts: Facts, state: VdState) -> int:
    """The ART chit, on turn 1."""
    return 1 << facts.chit_index["ART"] if state.turn == 1 else 0


# ---- drawing (7.2) ----------------------------------------------------------------------------------


@implements("AVD 4.1.2a")
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
    """Chits in the cup, equal ones by one name: the last of them that is public in the cup, otherwise the first."""
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


def ask_guderian(play: VdPlay, _decision: Decision) -> str:
    drawn = play.facts.chits[play.state.top.local.chit].id
    return f"Drawn from the cup: {play.facts.chit_names[drawn]}. Trump it with Guderian?"


def guderian_options(play: VdPlay, _decision: Decision) -> Options:
    words = play.facts.single
    return Options((words["pass"], words["trump"]))


def guderian_facts(play: VdPlay, _decision: Decision) -> list[str]:
    """What a standing order may wait for: the chit, or whose it is."""
    chit = play.facts.chits[play.state.top.local.chit]
    return [chit.id, chit.kind, ("german", "soviet", "both")[chit.side]]


def guderian_words(facts: Facts) -> list[str]:
    return ["german", "soviet", "both", *(word for chit in facts.chits for word in (chit.kind, chit.id))]


def answer_guderian(play: VdPlay, _decision: Decision, action: Action) -> None:
    if action.verb == "trump":
        trump(play)


GUDERIAN = Kind(
    "guderian",
    "7.2.2",
    verbs=(
        Verb("trump", (), "play Guderian over the drawn chit"),
        Verb("pass", (), "do nothing", ends="offer"),
    ),
    prompt=ask_guderian,
    options=guderian_options,
    answer=answer_guderian,
    window=True,
    conditions=guderian_facts,
    words=guderian_words,
)


@implements("AVD 7.2.2d")
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


@implements("AVD 7.2.2e")
def guderian_last(play: VdPlay, _local: None) -> None:
    """7.2.2: held to the end, Guderian is played before the end of turn phase."""
    if play.state.guderian:
        play.state.activation += 1
        play.note("guderian last")
        play_guderian(play)


SPECIAL = {"air": "air power", "art": "artillery", "supply": "supply", "reinforcement": "reinforcements"}


@implements("AVD 7.2.1")
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


PROCEDURES = (
    Procedure("chit", (
        Step("window for Guderian", offer_guderian, "7.2.2"),
        Step("play the chit", play_chit, "7.2.1"),
    ), Activation),
)  # fmt: skip
