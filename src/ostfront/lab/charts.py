"""The charts of a report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import ceil, floor
from typing import Any

from ostfront.core.errors import OstfrontError
from ostfront.lab.run_store import tables
from ostfront.lab.run_summary import RunSummary

WIDTH, HEIGHT = 420, 220
MAP = 300  # width of a small map
COLOURS = ("#4c6b4f", "#b3472f", "#6b6b6b")
HISTORY = "#1f4e9c"


def altair() -> Any:
    """altair, or an error that says how to install it."""
    try:
        import altair
        import vl_convert  # noqa: F401  draws the PNG files
    except ImportError as missing:
        raise OstfrontError(f'The report needs {missing.name}: pip install "ostfront[lab]".') from None
    return altair


def charts(found: RunSummary) -> dict[str, Any]:
    """All charts of a run, by name, in the order of the page."""
    every = {"winners": winners(found), "margins": margins(found), **series(found), "falls": falls(found)}
    every |= {"front": front(found), "front_by_turn": front_by_turn(found), "length": length(found)}
    every["branching"] = branching(found)
    return {name: chart for name, chart in every.items() if chart is not None}


def _data(rows: Sequence[dict[str, Any]]) -> Any:
    """As a table: values inside a chart would each be checked against the schema."""
    return tables().DataFrame(rows, infer_schema_length=None)


def _sides(found: RunSummary) -> Any:
    """Each side's colour."""
    return altair().Scale(domain=found.sides, range=list(COLOURS[: len(found.sides)]))


def winners(found: RunSummary) -> Any:
    """A bar for each side; draws, if any, in a colour of their own."""
    alt = altair()
    rows = [
        {"winner": name, "share": s.value, "low": s.low, "high": s.high, "games": n}
        for name, (n, s) in found.winners().items()
    ]
    scale = alt.Scale(domain=[row["winner"] for row in rows], range=list(COLOURS[: len(rows)]))
    base = alt.Chart(_data(rows)).encode(y=alt.Y("winner:N", title=None, sort=None))
    axis = alt.X("share:Q", title="share of games", scale=alt.Scale(domain=[0, 1]), axis=alt.Axis(format="%"))
    bars = base.mark_bar(height=22).encode(x=axis, color=alt.Color("winner:N", scale=scale, legend=None))
    rule = base.mark_rule(strokeWidth=2).encode(x=alt.X("low:Q"), x2="high:Q")
    even = alt.Chart(_data([{"even": 0.5}])).mark_rule(strokeDash=[4, 4], color="#999").encode(x="even:Q")
    return (bars + rule + even).properties(width=WIDTH, height=40 * len(rows), title="Who wins (95 % intervals)")


def margins(found: RunSummary) -> Any:
    if not found.margins():
        return None
    alt = altair()
    bars = _histogram(found.margins(), f"{found.sides[0]} margin at the final count", COLOURS[0])
    even = alt.Chart(_data([{"from": 0}])).mark_rule(strokeDash=[4, 4]).encode(x="from:Q")
    return (bars + even).properties(width=WIDTH, height=HEIGHT, title="Margins")


def _histogram(values: Sequence[float], title: str, colour: str) -> Any:
    """About thirty bars of a round width."""
    alt = altair()
    wide = max(1.0, (max(values) - min(values)) / 30)
    step = next(s for s in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 1e9) if s >= wide)
    counted = Counter(floor(value / step) for value in values)
    rows = [{"from": step * at, "to": step * (at + 1), "games": n} for at, n in sorted(counted.items())]
    axis = alt.X("from:Q", title=title, scale=alt.Scale(zero=False))
    return alt.Chart(_data(rows)).mark_bar(color=colour).encode(x=axis, x2="to:Q", y=alt.Y("games:Q"))


def series(found: RunSummary) -> dict[str, Any]:
    """A chart for each title, its sides together, with the history where it is known."""
    grouped: dict[str, list[Any]] = {}
    for one in found.measures.series(found.rules.facts):
        grouped.setdefault(one.title, []).append(one)
    return {_slug(title): _series_chart(found, title, members) for title, members in grouped.items()}


