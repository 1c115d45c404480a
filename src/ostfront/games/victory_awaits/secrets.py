"""What each side may know, and other worlds it could not distinguish from the real one.

Secret are the chits a side selected until they are drawn (6.1), which interrupts it holds (6.3), and bids until
both are made (17.1).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import comb
from random import Random

from ostfront.core.files.fields import Plain, encode
from ostfront.core.files.position import frames_of
from ostfront.core.map.hexes import bits, mask
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Procedure
from ostfront.games.victory_awaits.facts import Facts
from ostfront.games.victory_awaits.facts.roster import AXIS, ROMANIAN
from ostfront.games.victory_awaits.rules.controller import disturbs, interrupts_known, possible_interrupts
from ostfront.games.victory_awaits.rules.seats import side_of_seat
from ostfront.games.victory_awaits.rules.selection import numbers_to_select
from ostfront.games.victory_awaits.state import VaState
from ostfront.kit.secrets import open_scalars, units_seen

# shown in parts only
HIDDEN = frozenset({"selected_axis", "selected_soviet", "cup", "hand", "bids", "queue", "hq_cups", "drawn"})
TRIES = 50


def seen(facts: Facts, procedures: Mapping[str, Procedure], state: VaState, seat: int) -> Plain:
    """The table as a seat sees it."""
    names = facts.vocabulary
    known = open_scalars(state, names, HIDDEN)
    known["units"] = units_seen(state, names, facts.roster.ids, ("steps",))
    side = side_of_seat(facts, state, seat)
    own = state.selected_axis if side == AXIS else state.selected_soviet
    known["selected"] = [facts.chits[i].id for i in bits(own)]
    known["cup_size"] = state.cup.bit_count()
    known["cup"] = [facts.chits[i].id for i in seen_in_cup(facts, state, side)]
    known["hand"] = hand_seen(facts, state, side)
    known["bids"] = _bids_seen(state, seat)
    known["queue"] = queue_seen(facts, state)
    known["hq_cups"] = [_cup_seen(facts, state, side, i) for i in range(len(state.hq_cups))]
    known["stack"] = [
        [f.procedure, f.step, encode(f.local, procedures[f.procedure].local, names)] for f in frames_of(state)
    ]
    return known


@implements("AVA 6.1c")
def seen_in_cup(facts: Facts, state: VaState, side: int) -> list[int]:
    """Nobody looks into the cup: a side knows its own chits, and those that everybody saw going in.

    Those that lie face down in the Controller's queue are among them: nobody knows which they are.
    """
    there = state.cup | mask(face_down(state))
    return [i for i in bits(there) if facts.chits[i].side == side or state.open_cup >> i & 1]


@implements("AVA 6.1c")
def hand_seen(facts: Facts, state: VaState, side: int) -> list[str]:
    """The chits held in hand; the enemy counts Manstein and Guderian, and names them only if both must be held.

    With OKH to select from (17.2) either may have been left out. Reinforcements are held openly (18.1).
    """
    open_to_all = side == AXIS or interrupts_known(facts, state)
    return [facts.chits[i].id if open_to_all or not facts.interrupt_chits >> i & 1 else "?" for i in bits(state.hand)]


def face_down(state: VaState) -> list[int]:
    """The chits of the queue that have not been shown."""
    return [chit for chit in state.queue if not state.revealed >> chit & 1]


@implements("AVA 19.4.3")
def queue_seen(facts: Facts, state: VaState) -> list[str]:
    """The Controller's queue lies in sight, some chits face down."""
    return [facts.chits[chit].id if state.revealed >> chit & 1 else "?" for chit in state.queue]


def _cup_seen(facts: Facts, state: VaState, side: int, owner: int) -> list[str] | int:
    """A player's cup: its chits for his team, for the others how many there are once all are divided."""
    cup = state.hq_cups[owner]
    if facts.seat_side[owner] == side:
        return [facts.chits[i].id for i in bits(cup)]
    return cup.bit_count() if state.masters else 0


def _bids_seen(state: VaState, seat: int) -> list[int]:
    """One's own bid, and all when all are made."""
    if -1 not in state.bids:
        return list(state.bids)
    return [bid if i == seat else -1 for i, bid in enumerate(state.bids)]


def imagine(facts: Facts, state: VaState, seat: int, random: Random) -> VaState:
    """Deal what this seat does not know again."""
    world = state.clone()
    if state.result is not None:
        return world
    enemy = 1 - side_of_seat(facts, state, seat)
    if facts.teams:
        _other_division(facts, world, enemy, random)
        return world
    _other_selection(facts, world, enemy, random)
    if enemy == AXIS:
        _other_hand(facts, world, random)
    waiting = face_down(state)
    world.cup |= mask(waiting)
    _other_cup(facts, world, enemy, random)
    _other_queue(facts, world, waiting, random)
    if -1 in state.bids:
        top = len(facts.vocabulary.nouns["points"].names)
        world.bids = tuple(bid if i == seat or bid < 0 else random.randrange(top) for i, bid in enumerate(state.bids))
    return world


