"""What each side may know, and other worlds it could not tell from the real one.

Secret are the chits a side selected until they are drawn (7.1.3), and the values of VP chits that nobody has
seen (3.4, 16.2). Everything else lies open on the table.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from ostfront.core.clauses import carries_out
from ostfront.core.fields import Plain, encode
from ostfront.core.hexes import bits, mask
from ostfront.core.position import frames_of, scalars_of
from ostfront.games.victory_denied.roster import GERMAN, SOVIET

if TYPE_CHECKING:
    from ostfront.games.victory_denied.rules import VictoryDenied
    from ostfront.games.victory_denied.state import VdState

HIDDEN = frozenset(
    {"selected_german", "selected_soviet", "cup", "vp", "box", "stolen", "drawn"}
)  # shown in parts only


def seen(rules: VictoryDenied, state: VdState, seat: int) -> Plain:
    """The table as a seat sees it."""
    names = rules.vocabulary
    known: dict[str, Any] = {
        name: encode(getattr(state, name), hint, names)
        for name, hint in scalars_of(type(state)).items()
        if name not in HIDDEN
    }
    places = names.nouns["place"].names
    known["units"] = {
        unit: [places[state.place[i]] if state.place[i] >= 0 else "", state.steps[i], state.status[i]]
        for i, unit in enumerate(rules.roster.ids)
    }
    own = state.selected_german if seat == GERMAN else state.selected_soviet
    known["selected"] = [rules.chits[i].id for i in bits(own)]
    known["cup_size"] = state.cup.bit_count()
    known["cup"] = [rules.chits[i].id for i in seen_in_cup(rules, state, seat)]
    known["victory_hexes"] = {rules.board.name(p): _chit_seen(rules, state, p) for p in rules.victory_hexes}
    known["box"] = _colours(rules, bits(state.box))
    known["stolen_chits"] = _colours(rules, list(state.stolen))
    if state.result is not None:
        known["values"] = encode(state.vp, tuple[int, ...], None), bits(state.box), list(state.stolen)
    known["stack"] = [
        [f.procedure, f.step, encode(f.local, rules.procedures[f.procedure].local, names)] for f in frames_of(state)
    ]
    return known


@carries_out("AVD 7.1.3", otherwise=lambda _rules, state, _seat: bits(state.cup))
def seen_in_cup(rules: VictoryDenied, state: VdState, seat: int) -> list[int]:
    """Nobody looks into the cup: a side knows its own chits, and those that everybody saw going in."""
    return [i for i in bits(state.cup) if rules.chits[i].side == seat or state.open_cup >> i & 1]


def _chit_seen(rules: VictoryDenied, state: VdState, place: int) -> str:
    """A victory hex: empty, a star, or a value."""
    chit = state.vp[rules.victory_hexes.index(place)]
    if chit < 0:
        return ""
    name, value = rules.vp_chits[chit]
    return f"{name} ({value})" if state.face_up >> place & 1 else _colour(rules, chit)


def _colour(rules: VictoryDenied, chit: int) -> str:
    return "gold" if rules.gold_chits >> chit & 1 else "blue"


def _colours(rules: VictoryDenied, chits: list[int]) -> list[str]:
    return sorted(_colour(rules, chit) for chit in chits)


def imagine(rules: VictoryDenied, state: VdState, seat: int, random: Random) -> VdState:
    """Deal anew what this seat does not know."""
    world = state.clone()
    if state.result is not None:
        return world
    enemy = SOVIET if seat == GERMAN else GERMAN
    _other_selection(rules, world, enemy, random)
    _other_cup(rules, world, enemy, random)
    _other_values(rules, world, random)
    return world


def _other_selection(rules: VictoryDenied, state: VdState, side: int, random: Random) -> None:
    if side == GERMAN:
        count = state.selected_german.bit_count()
        state.selected_german = _sample(rules, state.choices_german, count, random)
    else:
        count = state.selected_soviet.bit_count()
        state.selected_soviet = _sample(rules, state.choices_soviet, count, random)


def _other_cup(rules: VictoryDenied, state: VdState, side: int, random: Random) -> None:
    mine = mask(i for i, chit in enumerate(rules.chits) if chit.side == side)
    secret = state.cup & mine & ~state.open_cup
    choices = state.choices_german if side == GERMAN else state.choices_soviet
    pool = choices & ~(1 << rules.guderian_chit) & ~mask(state.played) & ~state.open_cup
    state.cup = (state.cup & ~secret) | _sample(rules, pool, secret.bit_count(), random)


def _sample(rules: VictoryDenied, pool: int, count: int, random: Random) -> int:
    """So many chits at random; of equal ones the first numbers, as they are selected."""
    chits = [rules.chits[i] for i in bits(pool)]
    kinds = sorted(chit.kind if chit.kind in ("9A", "3PzG") else chit.id for chit in chits)
    found = 0
    for kind in random.sample(kinds, count):
        equal = [i for i in bits(pool & ~found) if kind in (rules.chits[i].kind, rules.chits[i].id)]
        found |= 1 << equal[0]
    return found


def _other_values(rules: VictoryDenied, state: VdState, random: Random) -> None:
    """Shuffle face-down chits of one colour. A chit once seen is in the box, or was stolen out of it."""
    for gold in (True, False):
        spots: list[tuple[str, int]] = [
            ("hex", place)
            for place, chit in zip(rules.victory_hexes, state.vp, strict=True)
            if chit >= 0 and not state.face_up >> place & 1 and (rules.gold_chits >> chit & 1) == gold
        ]
        spots += [("stolen", i) for i, chit in enumerate(state.stolen) if (rules.gold_chits >> chit & 1) == gold]
        boxed = [chit for chit in bits(state.box) if (rules.gold_chits >> chit & 1) == gold]
        chits = [_chit_at(state, spot) for spot in spots] + boxed
        for _ in range(200):
            random.shuffle(chits)
            if all(_could_be(state, spot, chit) for spot, chit in zip(spots, chits, strict=False)):
                _lay(state, spots, chits, boxed)
                break


def _chit_at(state: VdState, spot: tuple[str, int]) -> int:
    kind, at = spot
    return state.stolen[at] if kind == "stolen" else state.vp[state.victory_hexes.index(at)]


def _could_be(state: VdState, spot: tuple[str, int], chit: int) -> bool:
    if not state.shown >> chit & 1:
        return True
    return spot[0] == "stolen" and bool(state.stolen_from[spot[1]] >> chit & 1)


def _lay(state: VdState, spots: list[tuple[str, int]], chits: list[int], boxed: list[int]) -> None:
    stolen = list(state.stolen)
    for (kind, at), chit in zip(spots, chits, strict=False):
        if kind == "stolen":
            stolen[at] = chit
        else:
            state.lay_chit(at, chit)
    state.stolen = tuple(stolen)
    state.box = (state.box & ~mask(boxed)) | mask(chits[len(spots) :])
