"""The numbers of a run: the tables behind the report and its charts."""

from __future__ import annotations

from statistics import median
from typing import TYPE_CHECKING, Any, NamedTuple

from ostfront.core.play.measures import Front, measures_of
from ostfront.lab.run_store import RunStore, tables
from ostfront.lab.simulate import DRAW
from ostfront.lab.statistics import Estimate, mean, share

if TYPE_CHECKING:
    import polars

QUANTILES = (0.1, 0.25, 0.5, 0.75, 0.9)


class Fall(NamedTuple):
    """A milestone over all games: how often, when, how often kept; and in 1941."""

    id: str
    title: str
    share: Estimate
    median: float | None  # the turn, of the games in which it was reached
    kept: float
    history: int | None


class RunSummary:
    """A run, read and counted."""

    def __init__(self, store: RunStore) -> None:
        self.settings = store.settings
        self.rules = store.settings.rules
        self.measures = measures_of(self.rules)
        self.games: polars.DataFrame = store.read("games")
        self.turns: polars.DataFrame = store.read("turns")
        self.sides = list(dict.fromkeys(seat.side for seat in self.rules.seats))
        self.calendar = self.measures.calendar(self.rules.facts)

    def turn_name(self, turn: int) -> str:
        name = self.calendar.get(turn)
        return f"{turn} ({name})" if name else str(turn)

    # ---- the result -------------------------------------------------------------------------------

    @property
    def finished(self) -> polars.DataFrame:
        return self.games.filter(tables().col("ending") == "finished")

    def winners(self) -> dict[str, tuple[int, Estimate]]:
        """How often each side won, in finished games."""
        found = self.finished["winner"].to_list()
        names = [*self.sides, *([DRAW] if DRAW in found else [])]
        return {name: (found.count(name), share(found.count(name), len(found))) for name in names}

    def margins(self) -> list[float]:
        """The first side's margin, in games that were scored."""
        if len(self.sides) != 2:
            return []
        a, b = (self.games[f"score_{side}"].to_list() for side in self.sides)
        return [float(x - y) for x, y in zip(a, b, strict=True) if x is not None and y is not None]

    def margin(self) -> Estimate | None:
        found = self.margins()
        return mean(found) if found else None

    def even_bid(self) -> float | None:
        """The points the first side would have to give up to win half of the scored games: the median margin."""
        found = self.margins()
        return median(found) if found else None

    def ends(self) -> list[tuple[str, str, int]]:
        """By which clause games ended, for whom, how often."""
        pl = tables()
        rows = self.finished.group_by("rule", "winner").agg(pl.len().alias("games")).sort("games", descending=True)
        return [(str(rule), str(winner), int(n)) for rule, winner, n in rows.iter_rows()]

    def falls(self) -> list[Fall]:
        found = []
        for milestone in self.measures.milestones(self.rules.facts):
            turns = self.games[f"fell_{milestone.id}"].drop_nulls()
            kept = int(self.games[f"kept_{milestone.id}"].sum())
            found.append(
                Fall(
                    milestone.id,
                    milestone.title,
                    share(len(turns), len(self.games)),
                    None if turns.is_empty() else float(turns.median()),  # type: ignore[arg-type]
                    kept / len(self.games),
                    milestone.turn,
                )
            )
        return found

    def lengths(self) -> dict[str, float]:
        """Length, branching and cost of a game."""
        games = self.games
        choices = max(1, int(games["choices"].sum()))
        return {
            "turns": float(games["turns"].mean()),  # type: ignore[arg-type]
            "decisions": float(games["decisions"].mean()),  # type: ignore[arg-type]
            "choices": choices / len(games),
            "branching": int(games["options"].sum()) / choices,
            "cpu_seconds": float(games["cpu_seconds"].mean()),  # type: ignore[arg-type]
        }

    # ---- by turn ----------------------------------------------------------------------------------

    def by_turn(self, column: str) -> list[dict[str, Any]]:
        """The quantiles of a column of `turns`, turn by turn, over the games that got there."""
        pl = tables()
        wanted = [pl.col(column).quantile(q, "linear").alias(f"q{round(100 * q)}") for q in QUANTILES]
        frame = self.turns.group_by("turn").agg(pl.len().alias("games"), *wanted).sort("turn")
        rows: list[dict[str, Any]] = frame.to_dicts()
        return rows

    def branching_by_turn(self) -> list[dict[str, Any]]:
        pl = tables()
        frame = self.turns.group_by("turn").agg(
            (pl.col("options").sum() / pl.col("choices").sum()).alias("branching"),
            pl.col("decisions").mean().alias("decisions"),
        )
        rows: list[dict[str, Any]] = frame.sort("turn").to_dicts()
        return rows

    def front(self) -> Front | None:
        return self.measures.front(self.rules.facts)

    def front_by_turn(self) -> list[dict[str, Any]]:
        """For each turn and lane the quantiles of the front, as points on the map."""
        front = self.front()
        if front is None:
            return []
        pl = tables()
        lanes = self.turns.select("turn", "front").with_columns(
            pl.int_ranges(pl.col("front").list.len()).alias("lane")
        )
        wanted = [pl.col("front").quantile(q, "linear").alias(f"q{round(100 * q)}") for q in QUANTILES]
        frame = lanes.explode("front", "lane").group_by("turn", "lane").agg(*wanted).sort("turn", "lane")
        rows = []
        for row in frame.iter_rows(named=True):
            lane = front.lanes[row["lane"]]
            held = {f"q{round(100 * q)}": lane_x(lane, row[f"q{round(100 * q)}"]) for q in QUANTILES}
            rows.append({"turn": row["turn"], "lane": row["lane"], "y": lane[0].y, **held})
        return rows

    def against_1941(self) -> dict[int, float]:
        """By turn: how many spots the median front is ahead of that of 1941, mean over all lanes."""
        front = self.front()
        if front is None:
            return {}
        pl = tables()
        found = {}
        for turn, line in front.history.items():
            held = self.turns.filter(pl.col("turn") == turn)["front"].to_list()
            if held:
                ahead = [median(lane) - known for lane, known in zip(zip(*held, strict=True), line, strict=True)]
                found[turn] = sum(ahead) / len(ahead)
        return found

    def front_of_1941(self) -> list[dict[str, Any]]:
        front = self.front()
        if front is None:
            return []
        return [
            {"turn": turn, "lane": i, "y": front.lanes[i][0].y, "x": lane_x(front.lanes[i], held)}
            for turn, line in front.history.items()
            for i, held in enumerate(line)
        ]


def lane_x(lane: Any, held: float) -> float:
    """Where the front crosses a lane, when this many of its spots are held."""
    last = len(lane) - 1
    at = held - 0.5  # between the last spot that is held and the first that is not
    low = max(0, min(last, int(at // 1)))
    high = min(last, low + 1)
    part = max(0.0, min(1.0, at - low))
    return float(lane[low].x + part * (lane[high].x - lane[low].x))
