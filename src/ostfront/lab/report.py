"""The report of a run: a page with tables and charts, each chart as a PNG, and all of them as interactive HTML."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

from ostfront.core.errors import counted
from ostfront.lab.charts import altair
from ostfront.lab.run_summary import RunSummary
from ostfront.lab.simulate import seat_levels
from ostfront.lab.statistics import Estimate

STYLE = """body{font:15px/1.5 system-ui,sans-serif;max-width:64rem;margin:2rem auto;padding:0 1rem;color:#222}
table{border-collapse:collapse;margin:1rem 0}td,th{padding:.2rem .8rem .2rem 0;text-align:left}
th{border-bottom:1px solid #999}td.n,th.n{text-align:right}img{max-width:100%;display:block;margin:1.5rem 0}
code{background:#f1f1ec;padding:0 .3em}"""


def write_report(
    found: RunSummary, drawn: Mapping[str, Any], folder: Path, tick: Callable[[], None] = lambda: None
) -> list[Path]:
    """Write the page and these charts; the files, the page first."""
    folder.mkdir(parents=True, exist_ok=True)
    files = []
    for name, chart in drawn.items():
        path = folder / f"{name}.png"
        chart.save(path, format="png", scale_factor=1.5)
        files.append(path)
        tick()
    whole = folder / "charts.html"
    altair().vconcat(*drawn.values()).resolve_scale(color="independent").save(whole, format="html", inline=True)
    tick()
    page = folder / "index.html"
    draft = page.with_suffix(".part")
    draft.write_text(_page(found, [path.name for path in files]), encoding="utf-8")
    os.replace(draft, page)
    return [page, whole, *files]


# ---- the page -----------------------------------------------------------------------------------------


def _page(found: RunSummary, pictures: Sequence[str]) -> str:
    title = f"{found.rules.info.title}: {len(found.games)} games"
    parts = (*_settings(found), *_result(found), *_falls(found), *_length(found))
    body = "\n".join([f"<h1>{escape(title)}</h1>", *parts])
    images = "\n".join(f'<img src="{escape(name)}" alt="{escape(name[:-4])}">' for name in pictures)
    link = '<p>Interactive versions of these charts: <a href="charts.html">charts.html</a>.</p>'
    return (
        f'<!doctype html>\n<html lang="en"><meta charset="utf-8"><title>{escape(title)}</title>'
        f"<style>{STYLE}</style>\n{body}\n<h2>Charts</h2>\n{link}\n{images}\n</html>\n"
    )


def _settings(found: RunSummary) -> list[str]:
    s = found.settings
    levels = seat_levels(found.rules.seats, s.players)
    who = ", ".join(f"{seat.name} {level}" for seat, level in zip(found.rules.seats, levels, strict=True))
    rows = [("Scenario", s.scenario), ("Players", who), ("Seed", s.seed), ("Rules version", s.rules_version)]
    rows += [(f"Option {name}", str(value)) for name, value in s.options.items()]
    rows += [("Overridden numbers", ", ".join(s.overlay))] if s.overlay else []
    rows += [(f"Weights of {side}", ", ".join(files)) for side, files in s.weights.items()]
    return [table((), rows)]


def _result(found: RunSummary) -> list[str]:
    rows = [(name, str(n), percent(s)) for name, (n, s) in found.winners().items()]
    out = ["<h2>Who wins</h2>", table(("winner", "games", "share"), rows)]
    margin, bid = found.margin(), found.even_bid()
    if margin is not None and bid is not None:
        out.append(
            f"<p>In games that went to a final count, {escape(found.sides[0])} is ahead by {number(margin)} points. "
            f"The bid that would even the odds (the median margin) is {bid:+.1f}.</p>"
        )
    left = len(found.games) - len(found.finished)
    if left:
        out.append(f"<p>{counted(left, 'game')} did not finish.</p>")
    out.append(table(("ended by", "for", "games"), [(rule, who, str(n)) for rule, who, n in found.ends()]))
    return out


def _falls(found: RunSummary) -> list[str]:
    rows = [
        (
            fall.title,
            percent(fall.share),
            "-" if fall.median is None else found.turn_name(round(fall.median)),
            f"{100 * fall.kept:.0f} %",
            "-" if fall.history is None else found.turn_name(fall.history),
        )
        for fall in found.falls()
    ]
    if not rows:
        return []
    head = ("", "share of games", "median turn", "held at the end", "in 1941")
    out = ["<h2>Compared with history</h2>", table(head, rows)]
    ahead = found.against_1941()
    if ahead:
        lines = [(found.turn_name(turn), f"{spots:+.1f}") for turn, spots in ahead.items()]
        out.append(table(("at the end of turn", "the front against that of 1941, spots of a lane, mean"), lines))
    return out


def _length(found: RunSummary) -> list[str]:
    words = {
        "turns": "turns", "decisions": "decisions", "choices": "decisions with at least two options",
        "branching": "options per such decision", "cpu_seconds": "CPU seconds",
    }  # fmt: skip
    rows = [(words[name], f"{value:.4g}") for name, value in found.lengths().items()]
    return ["<h2>Length and branching (means)</h2>", table((), rows)]


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    top = "<tr>" + "".join(f"<th>{escape(cell)}</th>" for cell in head) + "</tr>" if head else ""
    lines = ["<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows]
    return "<table>" + "\n".join([top, *lines]) + "</table>"


def percent(s: Estimate) -> str:
    return f"{100 * s.value:.1f} % ({100 * s.low:.1f} to {100 * s.high:.1f})"


def number(s: Estimate) -> str:
    return f"{s.value:+.2f} ({s.low:+.2f} to {s.high:+.2f})"


def as_data(found: RunSummary) -> dict[str, Any]:
    """What the page says, for programs."""
    margin = found.margin()
    return {
        "game": found.settings.game,
        "scenario": found.settings.scenario,
        "players": list(found.settings.players),
        "games": len(found.games),
        "finished": len(found.finished),
        "winners": {name: {"games": n, **s._asdict()} for name, (n, s) in found.winners().items()},
        "margin": None if margin is None else margin._asdict(),
        "even_bid": found.even_bid(),
        "falls": [{**fall._asdict(), "share": fall.share._asdict()} for fall in found.falls()],
        "front_against_1941": {str(turn): spots for turn, spots in found.against_1941().items()},
        "lengths": found.lengths(),
    }
