"""A small version of a map picture: ground, water and roads without names, numbers, grid and legend.

It is made from the picture itself, so that it fits hexes and areas alike. A card of the lobby shows it at a few
hundred pixels; there a line of the large picture is thinner than a pixel, and most of its points fall together.
"""

from __future__ import annotations

import re
from typing import NamedTuple

import msgspec

WIDTH, HEIGHT = 560.0, 700.0  # what a sketch fits into
APART = 3  # pixels between two points that are both drawn
SMALLEST = 3.0  # a patch below this size is left out
THINNEST, WIDEST = 1.2, 40  # strokes of the large picture beyond these are a grid, a texture or a glow

MAP = re.compile(
    r'<g transform="translate\(([-\d.]+) ([-\d.]+)\)">\s*(?:<rect[^>]*/>\s*)?'
    r'<clipPath id="\w+"><rect width="([\d.]+)" height="([\d.]+)"/></clipPath>\s*<g clip-path="[^"]*">(.*?)\n</g>',
    re.DOTALL,
)
SHAPE = re.compile(r"<(path|rect|circle)\b([^>]*)/>")
HIDDEN = re.compile(r"<(pattern|defs|g|text|textPath|radialGradient)\b.*?</\1>", re.DOTALL)
FACT = re.compile(r'([\w-]+)="([^"]*)"')
LINE = re.compile(r"[ML]([-\d.]+) ([-\d.]+)|A[-\d. ]+ ([-\d.]+) ([-\d.]+)(?=[MLAZ]|$)|(Z)")
KEPT = ("fill", "stroke", "fill-rule", "opacity", "stroke-linejoin")

Point = tuple[float, float]
Dot = tuple[int, int]


class Sketch(msgspec.Struct, frozen=True):
    """Shapes on a sheet of this size, and how a point of the large picture gets there."""

    width: float
    height: float
    scale: float
    left: float
    top: float
    shapes: str

    def at(self, x: float, y: float) -> Point:
        return ((x - self.left) * self.scale, (y - self.top) * self.scale)


class _Loop(NamedTuple):
    points: list[Point]
    closed: bool


class _Small(NamedTuple):
    points: list[Dot]
    closed: bool


def sketch(picture: str) -> Sketch:
    """The sketch of a map as our drawers draw it."""
    found = MAP.search(picture)
    if found is None:
        raise ValueError("This picture has no map in it.")
    left, top, width, height = (float(number) for number in found.groups()[:4])
    scale = min(WIDTH / width, HEIGHT / height)
    shapes = [_small(kind, facts, scale) for kind, facts in SHAPE.findall(HIDDEN.sub("", found[5]))]
    return Sketch(
        round(width * scale, 1), round(height * scale, 1), scale, left, top, "".join(one for one in shapes if one)
    )


def _small(kind: str, text: str, scale: float) -> str:
    facts = dict(FACT.findall(text))
    if "url(" in text or kind == "circle" or not facts.keys() & {"fill", "stroke"}:
        return ""
    look = "".join(f' {name}="{facts[name]}"' for name in KEPT if name in facts)
    wide = float(facts.get("stroke-width", "1"))
    if facts.get("fill") == "none" and not THINNEST <= wide <= WIDEST:
        return ""
    if "stroke" in facts:
        look += f' stroke-width="{max(wide * scale, 0.5):.2g}"'
    if kind == "rect":
        size = {name: float(facts.get(name, "0").rstrip("%")) * scale for name in ("x", "y", "width", "height")}
        if size["width"] < SMALLEST * 20:
            return ""
        return "<rect" + "".join(f' {name}="{value:.1f}"' for name, value in size.items()) + f"{look}/>"
    if re.search(r"[a-y]", facts["d"]):
        return ""  # trees, reeds, hachures: drawn by small steps
    area = facts.get("fill") != "none"
    loops = [_thinned(loop, scale) for loop in _loops(facts["d"])]
    d = "".join(_path(loop) for loop in loops if _matters(loop, area))
    return f'<path d="{d}"{look}/>' if d else ""


def _loops(d: str) -> list[_Loop]:
    found: list[_Loop] = []
    for match in LINE.finditer(d):
        if match[5]:
            found[-1] = found[-1]._replace(closed=True)
            continue
        point = (float(match[1] or match[3]), float(match[2] or match[4]))
        if match[0].startswith("M"):
            found.append(_Loop([point], closed=False))
        else:
            found[-1].points.append(point)
    return found


def _thinned(loop: _Loop, scale: float) -> _Small:
    """The same in small, without points that fall together."""
    small = [(round(x * scale), round(y * scale)) for x, y in loop.points]
    kept = small[:1]
    for x, y in small[1:]:
        if abs(x - kept[-1][0]) + abs(y - kept[-1][1]) >= APART:
            kept.append((x, y))
    if not loop.closed and kept[-1] != small[-1]:
        kept.append(small[-1])
    return _Small(kept, loop.closed)


def _matters(loop: _Small, area: bool) -> bool:
    if len(loop.points) < (3 if area else 2):
        return False
    xs, ys = [x for x, _ in loop.points], [y for _, y in loop.points]
    return max(max(xs) - min(xs), max(ys) - min(ys)) >= SMALLEST


def _path(loop: _Small) -> str:
    """In steps from point to point, which are short to write."""
    (x, y), *rest = loop.points
    words = [f"M{x} {y}l" if rest else f"M{x} {y}"]
    for to_x, to_y in rest:
        words.append(f"{to_x - x} {to_y - y}")
        x, y = to_x, to_y
    steps = " ".join(words).replace("l ", "l").replace(" -", "-")
    return steps + ("z" if loop.closed else "")
