"""Position files: any moment of any game as text that people read, compare and write by hand.

A position is TOML. `[state]` holds the scalars, `[units]` one line for each unit that has a place, `[[stack]]`
the sequence of play, bottom first, `[[asked]]` the open decisions. Anything left out keeps the value
it has on an empty board; without `[[stack]]` the game is before its first step, and without `[[asked]]`
the top step is run when the position is loaded. `unknown` names the seats whose knowledge the file contains:
what they do not know is dealt at random when the position is loaded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random
from time import monotonic
from typing import Annotated, Any, get_args, get_origin

import msgspec

from ostfront.core.errors import BadFile, OstfrontError, cut, either, shown, suggestion
from ostfront.core.files.fields import One, PerUnit, decode, encode, fits, hints_of
from ostfront.core.files.limits import read_toml
from ostfront.core.play.actions import Vocabulary
from ostfront.core.play.chance import Seeded, Source
from ostfront.core.play.game import Game
from ostfront.core.play.rules import Rules
from ostfront.core.play.state import Decision, Frame, State

FORMAT = "ostfront position 1"
DEEPEST_STACK = 100  # frames; a game needs about ten
MOST_DECISIONS = 100
TRIAL_STEPS = 50
TRIAL_SECONDS = 2.0
TOP_KEYS = ("format", "game", "rules", "scenario", "options", "unknown", "state", "units", "stack", "asked")


# ---- states as plain data -----------------------------------------------------------------------------


def columns_of(kind: type[State]) -> dict[str, Any]:
    """The per-unit columns of a state, by name, with the kind of their entries."""
    found: dict[str, Any] = {}
    for name, hint in hints_of(kind).items():
        marks = get_args(hint)[1:] if get_origin(hint) is Annotated else ()
        if any(isinstance(mark, PerUnit) for mark in marks):
            nouns = [mark for mark in marks if isinstance(mark, One)]
            found[name] = Annotated[int, nouns[0]] if nouns else int
    return found


def scalars_of(kind: type[State]) -> dict[str, Any]:
    columns = columns_of(kind)
    return {
        name: hint
        for name, hint in hints_of(kind).items()
        if name not in columns and name not in kind.DERIVED and not str(hint).startswith("typing.ClassVar")
    }


def pack(state: State, rules: Rules) -> dict[str, Any]:
    """A state as bare numbers, for compact saves."""
    kind = type(state)
    fields = {name: encode(getattr(state, name), hint, None) for name, hint in scalars_of(kind).items()}
    columns = {name: list(getattr(state, name)) for name in columns_of(kind)}
    frames = [[f.procedure, f.step, encode(f.local, _local_hint(rules, f.procedure), None)] for f in frames_of(state)]
    return {**fields, **columns, "stack": frames, "asked": [[d.seat, d.kind] for d in state.pending]}


def unpack(data: Mapping[str, Any], rules: Rules) -> State:
    """The state from packed numbers; raises BadFile when it is not a state of this game."""
    state = rules.blank()
    kind = type(state)
    names = rules.vocabulary
    try:
        for name, hint in scalars_of(kind).items():
            value = decode(data[name], hint, None, name)
            if not fits(value, hint, names):
                raise BadFile(f"{name} names something that does not exist")
            setattr(state, name, value)
        for name, hint in columns_of(kind).items():
            _fill(state, name, data[name])
            if not all(fits(value, hint, names) for value in getattr(state, name)):
                raise BadFile(f"{name} names something that does not exist")
        _check_number(data["stack"], DEEPEST_STACK, "stack")
        _check_number(data["asked"], MOST_DECISIONS, "asked")
        for procedure, step, local in data["stack"]:
            _check_procedure(rules, procedure, "stack")
            hint = _local_hint(rules, procedure)
            value = decode(local, hint, None, f"stack {procedure}")
            if not (type(step) is int and 0 <= step <= len(rules.procedures[procedure].steps)):
                raise BadFile(f"{procedure} has no step {step!r}")
            if not fits(value, hint, names):
                raise BadFile(f"{procedure} names something that does not exist")
            state.top = Frame(procedure, step, value, state.top)
        state.pending = tuple(Decision(int(seat), str(k)) for seat, k in data["asked"])
    except (KeyError, TypeError, ValueError, IndexError, OverflowError) as wrong:
        text = f"'{wrong.args[0]}' is missing" if isinstance(wrong, KeyError) else str(wrong).rstrip(".")
        raise BadFile(f"This is not a saved state of {rules.info.title}: {text}.") from None
    _check_asked(rules, state)
    try:
        state.derive()
    except (IndexError, ValueError) as inner:
        raise BadFile(f"This is not a saved state of {rules.info.title}: its parts contradict each other.") from inner
    return state


def _fill(state: State, name: str, values: list[int]) -> None:
    column = getattr(state, name)
    if len(values) != len(column):
        raise BadFile(f"{name}: {len(values)} entries for {len(column)} units.")
    for i, value in enumerate(values):
        column[i] = value


def frames_of(state: State) -> list[Frame]:
    """The stack, bottom first."""
    out = []
    frame = state.top
    while frame is not None:
        out.append(frame)
        frame = frame.below
    return out[::-1]


def _local_hint(rules: Rules, procedure: str) -> Any:
    local = rules.procedures[procedure].local
    return type(None) if local is None else local


def _check_number(given: list[Any], most: int, where: str) -> None:
    if len(given) > most:
        raise BadFile(f"{where}: {len(given):,} entries, and at most {most} are possible.")


def _check_procedure(rules: Rules, name: str, where: str) -> None:
    if name not in rules.procedures:
        hint = suggestion(name, rules.procedures) or f" Expected {either(rules.procedures, 40)}."
        raise BadFile(f"{where}: there is no procedure '{cut(name)}'.{hint}")


def _check_asked(rules: Rules, state: State) -> None:
    for decision in state.pending:
        if decision.kind not in rules.kinds:
            raise BadFile(
                f"asked: there is no decision '{cut(decision.kind)}'.{suggestion(decision.kind, rules.kinds)}"
            )
        if not 0 <= decision.seat < len(rules.seats):
            raise BadFile(f"asked: there is no seat {decision.seat}.")
    if len(set(state.pending)) < len(state.pending):
        raise BadFile("asked: the same decision is asked of a seat twice.")


# ---- writing ------------------------------------------------------------------------------------------


def write(game: Game) -> str:
    """The current position as text."""
    rules, state = game.rules, game.state
    names = rules.vocabulary
    lines = [
        f"format = {_toml(FORMAT)}",
        f"game = {_toml(rules.info.name)}",
        f"rules = {_toml(rules.info.version)}",
        f"scenario = {_toml(rules.settings.scenario)}",
    ]
    if rules.settings.options:
        lines.append(f"options = {_toml(dict(rules.settings.options))}")
    lines += ["", "[state]"]
    blank = rules.blank()
    for name, hint in scalars_of(type(state)).items():
        value = getattr(state, name)
        if value != getattr(blank, name) or name == "turn":
            lines.append(f"{name} = {_toml(encode(value, hint, names))}")
    lines += ["", "[units]", *_unit_lines(state, blank, names)]
    for frame in frames_of(state):
        procedure = rules.procedures[frame.procedure]
        step = procedure.steps[frame.step].name if frame.step < len(procedure.steps) else "end"
        lines += ["", "[[stack]]", f"procedure = {_toml(frame.procedure)}", f"step = {_toml(step)}"]
        if frame.local is not None:
            plain = encode(frame.local, procedure.local, names)
            lines += [f"{key} = {_toml(value)}" for key, value in plain.items()]
    for decision in state.pending:
        seat = rules.seats[decision.seat].name
        lines += ["", "[[asked]]", f"seat = {_toml(seat)}", f"kind = {_toml(decision.kind)}"]
    return "\n".join(lines) + "\n"


def _unit_lines(state: State, blank: State, names: Vocabulary) -> Iterator[str]:
    columns = columns_of(type(state))
    for unit, name in enumerate(names.nouns["unit"].names):
        parts = {
            column: encode(getattr(state, column)[unit], hint, names)
            for column, hint in columns.items()
            if getattr(state, column)[unit] != getattr(blank, column)[unit]
        }
        if parts:
            yield f"{_key(name)} = {_toml(parts)}"


def _key(name: str) -> str:
    bare = name.replace("-", "").replace("_", "")
    return name if bare.isascii() and bare.isalnum() else _toml(name)


def _toml(value: Any) -> str:
    """A value as TOML; strings as in JSON, tables inline."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_key(k)} = {_toml(v)}" for k, v in value.items() if v is not None) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(_toml(item) for item in value) + "]"
    return msgspec.json.encode(value).decode()


