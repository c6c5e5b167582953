"""`referee league open`: open an archived season in a folder."""

from pathlib import Path

import click

from referee.cli import output
from referee.cli.command import PATH, command, json_option


@command(
    "open",
    examples=(
        "referee league open autumn.tar.gz autumn",
        "referee league open autumn.tar.gz autumn --json",
    ),
)
@click.argument("archive", metavar="ARCHIVE", type=PATH, help="file of `referee league archive`")
@click.argument("folder", metavar="FOLDER", type=PATH, help="a new or empty folder")
@json_option(help="print what was opened as JSON")
def open_season(archive: Path, folder: Path, as_json: bool) -> int:
    """Open an archived season in a folder, and rebuild its ledger.

    A damaged, changed or newer archive is refused, and then nothing is written. The command starts
    no bot.
    """
    from referee.league.salvage.unpacking import open_archive

    done = open_archive(archive, folder)
    if as_json:
        output.print_json(
            {
                "league": done.league,
                "is_over": done.is_over,
                "file": str(done.file),
                "records": done.records,
            }
        )
        return 0
    records = output.counted(done.records, "record")
    print(f"{done.league} is in {folder} with {records}: `referee table {done.file}`.")
    if not done.is_over:
        print("The season was not over, and its archive has no seed: it has a new one here.")
    return 0
