"""A guided first game, as data: steps that wait for a deed, and a script that answers for the other side.

A game's `data/lesson.toml` has the words and the script. Where the student is follows from the history of the game,
so undo, a reload and a restart keep the place. The page knows these structs but no particular game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fnmatch import fnmatchcase
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from ostfront.core.errors import BadAction, BadFile
from ostfront.core.files.limits import read_toml
from ostfront.core.page.questions import Asked, Group
from ostfront.core.page.table import PageStruct
from ostfront.core.play.chance import Seeded
from ostfront.core.play.game import Game
from ostfront.core.play.rules import GameInfo, Rules
from ostfront.core.play.sequence import Act

FILE = "lesson.toml"
KEYS = {"title", "text", "deed", "also", "play", "then", "units", "places", "rule", "sheet", "free", "turn"}


class LessonStep(PageStruct, frozen=True):
    """A step: what is said, what is lit, and the deed it waits for.

    `deed` has patterns of actions, any of which will do; `*` stands for anything. A step without one is only read.
    `also` are actions that belong to the deed and come before or after it, such as the units that join an attack.
    `sheet` names a sheet of the reference that belongs to it. `free`: the student plays on as he likes until the deed
    can be done. A step with a `turn` waits for that turn instead of a deed.
    """

    title: str
    text: str
    deed: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    rule: str = ""
    sheet: str = ""
    free: bool = False
    turn: int = 0

    @property
    def waits(self) -> bool:
        return bool(self.deed or self.turn)


class Lesson(PageStruct, frozen=True):
    """A guided game, as the page reads it."""

    title: str
    seat: str
    steps: tuple[LessonStep, ...]


class LessonAt(PageStruct, frozen=True):
    """Where the student is.

    step: the first step after the last deed. awaits: the step whose deed is awaited; the number of steps if none is
    left. possible: the deed can be done now. strayed: since the last deed the student has done something else.
    """

    step: int
    awaits: int
    possible: bool
    strayed: bool


class Answer(NamedTuple):
    """What the script plays for a seat."""

    seat: int
    text: str


class Script(NamedTuple):
    """A lesson with everything the server needs to start and to follow it.

    `opening` is played before the first step, `then[i]` after the deed of step i, as far as it is legal.
    `plays[i]` is an example of the deed of step i.
    """

    lesson: Lesson
    seat: int
    level: str
    seed: str
    opening: tuple[Answer, ...]
    then: tuple[tuple[Answer, ...], ...]
    plays: tuple[tuple[str, ...], ...]

    def start(self, rules: Rules) -> Game:
        """A new game with the dice of the lesson, at its first step."""
        game = Game.started(rules, Seeded.of(self.seed))
        follow(self, game)
        return game


# ---- reading ---------------------------------------------------------------------------------------------


@lru_cache(maxsize=16)
def _read(folder: str) -> Mapping[str, Any] | None:
    file = Path(folder) / FILE
    return read_toml(file.read_text("utf-8"), FILE) if file.is_file() else None


def lesson_title(info: GameInfo) -> str:
    """Empty if the game has no guided game."""
    data = _read(info.data)
    return "" if data is None else str(data["title"])


def start_of(info: GameInfo) -> tuple[str, dict[str, Any]] | None:
    """The scenario and the options of the guided game, if there is one."""
    data = _read(info.data)
    return None if data is None else (str(data["scenario"]), dict(data.get("options", {})))


def script_of(rules: Rules) -> Script | None:
    """The guided game of these rules; None if they are not those it is played by."""
    data, settings = _read(rules.info.data), rules.settings
    if data is None or settings.scenario != data["scenario"]:
        return None
    if any(settings.options.get(name) != value for name, value in data.get("options", {}).items()):
        return None
    rows: Sequence[Mapping[str, Any]] = data["step"]
    for number, row in enumerate(rows, 1):
        if not row.keys() <= KEYS:
            raise BadFile(f"step {number} has {sorted(row.keys() - KEYS)}, which no step has.", file=FILE)
    names = {seat.name: i for i, seat in enumerate(rules.seats)}
    return Script(
        Lesson(data["title"], data["seat"], tuple(_step(rules, row) for row in rows)),
        names[data["seat"]],
        data["level"],
        str(data["seed"]),
        _answers(names, data.get("opening", ())),
        tuple(_answers(names, row.get("then", ())) for row in rows),
        tuple(tuple(row.get("play", row.get("deed", ())[:1])) for row in rows),
    )


def _step(rules: Rules, row: Mapping[str, Any]) -> LessonStep:
    rule = rules.rule(row["rule"]) if row.get("rule") else ""
    deed, also, units, places = (tuple(row.get(key, ())) for key in ("deed", "also", "units", "places"))
    sheet, free, turn = row.get("sheet", ""), row.get("free", False), row.get("turn", 0)
    return LessonStep(row["title"], row["text"], deed, also, units, places, rule, sheet, free, turn)


def _answers(names: Mapping[str, int], lines: Iterable[str]) -> tuple[Answer, ...]:
    found = []
    for line in lines:
        seat, _, text = line.partition(": ")
        if seat not in names:
            raise BadFile(f"'{line}' names no seat of this game.", file=FILE)
        found.append(Answer(names[seat], text))
    return tuple(found)


# ---- following -------------------------------------------------------------------------------------------


class _Progress(NamedTuple):
    step: int
    due: tuple[Answer, ...]
    strayed: bool
    answered: int  # for the student, by the script, since the student last acted


def _progress(script: Script, game: Game) -> _Progress:
    """The history, read as the deeds of the lesson and the answers of its script."""
    step, due, strayed, answered = 0, script.opening, False, 0
    for entry in game.entries or ():
        if step == len(script.then) and not due:
            break
        if not isinstance(entry, Act):
            continue
        text = game.text(entry.action)
        if due and due[0] == (entry.seat, text):
            due = due[1:]
            answered += entry.seat == script.seat
        elif entry.seat == script.seat:
            answered = 0
            done = _done(script.lesson.steps, step, text)
            if done is not None:
                step, due, strayed = done + 1, script.then[done], False
            elif not _fits(text, _around(script.lesson.steps, step)):
                strayed = True
    awaited = _awaited(script.lesson.steps, step)
    if awaited < len(script.then) and 0 < script.lesson.steps[awaited].turn <= game.state.turn:
        step, strayed = awaited + 1, False
    return _Progress(step, due, strayed, answered)


def _done(steps: Sequence[LessonStep], start: int, text: str) -> int | None:
    """The step that this deed does: the one that is awaited, or a later one that names it in full."""
    awaited = _awaited(steps, start)
    if awaited < len(steps) and _fits(text, steps[awaited].deed):
        return awaited
    if _fits(text, _around(steps, start)):
        return None
    return next((number for number in range(awaited + 1, len(steps)) if text in steps[number].deed), None)


def _around(steps: Sequence[LessonStep], start: int) -> tuple[str, ...]:
    """What belongs to the last deed or to the next one: an attack, say, whose units are still chosen."""
    awaited = _awaited(steps, start)
    before = steps[start - 1].also if start else ()
    return (*before, *steps[awaited].also) if awaited < len(steps) else before


def _fits(text: str, patterns: Iterable[str]) -> bool:
    return any(fnmatchcase(text, pattern) for pattern in patterns)


def _awaited(steps: Sequence[LessonStep], start: int) -> int:
    return next((number for number in range(start, len(steps)) if steps[number].waits), len(steps))


def _is_legal(game: Game, answer: Answer) -> bool:
    if all(decision.seat != answer.seat for decision in game.state.pending):
        return False
    try:
        return not game.why_not(answer.text, answer.seat)
    except BadAction:
        return False


def due(script: Script, game: Game) -> tuple[Answer, ...]:
    """What the script still has to answer after the last deed."""
    return _progress(script, game).due


def follow(script: Script, game: Game) -> None:
    """Play what the script answers here; where it does not fit the game, the seat's own player decides."""
    for answer in due(script, game):
        if not _is_legal(game, answer):
            return
        game.play(answer.text, answer.seat)


