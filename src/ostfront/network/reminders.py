"""Reminders: half of the clock is gone, a day is left, or a game without a clock has waited for days."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import and_, or_, select, update

from ostfront.network.notices import Notices
from ostfront.network.tables import accounts, matches, turns
from ostfront.network.turns import TURN_COLUMNS, Turn
from ostfront.server.game_store import GameStore

DAY = 24 * 3600.0
SHORT = 2 * 3600.0  # nobody is reminded of a clock as short as this
PATIENCE = 3 * DAY  # in a game without a clock
AT_ONCE = 200  # reminders in one transaction


class Step(NamedTuple):
    """The number of a reminder that is due for a turn; 0 for none."""

    turn: Turn
    number: int


def step_of(turn: Turn, now: float) -> int:
    """Which reminder of a turn is due: 0 none, 1 the first, 2 the one a day before the end."""
    if not turn.deadline:
        return int(now >= turn.since + PATIENCE)
    if turn.deadline - turn.since <= SHORT or now >= turn.deadline:
        return 0
    if now >= turn.deadline - DAY and turn.deadline - turn.since > 2 * DAY:
        return 2
    return int(now >= (turn.since + turn.deadline) / 2)


def remind(store: GameStore, notices: Notices, now: float) -> int:
    """Write the reminders that are due; how many turns were looked at."""
    without_clock = and_(turns.c.deadline == 0, turns.c.since <= now - PATIENCE, turns.c.told < 1)
    half_gone = and_(turns.c.told < 1, turns.c.since + turns.c.deadline <= 2 * now)
    long = turns.c.deadline - turns.c.since > 2 * DAY
    day_left = and_(turns.c.told < 2, turns.c.deadline <= now + DAY, long)
    on_clock = and_(turns.c.deadline > now, or_(half_gone, day_left))
    due = and_(turns.c.since > 0, turns.c.since <= now, or_(without_clock, on_clock), matches.c.ended == 0)
    chosen = (
        select(*TURN_COLUMNS)
        .join(matches, matches.c.game == turns.c.game)
        .join(accounts, accounts.c.id == turns.c.account)
        .where(due, accounts.c.vacation_until <= now)
        .order_by(turns.c.game, turns.c.seat)
        .limit(AT_ONCE)
    )
    locked = chosen.with_for_update(of=turns, skip_locked=True) if store.several else chosen
    with store.writing() as base:
        found = [Turn(*row) for row in base.execute(locked).all()]
        for turn in found:
            step = step_of(turn, now)
            # a clock too short for a reminder is not looked at again in this turn
            told = max(step, turn.told, 2 if turn.deadline and turn.deadline - turn.since <= SHORT else 0)
            if step > turn.told:
                notices.remind(base, turn, step)
            if told != turn.told:
                here = (turns.c.game == turn.game, turns.c.seat == turn.seat)
                base.execute(update(turns).where(*here).values(told=told))
    return len(found)
