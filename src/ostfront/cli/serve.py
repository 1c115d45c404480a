"""`ostfront serve` and `ostfront worker`: a site on the network."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ostfront.cli.app import CANNOT, FOUND_WRONG, app
from ostfront.core.errors import OstfrontError

if TYPE_CHECKING:
    from ostfront.network.settings import Settings

Config = Annotated[
    Path | None,
    typer.Option("--config", metavar="FILE", envvar="OSTFRONT_CONFIG", help="The settings file (TOML)."),
]
Database = Annotated[str | None, typer.Option("--database", metavar="URL", help="PostgreSQL; else a file.")]
DataFolder = Annotated[str | None, typer.Option("--data-folder", metavar="DIR", help="For pictures and the file.")]
Metrics = Annotated[
    str | None, typer.Option("--metrics", metavar="ADDRESS:PORT", help="Where Prometheus finds figures.")
]
Logs = Annotated[str | None, typer.Option("--logs", metavar="FORM", help="plain or json.")]


@app.command()
def serve(
    config: Config = None,
    public_url: Annotated[
        str | None, typer.Option("--public-url", metavar="URL", help="The address that people type.")
    ] = None,
    database: Database = None,
    data_folder: DataFolder = None,
    address: Annotated[str | None, typer.Option("--address", help="Where to listen.")] = None,
    port: Annotated[int | None, typer.Option("--port", help="Port.")] = None,
    players: Annotated[
        str | None, typer.Option("--players", help="here, or workers: where computer players think.")
    ] = None,
    metrics: Metrics = None,
    log_form: Logs = None,
    no_page: Annotated[bool, typer.Option("--no-page", help="Serve the API only.")] = False,
    check: Annotated[
        bool, typer.Option("--check", help="Check the settings and what they name; start nothing.")
    ] = False,
    print_config: Annotated[
        bool, typer.Option("--print-config", help="Print a settings file with explanations.")
    ] = False,
) -> None:
    """Run a site where people play each other over the network.

    Settings come from a file, from variables of the environment such as OSTFRONT_PUBLIC_URL, and from the options,
    each over the one before. docs/server.md explains how to run a site. Needs the extras `table` and `server`.

    \b
    Examples:
      ostfront serve --print-config > ostfront.toml
      ostfront serve --config ostfront.toml --check
      ostfront serve --config ostfront.toml
      ostfront serve --public-url https://play.example.org --database postgresql://ostfront@localhost/ostfront
    """
    need_extras()
    from ostfront.network.launch import serve_site
    from ostfront.network.settings_file import example
    from ostfront.server.app import STATIC

    if print_config:
        typer.echo(example())
        return
    options = {
        "public_url": public_url, "database": database, "data_folder": data_folder, "address": address, "port": port,
        "players": players, "metrics": metrics, "logs": log_form,
    }  # fmt: skip
    settings = read(config, options)
    if check:
        _check(settings)
        return
    serve_site(settings, static=None if no_page else STATIC, say=typer.echo)


@app.command()
def worker(
    config: Config = None,
    database: Database = None,
    public_url: Annotated[
        str | None, typer.Option("--public-url", metavar="URL", help="Of the site, for links in letters.")
    ] = None,
    thinking: Annotated[
        int | None, typer.Option("--thinking", help="How many computer players think at once.")
    ] = None,
    metrics: Metrics = None,
    log_form: Logs = None,
) -> None:
    """Play for the computer at a site, from any machine.

    With the address of the site (as a rule in its settings file) it also does the chores, such as notices that are
    due; the clocks of the games are left to the servers. Stopped, it gives back what it has not finished; several
    share the work.

    \b
    Examples:
      ostfront worker --config ostfront.toml
      ostfront worker --database postgresql://ostfront@db.example.org/ostfront --thinking 4
    """
    need_extras()
    from ostfront.network.launch import run_worker

    options = {
        "database": database, "public_url": public_url, "thinking": thinking, "metrics": metrics, "logs": log_form,
    }  # fmt: skip
    run_worker(read(config, options, serves=False), say=typer.echo)


def read(config: Path | None, options: dict[str, Any], *, serves: bool = True) -> Settings:
    """The settings; every fault is printed before the command ends."""
    from ostfront.network.settings_file import BadSettings, read_settings

    try:
        return read_settings(config, os.environ, options, serves=serves)
    except BadSettings as wrong:
        for fault in wrong.faults:
            typer.echo(f"ostfront: {fault}", err=True)
        raise typer.Exit(CANNOT) from None


def _check(settings: Settings) -> None:
    from ostfront.network.check import findings

    found = list(findings(settings))
    for sentence, good in found:
        typer.echo(sentence if good else f"WRONG: {sentence}")
    if not all(good for _, good in found):
        raise typer.Exit(FOUND_WRONG)
    typer.echo("The settings are fine.")


def need_extras() -> None:
    try:
        import ostfront.network.launch  # noqa: F401
    except ImportError as missing:
        raise OstfrontError(f'The site needs {missing.name}: pip install "ostfront[table,server]".') from None