def answered(script: Script, game: Game) -> int:
    """How many of the last actions of the student were the script's: an undo takes them back with the deed."""
    return _progress(script, game).answered


def take_back(script: Script, game: Game, seat: int) -> None:
    """After an undo: what the script would only do again is taken back too."""
    while game.draft(seat):
        left = due(script, game)
        if not left or left[0].seat != seat or not _is_legal(game, left[0]):
            return
        game.undo(seat)


def place(script: Script, game: Game, asked: Sequence[Asked]) -> LessonAt:
    """Where the student is, who is asked this. A deed that has become impossible is passed over."""
    steps = script.lesson.steps
    found = _progress(script, game)
    awaits = _awaited(steps, found.step)
    around = () if found.strayed else _around(steps, found.step)
    possible = awaits < len(steps) and _possible((*steps[awaits].deed, *around), asked)
    if asked and not possible and not (found.strayed and game.draft(script.seat)):
        # a deed that names something is meant without doubt; Done may end anything
        named = {
            n: [one for one in steps[n].deed if " " in one and "*" not in one] for n in range(awaits, len(steps))
        }
        reached = next((n for n, deeds in named.items() if _possible(deeds, asked)), None)
        if reached is not None:
            return LessonAt(reached, reached, True, False)
    return LessonAt(found.step, awaits, possible, found.strayed)


def _possible(deeds: Iterable[str], asked: Iterable[Asked]) -> bool:
    return any(_offers(group, pattern) for pattern in deeds for one in asked for group in one.groups)


def _offers(group: Group, pattern: str) -> bool:
    if pattern.split()[0] != group.verb:
        return False
    if pattern == group.verb:
        return not group.targets and not group.paths
    words = [*group.targets, *(" ".join(path) for path in group.paths)]
    return any(_fits(f"{group.verb} {word}", [pattern]) for word in words)
