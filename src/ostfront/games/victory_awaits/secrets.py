"""What each side may know, and other worlds it could not distinguish from the real one.

Secret are the chits a side selected until they are drawn (6.1), which interrupts it holds (6.3), and bids until
both are made (17.1).
"""

from __future__ import annotations

from collections.abc import Mapping
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
from ostfront.games.victory_awaits.state import VaState
from ostfront.kit.secrets import open_scalars, units_seen

# shown in parts only
HIDDEN = frozenset({"selected_axis", "selected_soviet", "cup", "hand", "bids", "queue", "hq_cups", "drawn"})


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
    if waiting and not _other_queue(facts, world, waiting, random):
        return state.clone()
    if -1 in state.bids:
        top = len(facts.vocabulary.nouns["points"].names)
        world.bids = tuple(bid if i == seat or bid < 0 else random.randrange(top) for i, bid in enumerate(state.bids))
    return world


def _other_selection(facts: Facts, state: VaState, side: int, random: Random) -> None:
    selected = state.selected_axis if side == AXIS else state.selected_soviet
    choices = state.choices_axis if side == AXIS else state.choices_soviet
    dealt = _deal(facts, selected, choices, random)
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
    state.cup = state.cup & ~secret | _deal(facts, secret, pool, random)


def _other_queue(facts: Facts, state: VaState, waiting: list[int], random: Random) -> bool:
    """Deal the face-down chits of the queue again, such that each disturbs one before it; False if none was found."""
    for _ in range(50):
        dealt = iter(random.sample(bits(state.cup), len(waiting)))
        queue = tuple(chit if chit not in waiting else next(dealt) for chit in state.queue)
        world = state.clone()
        world.queue = queue
        hidden = [i for i, chit in enumerate(queue) if not state.revealed >> chit & 1]
        if all(disturbs(facts, world, i) for i in hidden):
            state.queue = queue
            state.cup &= ~mask(queue)
            return True
    return False


def _other_division(facts: Facts, state: VaState, side: int, random: Random) -> None:
    """Divide the other team's chits again: freely before the first draw, then as many as each has."""
    team = [seat for seat, other in enumerate(facts.seat_side) if other == side]
    cups = list(state.hq_cups)
    if not cups:
        return
    single = [i for seat in team for i in bits(cups[seat]) if facts.equal_chits[i] == 1 << i]
    random.shuffle(single)
    for seat in team:
        mine = [i for i in bits(cups[seat]) if facts.equal_chits[i] == 1 << i]
        cups[seat] &= ~mask(mine)
        if state.masters:
            cups[seat] |= mask(single.pop() for _ in mine)
    for i in single:
        cups[random.choice(team)] |= 1 << i
    state.hq_cups = tuple(cups)


def _drawn(state: VaState) -> int:
    """The chit that was just drawn and is not carried out yet."""
    for frame in frames_of(state):
        if frame.procedure == "chit":
            return int(frame.local.chit)
    return -1


def _deal(facts: Facts, held: int, pool: int, random: Random) -> int:
    """As many chits as are held, from the pool; Rumanians apart, Reinforcements stay, of equal ones the first."""
    found = held & facts.reinforcement_chits
    romanian = facts.chits_of_nation[ROMANIAN]
    for group in (romanian, ~romanian & ~facts.reinforcement_chits):
        count = (held & group).bit_count()
        for i in random.sample(bits(pool & group), count):
            equal = facts.equal_chits[i] & pool & ~found
            found |= equal & -equal
    return found