def _series_chart(found: RunSummary, title: str, members: Sequence[Any]) -> Any:
    alt = altair()
    rows = [{"side": one.side or title, **row} for one in members for row in found.by_turn(one.id)]
    base = alt.Chart(_data(rows)).encode(x=alt.X("turn:O", title="turn"))
    colour = alt.Color("side:N", scale=_sides(found), title=None)
    layers = [
        base.mark_area(opacity=0.18).encode(y=alt.Y("q10:Q", title=title), y2="q90:Q", color=colour),
        base.mark_area(opacity=0.28).encode(y="q25:Q", y2="q75:Q", color=colour),
        base.mark_line(point=True).encode(y="q50:Q", color=colour),
    ]
    known = [{"turn": t, "value": v, "side": one.side} for one in members for t, v in one.history.items()]
    played = {row["turn"] for row in rows}
    known = [row for row in known if row["turn"] in played]
    if known:
        line = alt.Chart(_data(known)).mark_line(strokeDash=[6, 3], color=HISTORY)
        layers.append(line.encode(x="turn:O", y="value:Q", detail="side:N"))
        title = f"{title} (dashed: 1941)"
    return alt.layer(*layers).properties(width=WIDTH, height=HEIGHT, title=title)


def falls(found: RunSummary) -> Any:
    """The share of games in which each town has fallen by the end of each turn; a dot where it fell in 1941."""
    milestones = list(found.measures.milestones(found.rules.facts))
    if not milestones:
        return None
    alt = altair()
    last = int(found.games["turns"].max())  # type: ignore[arg-type]
    first = int(found.turns["turn"].min())  # type: ignore[arg-type]
    rows, known = [], []
    for one in milestones:
        fell = [turn for turn in found.games[f"fell_{one.id}"].to_list() if turn is not None]
        for turn in range(first, last + 1):
            by_then = sum(t <= turn for t in fell) / len(found.games)
            rows.append({"town": one.title, "turn": turn, "share": by_then})
        if one.turn is not None and first <= one.turn <= last:
            known.append({"town": one.title, "turn": one.turn})
    base = alt.Chart(_data(rows)).encode(x=alt.X("turn:O", title="by the end of turn"), y=alt.Y("town:N", title=None))
    scale = alt.Scale(scheme="greens", domain=[0, 1])
    shade = alt.Color("share:Q", scale=scale, title="games", legend=alt.Legend(format="%"))
    layers = [base.mark_rect().encode(color=shade)]
    if known:
        dots = alt.Chart(_data(known)).mark_point(color=HISTORY, size=90, strokeWidth=3)
        layers.append(dots.encode(x="turn:O", y="town:N"))
    title = "Towns captured (circle: in 1941)" if known else "Towns fallen"
    return alt.layer(*layers).properties(width=WIDTH, height=20 * len(milestones), title=title)


# ---- the front ----------------------------------------------------------------------------------------


def _ground(found: RunSummary, width: int) -> tuple[Any, list[Any], int]:
    """Scales, the towns as layers, and the height for a width."""
    alt = altair()
    shape = found.front()
    assert shape is not None
    xs = [spot.x for lane in shape.lanes for spot in lane]
    ys = [spot.y for lane in shape.lanes for spot in lane]
    x = alt.X("x:Q", scale=alt.Scale(domain=[min(xs), max(xs)], nice=False), axis=None)
    y = alt.Y("y:Q", scale=alt.Scale(domain=[max(ys), min(ys)], nice=False), axis=None)
    layers = []
    edge = min(xs) + 0.85 * (max(xs) - min(xs))  # names of towns beyond it are written to the left
    for align, dx, towns in (
        ("left", 4, [town for town in shape.towns if town.x < edge]),
        ("right", -4, [town for town in shape.towns if town.x >= edge]),
    ):
        base = alt.Chart(_data([town._asdict() for town in towns])).encode(x=x, y=y)
        layers.append(base.mark_square(color="#222", opacity=1, size=18))
        layers.append(base.mark_text(align=align, dx=dx, fontSize=9, color="#222").encode(text="name:N"))
    height = ceil(width * (max(ys) - min(ys)) / (max(xs) - min(xs)))
    return (x, y), layers, height


