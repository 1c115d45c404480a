"""Team play with Master chits (20): HQ cups of the players, a Master cup, dummies."""

from __future__ import annotations

from ostfront.core.map.hexes import bits, mask
from ostfront.core.play.actions import Action, Options, Verb
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Kind, Procedure, Step
from ostfront.core.play.state import Decision
from ostfront.games.victory_awaits.facts import Facts
from ostfront.games.victory_awaits.facts.nouns import SEAT
from ostfront.games.victory_awaits.facts.roster import AXIS, SOVIET
from ostfront.games.victory_awaits.state import Command, DrawnChit, Masters, VaPlay, VaState

# ---- dividing the chits (20.2) ----------------------------------------------------------------------


@implements("AVA 20.2a")
def divide(play: VaPlay) -> None:
    """Each team divides its HQ chits in secret; a team of one seat is not asked."""
    state, facts = play.state, play.facts
    state.hq_cups = (0,) * len(facts.seats)
    state.dummies = (0,) * len(facts.seats)
    for side in (AXIS, SOVIET):
        if in_hand(facts, state, side) >= 0:
            play.ask("assign", facts.lead_seat[side])


def unassigned(facts: Facts, state: VaState, side: int) -> int:
    choices = state.choices_axis if side == AXIS else state.choices_soviet
    given = 0
    for cup in state.hq_cups:
        given |= cup
    return choices & facts.hq_chits & ~given


def in_hand(facts: Facts, state: VaState, side: int) -> int:
    """The chit to be given next, -1 when all are."""
    left = unassigned(facts, state, side)
    return (left & -left).bit_length() - 1


def ask_assign(play: VaPlay, decision: Decision) -> str:
    chit = in_hand(play.facts, play.state, play.facts.seat_side[decision.seat])
    return f"Whose cup does the chit of {play.facts.chit_names[play.facts.chits[chit].id]} go into?"


def assign_options(play: VaPlay, decision: Decision) -> Options:
    facts = play.facts
    mates = mask(i for i, side in enumerate(facts.seat_side) if side == facts.seat_side[decision.seat])
    return Options((), ((facts.vocabulary.table("give"), mates),))


def answer_assign(play: VaPlay, decision: Decision, action: Action) -> None:
    assert isinstance(action.arg, int)
    state, facts = play.state, play.facts
    side = facts.seat_side[decision.seat]
    chit = in_hand(facts, state, side)
    chits = together(facts, chit)
    state.hq_cups = tuple(cup | chits if seat == action.arg else cup for seat, cup in enumerate(state.hq_cups))
    play.note("assign", chit, action.arg, to=_team(facts, side))
    if in_hand(facts, state, side) >= 0:
        play.ask("assign", decision.seat)


ASSIGN = Kind(
    "assign",
    "20.2",
    verbs=(Verb("give", (SEAT,), "put the chit in hand into this player's cup"),),
    prompt=ask_assign,
    options=assign_options,
    answer=answer_assign,
    secrecy="secret",
)


@implements("AVA 20.2b")
def together(facts: Facts, chit: int) -> int:
    """The two chits of a Panzergruppe go to one player."""
    return facts.equal_chits[chit]


def _team(facts: Facts, side: int) -> tuple[int, ...]:
    return tuple(i for i, other in enumerate(facts.seat_side) if other == side)


# ---- the Master cup (20.2) --------------------------------------------------------------------------


def fill_master_cup(play: VaPlay) -> None:
    """Supply Check, OKH, Reserve and Reinforcements, and Master chits by the size of each team."""
    state, facts = play.state, play.facts
    state.hand = (state.choices_axis | state.choices_soviet) & held_by_team(facts)
    state.open_cup = state.cup = common(facts, state)
    state.masters = (masters(facts, state, AXIS), masters(facts, state, SOVIET))
    fill_up(play)
    play.note("cup", state.cup.bit_count() + sum(state.masters), state.hand.bit_count())


@implements("AVA 20.2c")
def held_by_team(facts: Facts) -> int:
    return facts.interrupt_chits


