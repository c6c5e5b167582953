"""`referee site`: write the pages of a season as files."""

import os
from pathlib import Path

import click

from referee.cli import output
from referee.cli.command import PATH, command, json_option
from referee.cli.report.progress import Progress


@command(
    "site",
    examples=(
        "referee site league.toml site",
        "referee site season site --address https://pages.example/spring/",
    ),
)
@click.argument(
    "season", metavar="SEASON", type=PATH, help="a league file, its folder, or a folder of records"
)
@click.argument("folder", metavar="OUT", type=PATH, help="folder for the files")
@click.option(
    "--address",
    default="",
    metavar="URL",
    help="address that the files will have, for feeds and for previews of links with pictures",
)
@click.option("--notes", is_flag=True, help="for a folder: with the notes and thoughts of bots")
@json_option(help="print the figures as JSON")
def site(season: Path, folder: Path, address: str, notes: bool, as_json: bool) -> int:
    """Write the pages of a season as files, for any web host.

    Matches that are not shown yet are left out. Give the same command again to bring the files up
    to date. The newest results are also feeds, feed.atom and feed.json.
    """
    from referee.web.optional import required

    with required():
        from referee.web.opening import open_season
        from referee.web.public_address import site_address
        from referee.web.showing import ShowSettings
        from referee.web.site import write_site

    base = site_address(address) if address else ""
    source = open_season(season, ShowSettings(notes=notes), os.environ)
    with Progress() as progress:
        pages = write_site(
            source,
            folder,
            lambda done, of: progress.show(f"{done} of {of} pages written"),
            base,
        )
    if as_json:
        output.print_json({"folder": str(folder), "pages": pages})
    else:
        print(f"{folder}: {output.counted(pages, 'page')}; open {folder / 'index.html'}.")
    return 0
