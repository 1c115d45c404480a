"""A stage for the referee alone: the printed facts, blocks where a test wants them, and a question.

No generator and no sequence of play: what the referee says here it says from the rulebook.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import ostfront
from ostfront.core.files.data import DataFolder
from ostfront.core.map.areas import AreaMap
from ostfront.core.play.actions import Nouns, Vocabulary
from ostfront.core.play.rules import Settings
from ostfront.core.play.sequence import Play
from ostfront.core.play.state import Decision, Frame
from ostfront.games.kiev_41.facts.calendar import WEATHER
from ostfront.games.kiev_41.facts.roster import AXIS, SOVIET, Roster
from ostfront.games.kiev_41.referee import referee
from ostfront.games.kiev_41.rules import VERBS
from ostfront.games.kiev_41.state import K41State

DATA = Path(ostfront.__file__).parent / "games" / "kiev_41" / "data"
START = object()


class Printed:
    """Map, blocks and charts; the optional rules up to one of them."""

    def __init__(self, optional: str = "none", scenario: str = "southern-struggle") -> None:
        self.data = DataFolder("kiev-41", DATA)
        self.settings = Settings("kiev-41", scenario, {"optional": optional})
        self.roster = Roster.load(self.data)
        self.charts = self.data.toml("charts.toml")
        self.areas = AreaMap.from_rows(self.data.raw_rows("map/areas.csv"), self.data.raw_rows("map/borders.csv"))
        boxes = [box["name"] for box in self.data.toml("map/map.toml")["box"]]
        names = [*(area.name for area in self.areas.areas), *boxes]
        self.vocabulary = Vocabulary(VERBS, (Nouns("unit", self.roster.ids), Nouns("place", names)))
        terrain = self.charts["terrain"]
        limits = [terrain[area.facts["colour"]]["stacking"] for area in self.areas.areas]
        self.limit = bytes(limits) + bytes(len(boxes))

    def places(self, names: Iterable[str]) -> int:
        return self.vocabulary.nouns["place"].bits(names)

    def units(self, names: Iterable[str]) -> int:
        return self.vocabulary.nouns["unit"].bits(names)


_printed: dict[tuple[str, str], Printed] = {}


def printed(optional: str = "none", scenario: str = "southern-struggle") -> Printed:
    if (optional, scenario) not in _printed:
        _printed[optional, scenario] = Printed(optional, scenario)
    return _printed[optional, scenario]


class Stage:
    """A position and the questions it is asked."""

    def __init__(
        self,
        units: Mapping[str, str],
        *,
        axis: Iterable[str] = (),
        lines: Mapping[str, int] | None = None,
        weather: str = "sunny",
        optional: str = "none",
        scenario: str = "southern-struggle",
        **fields: Any,
    ) -> None:
        """`units` by area or box, all others out of the game; `axis` names areas the Axis controls besides those
        where it stands alone and its printed ones; `lines` gives areas the side of their Defensive Line. Fields of
        the state are set by name, sets as names of units or places.
        """
        self.facts = facts = printed(optional, scenario)
        state = self.state = K41State(facts.roster, len(facts.limit), facts.areas.size, facts.limit)
        place = facts.vocabulary.nouns["place"]
        for unit in range(facts.roster.count):
            state.put(unit, place.index(units.get(facts.roster.ids[unit], "out")))
        held = [{units[u] for u in units if facts.roster.side[facts.roster.index[u]] == side} for side in (0, 1)]
        for area, side in (lines or {}).items():
            held[side].add(area)
            if side == AXIS:
                state.lines_axis |= facts.places([area])
            else:
                state.lines_soviet |= facts.places([area])
        printed_axis = {a.name for a in facts.areas.areas if a.facts["campaign"] == "axis"}
        alone = {p for p in held[AXIS] if place.index(p) < facts.areas.size} - held[SOVIET]
        state.axis = facts.places((printed_axis | alone | set(axis)) - (held[SOVIET] - held[AXIS]))
        state.weather = WEATHER.index(weather)
        for name, value in fields.items():
            setattr(self.state, name, value)

    def units(self, *names: str) -> int:
        return self.facts.units(names)

    def unit(self, name: str) -> int:
        return self.facts.roster.index[name]

    def area(self, name: str) -> int:
        return self.facts.vocabulary.nouns["place"].index(name)

    def objections(self, kind: str, text: str, local: Any, *, side: int = AXIS, below: Any = None) -> list[Any]:
        """What the referee says to an answer; `below` are the locals of the Command Segment under a march."""
        under = Frame("command", 0, below, None) if below is not None else None
        self.state.top = Frame(kind, 0, local, under)
        play: Play[Any, Any] = Play(SimpleNamespace(facts=self.facts), self.state, cast(Any, None))
        return referee.judge(play, Decision(side, kind), self.facts.vocabulary.parse(text))

    def broken(self, kind: str, text: str, local: Any, *, side: int = AXIS, below: Any = None) -> list[str]:
        """The rules an answer breaks, without the mark of the game."""
        found = self.objections(kind, text, local, side=side, below=below)
        assert all(o.text.endswith(".") and o.rule.startswith("K41 ") for o in found)
        return [o.rule.removeprefix("K41 ") for o in found]


def test_the_stage_stands() -> None:
    stage = Stage({"Kleist": "20", "5A": "6"})
    assert stage.state.axis >> stage.area("20") & 1
    assert not stage.state.axis >> stage.area("6") & 1
