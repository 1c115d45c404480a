"""The small drawings of area maps: badges, icons, plates and lettering."""

from __future__ import annotations

import math
from collections.abc import Mapping
from html import escape

from ostfront.cartography.furniture import star
from ostfront.cartography.land import path, tag


def badge(look: Mapping[str, str], text: str, x: float, y: float, ink: str) -> str:
    """A number on its class's shape: disc, hexagon, square, star, plate."""
    facts = {"fill": look["fill"], "stroke": ink, "stroke_width": 2.0, "stroke_linejoin": "round"}
    size = 21.0 if len(text) < 3 else 18.0
    if look["shape"] == "disc":
        body = tag("circle", cx=x, cy=y, r=20.0, **facts)
    elif look["shape"] == "hexagon":
        ring = [(x + 23 * math.cos(i * math.pi / 3), y + 23 * math.sin(i * math.pi / 3)) for i in range(6)]
        body = tag("path", d=path(ring, closed=True), **facts)
    elif look["shape"] == "star":
        body, y, size = tag("path", d=star(x, y, 33.0), **facts), y + 3, size * 0.86
    elif look["shape"] == "square":
        body = tag("rect", x=x - 19, y=y - 19, width=38, height=38, rx=3, **facts)
    else:
        body = tag("rect", x=x - 30, y=y - 18, width=60, height=36, rx=6, **facts)
        size = 21.0
    return body + words(text, x, y + size * 0.35, size, look["ink"], weight="bold", font="sans")


def supply(look: Mapping[str, str], x: float, y: float, scale: float = 1.0) -> str:
    """A supply icon with a letter, so that it does not depend on colour."""
    r = 13.0 * scale
    facts = {"fill": look["fill"], "stroke": look["ink"], "stroke_width": 2.0}
    if look["shape"] == "disc":
        body = tag("circle", cx=x, cy=y, r=r, **facts)
    else:
        body = tag("rect", x=x - r, y=y - r, width=2 * r, height=2 * r, rx=2, **facts)
    return body + words(look["letter"], x, y + r * 0.46, r * 1.25, look["ink"], weight="bold", font="sans")


def anchor(x: float, y: float, ink: str, sea: str) -> str:
    """An anchor; Azov ports have a light disc, Black Sea ports a dark one."""
    ground, line = (ink, "#ffffff") if sea == "black" else ("#eef3f2", ink)
    return (
        tag("circle", cx=x, cy=y, r=12.5, fill=ground, stroke=ink, stroke_width=1.8)
        + f'<path d="M{x:.1f} {y - 4:.1f}v12M{x - 6:.1f} {y + 3:.1f}q0 6 6 6q6 0 6 -6M{x - 4:.1f} {y - 1:.1f}h8" '
        f'fill="none" stroke="{line}" stroke-width="2.1" stroke-linecap="round"/>'
        + tag("circle", cx=x, cy=y - 6.2, r=2.4, fill="none", stroke=line, stroke_width=1.8)
    )


def plate(x: float, y: float, wide: float, high: float, fill: str, edge: str) -> str:
    return tag("rect", x=x, y=y, width=wide, height=high, rx=6, fill=fill, stroke=edge, stroke_width=2.2)


def words(
    text: str,
    x: float,
    y: float,
    size: float,
    fill: str,
    at: str = "middle",
    *,
    halo: str = "",
    weight: str = "normal",
    style: str = "normal",
    spread: float = 0.0,
    font: str = "",
) -> str:
    facts: dict[str, object] = {"x": x, "y": y, "font_size": float(size), "text_anchor": at, "fill": fill}
    if weight != "normal":
        facts["font_weight"] = weight
    if style != "normal":
        facts["font_style"] = style
    if spread:
        facts["letter_spacing"] = spread
    if font:
        facts["font_family"] = "Helvetica Neue, Arial, DejaVu Sans, sans-serif"
    if halo:
        facts |= {"stroke": halo, "stroke_width": size * 0.2, "stroke_linejoin": "round", "stroke_opacity": 0.9,
                  "paint_order": "stroke"}  # fmt: skip
    return tag("text", escape(text), **facts)
