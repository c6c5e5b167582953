"""`referee web`: serve the pages of a season."""

import os
import signal
from pathlib import Path

import click

from referee.cli.command import PATH, command
from referee.cli.league.file import set_option
from referee.cli.logs import log_options

LISTEN = "127.0.0.1:8080"
"""The default address of the pages."""


@command(
    "web",
    examples=(
        "referee web",
        "referee web autumn.toml --listen 127.0.0.1:9000",
        "referee web season --live --delay 10",
        "referee web --root /tianming/ --host pages.example --proxy 127.0.0.1",
    ),
)
@click.argument(
    "season",
    metavar="[SEASON]",
    type=PATH,
    default=Path("league.toml"),
    help="a league file, or a folder of records (default: league.toml)",
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
@set_option
@click.option("--parent", type=int, hidden=True, help="end with the process of that id")
@log_options("warning")
def web(
    season: Path,
    listen: str,
    live: bool,
    delay: int,
    root: str,
    hosts: tuple[str, ...],
    proxies: tuple[str, ...],
    notes: bool,
    overrides: tuple[str, ...],
    parent: int | None,
) -> int:
    """Serve the pages of a season: live matches, replays and the table.

    The pages only read, so they can be stopped and started while matches are played.
    """
    from referee.launch.supervisor.kernel import end_with
    from referee.league.configuration.override import given
    from referee.server.environment import stand_back
    from referee.web.optional import required

    with required():
        from referee.web.assets import Assets
        from referee.web.opening import open_season
        from referee.web.peer import Peers
        from referee.web.public_address import public_address
        from referee.web.server import serve
        from referee.web.showing import ShowSettings, check_delay

    check_delay(delay)
    public = public_address(listen, root, hosts, proxies)
    Peers(proxies)  # refuses a wrong one
    if parent is not None:
        end_with(parent, signal.SIGTERM)
    assets = Assets(root=public.root)
    show = ShowSettings(live, delay, notes)
    source = open_season(season, show, os.environ, given(overrides))

    def ready(address: str) -> None:
        print(f"The pages are at {address}", flush=True)
        stand_back()

    serve(source, listen, assets, ready, public)
    return 0
