"""What each side may know, and other worlds it could not distinguish from the real one.

Secret are the chits a side selected until they are drawn (7.1.3), and the values of VP chits that nobody has
seen (3.4, 16.2). Everything else lies open on the table.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import permutations
from math import perm
from random import Random

from ostfront.core.files.fields import Plain, encode
from ostfront.core.files.position import frames_of
from ostfront.core.map.hexes import bits, mask
from ostfront.core.play.clauses import implements
from ostfront.core.play.sequence import Procedure
from ostfront.core.play.state import Decision
from ostfront.games.victory_denied.facts import Facts
from ostfront.games.victory_denied.facts.roster import GERMAN, SOVIET
from ostfront.games.victory_denied.state import VdState
from ostfront.kit.secrets import open_scalars, units_seen

HIDDEN = frozenset(
    {"selected_german", "selected_soviet", "cup", "vp", "box", "stolen", "drawn"}
)  # shown in parts only


def seen(facts: Facts, procedures: Mapping[str, Procedure], state: VdState, seat: int) -> Plain:
    """The table as a seat sees it."""
    names = facts.vocabulary
    known = open_scalars(state, names, HIDDEN)
    known["units"] = units_seen(state, names, facts.roster.ids, ("steps", "status"))
    own = state.selected_german if seat == GERMAN else state.selected_soviet
    known["selected"] = [facts.chits[i].id for i in bits(own)]
    known["cup_size"] = state.cup.bit_count()
    known["cup"] = [facts.chits[i].id for i in seen_in_cup(facts, state, seat)]
    known["victory_hexes"] = {facts.board.name(p): _chit_seen(facts, state, p) for p in facts.victory_hexes}
    known["box"] = _colours(facts, bits(state.box))
    known["stolen_chits"] = _colours(facts, list(state.stolen))
    if state.result is not None:
        known["values"] = encode(state.vp, tuple[int, ...], None), bits(state.box), list(state.stolen)
    known["stack"] = [
        [f.procedure, f.step, encode(f.local, procedures[f.procedure].local, names)] for f in frames_of(state)
    ]
    return known


@implements("AVD 7.1.3")
def seen_in_cup(facts: Facts, state: VdState, seat: int) -> list[int]:
    """Nobody looks into the cup: a side knows its own chits, and those that everybody saw going in."""
    return [i for i in bits(state.cup) if facts.chits[i].side == seat or state.open_cup >> i & 1]


def _chit_seen(facts: Facts, state: VdState, place: int) -> str:
    """A victory hex: empty, a star, or a value."""
    chit = state.vp[facts.victory_hexes.index(place)]
    if chit < 0:
        return ""
    name, value = facts.vp_chits[chit]
    return f"{name} ({value})" if state.face_up >> place & 1 else _colour(facts, chit)


def _colour(facts: Facts, chit: int) -> str:
    return "gold" if facts.gold_chits >> chit & 1 else "blue"


def _colours(facts: Facts, chits: list[int]) -> list[str]:
    return sorted(_colour(facts, chit) for chit in chits)


def imagine(facts: Facts, state: VdState, seat: int, random: Random) -> VdState:
    """Deal what this seat does not know again."""
    world = state.clone()
    if state.result is not None:
        return world
    enemy = SOVIET if seat == GERMAN else GERMAN
    _other_selection(facts, world, enemy, random)
    _other_cup(facts, world, enemy, random)
    _other_values(facts, world, random)
    return world


def _other_selection(facts: Facts, state: VdState, side: int, random: Random) -> None:
    if side == GERMAN:
        count = state.selected_german.bit_count()
        state.selected_german = _sample(facts, state.choices_german, count, random)
    else:
        count = state.selected_soviet.bit_count()
        state.selected_soviet = _sample(facts, state.choices_soviet, count, random)


def _other_cup(facts: Facts, state: VdState, side: int, random: Random) -> None:
    mine = mask(i for i, chit in enumerate(facts.chits) if chit.side == side)
    secret = state.cup & mine & ~state.open_cup
    choices = state.choices_german if side == GERMAN else state.choices_soviet
    pool = choices & ~(1 << facts.guderian_chit) & ~mask(state.played) & ~state.open_cup
    if Decision(GERMAN, "chit") in state.pending:  # as everybody sees, one is left to buy: that of the last number
        pool &= ~(1 << (pool & facts.army_chits).bit_length() >> 1)
    state.cup = (state.cup & ~secret) | _sample(facts, pool, secret.bit_count(), random)


def _sample(facts: Facts, pool: int, count: int, random: Random) -> int:
    """So many chits at random; of equal ones the first numbers, as they are selected."""
    chits = [facts.chits[i] for i in bits(pool)]
    kinds = sorted(chit.kind if chit.kind in ("9A", "3PzG") else chit.id for chit in chits)
    found = 0
    for kind in random.sample(kinds, count):
        equal = [i for i in bits(pool & ~found) if kind in (facts.chits[i].kind, facts.chits[i].id)]
        found |= 1 << equal[0]
    return found


def _other_values(facts: Facts, state: VdState, random: Random) -> None:
    """Deal the face-down chits of each colour anew, every possible deal as likely as another.

    A chit that was seen once is in the box, or was stolen out of it.
    """
    for colour in (facts.gold_chits, ~facts.gold_chits):
        hexes = [
            place
            for place, chit in zip(facts.victory_hexes, state.vp, strict=True)
            if chit >= 0 and colour >> chit & 1 and not state.face_up >> place & 1
        ]
        robbed = [i for i, chit in enumerate(state.stolen) if colour >> chit & 1]
        chits = [state.vp[state.victory_hexes.index(place)] for place in hexes]
        chits += [state.stolen[i] for i in robbed] + bits(state.box & colour)
        _deal(state, hexes, robbed, sorted(chits), random)


def _deal(state: VdState, hexes: list[int], robbed: list[int], chits: list[int], random: Random) -> None:
    """The stolen ones first, each choice weighed by the deals it leaves to the hexes; the box gets the rest."""
    thefts = [t for t in permutations(chits, len(robbed)) if _possible(state, robbed, t)]
    fresh = [c for c in chits if not state.shown >> c & 1]
    weights = [perm(len(set(fresh) - set(theft)), len(hexes)) for theft in thefts]
    theft = random.choices(thefts, weights)[0]
    laid = random.sample([c for c in fresh if c not in theft], len(hexes))
    for place, chit in zip(hexes, laid, strict=True):
        state.lay_chit(place, chit)
    taken = dict(zip(robbed, theft, strict=True))
    state.stolen = tuple(taken.get(i, chit) for i, chit in enumerate(state.stolen))
    state.box = (state.box & ~mask(chits)) | mask(set(chits) - set(laid) - set(theft))


def _possible(state: VdState, robbed: list[int], theft: tuple[int, ...]) -> bool:
    """A chit that was seen can only have been stolen while it was known to lie in the box."""
    return all(
        not state.shown >> chit & 1 or state.stolen_from[i] >> chit & 1 for i, chit in zip(robbed, theft, strict=True)
    )
