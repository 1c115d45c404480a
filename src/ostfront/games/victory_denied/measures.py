"""What the laboratory measures of A Victory Denied: points, losses, towns, the front."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ostfront.core.hexes import bits, mask
from ostfront.core.measures import Front, Milestone, Series, Spot, Town, front_line
from ostfront.games.victory_denied.roster import COMBAT, GERMAN, SIDES, SOVIET
from ostfront.games.victory_denied.state import DISTRACTED, UNDECIDED
from ostfront.games.victory_denied.victory import lost_motorized, score

if TYPE_CHECKING:
    from ostfront.core.sequence import Event
    from ostfront.games.victory_denied.rules import VictoryDenied
    from ostfront.games.victory_denied.state import VdState

TURNS = range(1, 11)
ATTACKER = SIDES[GERMAN]


# ---- numbers by turn ----------------------------------------------------------------------------------


def series(rules: VictoryDenied) -> tuple[Series, ...]:
    held = {turn: float(sum(_german(days, _last_day(rules, turn)) for days in _victory(rules).values()))
            for turn in TURNS}  # fmt: skip
    return (
        Series("points_german", "Victory points", "german"),
        Series("points_soviet", "Victory points", "soviet"),
        Series("hexes_german", "Victory hexes held", "german", held),
        Series("lost_german", "Steps lost", "german"),
        Series("lost_soviet", "Steps lost", "soviet"),
        Series("motorized_lost", "Motorized units lost", "german"),
        Series("steps_german", "Steps on the map", "german"),
        Series("steps_soviet", "Steps on the map", "soviet"),
    )


def values(rules: VictoryDenied, state: VdState, events: Sequence[Event]) -> tuple[float, ...]:
    """Points are counted as at the end (16.3); before there is a directive, as if Hitler were distracted."""
    points = score(rules, state, DISTRACTED if state.directive == UNDECIDED else state.directive)
    lost = steps_lost(rules, events)
    there = [sum([state.steps[u] for u in bits(state.on_map & rules.roster.of_side[s])]) for s in (GERMAN, SOVIET)]
    return (*points, state.vp.count(-1), *lost, lost_motorized(rules, state), *there)


def steps_lost(rules: VictoryDenied, events: Sequence[Event]) -> tuple[int, int]:
    """Steps taken off by combat and supply since the game began, by side."""
    roster, total = rules.roster, [0, 0]
    reduced: dict[int, int] = {}  # steps a unit on the map has lost before
    for event in events:
        if event.kind == "step":
            unit = event.args[0]
            reduced[unit] = reduced.get(unit, 0) + 1
            total[roster.side[unit]] += 1
        elif event.kind == "eliminated":
            unit = event.args[0]
            total[roster.side[unit]] += roster.steps[unit] - reduced.pop(unit, 0)
        elif event.kind == "disband":
            reduced.pop(event.args[0], None)
    return total[GERMAN], total[SOVIET]


# ---- towns --------------------------------------------------------------------------------------------


@lru_cache(maxsize=4)
def milestones(rules: VictoryDenied) -> tuple[Milestone, ...]:
    """The fall of each victory hex, in the order of the map's victory hexes, then Moscow."""
    names = {site.hex: site.name for kind in ("victory-gold", "victory-blue") for site in rules.board.sites.of(kind)}
    days = _victory(rules)
    found = [
        Milestone(_id(name), f"{name} falls", ATTACKER, _turn_of(rules, days.get(name, ())))
        for name in (names[place] for place in rules.victory_hexes)
    ]
    return (*found, Milestone("moscow", "Moscow is entered", ATTACKER))


def _id(name: str) -> str:
    return name.lower().replace(" ", "_").replace("-", "_")


def reached(rules: VictoryDenied, state: VdState) -> int:
    """Bits in the order of `milestones`."""
    return _reached(rules, state.with_chit) | bool(state.occupied[COMBAT[GERMAN]] & rules.moscow) << len(
        rules.victory_hexes
    )


