"""The documentation as a site, by `make docs`: the pages in `docs/`, and one for each game made from its data."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from pygments.lexers import TextLexer, TOMLLexer  # noqa: E402

import game_pages  # noqa: E402  it lies beside this file
import ostfront  # noqa: E402

if TYPE_CHECKING:
    from sphinx.application import Sphinx

project = "ostfront"
author = "The ostfront developers"
release = version = ostfront.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["screenshots"]
default_role = "code"
smartquotes = False  # it is Kiev '41
html_theme = "furo"
html_title = f"ostfront {release}"
myst_heading_anchors = 3

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_default_options = {"members": True, "show-inheritance": True}


def without_aliases(app: Sphinx, what: str, name: str, obj: object, options: object, lines: list[str]) -> None:
    """Leave out the generated docstrings of named tuple fields."""
    if lines and lines[0].startswith("Alias for field number"):
        lines.clear()


def setup(app: Sphinx) -> None:
    app.connect("autodoc-process-docstring", without_aliases)
    app.add_lexer("record", TextLexer)
    app.add_lexer("position", TOMLLexer)  # positions are TOML
    game_pages.write(HERE / "games")
