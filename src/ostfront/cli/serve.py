"""`ostfront serve`: a site on the network."""

from __future__ import annotations

from typing import Annotated

import typer

from ostfront.cli.app import app
from ostfront.core.errors import OstfrontError


@app.command()
def serve(
    public_url: Annotated[
        str,
        typer.Option("--public-url", metavar="URL", help="The address that people type, with https:// as a rule."),
    ],
    database: Annotated[
        str, typer.Option("--database", metavar="URL", envvar="OSTFRONT_DATABASE", help="PostgreSQL; else a file.")
    ] = "",
    data_folder: Annotated[str, typer.Option("--data-folder", metavar="DIR", help="For pictures and the file.")] = "",
    address: Annotated[str, typer.Option("--address", help="Where to listen.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=1, max=65535, help="Port.")] = 8000,
    no_page: Annotated[bool, typer.Option("--no-page", help="Serve the API only.")] = False,
) -> None:
    """Run a site where people play each other over the network.

    \b
    Examples:
      ostfront serve --public-url https://play.example.org --database postgresql://ostfront@localhost/ostfront
    """
    try:
        from ostfront.network.launch import serve_site
        from ostfront.network.settings import Settings
        from ostfront.server.app import STATIC
    except ImportError as missing:
        raise OstfrontError(f'The site needs {missing.name}: pip install "ostfront[table,server]".') from None
    settings = Settings(public_url=public_url, database=database, data_folder=data_folder, address=address, port=port)
    serve_site(settings, static=None if no_page else STATIC, say=typer.echo)
