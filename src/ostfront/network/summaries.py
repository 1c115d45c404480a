"""What happened in a game since somebody looked, in a few lines of plain text.

A summary is made from the log lines that a seat may read, or from those that everybody may.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ostfront.core.page.battle_script import ToldBattle, script_of, told_battles
from ostfront.core.page.log import LogLine, log
from ostfront.core.play.sequence import Event
from ostfront.core.play.view import View

MOST_LINES = 15
MOST_LOSSES = 3  # of a battle
TOLD = ("victory", "weather")  # icons of lines that are told by themselves
COUNTED = {
    "loss": ("loss outside battles", "losses outside battles"),
    "move": ("move", "moves"),
    "reinforcement": ("reinforcement or replacement", "reinforcements and replacements"),
}


class SummaryPart(NamedTuple):
    """What happened in a turn."""

    title: str
    lines: tuple[str, ...]


class Summary(NamedTuple):
    parts: tuple[SummaryPart, ...]
    left_out: int  # lines for which there was no room


class _Line(NamedTuple):
    turn: int
    rank: int  # the lowest are told first
    at: int
    text: str


class PublicView(View):
    """What everybody may know of what a seat was told."""

    def events(self) -> list[Event]:
        return [event for event in super().events() if event.to is None]


def summary(view: View, since: int, most: int = MOST_LINES) -> Summary:
    """What this view was told after entry `since`."""
    everything = log(view)
    titles = {line.turn: words(line).rstrip(".") for line in everything if line.kind == "turn"}
    fresh = [line for line in everything if line.entry > since]
    found = [*_battles(view, fresh), *_others(fresh)]
    chosen = sorted(found, key=lambda line: (line.rank, -line.turn, -line.at))[:most]
    parts = []
    for turn in sorted({line.turn for line in chosen}):
        told = sorted(line for line in chosen if line.turn == turn)
        parts.append(SummaryPart(titles.get(turn, f"Turn {turn}"), tuple(line.text for line in told)))
    return Summary(tuple(parts), len(found) - len(chosen))


def words(line: LogLine) -> str:
    return "".join(span.text for span in line.spans)


def plain(found: Summary) -> list[str]:
    """As lines of a letter."""
    lines: list[str] = []
    for part in found.parts:
        lines += [f"{part.title}:", *(f"  - {line}" for line in part.lines)]
    if found.left_out:
        lines.append(f"And {found.left_out} more; the log has them all.")
    return lines


def _battles(view: View, fresh: Sequence[LogLine]) -> Iterator[_Line]:
    """Each battle in one line: where, how it ended, and what was lost."""
    by_battle: dict[int, list[LogLine]] = {}
    for line in fresh:
        if line.battle:
            by_battle.setdefault(line.battle, []).append(line)
    for told in told_battles(view):
        lines = by_battle.get(told.entry)
        if lines:
            yield _Line(lines[0].turn, 0, told.entry, _battle(view, told, lines))


def _battle(view: View, told: ToldBattle, lines: Sequence[LogLine]) -> str:
    script = script_of(view.rules)
    assert script is not None
    settled = script.result(view.rules.facts, told)
    result = settled[1] if settled else "" if told.over else "still under way"
    text = f"{told.opening.title}: {result}" if result else told.opening.title
    lost = [words(line).rstrip(".") for line in lines if line.icon == "loss" and _names_a_unit(line)]
    if lost:
        more = f"; and {len(lost) - MOST_LOSSES} more" if len(lost) > MOST_LOSSES else ""
        text += f" ({'; '.join(lost[:MOST_LOSSES])}{more})"
    taken = " ".join(words(line) for line in lines if line.icon == "victory")
    text = text.rstrip(".") + "."
    return f"{text} {taken}" if taken else text


def _names_a_unit(line: LogLine) -> bool:
    return any(span.noun == "unit" for span in line.spans)


def _others(fresh: Sequence[LogLine]) -> Iterator[_Line]:
    counts: dict[int, Counter[str]] = {}
    for line in fresh:
        if line.battle or line.kind == "turn":
            continue
        if line.icon in TOLD:
            yield _Line(line.turn, 1, line.entry, words(line))
        elif line.icon in COUNTED:
            counts.setdefault(line.turn, Counter())[line.icon] += 1
    for turn, counted in counts.items():
        said = [f"{n} {COUNTED[icon][n > 1]}" for icon, n in sorted(counted.items())]
        yield _Line(turn, 2, 0, f"{', '.join(said)}.".capitalize())
