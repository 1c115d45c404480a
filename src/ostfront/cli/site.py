"""`ostfront site`: keeping order at a site, beside its running servers."""

from __future__ import annotations

import getpass
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from inspect import Parameter, Signature, getdoc, signature
from pathlib import Path
from time import time
from typing import TYPE_CHECKING, Annotated, Concatenate, NamedTuple, ParamSpec, get_type_hints

import typer

from ostfront.cli.app import Commands, Json, app, print_json, print_table
from ostfront.cli.serve import Config, Database, DataFolder, need_extras, read
from ostfront.core.errors import BadAction, OstfrontError, counted

if TYPE_CHECKING:
    from ostfront.network.accounts import Account
    from ostfront.network.site import Site

site = typer.Typer(cls=Commands, no_args_is_help=True, rich_markup_mode=None)
app.add_typer(site, name="site", help="Keep order at a site: people, games, reports.")

DAY = 24 * 3600.0
Given = ParamSpec("Given")

PublicUrl = Annotated[
    str | None, typer.Option("--public-url", metavar="URL", help="The address of the site, for links.")
]
Name = Annotated[str, typer.Argument(metavar="NAME", help="The name of an account.")]
MOST = 10**9
Number = Annotated[int, typer.Option("--number", "-n", min=1, max=MOST, help="How many at most.")]


class Place(NamedTuple):
    """Where the site is: options that all its commands have."""

    config: Config = None
    database: Database = None
    data_folder: DataFolder = None


def command(work: Callable[Concatenate[Place, Given], None]) -> None:
    """Make a command of this: its own arguments and options, then those that say where the site is."""
    own = list(signature(work, eval_str=True).parameters.values())[1:]
    options = get_type_hints(Place, include_extras=True)
    here = [Parameter(name, Parameter.KEYWORD_ONLY, default=None, annotation=options[name]) for name in options]

    def run(*args: Given.args, **given: Given.kwargs) -> None:
        place = Place(**{name: given.pop(name) for name in options})  # type: ignore[arg-type]
        work(place, *args, **given)

    run.__signature__ = Signature([*own, *here])  # type: ignore[attr-defined]  # what typer reads
    site.command(work.__name__, help=getdoc(work))(run)


@contextmanager
def opened(place: Place, public_url: str | None = None) -> Iterator[Site]:
    """The site with its database, which servers may be using."""
    need_extras()
    from ostfront.network.site import Site
    from ostfront.server.database import FILE
    from ostfront.server.database import data_folder as usual_folder
    from ostfront.server.database_server import connect
    from ostfront.server.game_library import GameLibrary
    from ostfront.server.messages import Refused

    given = {"database": place.database, "data_folder": place.data_folder, "public_url": public_url}
    settings = read(place.config, given, serves=False)
    folder = Path(settings.data_folder) if settings.data_folder else usual_folder()
    if not settings.database and not (folder / FILE).exists():
        raise OstfrontError(f"There is no site in {folder}; give its --config, --data-folder or --database.")
    library = GameLibrary(folder, connect(settings.database) if settings.database else None)
    try:
        yield Site(settings, library)
    except Refused as wrong:
        raise BadAction(wrong.message) from None
    finally:
        library.close()


@command
def users(
    place: Place,
    part: Annotated[str, typer.Argument(metavar="[PART]", help="A part of the name or the address.")] = "",
    suspended: Annotated[bool, typer.Option("--suspended", help="Only those who are suspended.")] = False,
    number: Number = 50,
    json: Json = False,
) -> None:
    """List the people, those seen last first.

    \b
    Examples:
      ostfront site users
      ostfront site users example.org --database postgresql://ostfront@localhost/ostfront
    """
    from ostfront.network import overview

    now = time()
    with opened(place) as found:
        lines = overview.users(found, part, suspended, now, number)
    if json:
        print_json([{**_plain(line.account), "seen": line.seen} for line in lines])
        return
    rows = [
        (one.name, one.kind, one.email, _day(one.created), _day(seen),
         _day(one.suspended_until) if one.suspended_until > now else "")
        for one, seen in lines
    ]  # fmt: skip
    print_table(("name", "kind", "address", "since", "seen", "suspended until"), rows)


