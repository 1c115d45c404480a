"""Grid, hex numbers, symbols, frame, title, legend, compass and scale."""

from __future__ import annotations

import math
import textwrap
from html import escape

from ostfront.cartography.land import Land, path, tag
from ostfront.cartography.mapdata import Line, MapData, Side
from ostfront.cartography.names import Names
from ostfront.cartography.ways import Ways

FIVE_POINTS = [(0, -1.0), (0.2245, -0.309), (0.9511, -0.309), (0.3633, 0.118), (0.5878, 0.809), (0, 0.382),
              (-0.5878, 0.809), (-0.3633, 0.118), (-0.9511, -0.309), (-0.2245, -0.309)]  # fmt: skip


def star(x: float, y: float, r: float) -> str:
    """A five-pointed star as path data."""
    return path([(x + r * u, y + r * v) for u, v in FIVE_POINTS], closed=True)


SAMPLE = 36.0  # the side of a hex in the legend, at most
NARROW = 2200.0  # a sheet of less than this width has its legend in a row of its own


def foot_height(width: float) -> float:
    """The strip under a map of this width, for title, legend and scale."""
    return 200.0 if width >= NARROW else 400.0


GLYPHS = {
    "drop": "M0 -8C5 -1 6 1 6 3A6 6 0 0 1 -6 3C-6 1 -5 -1 0 -8Z",
    "works": "M-6.5 5.5V-6H-4.2V0L-0.7 -3.3V0L2.8 -3.3V0L6.3 -3.3V5.5Z",
    "wall": "M-6 5V-5H-3.4V-2H-1.3V-5H1.3V-2H3.4V-5H6V5Z",
}
"""Signs of oil, industry and fortified hexes, around (0, 0)."""


