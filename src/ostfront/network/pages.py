"""Long lists in pages: each begins after the last row of the one before, whatever was added meanwhile."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Column, ColumnElement, Select, tuple_

from ostfront.server.messages import Refused

Place = tuple[float, str]  # the last row of a page: what the list is sorted by, and the row's own name


def place_of(text: str) -> Place | None:
    """Where a page begins, as the page before named it; None is the first page."""
    if not text:
        return None
    number, _, name = text.partition("~")
    try:
        return float(number[:40]), name[:64]
    except ValueError:
        raise Refused(400, "malformed", "There is no such page.") from None


def named(place: Place) -> str:
    return f"{place[0]!r}~{place[1]}"


def page(chosen: Select[Any], by: Column[Any], key: Column[Any], after: Place | None, count: int) -> Select[Any]:
    """The newest rows after this one, and one more to know whether there is another page."""
    if after is not None:
        chosen = chosen.where(_before(by, key, after))
    return chosen.order_by(by.desc(), key.desc()).limit(count + 1)


def _before(by: Column[Any], key: Column[Any], after: Place) -> ColumnElement[bool]:
    return tuple_(by, key) < tuple_(*after)


def cut(rows: Sequence[Any], count: int, by: str, key: str) -> tuple[Sequence[Any], str]:
    """The rows of a page, and the name of the next one."""
    if len(rows) <= count:
        return rows, ""
    last = rows[count - 1]
    return rows[:count], named((float(getattr(last, by)), str(getattr(last, key))))
