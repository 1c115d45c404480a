"""The log as the page reads it: sections, names and icons, and lines that never change once they are final."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import pytest

import ostfront
from ostfront import ai
from ostfront.core.page.log import LogLine, log, teller_of
from ostfront.core.page.table import table_of
from ostfront.core.play.game import Game

GAMES = ("victory-denied", "victory-awaits", "kiev-41", "barbarossa-1941", "barbarossa-deluxe")
STEPS = 320
WHERE_ABOVE = {"turn", "phase", "player turn", "set up", "impulse"}  # they say what the heading says


@lru_cache(maxsize=1)
def played(name: str) -> tuple[Game, tuple[tuple[int, list[LogLine]], ...]]:
    """A game of random players, and what its first seat read at some moments, with the checkpoint of each."""
    game = ostfront.new(name, seed=41)
    players = [ai.player("random", seat) for seat in range(len(game.rules.seats))]
    read: list[tuple[int, list[LogLine]]] = []
    for n in range(STEPS):
        if game.result is not None:
            break
        decision = game.state.pending[0]
        view = game.view(decision.seat)
        game.push(players[decision.seat].choose(view, view.legal, view.imagine), decision)
        if n % 40 == 0:
            read.append((game.draft_start(0), log(game.view(0))))
    return game, tuple(read)


@pytest.mark.parametrize("name", GAMES)
def test_lines_up_to_the_checkpoint_never_change(name: str) -> None:
    game, read = played(name)
    whole = log(game.view(0))
    for checkpoint, lines in read:
        final = [line for line in lines if line.entry <= checkpoint]
        assert whole[: len(final)] == final
        if checkpoint:
            rest = log(game.view(0), checkpoint)
            assert [line for line in whole if line.entry > checkpoint] == rest


@pytest.mark.parametrize("name", GAMES)
def test_sections_by_turn_and_activation(name: str) -> None:
    game, _ = played(name)
    lines = log(game.view(0))
    told = [line for line in lines if line.kind != "turn"]
    first = {line.turn: line for line in reversed(told)}
    assert all(line.opens is not None for line in first.values()), "a turn begins with a section"
    assert lines[0].turn == 1
    sides = {side.id for side in table_of(game.rules).table(game.rules).sides}
    opened = [line.opens for line in lines if line.opens is not None]
    assert {section.side for section in opened} - {""} == sides
    assert all(section.title and section.title[0].text for section in opened)
    assert len({line.step for line in lines} - {""}) > 1
    assert {line.side for line in lines} - {""} == sides


@pytest.mark.parametrize("name", GAMES)
def test_names_instead_of_ids(name: str) -> None:
    game, _ = played(name)
    table = table_of(game.rules).table(game.rules)
    pieces = {piece.id: piece.name for piece in table.pieces}
    places = {place.id: place for place in table.places if place.name}
    named: dict[str, int] = {"unit": 0, "place": 0}
    for line in log(game.view(0)):
        for span in line.spans:
            if span.noun == "unit":
                assert span.text == pieces[span.id] or pieces[span.id].startswith(f"{span.text} (")
                named["unit"] += 1
            elif span.noun == "place" and span.id in places:
                place = places[span.id]
                assert span.text == (f"{place.name} ({place.id})" if place.kind == "hex" else place.name)
                named["place"] += 1
        text = "".join(span.text for span in line.spans)
        assert ") (" not in text, "a town is named once"
    assert min(named.values()) > 0
    shown = [name for (noun, _), name in teller_of(game.rules).names.items() if noun == "unit"]
    assert max(map(shown.count, shown)) == max(map([*pieces.values()].count, pieces.values())), (
        "as distinct as before"
    )


@pytest.mark.parametrize("name", GAMES)
def test_almost_every_kind_has_an_icon(name: str) -> None:
    game, _ = played(name)
    without = {line.kind for line in log(game.view(0)) if not line.icon}
    assert without <= WHERE_ABOVE


def test_an_event_that_stands_in_for_another_has_its_icon() -> None:
    game = ostfront.new("barbarossa-deluxe", seed=1)
    teller = teller_of(game.rules)
    game.note("unseen", "attack", (), 2, ())
    assert teller.icon(game.events[-1]) == "battle"  # type: ignore[index]


def test_the_teller_lets_go_of_its_rules() -> None:
    """It is kept as long as the rules are, no longer."""
    teller: Any = teller_of(ostfront.new("kiev-41", seed=1).rules)
    assert not any(hasattr(value, "vocabulary") for value in vars(teller).values())