class Furniture:
    """Everything printed over the land and around it."""

    def __init__(self, land: Land, names: Names) -> None:
        self.land = land
        self.names = names
        self.style = land.style
        self.data = land.data
        self.ink = self.style["paper"]["ink"]
        self.legend_width = 0.0

    def grid(self) -> list[str]:
        """Every hexside once."""
        seen: set[tuple[tuple[int, int], tuple[int, int]]] = set()
        d = []
        for name in self.data.keys:
            c = self.data.corner_keys(name)
            for i in range(6):
                side = (min(c[i], c[(i + 1) % 6]), max(c[i], c[(i + 1) % 6]))
                if side not in seen:
                    seen.add(side)
                    d.append(path([self.land.corner(k) for k in side]))
        look = self.style["paper"]["grid"]
        return [f'<path d="{"".join(d)}" stroke="{look}" stroke-width="1" opacity="0.5" fill="none"/>']

    def numbers(self) -> list[str]:
        """Hex numbers, small, in the top of each hex."""
        look = self.style["paper"]
        out = [
            f'<g font-family="{self.style["small_font"]}" font-size="9.2" text-anchor="middle" '
            f'fill="{look["number"]}" '
            f'stroke="{look["land"]}" stroke-width="1.6" stroke-opacity="0.55" paint-order="stroke">'
        ]
        rise = 0.58 if self.data.pointy else 0.62
        for name in self.data.keys:
            x, y = self.land.at(name)
            out.append(f'<text x="{x:.1f}" y="{y - rise * self.land.side:.1f}">{name}</text>')
        out.append("</g>")
        return out

    def symbols(self) -> list[str]:
        """Victory stars, supply sources and entries."""
        return [*self._stars(), *self._entries(), *self._supplies()]

    def _stars(self) -> list[str]:
        out = []
        for kind, look in self.style["victory"].items():
            for site in self.data.of_kind(kind):
                x, y = self.land.at(site.hex)
                x, y = x + self.land.side * 0.46, y + self.land.side * 0.42
                out.append(self._star(kind, x, y))
                if look.get("numbered"):
                    words = {"font_size": 13, "font_weight": "bold", "text_anchor": "middle", "fill": look["edge"]}
                    out.append(tag("text", escape(site.value), x=x, y=y + 5.5, **words))
                self.names.reserve(x, y, look["size"] + 2, 7.0)
        return out

    def _star(self, kind: str, x: float, y: float) -> str:
        look = self.style["victory"][kind]
        r = float(look["size"])
        if kind.endswith("blue"):
            disc = tag("circle", cx=x, cy=y, r=r + 1.5, fill=look["fill"], stroke=self.ink, stroke_width=1.2)
            return disc + tag("path", d=star(x, y + 0.6, r), fill=look["edge"])
        looks = {"fill": look["fill"], "stroke": look["edge"], "stroke_width": 2.2, "stroke_linejoin": "round"}
        return tag("path", d=star(x, y, r + 2.5), **looks)

    def _supplies(self) -> list[str]:
        pocket = {h for h, t in self.data.terrain.items() if t == "pocket"}
        out = []
        for kind in self.style["supply"]:
            for site in self.data.of_kind(kind):
                if site.hex in pocket or self.data.feature.get(site.hex) == "moscow":
                    continue
                x, y = self.land.at(site.hex)
                y += 0.46 * self.land.side
                out.append(self._supply(kind, x, y, "" if self.style["supply"][kind].get("quiet") else site.value))
                self.names.reserve(x, y, 12, 7.0)
            moscow = [s for s in self.data.of_kind(kind) if self.data.feature.get(s.hex) == "moscow"]
            for site in moscow:
                x, y = self.land.at(site.hex)
                out.append(self._supply(kind, x, y, ""))
        return out

    def _supply(self, kind: str, x: float, y: float, words: str) -> str:
        look = self.style["supply"][kind]
        if look["shape"] in ("disc", "anchor", "drop"):
            body = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="11"'
        else:
            body = f'<rect x="{x - 10:.1f}" y="{y - 10:.1f}" width="20" height="20" rx="2"'
        body += f' fill="{look["fill"]}" stroke="{look["ink"]}" stroke-width="1.8"/>'
        crate = (
            f'<path d="M{x - 5.5:.1f} {y - 2:.1f}h11v7.5h-11zM{x:.1f} {y - 7:.1f}v5M{x - 5.5:.1f} {y + 1.6:.1f}h11" '
            f'fill="none" stroke="{look["ink"]}" stroke-width="1.7"/>'
        )
        if look["shape"] == "anchor":
            line = f'fill="none" stroke="{look["ink"]}" stroke-width="1.7"'
            crate = (
                f'<path d="M{x:.1f} {y - 3.5:.1f}v9M{x - 3.5:.1f} {y - 1.5:.1f}h7" {line}/>'
                f'<path d="M{x - 6:.1f} {y + 1.5:.1f}q1 5 6 5q5 0 6 -5" {line}/>'
                f'<circle cx="{x:.1f}" cy="{y - 5.3:.1f}" r="1.9" {line}/>'
            )
        elif look["shape"] in GLYPHS:
            crate = f'<path transform="translate({x:.1f} {y:.1f})" d="{GLYPHS[look["shape"]]}" fill="{look["ink"]}"/>'
        note = ""
        if words:
            at, anchor = (x + 14, "start") if x + 14 + 7 * len(words) < self.land.width else (x - 14, "end")
            note = (
                f'<text x="{at:.1f}" y="{y + 4:.1f}" font-size="12" text-anchor="{anchor}" '
                f'font-weight="bold" fill="{look["fill"]}" '
                f'stroke="#fff8e6" stroke-width="2.5" paint-order="stroke">{escape(words)}</text>'
            )
        return body + crate + note

    def _entries(self) -> list[str]:
        out = []
        s = self.land.side
        for kind, look in self.style["entry"].items():
            for site in self.data.of_kind(kind):
                x, y = self.land.at(site.hex)
                if look["from"] == "south":
                    out.append(
                        f'<path d="M{x - 9:.1f} {y + s * 0.82:.1f}l9 -15l9 15z" fill="{look["fill"]}" '
                        f'stroke="#fff8e6" stroke-width="1.4"/>'
                    )
                    continue
                d = f"M{x - s * 1.5:.1f} {y - 6:.1f}h{s * 1.05:.1f}v-8l17 14l-17 14v-8h{-s * 1.05:.1f}z"
                out.append(f'<path d="{d}" fill="{look["fill"]}" stroke="#fff8e6" stroke-width="2"/>')
                self.names.reserve(x - s * 0.6, y, s * 0.9, 5.0, 14)
                text = tag(
                    "text", look["label"], x=max(4.0, x - s * 1.5), y=y - 18, font_size=17, font_weight="bold",
                    fill=look["fill"], stroke="#fff8e6", stroke_width=3.5, paint_order="stroke",
                )  # fmt: skip
                out.append(text)
        return out

    def regions(self) -> list[str]:
        """Names across a tall group of hexes, or in the margin beside a flat one."""
        out = []
        for kind, look in self.style["region"].items():
            sites = self.data.of_kind(kind)
            if not sites:
                continue
            xs, ys = zip(*(self.land.at(s.hex) for s in sites), strict=True)
            x, y = sum(xs) / len(xs), sum(ys) / len(ys)
            tall = max(ys) - min(ys) > max(xs) - min(xs)
            size = 34 if tall else 19
            x = (x + min(xs)) / 2 if tall else x
            turn = f' transform="rotate(-90 {x:.1f} {y:.1f})"' if tall else ""
            y += 0 if tall else self.land.side + 29
            fill = self.style["entry"].get(kind, {"fill": self.style["pocket"]["edge"]})["fill"]
            out.append(
                f'<text x="{x:.1f}" y="{y:.1f}"{turn} font-size="{size}" letter-spacing="{size * 0.35:.0f}" '
                f'font-weight="bold" text-anchor="middle" fill="{fill}" stroke="{self.style["paper"]["land"]}" '
                f'stroke-width="{size * 0.16:.1f}" paint-order="stroke" opacity="0.92">{escape(look["label"])}</text>'
            )
            if tall:
                self.names.reserve(x, y, size * 0.7, 6.0, size * 5.5)
        return out

    # -- around the map

    def foot(self, top: float) -> list[str]:
        """Title, legend, scale and compass in a strip under the map."""
        w = self.land.width
        small = self.style["small_font"]
        main, _, rest = self.data.title.partition(":")
        ink = {"fill": self.ink}
        out = [
            tag("text", escape(main), x=0, y=top + 66, font_size=62, font_weight="bold", letter_spacing=2, **ink),
            tag("text", escape(rest.strip()), x=3, y=top + 106, font_size=28, font_style="italic", **ink),
        ]
        for i, line in enumerate(textwrap.wrap(self.data.attribution, 98)):
            at = top + 142 + 17 * i
            out.append(tag("text", escape(line), x=3, y=at, font_size=13, font_family=small, opacity=0.8, **ink))
        legend = self._legend(0.0, 0.0)
        room, at, down = (w - 700 - 820, 820, top + 18) if w >= NARROW else (w, 0, top + 212)
        small_enough = min(1.0, room / self.legend_width)
        shrink = f" scale({small_enough:.3f})" if small_enough < 1 else ""
        out += [f'<g transform="translate({at} {down:.1f}){shrink}">', *legend, "</g>"]
        out += self._scale(w - 640, top + 150)
        out += self._compass(w - 80, top + 92)
        return out

    def _legend(self, left: float, top: float) -> list[str]:
        """Samples drawn with the same code as the map, on a small map of their own."""
        words = {**self.data.words}
        style = {**self.style, "side": min(self.land.side, SAMPLE)}
        shown = [k for k in words if k in set(self.data.terrain.values())]
        features = [f for f in ("town", "city", "major-city", "moscow") if f in self.data.feature.values()]
        out = []
        x = left
        entries: list[tuple[str, dict[str, str], dict[str, str]]] = [(words[k], {"a": k}, {}) for k in shown]
        entries += [(f.capitalize().replace("-", " "), {"a": "clear"}, {"a": f}) for f in features]
        for text, terrain, feature in entries:
            sample = MapData("", self.data.pointy, {"a": (0, 0)}, terrain, feature)
            land = Land(sample, style)
            body = [*land.ground(), *land.built()]
            if terrain["a"] == "pocket":
                body = [b.replace('id="hatch"', 'id="hatch2"').replace("url(#hatch)", "url(#hatch2)") for b in body]
            ring = path([land.corner(k) for k in sample.corner_keys("a")], closed=True)
            out.append(
                f'<g transform="translate({x:.1f} {top:.1f})"><path d="{ring}" fill="{self.style["paper"]["land"]}"/>'
                f'{"".join(body)}<path d="{ring}" fill="none" stroke="{self.style["paper"]["grid"]}"/></g>'
            )
            out.append(self._caption(text, x + land.width / 2, top + land.height + 18))
            x += 112 if self.data.pointy else 126
        pair = {"a": (0, 0), "b": (2, 0) if self.data.pointy else (0, 2)}
        present = {s.kind for s in self.data.sides}
        railways = any(line.kind == "rail" for line in self.data.lines)
        if "river" in present:  # one class of rivers, and railways are the only ways
            samples = [("River", "river", ""), *([("Railway, bridge", "river", "rail")] if railways else [])]
        else:
            samples = [
                ("Minor river", "minor", ""),
                ("Major river", "major", ""),
                ("Road, bridge", "minor", "road"),
                ("Highway, bridge", "major", "highway"),
                *([("Railroad, bridge", "minor", "rail")] if railways else []),
            ]
        samples += [(look["words"], kind, "") for kind, look in self.style["border"].items() if kind in present]
        for text, kind, roads in samples:
            lines = [Line("x", "rail" if roads == "rail" else "road", ("a", "b"), roads)] if roads else []
            sample = MapData(
                "", self.data.pointy, pair, dict.fromkeys(pair, "clear"), {}, [Side("a", "b", kind)], lines
            )
            land = Land(sample, style)
            ways = Ways(land, run_off=False)
            drawn = ways.borders(kind) if kind in self.style["border"] else []
            rings = "".join(path([land.corner(k) for k in sample.corner_keys(h)], closed=True) for h in pair)
            out.append(
                f'<g transform="translate({x:.1f} {top:.1f})"><path d="{rings}" fill="{self.style["paper"]["land"]}" '
                f'stroke="{self.style["paper"]["grid"]}"/>{"".join([*ways.rivers(), *drawn, *ways.roads()])}</g>'
            )
            out.append(self._caption(text, x + land.width / 2, top + land.height + 18))
            x += 164
        out += self._keys(left, top + (128 if self.data.pointy else 176))
        self.legend_width = x - left
        return out

    def _keys(self, x: float, y: float) -> list[str]:
        out = []
        present = {s.kind for s in self.data.sites}
        for kind, look in self.style["victory"].items():
            if kind in present:
                out += [self._star(kind, x + 12, y), self._caption(look["words"], x + 34, y + 6, "start")]
                x += 210
        for kind, look in self.style["supply"].items():
            if kind in present:
                out += [self._supply(kind, x + 12, y, ""), self._caption(look["words"], x + 32, y + 6, "start")]
                x += look.get("room", 230)
        if any(kind in present for kind in self.style["entry"]):
            d = f"M{x:.1f} {y - 5:.1f}h22v-7l15 12l-15 12v-7h-22z"
            out += [
                f'<path d="{d}" fill="#3b3f45" stroke="#fff8e6" stroke-width="1.5"/>',
                self._caption("Entry hex", x + 46, y + 6, "start"),
            ]
        return out

    def _caption(self, words: str, x: float, y: float, anchor: str = "middle") -> str:
        return tag("text", escape(words), x=x, y=y, font_size=17, text_anchor=anchor, fill=self.ink)

    def _scale(self, x: float, y: float) -> list[str]:
        if not self.data.km_per_hex:
            return []
        per_km = self.land.side * math.sqrt(3) / self.data.km_per_hex
        part = 25 if self.data.km_per_hex < 30 else 100
        out = []
        for i in range(4):
            fill = self.ink if i % 2 == 0 else self.style["paper"]["land"]
            at, wide = x + i * part * per_km, part * per_km
            out.append(tag("rect", x=at, y=y, width=wide, height=9, fill=fill, stroke=self.ink))
        for km, words in ((0, "0"), (2 * part, f"{2 * part}"), (4 * part, f"{4 * part} km")):
            out += [self._caption(words, x + km * per_km, y - 8)]
        return out

    def _compass(self, x: float, y: float) -> list[str]:
        """Geographic north; the sheet is turned."""
        turn = -self.data.turned
        return [
            f'<g transform="translate({x:.1f} {y:.1f}) rotate({turn:.1f})">'
            f'<circle r="44" fill="none" stroke="{self.ink}" stroke-width="1.4"/>'
            f'<circle r="50" fill="none" stroke="{self.ink}" stroke-width="0.7"/>'
            f'<path d="M0 -66L10 0L0 10z" fill="{self.ink}"/>'
            f'<path d="M0 -66L-10 0L0 10z" fill="#f5edd6" stroke="{self.ink}"/>'
            f'<path d="M0 52L6 0L-6 0z" fill="#f5edd6" stroke="{self.ink}"/>'
            f'<path d="M-44 0L0 -5L44 0L0 5z" fill="#f5edd6" stroke="{self.ink}"/>'
            f'<text y="-70" font-size="22" font-weight="bold" text-anchor="middle" fill="{self.ink}">N</text></g>'
        ]
