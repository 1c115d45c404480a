"""Games in files, records or positions, and options as they are written on the command line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ostfront.cli.app import write_text
from ostfront.core.errors import BadAction, BadFile

if TYPE_CHECKING:
    from ostfront.core.files.record import Record
    from ostfront.core.play.game import Game
    from ostfront.core.play.rules import GameInfo


class Opened(NamedTuple):
    """A game from a file; `record` is None when the file was a position."""

    game: Game
    record: Record | None

    @property
    def text(self) -> str:
        """The file as it would be written now."""
        from ostfront.core.files import position, record

        if self.record is None:
            return position.write(self.game)
        return record.write(self.game, full=True)

    def save(self, path: Path) -> None:
        write_text(path, self.text)


def open_game(path: Path) -> Opened:
    """The game in a file, which may be a record or a position."""
    from ostfront import games, position, read_text
    from ostfront.core.files import record
    from ostfront.core.files.position import try_out

    text = read_text(path)
    if is_position(text):
        game = position(path)
        try_out(game, lambda trial, seat: trial.view(seat).known, file=str(path))
        return Opened(game, None)
    found = read_record(text, path)
    return Opened(record.load(found, games.rules, file=str(path)), found)


def read_record(text: str, path: Path) -> Record:
    from ostfront.core.files import record

    if not text.lstrip().startswith("ostfront record"):
        wanted = f"a record begins with '{record.FORMAT}', a position has a line format = \"ostfront position 1\""
        raise BadFile(f"neither a record nor a position: {wanted}.", file=str(path))
    return record.read(text, str(path))


def is_position(text: str) -> bool:
    lines = (line.strip() for line in text.splitlines())
    return any(line.startswith("format") and "ostfront position" in line for line in lines)


WORDS = {"yes": True, "on": True, "true": True, "no": False, "off": False, "false": False}


def read_options(info: GameInfo, given: Sequence[str] | None) -> Mapping[str, Any]:
    """The options written NAME=VALUE, each as one of the values its game knows."""
    found: dict[str, Any] = {}
    choices = {option.name: option.choices for option in info.options}
    for word in given or ():
        name, equals, text = (part.strip() for part in word.partition("="))
        if not equals:
            raise BadAction(f"'{word}': write an option as NAME=VALUE.")
        by_text = {str(choice).lower(): choice for choice in choices.get(name, ())}
        value: Any = by_text.get(text.lower(), text)
        if isinstance(value, str) and text.lower() in WORDS and True in choices.get(name, ()):
            value = WORDS[text.lower()]
        found[name] = value
    return found
