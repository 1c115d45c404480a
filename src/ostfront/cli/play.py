"""`ostfront play`: the table in the browser."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ostfront.cli.app import app
from ostfront.core.errors import OstfrontError


@app.command()
def play(
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="Port; 0 for any free one.")] = 1941,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Do not open the browser.")] = False,
    data_folder: Annotated[
        Path | None, typer.Option("--data-folder", metavar="DIR", help="Where games are saved.")
    ] = None,
    no_page: Annotated[bool, typer.Option("--no-page", help="Serve the API only.")] = False,
) -> None:
    """Open the table in the browser.

    Play against the computer or with a friend on the same screen. The server listens on this machine only. Every
    action is saved at once in your data folder. Needs the extra `table`: pip install "ostfront[table]".

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