@command
def user(place: Place, name: Name, json: Json = False) -> None:
    """Show a person, and what the audit log has about them.

    \b
    Examples:
      ostfront site user Anna
    """
    from ostfront.network import overview

    now = time()
    with opened(place) as found:
        account = found.accounts.named(name)
        numbers = overview.counts(found, account.id, now)
        log = found.audit.latest(20, account.name)
    if json:
        print_json({**_plain(account), **numbers, "log": [entry._asdict() for entry in log]})
        return
    typer.echo(f"{account.name}, {account.kind} since {_day(account.created)}, {account.email or 'no address'}")
    typer.echo(
        f"{counted(numbers['games'], 'game')}, {numbers['unfinished']} of them not over; "
        f"{counted(numbers['sessions'], 'session')}"
    )
    if account.suspended_until > now:
        typer.echo(f"Suspended until {_day(account.suspended_until)}: {account.suspension}")
    for entry in log:
        typer.echo(f"{_minute(entry.at)}  {entry.deed} by {entry.actor}  {entry.details}".rstrip())


@command
def add(
    place: Place,
    name: Name,
    email: Annotated[str, typer.Argument(metavar="EMAIL", help="The address.")],
    public_url: PublicUrl = None,
) -> None:
    """Add a member, also where registration is closed, and print the link by which they choose a password.

    \b
    Examples:
      ostfront site add Anna anna@example.org --public-url https://play.example.org
    """
    from ostfront.network.accounts import checked_email

    with opened(place, public_url) as found:
        _need_address(found)
        if found.accounts.of_email(checked_email(email)) is not None:
            raise BadAction("There is an account with this address already.")
        account = found.accounts.add(name, time(), email=checked_email(email))
        found.audit.add(_who(), "account added", account.name, time())
        typer.echo(found.letters.link("invite", account.email, time(), account.id))


@command
def link(
    place: Place,
    name: Name,
    public_url: PublicUrl = None,
) -> None:
    """Print a link by which somebody chooses a new password; it holds for an hour, and once.

    \b
    Examples:
      ostfront site link Anna --public-url https://play.example.org
    """
    with opened(place, public_url) as found:
        _need_address(found)
        account = found.accounts.named(name)
        if account.guest:
            raise BadAction(f"{account.name} is a guest, without a password.")
        found.audit.add(_who(), "link made", account.name, time())
        typer.echo(found.letters.link("reset", account.email, time(), account.id))


@command
def suspend(
    place: Place,
    name: Name,
    days: Annotated[float, typer.Option("--days", metavar="N", help="For how long.")],
    why: Annotated[str, typer.Option("--why", metavar="TEXT", help="The reason; the person is told.")],
) -> None:
    """Keep somebody out for some days. Their sessions end at once; they are told why.

    \b
    Examples:
      ostfront site suspend Anna --days 7 --why "Insults in the chat."
    """
    from ostfront.network import moderation

    with opened(place) as found:
        account = found.accounts.named(name)
        until = moderation.suspend(found, account, days, why, _who(), time())
    typer.echo(f"{account.name} is suspended until {_day(until)}.")


@command
def release(place: Place, name: Name) -> None:
    """End a suspension.

    \b
    Examples:
      ostfront site release Anna
    """
    from ostfront.network import moderation

    with opened(place) as found:
        account = found.accounts.named(name)
        moderation.release(found, account, _who(), time())
    typer.echo(f"{account.name} may log in again.")


@command
def games(
    place: Place,
    of: Annotated[str, typer.Option("--of", metavar="NAME", help="Only those of this person.")] = "",
    running: Annotated[bool, typer.Option("--running", help="Only those that are not over.")] = False,
    number: Number = 50,
    json: Json = False,
) -> None:
    """List the games, those changed last first.

    \b
    Examples:
      ostfront site games --of Anna --running
    """
    from ostfront.network import overview

    with opened(place) as found:
        account = found.accounts.named(of).id if of else 0
        lines = overview.games(found, account, running, number)
    if json:
        print_json([line._asdict() for line in lines])
        return
    rows = [
        (one.id, one.game, str(one.turn), str(one.moment), _minute(one.changed), "over" if one.over else "",
         ", ".join(one.players))
        for one in lines
    ]  # fmt: skip
    print_table(("id", "game", "turn", "moment", "changed", "", "players"), rows, right=("turn", "moment"))