def front(found: RunSummary) -> Any:
    """The median front of every turn on one map."""
    lines = found.front_by_turn()
    if not lines:
        return None
    alt = altair()
    (x, y), towns, height = _ground(found, 2 * MAP)
    rows = [{"turn": row["turn"], "lane": row["lane"], "x": row["q50"], "y": row["y"]} for row in lines]
    colour = alt.Color("turn:O", scale=alt.Scale(scheme="viridis", reverse=True), title="turn")
    line = alt.Chart(_data(rows)).mark_line(strokeWidth=2).encode(x=x, y=y, color=colour, order="lane:Q")
    return alt.layer(*towns, line).properties(width=2 * MAP, height=height, title="The front, median by turn")


def front_by_turn(found: RunSummary) -> Any:
    """A small map for each turn: half and four fifths of all games, the median, and 1941."""
    lines = found.front_by_turn()
    if not lines:
        return None
    alt = altair()
    (x, y), towns, height = _ground(found, MAP)
    history = found.front_of_1941()
    maps = []
    for turn in sorted({row["turn"] for row in lines}):
        base = alt.Chart(_data([row for row in lines if row["turn"] == turn])).encode(y=y)
        side = {"orient": "horizontal", "color": COLOURS[0]}
        layers = [
            base.mark_area(opacity=0.2, **side).encode(x=_at(x, "q10"), x2="q90:Q"),
            base.mark_area(opacity=0.35, **side).encode(x=_at(x, "q25"), x2="q75:Q"),
            base.mark_line(color=COLOURS[0]).encode(x=_at(x, "q50"), order="lane:Q"),
        ]
        known = [row for row in history if row["turn"] == turn]
        if known:
            line = alt.Chart(_data(known)).mark_line(strokeDash=[6, 3], color=HISTORY)
            layers.append(line.encode(x=x, y=y, order="lane:Q"))
        title = f"Turn {found.turn_name(turn)}"
        maps.append(alt.layer(*layers, *towns).properties(width=MAP, height=height, title=title))
    title = "The front: middle 50 % and 80 % of games" + (" (dashed: 1941, by its towns)" if history else "")
    return alt.concat(*maps, columns=3).properties(title=title)


def _at(x: Any, column: str) -> Any:
    """The same axis for another column."""
    other = x.copy()
    other.shorthand = f"{column}:Q"
    return other


# ---- length and branching -----------------------------------------------------------------------------


def length(found: RunSummary) -> Any:
    alt = altair()
    last = Counter(found.games["turns"].to_list())
    rows = [{"turn": turn, "games": n} for turn, n in sorted(last.items())]
    bars = alt.Chart(_data(rows)).mark_bar(color=COLOURS[2])
    turns = bars.encode(x=alt.X("turn:O", title="last turn"), y=alt.Y("games:Q"))
    decisions = _histogram(found.games["decisions"].to_list(), "decisions", COLOURS[2])
    both = alt.hconcat(*(chart.properties(width=WIDTH // 2, height=HEIGHT) for chart in (turns, decisions)))
    return both.properties(title="Length")


def branching(found: RunSummary) -> Any:
    alt = altair()
    base = alt.Chart(_data(found.branching_by_turn())).mark_line(point=True, color=COLOURS[2])
    pair = [
        base.encode(x=alt.X("turn:O", title="turn"), y=alt.Y(f"{column}:Q", title=title)).properties(
            width=WIDTH // 2, height=HEIGHT
        )
        for column, title in (("branching", "options of a choice, mean"), ("decisions", "decisions, mean"))
    ]
    return alt.hconcat(*pair).properties(title="Branching by turn")


def _slug(title: str) -> str:
    return "".join(c if c.isalnum() else "_" for c in title.lower())