@lru_cache(maxsize=512)
def _reached(rules: VictoryDenied, with_chit: int) -> int:
    return sum(1 << i for i, place in enumerate(rules.victory_hexes) if not with_chit >> place & 1)


# ---- the front ----------------------------------------------------------------------------------------


@lru_cache(maxsize=4)
def front(rules: VictoryDenied) -> Front:
    """A lane is a row of hexes, from west to east."""
    grid = rules.grid
    rows: dict[float, list[Spot]] = {}
    for i in grid.hexes:
        x, y = grid.centre(i)
        rows.setdefault(y, []).append(Spot(i, x, y))
    lanes = tuple(tuple(sorted(row, key=lambda spot: spot.x)) for _, row in sorted(rows.items()))
    towns = tuple(Town(s.name, *grid.centre(s.hex)) for s in rules.board.sites.of("victory-gold"))
    bare = Front(ATTACKER, lanes, (*towns, Town("Moscow", *grid.centre(bits(rules.moscow)[0]))))
    return bare._replace(history={turn: _front_of_1941(rules, bare, turn) for turn in TURNS})


def held(rules: VictoryDenied, state: VdState) -> int:
    """The hexes nearer to German combat units than to Soviet ones, and half of those as near to both."""
    valid = rules.valid
    german, soviet = state.occupied[COMBAT[GERMAN]] & valid, state.occupied[COMBAT[SOVIET]] & valid
    return nearer(rules, german, soviet)


def nearer(rules: VictoryDenied, german: int, soviet: int) -> int:
    """Both sides' hexes grow by a ring at a time; what they reach together is shared out."""
    grid, free = rules.grid, rules.valid & ~german & ~soviet
    share = _half(rules)
    while free and (german or soviet):
        grown, other = grid.neighbours(german) & free, grid.neighbours(soviet) & free
        if not grown and not other:
            break
        both = grown & other
        grown, other = grown & ~both | both & share, other & ~both | both & ~share
        german |= grown
        soviet |= other
        free &= ~(grown | other)
    return german


@lru_cache(maxsize=4)
def _half(rules: VictoryDenied) -> int:
    """Every second column."""
    return mask(i for i in rules.grid.hexes if rules.grid.position(i)[0] % 2 == 0)


# ---- 1941 ---------------------------------------------------------------------------------------------


@lru_cache(maxsize=4)
def _history(rules: VictoryDenied) -> Mapping[str, Any]:
    return rules.data.toml("history.toml")


def _victory(rules: VictoryDenied) -> dict[str, list[date]]:
    return {name: days for name, days in _history(rules)["victory"].items() if name != "source"}


def _last_day(rules: VictoryDenied, turn: int) -> date:
    """The last day of a turn."""
    table = _history(rules)["calendar"]
    first: date = table["first"]
    return first + timedelta(days=table["days"] * turn - 1)


def calendar(rules: VictoryDenied) -> dict[int, str]:
    return {turn: f"to {day.day} {day:%B}" for turn in TURNS for day in (_last_day(rules, turn),)}


def _turn_of(rules: VictoryDenied, days: Sequence[date]) -> int | None:
    """The turn in which a town fell; 1 when it had fallen before, None when it did not fall in time."""
    return next((turn for turn in TURNS if days and days[0] <= _last_day(rules, turn)), None)


def _german(days: Sequence[date], day: date) -> bool:
    """Whether a town is German in the evening of a day."""
    return len([d for d in days if d <= day]) % 2 == 1


def _front_of_1941(rules: VictoryDenied, lanes: Front, turn: int) -> tuple[int, ...]:
    """As far as towns tell: a hex belongs to the side of the nearest town."""
    hexes = {s.name: s.hex for kind in ("village", "town", "city") for s in rules.board.sites.of(kind)}
    towns = {**_victory(rules), **{name: d for name, d in _history(rules)["towns"].items() if name != "source"}}
    day = _last_day(rules, turn)
    german = mask(hexes[name] for name, days in towns.items() if _german(days, day))
    soviet = mask(hexes[name] for name, days in towns.items() if not _german(days, day))
    return front_line(lanes, nearer(rules, german | rules.pocket, soviet | rules.moscow))
