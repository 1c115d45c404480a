"""The log names nothing that stays hidden: what a seat knows neither before nor after an action, no line tells it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from harness.cases import Case, every_case
from harness.positions import sample
from ostfront.core.files.position import write
from ostfront.core.play.game import Game
from ostfront.core.play.rules import Ref
from ostfront.core.play.sequence import Event, Outcome, Play

MOMENTS = 4
WORLDS = 2
WORD = re.compile(r'"((?:[^"\\]|\\.)*)"')
Name = tuple[str, str]  # of a noun: units and chits may have the same names


def traces(game: Game) -> dict[Name, tuple[str, ...]]:
    """Where in its position each thing but the places is named, and of a unit everything that is said."""
    nouns = {kind: set(nouns.names) for kind, nouns in game.rules.vocabulary.nouns.items() if kind != "place"}
    found: dict[Name, list[str]] = defaultdict(list)
    section = ""
    for line in write(game).splitlines():
        section = line if line.startswith("[") else section
        key, _, value = line.partition(" = ")
        if section == "[units]":
            found["unit", key.strip('"')].append(value)
            continue
        for word in WORD.findall(value):
            for kind, names in nouns.items():
                if word in names:
                    found[kind, word].append(f"{section} {key}")
    return {name: tuple(sorted(places)) for name, places in found.items()}


def unknown(game: Game, seat: int) -> set[Name]:
    """What is elsewhere, or otherwise, in some world the seat could be in."""
    worlds = [traces(game), *(traces(game.view(seat).imagine(f"{n}")) for n in range(WORLDS))]
    return {name for name in set().union(*worlds) if len({world.get(name) for world in worlds}) > 1}


def named(game: Game, seat: int, events: list[Event]) -> Iterator[tuple[Name, str]]:
    """What these events name to a seat, with the line."""
    view, nouns = game.view(seat), game.rules.vocabulary.nouns
    for event in events:
        if event.to is None or seat in event.to:
            line = view.line(event)
            for part in line:
                if isinstance(part, Ref) and part.noun != "place":
                    yield (part.noun, nouns[part.noun].names[part.number]), f"{event.kind}: {line}"


def leaks(case: Case, count: int = MOMENTS) -> Iterator[str]:
    """Lines that name what their reader does not know; chits drawn in between were shown to whoever saw the draw."""
    random = Random(f"log {case.name}")
    for game in sample(case, count, "log secrets"):
        seats = range(len(case.rules.seats))
        before = [unknown(game, seat) for seat in seats]
        after = game.clone()
        decision = random.choice(after.state.pending)
        after.push(after.options(decision).choose(random.random), decision)
        if after.result is not None:
            continue
        events = (after.events or [])[len(game.events or ()) :]
        entries = (after.entries or [])[len(game.entries or ()) :]
        for seat in seats:
            drawn = {(e.noun, e.value) for e in entries if isinstance(e, Outcome) and (e.to is None or seat in e.to)}
            shown = {(noun, case.rules.vocabulary.nouns[noun].names[value]) for noun, value in drawn if noun}
            told = dict(named(after, seat, events))
            hidden = told.keys() & before[seat] - shown
            yield from (told[name] for name in hidden & unknown(after, seat) if hidden)


@every_case
def test_no_line_names_what_stays_hidden(case: Case) -> None:
    assert list(leaks(case)) == []


@pytest.mark.parametrize("scenario", ["southern-struggle", "the-snow"])
def test_a_line_for_everybody_would_be_found(scenario: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the test above would prove nothing: the same lines, told to both sides."""
    honest = Play.note

    def careless(play: Play[Any, Any], kind: str, *args: object, to: tuple[int, ...] | None = None) -> None:
        honest(play, kind, *args)

    monkeypatch.setattr(Play, "note", careless)
    assert any(leaks(Case("kiev-41", scenario, ()), 60))
