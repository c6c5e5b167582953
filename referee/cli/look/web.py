"""`referee web`: serve the pages of a season, or of records."""

import os
import signal
import webbrowser
from functools import partial
from pathlib import Path

import click

from referee.cli.command import PATH, command, is_given
from referee.cli.option.league_file import set_option
from referee.cli.option.logs import log_options
from referee.error import UsageError
from referee.web.sentence import WebSentence

LISTEN = "127.0.0.1:8080"
"""The default address of the pages of a season."""

_FOR_RECORDS = "127.0.0.1:0"
"""The address of the pages of records, which show everything: a free port of this machine."""

_OF_SEASON = {
    "listen": "--listen",
    "live": "--live",
    "delay": "--delay",
    "root": "--root",
    "hosts": "--host",
    "proxies": "--proxy",
    "notes": "--notes",
    "cors": "--cors",
    "entries": "--entries",
    "overrides": "--set",
}
"""The options that apply to a season only, by parameter."""


@command(
    "web",
    examples=(
        "referee web",
        "referee web autumn.toml --listen 127.0.0.1:9000",
        "referee web season --live --delay 10",
        "referee web spring/league.toml autumn/league.toml",
        "referee web match.tianming",
        "referee web --root /tianming/ --host pages.example --proxy 127.0.0.1",
    ),
)
@click.argument(
    "files",
    metavar="[FILE]...",
    nargs=-1,
    type=PATH,
    help="a league file or a folder of records (default: league.toml); or several league files; "
    "or records",
)
@click.option(
    "--listen",
    metavar="ADDRESS",
    default=LISTEN,
    help=f"host:port or unix:/path (default: {LISTEN}; port 0 takes a free port)",
)
@click.option(
    "--live",
    is_flag=True,
    help="for a folder: show matches of games that hide something while they are played",
)
@click.option(
    "--delay",
    type=int,
    default=0,
    metavar="N",
    help="for a folder: show live matches N decisions late",
)
@click.option(
    "--root",
    metavar="PATH",
    default="/",
    help="path of the first page behind a proxy, e.g. /tianming/ (default: /)",
)
@click.option(
    "--host",
    "hosts",
    metavar="NAME",
    multiple=True,
    help="host name of the pages, e.g. pages.example; may be repeated",
)
@click.option(
    "--proxy",
    "proxies",
    metavar="ADDRESS",
    multiple=True,
    help="IP address or network of a trusted proxy, or unix: its X-Forwarded-For names the reader",
)
@click.option("--notes", is_flag=True, help="for a folder: show the notes and thoughts of bots")
@click.option("--cors", is_flag=True, help="for a folder: let scripts of other sites read the API")
@click.option(
    "--entries",
    metavar="ADDRESS",
    help="address of the service of entries, for the pages of owners (default: entry.listen of the "
    "league file)",
)
@click.option(
    "--browser/--no-browser",
    default=None,
    help="open the pages in a browser, or do not (default: only those of records)",
)
@set_option
@click.option("--parent", type=int, hidden=True, help="end with the process of that id")
@log_options("warning")
@click.pass_context
def web(
    context: click.Context,
    files: tuple[Path, ...],
    listen: str,
    live: bool,
    delay: int,
    root: str,
    hosts: tuple[str, ...],
    proxies: tuple[str, ...],
    notes: bool,
    cors: bool,
    entries: str | None,
    browser: bool | None,
    overrides: tuple[str, ...],
    parent: int | None,
) -> int:
    """Serve the pages of a season, or of records: live matches, replays and the table.

    The pages write nothing of a season, so they can be stopped and started while matches are
    played. The pages of records show everything at once, also of a match that is being played. So
    only this machine can open them.

    Several league files have one server: its first page lists the seasons, and each season has its
    pages and its API below /s/NAME/.

    If owners can enter bots in a league, the pages are also a client of its service of entries.
    """
    from referee.launch.supervisor.kernel import end_with
    from referee.league.configuration.override import given
    from referee.record.folder import is_record
    from referee.server.environment import stand_back
    from referee.web.optional import required

    with required():
        from referee.web.assets import Assets
        from referee.web.entry_address import given_address
        from referee.web.opening import is_season, open_records, open_season, seasons_of
        from referee.web.peer import Peers
        from referee.web.public_address import public_address
        from referee.web.server import serve, serve_seasons
        from referee.web.showing import ShowSettings, check_delay

    of_seasons = len(files) > 1 and any(map(is_season, files))
    for option, value in {"--set": overrides, "--entries": entries}.items():
        if of_seasons and value:
            raise UsageError(WebSentence.OPTION_FOR_ONE, option=option)
    has_record = any(is_record(file.name) and not file.is_dir() for file in files)
    of_records = not of_seasons and (len(files) > 1 or has_record)
    if of_records:
        _check_no_option_of_season(context)
        listen = _FOR_RECORDS
    check_delay(delay)
    public = public_address(listen, root, hosts, proxies)
    Peers(proxies)  # refuses a wrong one
    if parent is not None:
        end_with(parent, signal.SIGTERM)
    assets = Assets(root=public.root)
    show = ShowSettings(live, delay, notes, cors=cors)
    if of_seasons:
        serving = partial(serve_seasons, seasons_of(files, show, os.environ))
    elif of_records:
        serving = partial(serve, open_records(files))
    else:
        (season,) = files or (Path("league.toml"),)
        source = open_season(season, show, os.environ, given(overrides))
        if entries is not None:
            source.entries = given_address(entries)
        serving = partial(serve, source)

    def ready(address: str) -> None:
        print(f"The pages are at {address}", flush=True)
        if of_records if browser is None else browser:
            webbrowser.open(address)
        stand_back()

    serving(listen, assets, ready, public)
    return 0


def _check_no_option_of_season(context: click.Context) -> None:
    """Raise `UsageError` if the user gave an option that applies to a season only."""
    for name, option in _OF_SEASON.items():
        if is_given(context, name):
            raise UsageError(WebSentence.NEEDS_SEASON, option=option)