def _other_selection(facts: Facts, state: VaState, side: int, random: Random) -> None:
    """As many chits as are selected so far; how many of them are Rumanian is not known until all are (6.2)."""
    selected = state.selected_axis if side == AXIS else state.selected_soviet
    choices = state.choices_axis if side == AXIS else state.choices_soviet
    kept = selected & facts.reinforcement_chits
    count = selected.bit_count() - kept.bit_count()
    slots: list[int] = []
    for group, number in numbers_to_select(facts, state, side):
        slots += [group] * (min(number, group.bit_count()) - (group & kept).bit_count())
    romanian = facts.chits_of_nation[ROMANIAN]
    chosen = sum(1 for group in random.sample(slots, count) if group & romanian) if count <= len(slots) else 0
    dealt = kept | _deal(facts, romanian, chosen, choices, random)
    dealt |= _deal(facts, ~romanian & ~facts.reinforcement_chits, count - chosen, choices, random)
    if side == AXIS:
        state.selected_axis = dealt
    else:
        state.selected_soviet = dealt


def _other_hand(facts: Facts, state: VaState, random: Random) -> None:
    held = state.hand & facts.interrupt_chits
    if held and not interrupts_known(facts, state):
        dealt = random.sample(bits(possible_interrupts(facts, state)), held.bit_count())
        state.hand = state.hand ^ held | mask(dealt)


def _other_cup(facts: Facts, state: VaState, side: int, random: Random) -> None:
    mine = mask(i for i, chit in enumerate(facts.chits) if chit.side == side)
    secret = state.cup & mine & ~state.open_cup
    choices = state.choices_axis if side == AXIS else state.choices_soviet
    shown = mask(state.queue) & state.revealed
    pool = choices & ~mask(state.played) & ~shown & ~state.open_cup & ~facts.interrupt_chits
    drawn = _drawn(state)
    if drawn >= 0:
        pool &= ~(1 << drawn)
    romanian, kept = facts.chits_of_nation[ROMANIAN], secret & facts.reinforcement_chits
    dealt = kept
    for group in (romanian, ~romanian & ~facts.reinforcement_chits):  # the number of each is on the turn track
        dealt |= _deal(facts, group, (secret & group).bit_count(), pool, random)
    state.cup = state.cup & ~secret | dealt


def _other_queue(facts: Facts, state: VaState, waiting: list[int], random: Random) -> None:
    """Deal the face-down chits of the queue again, if possible such that each disturbs one before it.

    One that does not is shown when the Controller looks again. The command in progress has left the queue.
    """
    if not waiting:
        return
    chits, drawn = bits(state.cup), _drawn(state)
    before = (drawn,) if drawn >= 0 else ()
    trial = state.clone()
    for _ in range(TRIES):
        queue = _refilled(state, waiting, random.sample(chits, len(waiting)))
        trial.queue = before + queue
        hidden = [i for i, chit in enumerate(queue, len(before)) if not state.revealed >> chit & 1]
        if all(disturbs(facts, trial, i) for i in hidden):
            break
    state.queue = queue
    state.cup &= ~mask(queue)


def _refilled(state: VaState, waiting: list[int], dealt: Sequence[int]) -> tuple[int, ...]:
    """The queue with these chits face down."""
    new = iter(dealt)
    return tuple(next(new) if chit in waiting else chit for chit in state.queue)


def _other_division(facts: Facts, state: VaState, side: int, random: Random) -> None:
    """Divide the other team's chits again: freely before the first draw, then as many as each has.

    The two chits of a Panzergruppe are in one cup (20.2): when one was drawn everybody knows where the other is.
    """
    team = [seat for seat, other in enumerate(facts.seat_side) if other == side]
    cups = list(state.hq_cups)
    if not cups:
        return
    there = 0
    for seat in team:
        there |= cups[seat]
    lots = {facts.equal_chits[i] for i in bits(there) if not facts.equal_chits[i] & ~there}
    loose = 0
    for lot in lots:
        loose |= lot
    room = {seat: (cups[seat] & loose).bit_count() if state.masters else len(facts.chits) for seat in team}
    for seat in team:
        cups[seat] &= ~loose
    shuffled = sorted(lots)
    random.shuffle(shuffled)
    for lot in sorted(shuffled, key=int.bit_count, reverse=True):  # pairs first: then there is room for every chit
        size = lot.bit_count()
        seat = random.choices(team, [comb(room[seat], size) for seat in team])[0]
        cups[seat] |= lot
        room[seat] -= size
    state.hq_cups = tuple(cups)


def _drawn(state: VaState) -> int:
    """The chit that was just drawn and is not carried out yet."""
    for frame in frames_of(state):
        if frame.procedure == "chit":
            return int(frame.local.chit)
    return -1


def _deal(facts: Facts, group: int, count: int, pool: int, random: Random) -> int:
    """So many chits of a group, from the pool; of equal ones the first."""
    found = 0
    for i in random.sample(bits(pool & group), count):
        equal = facts.equal_chits[i] & pool & ~found
        found |= equal & -equal
    return found