@command
def rewind(
    place: Place,
    game: Annotated[str, typer.Argument(metavar="ID", help="A game from `ostfront site games`.")],
    moment: Annotated[
        int, typer.Argument(metavar="MOMENT", max=MOST, help="How many entries its history shall have.")
    ],
) -> None:
    """Propose to take a game back, as after a fault of the program. Nothing happens unless all its players agree.

    \b
    Examples:
      ostfront site rewind 5f0c19d2a7e4 120
    """
    from ostfront.network.rewinding import propose_rewind

    with opened(place) as found:
        propose_rewind(found, game, moment, _who(), time())
    typer.echo(f"The players of {game} are asked whether to go back to moment {moment}.")


@command
def reports(
    place: Place,
    settled: Annotated[bool, typer.Option("--all", help="Also those that are settled.")] = False,
    json: Json = False,
) -> None:
    """List what people report about each other.

    \b
    Examples:
      ostfront site reports
    """
    from ostfront.network import moderation

    with opened(place) as found:
        lines = moderation.reports_of(found, settled)
    if json:
        print_json([line._asdict() for line in lines])
        return
    for one in lines:
        game = f", game {one.game}" if one.game else ""
        verdict = f" [settled: {one.verdict}]" if one.settled else ""
        gone = "somebody who left"
        typer.echo(f"{one.id}  {_minute(one.created)}  {one.by or gone} about {one.about or gone}{game}{verdict}")
        typer.echo("\n".join(f"    {line}" for line in one.text.splitlines()))


@command
def settle(
    place: Place,
    number: Annotated[int, typer.Argument(metavar="N", max=MOST, help="The number of the report.")],
    verdict: Annotated[str, typer.Argument(metavar="TEXT", help="What came of it.")],
) -> None:
    """Close a report.

    \b
    Examples:
      ostfront site settle 3 "Both were asked to stay polite."
    """
    from ostfront.network import moderation

    with opened(place) as found:
        moderation.settle(found, number, verdict, _who(), time())
    typer.echo(f"Report {number} is settled.")


@command
def announce(
    place: Place,
    text: Annotated[str, typer.Argument(metavar="TEXT", help="What everybody is told.")],
    days: Annotated[float, typer.Option("--days", metavar="N", help="For how long.")] = 7,
) -> None:
    """Show a text on every page of the site, until a reader dismisses it.

    \b
    Examples:
      ostfront site announce "The site is down on Sunday from 10 to 11." --days 3
    """
    with opened(place) as found:
        number = found.announcements.add(text, time(), time() + days * DAY)
        found.audit.add(_who(), "announced", f"announcement {number}", time(), text)
    typer.echo(f"Announced for {counted(round(days), 'day')}.")


@command
def audit(
    place: Place,
    of: Annotated[str, typer.Option("--of", metavar="NAME", help="Only what is about this person.")] = "",
    number: Number = 50,
    json: Json = False,
) -> None:
    """Show what was done to accounts and by whom, the latest first.

    \b
    Examples:
      ostfront site audit -n 200
    """
    with opened(place) as found:
        log = found.audit.latest(number, of)
    if json:
        print_json([entry._asdict() for entry in log])
        return
    rows = [(_minute(one.at), one.actor, one.deed, one.subject, one.details) for one in log]
    print_table(("at", "by", "deed", "about", "details"), rows)


def _plain(account: Account) -> dict[str, object]:
    kept = ("name", "kind", "email", "verified", "created", "suspended_until", "suspension")
    return {name: getattr(account, name) for name in kept}


def _need_address(found: Site) -> None:
    if not found.settings.public_url:
        raise BadAction("A link needs the address of the site: --public-url https://play.example.org.")


def _who() -> str:
    """Whoever runs the command, for the audit log; not the user of the site, whom an administrator has it run as."""
    if behind := os.environ.get("SUDO_USER"):
        return behind
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return "administrator"


def _day(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d") if seconds else ""


def _minute(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M")
