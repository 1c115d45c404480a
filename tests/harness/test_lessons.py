"""Every guided game can be played to its end by its own deeds, and wandering off does not lose its place."""

from __future__ import annotations

from fnmatch import fnmatchcase
from pathlib import Path

import pytest

from ostfront import games as register
from ostfront.core.files.rules_index import load_index
from ostfront.core.page import lessons, questions
from ostfront.core.page.lessons import LessonAt, Script
from ostfront.core.page.reference import reference_of
from ostfront.core.page.table import table_of
from ostfront.core.play.game import Game
from ostfront.core.play.rules import Rules

TAUGHT = [name for name in register.names() if lessons.lesson_title(register.info(name))]
QUIET = ("done", "pass", "stop")  # how the rest of a turn is passed over
SHEETS = {"", "briefing", "sequence", "victory", "rules"}


def opened(name: str) -> tuple[Rules, Script, Game]:
    start = lessons.start_of(register.info(name))
    assert start is not None
    rules = register.rules(name, *start)
    script = lessons.script_of(rules)
    assert script is not None
    return rules, script, script.start(rules)


def where(script: Script, game: Game) -> LessonAt:
    view = game.view(script.seat)
    return lessons.place(script, game, questions.asked(view, table_of(game.rules).look(view)))


def play(script: Script, game: Game, action: str) -> None:
    game.play(action, script.seat)
    lessons.follow(script, game)


def an_example(script: Script, game: Game, action: str) -> str:
    """What is played for a deed: itself, or the first action that fits it."""
    offered = (game.text(one) for one in game.view(script.seat).legal) if "*" in action else iter([action])
    return next(text for text in offered if fnmatchcase(text, action))


def pass_over(script: Script, game: Game, number: int) -> None:
    """Play for everybody, as little as possible, until the awaited deed can be done or its turn has come."""
    for _ in range(600):
        at = where(script, game)
        if at.possible or at.awaits > number:
            return
        decision = game.state.pending[0]
        offered = [game.text(action) for action in game.options(decision)]
        game.play(next((word for word in QUIET if word in offered), offered[0]), decision.seat)
    raise AssertionError("the lesson does not come back")


@pytest.mark.parametrize("name", TAUGHT)
def test_a_lesson_is_played_to_its_end_by_its_own_deeds(name: str) -> None:
    _, script, game = opened(name)
    steps = script.lesson.steps
    assert 12 <= len(steps) <= 26
    assert not steps[-1].waits, "the last step sends the player on alone"
    for number, step in enumerate(steps):
        if not step.waits:
            continue
        if step.free:
            pass_over(script, game, number)
        if step.turn:
            continue
        at = where(script, game)
        assert (at.awaits, at.possible) == (number, True), step.title
        assert step.free or not at.strayed, step.title
        for action in script.plays[number]:
            play(script, game, an_example(script, game, action))
        assert where(script, game).step == number + 1, step.title
        # what the script answers is all given, and all of it fits
        left = [answer for answer in script.then[number] if answer in lessons.due(script, game)]
        assert not left, (step.title, left)
    at = where(script, game)
    assert at.awaits == len(steps)


@pytest.mark.parametrize("name", TAUGHT)
def test_what_a_lesson_speaks_of_exists(name: str) -> None:
    rules, script, _ = opened(name)
    table = table_of(rules).table(rules)
    units, places = {piece.id for piece in table.pieces}, {place.id for place in table.places}
    index = load_index(Path(rules.info.data))
    sheets = SHEETS | {chart.group for chart in reference_of(rules).charts}
    for step in script.lesson.steps:
        assert set(step.units) <= units, step.title
        assert set(step.places) <= places, step.title
        assert not step.rule or index.summary(step.rule), (step.title, step.rule)
        assert step.sheet in sheets, step.title
        assert {deed.split()[0] for deed in (*step.deed, *step.also)} <= rules.vocabulary.verbs.keys(), step.title
        assert step.text.count("**") in (0, 2), step.title


@pytest.mark.parametrize("name", TAUGHT)
def test_another_deed_is_taken_back_and_the_place_is_kept(name: str) -> None:
    _, script, game = opened(name)
    begun = where(script, game)
    offered = [game.text(action) for action in game.options(game.state.pending[0])]
    awaited = script.lesson.steps[begun.awaits].deed
    other = next((one for one in offered if one not in awaited and one not in QUIET), None)
    if other is None:
        pytest.skip("the first decision has no other answer")
    play(script, game, other)
    assert where(script, game).awaits == begun.awaits
    game.undo(script.seat)
    lessons.take_back(script, game, script.seat)
    lessons.follow(script, game)
    assert where(script, game) == begun


def test_a_deed_that_was_missed_is_passed_over() -> None:
    """Who ends the combat at once finds the lesson at the movement that follows."""
    _, script, game = opened("victory-denied")
    play(script, game, "done")
    steps = script.lesson.steps
    assert steps[where(script, game).awaits].deed == ("pick 7Pz",)
