"""What is printed around an area map: leaders' boxes, the Road to Tula, title, legend, tracks, scale."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from html import escape
from typing import Any

from ostfront.cartography.areamap import AreaData
from ostfront.cartography.areanames import Box
from ostfront.cartography.areashapes import anchor, badge, plate, supply, words
from ostfront.cartography.land import tag


class Surround:
    """Everything outside the frame."""

    def __init__(self, data: AreaData, look: Mapping[str, Any]) -> None:
        self.data = data
        self.look = look
        self.ink = look["paper"]["ink"]
        self.halo = look["paper"]["land"]

    def boxes(self) -> dict[str, Box]:
        """Where the boxes over the map are: leaders' boxes and the Road to Tula."""
        w, top = self.data.width, -206.0
        named = [name for name, _ in self.data.boxes]
        found = {"rastenburg": (0.0, top + 34, 230.0, top + 174), "moscow": (w - 230, top + 34, w, top + 174)}
        found = {name: box for name, box in found.items() if name in named}
        road = [name for name in named if name.startswith("tula-")]
        left = 290.0
        step = (w - 2 * left) / max(1, len(road))
        for n, name in enumerate(road):
            x = left + step * n + 12
            found[name] = (x, top + 44, x + step - 46, top + 164)
        return found

    def head(self) -> list[str]:
        """Leaders' boxes and the Road to Tula, over the map."""
        out = []
        titles = dict(self.data.boxes)
        boxes = self.boxes()
        for name, who, fill in (("rastenburg", "Hitler", "#cfc8bb"), ("moscow", "Stalin", "#d9b3a7")):
            if name in boxes:
                x, y, _, _ = boxes.pop(name)
                out += [
                    plate(x, y, 230, 140, fill, self.ink),
                    words(name.upper(), x + 115, y + 32, 23, self.ink, weight="bold", spread=2),
                    words(who, x + 115, y + 126, 19, self.ink, style="italic"),
                ]
        if boxes:
            title = self.data.width / 2, -206.0 + 22
            out.append(words("THE ROAD TO TULA", *title, 25, self.ink, weight="bold", spread=7))
        for n, (name, box) in enumerate(boxes.items()):
            out += self._station(n, titles[name], box, last=n + 1 == len(boxes))
        return out

    def _station(self, n: int, title: str, box: Box, *, last: bool) -> list[str]:
        """A box of the road, the arrow to the next, and the disc that is lost there."""
        x, y, right, bottom = box
        wide = right - x
        weight = "bold" if title in ("Minsk", "Nizhyn", "Tula") else "normal"
        out = [
            plate(x, y, wide, bottom - y, "#efe6cb", self.ink),
            words(title, x + wide / 2, y + 106, 22, self.ink, weight=weight),
            words(str(n + 1), x + 16, y + 24, 18, self.ink),
        ]
        if not last:
            ax, ay = right + 5, y + 60
            out.append(f'<path d="M{ax:.1f} {ay - 6:.1f}h14v-8l16 14l-16 14v-8h-14z" fill="{self.ink}"/>')
        for goal, kind in (("Nizhyn", "soviet-yellow"), ("Tula", "soviet-orange")):
            if title == goal:
                cx, cy = right - 26, y + 28
                out.append(supply(self.look["supply"][kind], cx, cy, 1.3))
                out.append(
                    f'<path d="M{cx - 16:.1f} {cy - 16:.1f}l32 32M{cx + 16:.1f} {cy - 16:.1f}l-32 32" '
                    'stroke="#b3261e" stroke-width="5" stroke-linecap="round"/>'
                )
        return out

    def foot(self, top: float) -> list[str]:
        """Title, tracks, legend, scale and compass under the map."""
        main, _, rest = self.data.title.partition(":")
        small = self.look["small_font"]
        out = [
            words(main, 0, top + 66, 66, self.ink, "start", weight="bold", spread=2),
            words(rest.strip(), 3, top + 104, 27, self.ink, "start", style="italic"),
        ]
        for i, line in enumerate(textwrap.wrap(self.data.attribution, 96)):
            out.append(tag("text", escape(line), x=3, y=top + 140 + 17 * i, font_size=13, font_family=small,
                           fill=self.ink, opacity=0.8))  # fmt: skip
        out += self._legend(760.0, top + 8)
        out += self._tracks(2270.0, top + 8)
        out += self._scale(self.data.width - 420, top + 178)
        return out

    def _legend(self, left: float, top: float) -> list[str]:
        """Samples of every class, icon and line, drawn like those on the map."""
        out = []
        x = left
        for kind, name in self.data.words.items():
            ground = self.look["ground"][kind]
            fill = "url(#stripes)" if kind == "staging" else ground["fill"]
            out.append(plate(x, top, 150, 64, fill, self.look["border"]["line"]))
            number = {"staging": "S1", "victory": "4"}.get(kind, "23")
            out.append(badge(self.look["badge"][kind], number, x + 38, top + 32, self.ink))
            marks = {
                "green": "".join(f"M{x + 80 + 22 * i:.0f} {top + 40:.0f}l1 -6m3 6v-8m5 8l-1 -6" for i in range(3)),
                "yellow": "".join(f"M{x + 72 + 25 * i:.0f} {top + 40:.0f}q8 -13 18 0" for i in range(3)),
                "red": "".join(f"M{x + 74 + 18 * i:.0f} {top + 42:.0f}l5 -16l5 16z" for i in range(4)),
                "victory": "".join(f"M{x + 78 + 18 * i:.0f} {top + 28:.0f}h12v8h-12z" for i in range(4)),
            }.get(kind, "")
            solid = kind in ("red", "victory")
            out.append(
                f'<path d="{marks}" fill="{ground["mark"] if solid else "none"}" '
                f'stroke="{"none" if solid else ground["mark"]}" stroke-width="1.6"/>'
            )
            out.append(words(name, x + 75, top + 86, 16, self.ink))
            x += 172
        # icons
        x, y = left, top + 118
        for look in self.look["supply"].values():
            out += [supply(look, x + 13, y), words(look["words"], x + 34, y + 6, 16, self.ink, "start")]
            x += 46 + 9.0 * len(look["words"])
        out.append(tag("rect", x=x, y=y - 8, width=16, height=16, fill="#ffffff", stroke=self.ink, stroke_width=3.2))
        out.append(words("City", x + 26, y + 6, 16, self.ink, "start"))
        x += 84
        for sea, name in (("black", "Black Sea port"), ("azov", "Azov port")):
            out.append(anchor(x + 10, y, self.look["sea"]["name"], sea))
            out.append(words(name, x + 28, y + 6, 16, self.ink, "start"))
            x += 44 + 8.6 * len(name)
        # lines
        x, y = left, top + 158
        river = self.look["river"]["great"]
        d = f"M{x:.0f} {y:.0f}q16 -9 32 0t32 0"
        for colour, width in ((river["edge"], river["width"] + 2.4), (river["fill"], river["width"])):
            out.append(f'<path d="{d}" fill="none" stroke="{colour}" stroke-width="{width}"/>')
        out.append(words("River border", x + 76, y + 6, 16, self.ink, "start"))
        x += 196
        for look in self.look["line"].values():
            for colour, width in ((look["under"], 5.0), (look["colour"], 3.2)):
                out.append(
                    f'<path d="M{x:.0f} {y:.0f}h70" stroke="{colour}" stroke-width="{width}" '
                    f'stroke-dasharray="{look["dash"]}" fill="none"/>'
                )
            out.append(words(look["words"], x + 80, y + 6, 16, self.ink, "start"))
            x += 100 + 8.4 * len(look["words"])
        return out

    def _tracks(self, left: float, top: float) -> list[str]:
        """Months, and the weather forecast."""
        out = [words("TURN", left, top + 14, 15, self.ink, "start", spread=2)]
        for i, month in enumerate(("July", "August", "Sept.", "October", "Nov.", "December")):
            x = left + 148 * i
            out += [plate(x, top + 22, 138, 56, "#efe6cb", self.ink), words(month, x + 69, top + 56, 20, self.ink)]
        out.append(words("WEATHER FORECAST", left, top + 106, 15, self.ink, "start", spread=2))
        for i, name in enumerate(("–", "1", "2", "3", "4", "5")):
            x = left + 66 * i
            out += [plate(x, top + 114, 58, 56, "#e3ecec", self.ink), words(name, x + 29, top + 150, 24, self.ink)]
        return out

    def _scale(self, x: float, y: float) -> list[str]:
        if not self.data.km_per_unit:
            return []
        out = []
        wide = 50 / self.data.km_per_unit
        for i in range(3):
            fill = self.ink if i % 2 == 0 else self.halo
            out.append(tag("rect", x=x + i * wide, y=y, width=wide, height=9, fill=fill, stroke=self.ink))
        for km, name in ((0, "0"), (50, "50"), (100, "100"), (150, "150 km")):
            out.append(words(name, x + km / self.data.km_per_unit, y - 8, 16, self.ink))
        return out
