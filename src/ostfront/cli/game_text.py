"""A game as plain data and as text that a person reads in a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ostfront.core.errors import counted
from ostfront.core.files.fields import encode
from ostfront.core.files.position import columns_of, scalars_of
from ostfront.core.play.conceding import CALLED_OFF, how_ended, log_line
from ostfront.core.play.view import line_text

if TYPE_CHECKING:
    from ostfront.core.play.game import Game, Question

SHOWN_ELSEWHERE = ("turn", "result", "drawn")  # shown in their own way, or of no interest


def heading(game: Game) -> dict[str, Any]:
    """The settings of a game and its current state."""
    rules = game.rules
    result = game.result
    return {
        "game": rules.info.name,
        "title": rules.info.title,
        "rules": rules.info.version,
        "scenario": rules.settings.scenario,
        "options": dict(rules.settings.options),
        "turn": game.state.turn,
        "phase": rules.phase(game.state),
        "entries": len(game.entries or ()),
        "result": None if result is None else {**result._asdict(), "end": how_ended(game.entries or ())},
    }


def asked(questions: tuple[Question, ...]) -> list[dict[str, str]]:
    return [question._asdict() for question in questions]


def full_data(game: Game, log: int) -> dict[str, Any]:
    """Everything about a game, secrets included: for the owner of its file."""
    told = [event for event in game.events or () if event.kind not in game.rules.stand_ins]
    events = told[-log:] if log else []
    lines = [line_text(log_line(game.rules, event), game.rules.vocabulary) for event in events]
    return {
        **heading(game),
        "asked": asked(game.pending),
        "places": places(game),
        "state": _scalars(game),
        "log": lines,
    }


def seat_data(game: Game, seat: str, log: int) -> dict[str, Any]:
    """What one seat may know."""
    view = game.view(seat)
    return {
        **heading(game),
        "seat": game.rules.seats[view.seat].name,
        "awaited": list(view.awaited),
        "asked": asked(view.pending),
        "known": view.known,
        "log": view.log()[-log:] if log else [],
    }


def places(game: Game) -> dict[str, list[dict[str, Any]]]:
    """The units in each place, in the order of places, each with how it differs from a fresh counter."""
    state, names = game.state, game.rules.vocabulary
    blank = game.rules.blank()
    columns = {name: hint for name, hint in columns_of(type(state)).items() if name != "place"}
    found: dict[int, list[dict[str, Any]]] = {}
    for unit, name in enumerate(names.nouns["unit"].names):
        if state.place[unit] < 0:
            continue
        marks = {
            column: encode(getattr(state, column)[unit], hint, names)
            for column, hint in columns.items()
            if getattr(state, column)[unit] != getattr(blank, column)[unit]
        }
        found.setdefault(state.place[unit], []).append({"unit": name, **marks})
    return {names.nouns["place"].names[place]: found[place] for place in sorted(found)}


def _scalars(game: Game) -> dict[str, Any]:
    state, blank = game.state, game.rules.blank()
    return {
        name: encode(getattr(state, name), hint, game.rules.vocabulary)
        for name, hint in scalars_of(type(state)).items()
        if name not in SHOWN_ELSEWHERE and getattr(state, name) != getattr(blank, name)
    }


# ---- as text ------------------------------------------------------------------------------------------


def heading_lines(data: dict[str, Any]) -> Iterator[str]:
    options = "".join(f", {name} {_word(value)}" for name, value in data["options"].items())
    yield f"{data['title']}, {data['scenario']}{options}"
    turn, phase = f"turn {data['turn']}", data["phase"]
    when = phase if phase.startswith(turn) else f"{turn}, {phase}"
    yield f"{when}; {counted(data['entries'], 'entry', 'entries')} in its history"
    if data["result"] is not None:
        yield f"Over: {result_text(data['result'])}"


def result_text(result: dict[str, Any]) -> str:
    nobody = CALLED_OFF if result.get("end") == CALLED_OFF else "a draw"
    winner = f"{result['winner']} wins" if result["winner"] else nobody
    grade = f", {result['grade']}" if result["grade"] else ""
    rule = f" [{result['rule']}]" if result["rule"] else ""
    return f"{winner}{grade}. {result['reason']}{rule}".strip()


def asked_lines(questions: list[dict[str, str]]) -> Iterator[str]:
    for question in questions:
        yield f"Decision for {question['seat']}: {question['prompt']} [{question['rule']}]"


def full_lines(data: dict[str, Any]) -> Iterator[str]:
    yield from heading_lines(data)
    yield from asked_lines(data["asked"])
    yield ""
    for place, units in data["places"].items():
        yield f"  {place}: {', '.join(unit_text(unit) for unit in units)}"
    for name, value in data["state"].items():
        yield f"  {name} = {_word(value)}"
    yield from _log_lines(data["log"])


def seat_lines(data: dict[str, Any]) -> Iterator[str]:
    import msgspec

    yield from heading_lines(data)
    yield f"What {data['seat']} knows:"
    yield from asked_lines(data["asked"])
    if not data["asked"] and data["awaited"]:
        yield f"Waiting for {' and '.join(data['awaited'])}."
    yield ""
    yield msgspec.json.format(msgspec.json.encode(data["known"]), indent=2).decode()
    yield from _log_lines(data["log"])


def unit_text(unit: dict[str, Any]) -> str:
    marks = [f"{name} {_word(value)}" for name, value in unit.items() if name != "unit"]
    return f"{unit['unit']} ({', '.join(marks)})" if marks else str(unit["unit"])


def _log_lines(log: list[str]) -> Iterator[str]:
    if log:
        yield ""
        yield from (f"  {line}" for line in log)


def _word(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        between = "; " if any(isinstance(item, dict | list) for item in value) else ", "
        return between.join(_word(item) for item in value) or "-"
    if isinstance(value, dict):
        return ", ".join(f"{name} {_word(item)}" for name, item in value.items()) or "-"
    return "-" if value in ("", None) else str(value)
