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
    share: Annotated[
        bool, typer.Option("--share", help="Let people in your network play seats you give them a link to.")
    ] = False,
    address: Annotated[
        str, typer.Option("--address", help="With --share: the address of this machine in the network.")
    ] = "",
    database: Annotated[
        str,
        typer.Option(
            "--database",
            metavar="URL",
            envvar="OSTFRONT_DATABASE",
            help="Keep the games in PostgreSQL, which several tables can use at once.",
        ),
    ] = "",
    no_page: Annotated[bool, typer.Option("--no-page", help="Serve the API only.")] = False,
) -> None:
    """Open the table in the browser.

    Play against the computer or with a friend on the same screen. The server listens on this machine only, unless
    you share it: then a friend in the same network plays one seat by a link or a QR code, on a phone for example, and
    sees nothing else of your table. Every action is saved at once in your data folder. Needs the extra `table`: pip
    install "ostfront[table]".

    \b
    Examples:
      ostfront play
      ostfront play --port 8000 --no-browser
      ostfront play --share
      ostfront play --database postgresql://anna@localhost/ostfront
    """
    try:
        from ostfront.server.app import STATIC
        from ostfront.server.launch import serve
        from ostfront.server.sharing import network_address
    except ImportError as missing:
        raise OstfrontError(f'The table needs {missing.name}: pip install "ostfront[table]".') from None
    if address and not share:
        raise OstfrontError("--address goes with --share.")
    static = None if no_page else STATIC
    shared = (address or network_address()) if share else ""
    serve(port, data_folder, browser=not no_browser, static=static, share=shared, database=database, say=typer.echo)
