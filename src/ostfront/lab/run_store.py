"""A run on disk: its settings, and the games played so far.

    run.json            what is played, with everything needed to play any of its games again
    journal.jsonl       games that are not yet in a table, a line each, written as soon as a game is over
    games-0001.parquet  a row for each game
    turns-0001.parquet  a row for each turn of each game

The journal is merged into a pair of tables from time to time and at the end. A pair counts once its games are there,
which are written last: if a run is killed, only the games in progress are lost.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from ostfront import __version__, games
from ostfront.core.errors import BadAction, BadFile, OstfrontError
from ostfront.core.play.measures import measures_of
from ostfront.core.play.rules import Rules
from ostfront.lab.observe import Observed, Trial
from ostfront.lab.simulate import CAP, Simulation

if TYPE_CHECKING:
    import polars

FORMAT = "ostfront run 1"
FOLD = 500  # games a journal may hold


class RunSettings(msgspec.Struct, frozen=True):
    """What run.json says."""

    game: str
    rules_version: str
    scenario: str
    options: Mapping[str, Any]
    players: tuple[str, ...]
    seed: str
    overlay: Mapping[str, str] = {}
    weights: Mapping[str, Mapping[str, str]] = {}
    cap: int = CAP
    made_by: str = ""
    format: str = FORMAT

    @classmethod
    def of(cls, trial: Trial) -> RunSettings:
        simulation, rules = trial.simulation, trial.rules
        return cls(
            game=rules.info.name,
            rules_version=rules.info.version,
            scenario=rules.settings.scenario,
            options=dict(rules.settings.options),
            players=simulation.players,
            seed=str(simulation.seed),
            overlay=dict(simulation.overlay),
            weights={side: dict(files) for side, files in trial.weights.items()},
            cap=simulation.cap,
            made_by=f"ostfront {__version__}",
        )

    @property
    def trial(self) -> Trial:
        simulation = Simulation(
            self.game, self.players, self.seed, self.scenario, self.options, self.overlay, self.cap
        )
        return Trial(simulation, self.weights)

    @property
    def rules(self) -> Rules:
        return self.trial.rules

    @property
    def what(self) -> tuple[Any, ...]:
        """Everything that determines the games."""
        return tuple(getattr(self, name) for name in self.__struct_fields__ if name != "made_by")


class RunStore:
    """A folder with a run in it."""

    def __init__(self, folder: Path, settings: RunSettings) -> None:
        self.folder = folder
        self.settings = settings
        self.journal = folder / "journal.jsonl"
        self._waiting = [one for one in self._read_journal() if one.number not in self._in_tables()]

    @classmethod
    def create(cls, folder: Path, trial: Trial) -> RunStore:
        """A folder for a new run, or the one that is there, if it is the same run."""
        tables()
        settings = RunSettings.of(trial)
        if (folder / "run.json").exists():
            found = cls.open(folder)
            if found.settings.what != settings.what:
                raise BadAction(f"{folder} holds a different run ({_difference(found.settings, settings)}).")
            return found
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise BadAction(f"{folder} is not empty and holds no run.")
        _write(folder / "run.json", msgspec.json.format(msgspec.json.encode(settings), indent=2))
        return cls(folder, settings)

    @classmethod
    def open(cls, folder: Path) -> RunStore:
        path = folder / "run.json"
        if not path.is_file():
            raise BadAction(f"{folder} holds no run: it has no run.json. `ostfront lab run` makes one.")
        try:
            settings = msgspec.json.decode(path.read_bytes(), type=RunSettings)
        except msgspec.MsgspecError as wrong:
            raise BadFile(f"{wrong}.", file=str(path)) from None
        if settings.format != FORMAT:
            raise BadFile(f"this is '{settings.format}', not '{FORMAT}'.", file=str(path))
        now = games.info(settings.game).version
        if now != settings.rules_version:
            raise BadFile(
                f"was played with rules {settings.rules_version}; the current ones are {now}.",
                file=str(path),
            )
        return cls(folder, settings)

    # ---- what has been played ---------------------------------------------------------------------

    @property
    def played(self) -> set[int]:
        """The numbers of the games that are done."""
        return self._in_tables() | {one.number for one in self._waiting}

    def _in_tables(self) -> set[int]:
        pl = tables()
        found: set[int] = set()
        for part in self._parts():
            found.update(pl.read_parquet(self.folder / f"games-{part}.parquet", columns=["number"])["number"])
        return found

    def _parts(self) -> list[str]:
        return sorted(path.stem.partition("-")[2] for path in self.folder.glob("games-*.parquet"))

    def _read_journal(self) -> Iterator[Observed]:
        """The lines of the journal; a last one that was cut off is dropped."""
        if not self.journal.exists():
            return
        whole, _, torn = self.journal.read_bytes().rpartition(b"\n")
        if torn:
            _write(self.journal, whole + b"\n" if whole else b"")
        for line in whole.splitlines():
            yield msgspec.json.decode(line, type=Observed)

    # ---- writing ----------------------------------------------------------------------------------

    def add(self, one: Observed) -> None:
        with self.journal.open("ab") as file:
            file.write(msgspec.json.encode(one) + b"\n")
        self._waiting.append(one)
        if len(self._waiting) >= FOLD:
            self.fold()

    def fold(self) -> None:
        """Turn the journal into tables."""
        if self._waiting:
            part = f"{len(self._parts()) + 1:04}"
            self._table("turns", part, turn_rows(self.settings.rules, self._waiting))
            self._table("games", part, game_rows(self.settings.rules, self._waiting))
            self._waiting = []
        self.journal.unlink(missing_ok=True)

    def _table(self, name: str, part: str, rows: Sequence[Mapping[str, Any]]) -> None:
        path = self.folder / f"{name}-{part}.parquet"
        draft = path.with_suffix(".part")
        words = msgspec.json.encode(self.settings).decode()
        _frame(rows).write_parquet(draft, metadata={"ostfront": words})
        os.replace(draft, path)

    # ---- reading ----------------------------------------------------------------------------------

    def read(self, name: str) -> polars.DataFrame:
        """All of a table, `games` or `turns`, in the order of the games."""
        pl = tables()
        frames = [pl.read_parquet(self.folder / f"{name}-{part}.parquet") for part in self._parts()]
        if self._waiting:
            rows = (turn_rows if name == "turns" else game_rows)(self.settings.rules, self._waiting)
            frames.append(_frame(rows))
        if not frames:
            raise BadAction(f"{self.folder} has no games yet.")
        whole: polars.DataFrame = pl.concat(frames, how="vertical_relaxed")
        return whole.sort("number", "turn") if name == "turns" else whole.sort("number")


def game_rows(rules: Rules, played: Sequence[Observed]) -> list[dict[str, Any]]:
    """A row for each game."""
    sides = list(dict.fromkeys(seat.side for seat in rules.seats))
    milestones = measures_of(rules).milestones(rules.facts)
    rows = []
    for one in played:
        row: dict[str, Any] = {
            "number": one.number, "seed": one.seed, "ending": one.ending, "winner": one.winner, "rule": one.rule,
            "stuck": one.stuck, "turns": one.last_turn, "decisions": one.decisions,
            "choices": sum(turn.choices for turn in one.turns), "options": sum(turn.options for turn in one.turns),
            "cpu_seconds": one.cpu_seconds,
        }  # fmt: skip
        for i, side in enumerate(sides):
            row[f"score_{side}"] = one.score[i] if i < len(one.score) else None
        for i, milestone in enumerate(milestones):
            row[f"fell_{milestone.id}"], row[f"kept_{milestone.id}"] = one.fell[i], one.kept[i]
        rows.append(row)
    return rows


def turn_rows(rules: Rules, played: Sequence[Observed]) -> list[dict[str, Any]]:
    """A row for each turn of each game."""
    names = [series.id for series in measures_of(rules).series(rules.facts)]
    return [
        {
            "number": one.number, "turn": turn.turn, "decisions": turn.decisions, "choices": turn.choices,
            "options": turn.options, **dict(zip(names, map(float, turn.values), strict=True)),
            "front": list(turn.front),
        }
        for one in played
        for turn in one.turns
    ]  # fmt: skip


def _frame(rows: Sequence[Mapping[str, Any]]) -> Any:
    """A table; a column that is still empty has whole numbers."""
    pl = tables()
    return pl.DataFrame(rows, infer_schema_length=None).with_columns(pl.col(pl.Null).cast(pl.Int64))


def _difference(a: RunSettings, b: RunSettings) -> str:
    names = [name for name in a.__struct_fields__ if name != "made_by" and getattr(a, name) != getattr(b, name)]
    return ", ".join(f"{name} {getattr(a, name)!r} and not {getattr(b, name)!r}" for name in names)


def _write(path: Path, content: bytes) -> None:
    """Write completely or not at all."""
    draft = path.with_name(path.name + ".part")
    draft.write_bytes(content)
    os.replace(draft, path)


def tables() -> Any:
    """polars, or an error that says how to install it."""
    try:
        import polars
    except ImportError:
        raise OstfrontError('The laboratory needs polars: pip install "ostfront[lab]".') from None
    return polars
