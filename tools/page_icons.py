"""Makes the icons of the installed page from its drawing: `python tools/page_icons.py` writes them beside it."""

from __future__ import annotations

from pathlib import Path

import resvg_py

FOLDER = Path(__file__).parents[1] / "frontend/public"
PAPER = "#f3ecdc"
SIZES = {"icon-192.png": (192, 0.0), "icon-512.png": (512, 0.0), "icon-maskable-512.png": (512, 0.18)}


def icon(width: int, margin: float) -> bytes:
    """The drawing as PNG; with a margin on paper, for systems that cut icons to a shape of their own."""
    drawn = (FOLDER / "icon.svg").read_text(encoding="utf-8")
    if margin:
        size, start = 32 * (1 + 2 * margin), -32 * margin
        box = f'viewBox="{start} {start} {size} {size}"'
        paper = f'<rect x="{start}" y="{start}" width="{size}" height="{size}" fill="{PAPER}"/>'
        drawn = drawn.replace('viewBox="0 0 32 32">', f"{box}>{paper}")
    return bytes(resvg_py.svg_to_bytes(svg_string=drawn, width=width))


if __name__ == "__main__":
    for name, (width, margin) in SIZES.items():
        (FOLDER / name).write_bytes(icon(width, margin))
