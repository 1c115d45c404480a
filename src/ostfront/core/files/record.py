"""Game records: settings, actions and outcomes, one per line, as people would write them down.

    ostfront record 1
    game: victory-denied
    rules: 1.0
    scenario: smolensk
    commitment: 9f86d081884c7d65...
    ---
    German: select 3PzG-2
    draw 22A
    Soviet: go 3622
    roll 4
    ---
    secret: 60303ae22b998861...

Replay reads the outcomes; it does not roll. A record of a game on a real table is typed in the same way.
A game with changed numbers carries them: `data FILE` and the file's lines after `| `.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from ostfront.core.errors import BadAction, BadFile, OstfrontError
from ostfront.core.files import position
from ostfront.core.files.limits import read_json
from ostfront.core.files.record_lines import entry_text, parse_line
from ostfront.core.files.record_parts import FORMAT, Record, read
from ostfront.core.play.chance import Seeded, commitment
from ostfront.core.play.conceding import is_ending
from ostfront.core.play.game import Game
from ostfront.core.play.history import COPY, follow_mark, keep_mark, salt_after
from ostfront.core.play.orders import Order, check_order
from ostfront.core.play.rules import Rules
from ostfront.core.play.sequence import Act, Entry, Mark, Outcome
from ostfront.core.play.state import Result, State
from ostfront.core.play.view import visible

__all__ = [
    "FORMAT", "FindRules", "Record", "borrowed", "continued", "entry_text", "load", "parse_line", "read", "replay",
    "save", "verify", "write",
]  # fmt: skip
FindRules = Callable[[str, str, Mapping[str, Any], Mapping[str, str]], Rules]


# ---- writing ------------------------------------------------------------------------------------------


def write(game: Game, seat: int | None = None, *, full: bool = False, began: str = "") -> str:
    """The record of a game: every secret if `full`, for the owner; otherwise what a seat (or everyone) may see."""
    rules = game.rules
    over = game.result is not None
    if game.entries is None:
        raise OstfrontError("This game keeps no history, so it has no record.")
    entries = game.entries
    if not full:
        open_kinds = frozenset(d.kind for d in game.state.pending)
        entries = visible(rules, entries, seat, open_kinds, over)
    lines = [FORMAT, f"game: {rules.info.name}", f"rules: {rules.info.version}"]
    lines.append(f"scenario: {rules.settings.scenario}")
    for name, value in rules.settings.options.items():
        lines.append(f"option: {name} = {msgspec.json.encode(value).decode()}")
    if isinstance(game.source, Seeded):
        lines.append(f"commitment: {game.source.commitment}")
    if rules.data.digest:
        lines.append(f"digest: {rules.data.digest}")
    for name, text in sorted(rules.data.overlay.items()):
        lines += [f"data {name}", *(f"| {line}" for line in text.splitlines())]
    began = began or game.began
    if began and (full or over):
        lines += ["begins", *(f"| {line}" for line in began.splitlines())]
    lines.append("---")
    if began and not (full or over):
        lines.append("hidden")
    lines += [entry_text(rules, entry) for entry in entries if entry != Mark("reveal")]
    lines.append("---")
    if isinstance(game.source, Seeded) and (full or over):
        lines.append(f"secret: {game.source.secret.hex()}")
    if full:
        for (who, window), order in sorted(game.orders.items()):
            words = [rules.seats[who].name, window, order.answer, order.when, order.phase]
            lines.append(f"order: {msgspec.json.encode(words).decode()}")
        lines.append(f"state: {msgspec.json.encode(position.pack(game.state, rules)).decode()}")
    return "\n".join(lines) + "\n"


def save(game: Game, path: str | Path) -> None:
    """Write the whole game so that a crash leaves the old file or the new one, never half of one."""
    target = Path(path)
    draft = target.with_name(target.name + ".part")
    with draft.open("w", encoding="utf-8") as out:
        out.write(write(game, full=True))
        out.flush()
        os.fsync(out.fileno())
    os.replace(draft, target)


# ---- replaying ----------------------------------------------------------------------------------------


def replay(record: Record, find_rules: FindRules, *, file: str = "", check: bool = True) -> Game:
    """The game that a record describes; the error names the line that does not fit.

    With `check` every action must pass the referee; without, it must only be among the options. Later rules than the
    record's may ask where the earlier ones went on by themselves: a question with one answer is answered.
    """
    rules = _rules_of(record, find_rules, file)
    older = record.version != rules.info.version
    lines = [(number, parse_line(rules, line, file, number)) for number, line in record.lines]
    game, lines = _beginning(record, rules, lines, file)
    at = 0
    act: tuple[int, Act] | None = None
    while True:
        outcomes, marks, at = _gather(lines, at, file)
        try:
            if act and older:
                _answer_what_was_not_asked(game, act[1])
            _play_line(game, act[1] if act else None, outcomes, check, last=at == len(lines))
        except OstfrontError as wrong:
            raise BadFile(str(wrong), file=file, line=act[0] if act else lines[0][0] if lines else 0) from None
        for number, mark in marks:
            try:
                follow_mark(game, mark)
            except OstfrontError as wrong:
                raise BadFile(str(wrong), file=file, line=number) from None
        if at == len(lines):
            return game
        number, entry = lines[at]
        assert isinstance(entry, Act)
        act = (number, entry)
        at += 1


Lines = list[tuple[int, Entry]]


def _rules_of(record: Record, find_rules: FindRules, file: str) -> Rules:
    try:
        return find_rules(record.game, record.scenario, record.options, record.overlay)
    except OstfrontError as wrong:
        raise BadFile(str(wrong), file=file) from None


def _beginning(record: Record, rules: Rules, lines: Lines, file: str) -> tuple[Game, Lines]:
    """The game before its first line, or at its last change of rules, and the lines from there on."""
    source = Seeded(record.secret)
    for at in range(len(lines) - 1, -1, -1):
        number, entry = lines[at]
        if isinstance(entry, Mark) and entry.word == "version":
            game = _at_version(rules, source, entry, file, number)
            game.entries = []
            for _, old in lines[: at + 1]:
                keep_mark(game, old) if isinstance(old, Mark) else game.entries.append(old)
            game.snapshots = [(at + 1, game.state.clone())]
            return game, lines[at + 1 :]
    if record.begins:
        return position.read(record.begins, lambda *_: rules, file=file, source=source), lines
    return Game(rules, source), lines


def _at_version(rules: Rules, source: Seeded, mark: Mark, file: str, number: int) -> Game:
    try:
        packed = read_json(mark.value.partition(" ")[2], dict[str, Any])
        return Game(rules, source, position.unpack(packed, rules))
    except BadFile as wrong:
        raise BadFile(f"the state at the change of rules cannot be read: {wrong}", file=file, line=number) from None


def _gather(lines: Lines, at: int, file: str) -> tuple[list[tuple[str, int]], list[tuple[int, Mark]], int]:
    """The outcomes and marks up to the next action."""
    outcomes: list[tuple[str, int]] = []
    marks: list[tuple[int, Mark]] = []
    while at < len(lines) and not isinstance(lines[at][1], Act):
        number, entry = lines[at]
        if isinstance(entry, Mark):
            marks.append((number, entry))
        elif isinstance(entry, Outcome):
            if any(is_ending(mark) for _, mark in marks):
                raise BadFile("the game is over before this line.", file=file, line=number)
            outcomes.append((entry.noun, entry.value))
        at += 1
    return outcomes, marks, at


def _answer_what_was_not_asked(game: Game, act: Act) -> None:
    """Up to a question that an action answers, or one with a choice."""
    while game.state.pending:
        decision = game.state.pending[0]
        if decision.seat != act.seat or act.action.verb in game.rules.kinds[decision.kind].names:
            return
        options = game.legal_of(decision.seat)
        if len(options) != 1:
            return
        game.push(next(iter(options)), decision)


def _play_line(game: Game, act: Act | None, outcomes: list[tuple[str, int]], check: bool, last: bool) -> None:
    """One action with the outcomes that follow it. Only the last one may have dice still to be rolled."""
    assert game.entries is not None
    length = len(game.entries)
    game.scripted = outcomes[::-1]
    if act is None:
        game.advance()
    else:
        if game.result is not None:
            raise BadFile("the game is over before this line.")
        decision = game.decision_for(act.seat, act.action.verb)
        if check or act.action not in game.options(decision):
            game.play(act.action, act.seat)
        else:
            game.push(act.action, decision)
    if game.scripted:
        raise BadFile(f"'{game.rules.outcome_text(*game.scripted[-1])}' is not expected here.")
    made = [entry for entry in game.entries[length:] if isinstance(entry, Outcome)]
    if len(made) > len(outcomes) and not last:
        raise BadFile(f"a line such as '{game.rules.outcome_text(made[-1].noun, made[-1].value)}' is missing here.")


def load(record: Record, find_rules: FindRules, *, file: str = "") -> Game:
    """Continue a saved game. If the rules have changed since, it is first replayed on the side: when that
    leads to the saved state, it continues as it is; otherwise from the saved state, with a version line."""
    rules = _rules_of(record, find_rules, file)
    same_rules = record.version == rules.info.version
    try:
        saved = None if record.snapshot is None else position.unpack(record.snapshot, rules)
    except BadFile as wrong:
        raise BadFile(str(wrong), file=file) from None
    try:
        game = replay(record, find_rules, file=file, check=not same_rules)
        if saved is not None and _same_outcome(game.state.result, saved.result):
            game.state.result = saved.result  # in the words of the version that ended the game
        if saved is not None and game.state != saved:
            raise BadFile("the saved state does not match its record; the file has been altered.", file=file)
    except BadFile:
        if same_rules or saved is None:
            raise
        game = _from_snapshot(record, rules, saved, file)
    _take_orders(game, record, file)
    return game


def continued(record: Record, find_rules: FindRules, *, file: str = "") -> Game:
    """Continue from the saved state alone, whatever the lines lead to; a version line says so."""
    rules = _rules_of(record, find_rules, file)
    if record.snapshot is None:
        raise BadFile("it has no saved state to continue from.", file=file)
    return _from_snapshot(record, rules, position.unpack(record.snapshot, rules), file)


def _same_outcome(one: Result | None, other: Result | None) -> bool:
    """Whether two results differ at most in wording: a later version may say more about a victory."""
    if one is None or other is None:
        return False
    return (one.winner, one.rule, one.score) == (other.winner, other.rule, other.score)


def _from_snapshot(record: Record, rules: Rules, saved: State, file: str) -> Game:
    packed = msgspec.json.encode(position.pack(saved, rules)).decode()
    line = (0, f"version {rules.info.version} {packed}")
    return replay(record._replace(lines=(*record.lines, line), begins=""), lambda *_: rules, file=file)


def _take_orders(game: Game, record: Record, file: str) -> None:
    """The standing orders; one that waits for what its window never says would never be followed, and is left out."""
    for text in record.orders:
        try:
            who, window, answer, when, phase = read_json(text, tuple[str, str, str, str, str])
            key = game.order_for(who, window, answer)
        except OstfrontError as wrong:
            raise BadFile(f"a standing order cannot be read: {wrong}", file=file) from None
        with suppress(BadAction):
            check_order(game.rules, window, answer, when)
            game.orders[key] = Order(answer, when, phase)


def borrowed(game: Game) -> int:
    """How many outcomes were rolled in the game that this one was copied from; they cannot be verified here."""
    entries = game.entries or []
    before = max((at for at, entry in enumerate(entries) if entry == COPY), default=0)
    return sum(isinstance(entry, Outcome) for entry in entries[:before])


def verify(record: Record, game: Game) -> list[str]:
    """What does not match the commitment: the secret, or outcomes it does not give. Empty when all is well.

    Outcomes of the game that this one was copied from are skipped; `borrowed` counts them.
    """
    if record.secret is None:
        return ["The record does not show its secret until the game is over."]
    if record.commitment and commitment(record.secret) != record.commitment:
        return ["The secret does not match the commitment made at the start."]
    source = Seeded(record.secret)
    found: list[str] = []
    for at, entry in enumerate(game.entries or ()):
        if isinstance(entry, Mark):
            source.salt = salt_after([entry], source.salt)
            if entry == COPY:
                found.clear()
        elif isinstance(entry, Outcome) and entry.sides:  # none: it was rolled under other rules
            drawn = source.outcome(entry.stream, entry.nth, entry.sides)
            if drawn != entry.choice:
                text = game.rules.outcome_text(entry.noun, entry.value)
                found.append(f"Entry {at + 1}, '{text}' ({entry.stream}), is not the outcome the secret produces.")
    return found