# ---- reading ------------------------------------------------------------------------------------------


FindRules = Callable[[str, str, Mapping[str, Any]], Rules]


def read(
    text: str, find_rules: FindRules, *, file: str = "", source: Source | None = None, seed: int | str = 0
) -> Game:
    """The game at a position; one clear error when the text is not a position."""
    table = read_toml(text, file)
    try:
        return _read(table, find_rules, source or Seeded.of(seed), seed)
    except OstfrontError as wrong:
        raise BadFile(str(wrong), file=file) from None
    except Exception as inner:  # parts that are valid separately may crash the rules together
        unfit = "not a possible position of this game: its parts contradict each other."
        raise BadFile(unfit, file=file) from inner


def _read(table: dict[str, Any], find_rules: FindRules, source: Source, seed: int | str) -> Game:
    if table.get("format") != FORMAT:
        raise BadFile(f'a position starts with format = "{FORMAT}", found {shown(table.get("format"))}.')
    for key in table:
        if key not in TOP_KEYS:
            raise BadFile(f"'{cut(key)}' is not part of a position.{suggestion(key, TOP_KEYS)}")
    options = _expect(table.get("options", {}), dict, "options")
    name = _expect(table.get("game"), str, "game")
    rules = find_rules(name, _expect(table.get("scenario"), str, "scenario"), options)
    state = rules.blank()
    _read_scalars(state, _expect(table.get("state", {}), dict, "[state]"), rules.vocabulary)
    _read_units(state, _expect(table.get("units", {}), dict, "[units]"), rules.vocabulary)
    state.derive()
    _read_stack(state, _expect(table.get("stack", []), list, "[[stack]]"), rules)
    asked_now = _expect(table.get("asked", []), list, "[[asked]]")
    _check_number(asked_now, MOST_DECISIONS, "[[asked]]")
    for asked in asked_now:
        state.pending += (_read_asked(asked, rules),)
    _check_asked(rules, state)
    game = Game(rules, source, state)
    unknown = _expect(table.get("unknown", []), list, "unknown")
    _check_number(unknown, len(rules.seats), "unknown")
    for seat in unknown:
        index = game.seat_index(_expect(seat, str, "unknown"))
        assert index is not None
        game.state = rules.imagine(game.state, index, Random(f"unknown {seed}"))
    _bring_to_life(game)
    # dice rolled on the way here belong to the position, not to the game that begins from it
    game.entries, game.events = [], []
    game.snapshots = [(0, game.state.clone())]
    game.began = write(game)
    return game


