"""Statistics: how the sides of each scenario did in all games that were played to an end at this site."""

from __future__ import annotations

import csv
from io import StringIO
from threading import Lock
from time import monotonic

import msgspec
from sqlalchemy import Connection, case, func, select

from ostfront.network.match_lists import words
from ostfront.network.match_messages import SideStatistics
from ostfront.network.results import DREW, LOST, OFF, WON
from ostfront.network.tables import results
from ostfront.server.game_store import GameStore

KEPT = 60.0  # seconds; it is a sum over all games


class Statistics:
    """Asked of the database now and then, and kept meanwhile."""

    def __init__(self, store: GameStore) -> None:
        self.store = store
        self._kept: tuple[SideStatistics, ...] = ()
        self._until = 0.0
        self._lock = Lock()

    def sides(self) -> tuple[SideStatistics, ...]:
        with self._lock:
            if monotonic() >= self._until:
                with self.store.reader.begin() as base:
                    self._kept = summed(base)
                self._until = monotonic() + KEPT
            return self._kept


def summed(base: Connection) -> tuple[SideStatistics, ...]:
    """Each game that counts once for each side, however many players it has."""
    by = (results.c.title, results.c.scenario, results.c.side, results.c.people)
    outcomes = [func.sum(case((results.c.outcome == outcome, 1), else_=0)) for outcome in (WON, LOST, DREW)]
    ends = [func.sum(case((results.c.end == end, 1), else_=0)) for end in ("conceded", "time")]
    dice = func.sum(results.c.luck), func.sum(results.c.rolls)
    chosen = select(*by, func.count(), *outcomes, *ends, func.avg(results.c.moves), *dice)
    chosen = chosen.where(results.c.lead == 1, results.c.outcome != OFF)
    order = (results.c.title, results.c.scenario, results.c.people.desc(), func.min(results.c.seat))
    found = []
    for row in base.execute(chosen.group_by(*by).order_by(*order)).all():
        title, scenario, side, people, *numbers = row
        games, won, lost, drew, conceded, on_time = (int(number) for number in numbers[:6])
        words_of = words(title, scenario)
        found.append(
            SideStatistics(
                title, words_of[0], scenario, words_of[1], side, bool(people), games, won, lost, drew, conceded,
                on_time, round(float(numbers[6]), 1), round(float(numbers[7]), 2), int(numbers[8]),
            )
        )  # fmt: skip
    return tuple(found)


def as_csv(sides: tuple[SideStatistics, ...]) -> str:
    written = StringIO()
    table = csv.writer(written, lineterminator="\n")
    table.writerow(SideStatistics.__struct_fields__)
    table.writerows(msgspec.structs.astuple(side) for side in sides)
    return written.getvalue()