@implements("AVA 20.1a", "AVA 20.2e")
def common(facts: Facts, state: VaState) -> int:
    """What lies in the Master cup besides Master chits: no HQ's chit, no interrupt."""
    there = state.choices_axis | state.choices_soviet
    return facts.supply_chit | there & ~facts.hq_chits & ~facts.interrupt_chits


@implements("AVA 20.2d")
def masters(facts: Facts, state: VaState, side: int) -> int:
    """Eight for a team of two, six for three; one less on turn 1."""
    table = facts.charts["master"]["two" if len(_team(facts, side)) == 2 else "three"]
    return int(table["first_turn"] if state.turn == 1 else table["later"])


@implements("AVA 20.2j")
def fill_up(play: VaPlay) -> None:
    """Soviet players with fewer HQ chits take dummies."""
    state, facts = play.state, play.facts
    team = _team(facts, SOVIET)
    most = max(state.hq_cups[seat].bit_count() for seat in team)
    state.dummies = tuple(
        most - cup.bit_count() if seat in team else 0 for seat, cup in enumerate(state.hq_cups)
    )  # fmt: skip


def draw_master(play: VaPlay) -> None:
    """A Master chit lets each player of its side draw from his own cup; other chits are carried out as usual."""
    state, facts = play.state, play.facts
    items = bits(state.cup) + [
        facts.master_chits[side] for side in (AXIS, SOVIET) for _ in range(state.masters[side])
    ]
    chit = play.draw(sorted(items), "chit", f"turn {state.turn} / master cup")
    play.note("draw", chit)
    if chit in facts.master_chits:
        side = facts.master_chits.index(chit)
        state.masters = tuple(n - (i == side) for i, n in enumerate(state.masters))
        play.begin("master", Masters(side, _team(facts, side)))
        return
    state.cup &= ~(1 << chit)
    state.open_cup &= ~(1 << chit)
    state.activation += 1
    begin_common(play, chit)


@implements("AVA 20.2h")
def begin_common(play: VaPlay, chit: int) -> None:
    """Supply Check, Reinforcements, OKH and Reserve, as ever."""
    side = play.facts.chits[chit].side
    play.begin("chit", Command(chit, side, play.facts.chit_seat[chit] if side >= 0 else -1))


@implements("AVA 20.2g")
def next_player(play: VaPlay, local: Masters) -> None:
    """All players of the side draw and show a chit; then they act one after the other."""
    state = play.state
    drawn = local.drawn + tuple(found for seat in local.seats for found in draw_own(play, seat))
    if not drawn:
        play.leave()
        return
    play.local(local._replace(seats=(), drawn=drawn[1:]))
    play.goto("next player")
    state.activation += 1
    play.begin("chit", Command(drawn[0].chit, local.side, drawn[0].seat))


def draw_own(play: VaPlay, seat: int) -> list[DrawnChit]:
    """What a player draws from his cup: a chit to be carried out, or none if it is empty or gives a dummy."""
    state, facts = play.state, play.facts
    items = bits(state.hq_cups[seat]) + [facts.dummy_chit] * state.dummies[seat]
    if not items:
        return []
    chit = play.draw(sorted(items), "chit", f"turn {state.turn} / cup of {facts.seats[seat].name}")
    play.note("draw", chit)
    if chit == facts.dummy_chit:
        state.dummies = tuple(n - (i == seat) for i, n in enumerate(state.dummies))
        play.note("no effect", chit)
        return []
    state.hq_cups = tuple(c & ~(1 << chit) if i == seat else c for i, c in enumerate(state.hq_cups))
    return [DrawnChit(seat, chit)]


MASTER = Procedure("master", (Step("next player", next_player, "20.2"),), Masters)


@implements("AVA 20.2i")
def send_back(play: VaPlay, chit: int, seat: int) -> None:
    """An interrupted chit returns to the cup it came from."""
    state = play.state
    if play.facts.hq_chits >> chit & 1:
        state.hq_cups = tuple(c | 1 << chit if i == seat else c for i, c in enumerate(state.hq_cups))
    else:
        state.cup |= 1 << chit
        state.open_cup |= 1 << chit
