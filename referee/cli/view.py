"""`referee view`: show records in a browser."""

import webbrowser
from pathlib import Path

import click

from referee.cli.command import PATH, command
from referee.cli.logs import log_options


@command(
    "view",
    examples=("referee view match.tianming", "referee view season", "referee view *.tianming"),
)
@click.argument(
    "records",
    metavar="FILE...",
    type=PATH,
    nargs=-1,
    required=True,
    help="records, or folders of records",
)
@click.option("--no-browser", is_flag=True, help="print the address only")
@log_options("warning")
def view(records: tuple[Path, ...], no_browser: bool) -> int:
    """Show records of this machine in a browser, until Ctrl-C.

    A record may also be one that is being written.
    """
    from referee.server.environment import stand_back
    from referee.web.optional import required

    with required():
        from referee.web.assets import Assets
        from referee.web.opening import open_records
        from referee.web.server import serve

    assets = Assets()

    def ready(address: str) -> None:
        print(f"The records are at {address}", flush=True)
        if not no_browser:
            webbrowser.open(address)
        stand_back()

    serve(open_records(records), "127.0.0.1:0", assets, ready)
    return 0