def _bring_to_life(game: Game) -> None:
    """Run the game to its next decision, and make sure that it has a legal answer."""
    wrong = game.rules.check(game.state)
    if not wrong:
        game.advance()
        wrong = [
            f"{question.seat} has no legal answer to the decision '{question.kind}'."
            for question, decision in zip(game.pending, game.state.pending, strict=True)
            if not game.options(decision)
        ]
    if wrong:
        raise BadFile(f"not a possible position of this game: {' '.join(wrong)}")
    _try(game)


def _try(game: Game) -> None:
    """Look at the position from each seat, and play one action with each verb; what fails is raised."""
    for seat in range(len(game.rules.seats)):
        game.view(seat)
    for decision in game.state.pending:
        first = {action.verb: action for action in reversed(list(game.options(decision)))}
        for action in first.values():
            game.clone(seed=0, history=False).push(action, decision)


def try_out(game: Game, look: Callable[[Game, int], object], steps: int = TRIAL_STEPS, *, file: str = "") -> None:
    """Refuse a game that cannot be shown to its seats, or a position from which the rules cannot go on."""
    bottom = frames_of(game.rules.start())[0].procedure
    if game.state.top is not None and frames_of(game.state)[0].procedure != bottom:
        raise BadFile(f"[[stack]]: the first procedure must be '{bottom}', or play ends with the others.", file=file)
    trial, choose = game.clone(seed=0), Random(0).random
    until = monotonic() + TRIAL_SECONDS
    try:
        for step in range(steps):
            for seat in range(len(game.rules.seats)) if step % 4 < 2 else ():  # to look takes longer than to play
                look(trial, seat)
            if trial.result is not None or monotonic() > until:
                break
            assert trial.pending  # looks up the seats that are asked
            decision = trial.state.pending[0]
            trial.push(trial.options(decision).choose(choose), decision)
    except Exception as inner:  # parts that are valid separately may crash the rules together
        message = "not a possible position of this game: it cannot be shown and played."
        raise BadFile(message, file=file) from inner


