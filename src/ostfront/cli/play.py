"""`ostfront play`: the table in the browser."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ostfront.cli.app import app
from ostfront.core.errors import OstfrontError


@app.command()
def play(
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="Where it listens; 0: any free port.")] = 1941,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Do not open the browser.")] = False,
    data_folder: Annotated[
        Path | None, typer.Option("--data-folder", metavar="DIR", help="Where the games are kept.")
    ] = None,
    no_page: Annotated[bool, typer.Option("--no-page", help="Without the page, for work on the front end.")] = False,
) -> None:
    """Open the table in the browser.

    Play against the computer or side by side. It listens on this machine only. Games are kept in your data folder
    and survive anything. Needs the extra `table`: pip install "ostfront[table]".

    \b
    Examples:
      ostfront play
      ostfront play --port 8000 --no-browser
    """
    try:
        from ostfront.server.app import STATIC
        from ostfront.server.launch import serve
    except ImportError as missing:
        raise OstfrontError(f'The table needs {missing.name}: pip install "ostfront[table]".') from None
    static = None if no_page else STATIC
    serve(port, data_folder, browser=not no_browser, static=static, say=typer.echo)