def _expect(value: Any, kind: type, where: str) -> Any:
    if not isinstance(value, kind):
        wanted = {dict: "a table", list: "a list", str: "text", int: "a whole number"}[kind]
        raise BadFile(f"{where}: expected {wanted}, found {'nothing' if value is None else shown(value)}.")
    return value


def _read_scalars(state: State, given: dict[str, Any], names: Vocabulary) -> None:
    hints = scalars_of(type(state))
    for key, value in given.items():
        if key not in hints:
            raise BadFile(f"[state]: unknown field '{cut(key)}'.{suggestion(key, hints)}")
        setattr(state, key, decode(value, hints[key], names, f"[state] {key}"))


def _read_units(state: State, given: dict[str, Any], names: Vocabulary) -> None:
    hints = columns_of(type(state))
    _check_number(list(given), len(names.nouns["unit"].names), "[units]")
    for name, parts in given.items():
        unit = names.nouns["unit"].index(name)
        values = {"place": parts} if isinstance(parts, str) else _expect(parts, dict, f"[units] {name}")
        for key, value in values.items():
            if key not in hints:
                raise BadFile(f"[units] {name}: unknown field '{cut(key)}'; expected {either(hints)}.")
            column = getattr(state, key)
            try:
                column[unit] = decode(value, hints[key], names, f"[units] {name} {key}")
            except (OverflowError, ValueError) as wrong:
                raise BadFile(f"[units] {name} {key}: {wrong}") from None


def _read_stack(state: State, given: list[Any], rules: Rules) -> None:
    if not given:
        started = rules.start()
        state.top = started.top
        return
    _check_number(given, DEEPEST_STACK, "[[stack]]")
    for entry in given:
        table = dict(_expect(entry, dict, "[[stack]]"))
        name = _expect(table.pop("procedure", None), str, "[[stack]] procedure")
        _check_procedure(rules, name, "[[stack]]")
        procedure = rules.procedures[name]
        step = _expect(table.pop("step", procedure.steps[0].name), str, f"[[stack]] {name} step")
        if step not in procedure.index and step != "end":
            raise BadFile(f"[[stack]] {name}: unknown step '{cut(step)}'; expected {either(procedure.index, 40)}.")
        if procedure.local is None and table:
            raise BadFile(f"[[stack]] {name} has no '{cut(next(iter(table)))}'.")
        local = None
        if procedure.local is not None:
            local = decode(table, procedure.local, rules.vocabulary, f"[[stack]] {name}")
        state.top = Frame(name, procedure.index.get(step, len(procedure.steps)), local, state.top)


def _read_asked(asked: Any, rules: Rules) -> Decision:
    table = _expect(asked, dict, "[[asked]]")
    name = _expect(table.get("seat"), str, "[[asked]] seat")
    for i, seat in enumerate(rules.seats):
        if seat.name.lower() == name.lower():
            return Decision(i, _expect(table.get("kind"), str, "[[asked]] kind"))
    raise BadFile(f"[[asked]]: unknown seat '{cut(name)}'; expected {either(s.name for s in rules.seats)}.")
