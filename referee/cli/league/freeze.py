"""`referee league freeze`: take no more submissions."""

import click

from referee.cli import output
from referee.cli.command import command, json_option
from referee.cli.option.league_file import LeagueFile, league_file, league_of


@command("freeze", examples=("referee league freeze", "referee league freeze autumn.toml --off"))
@league_file
@click.option("--off", is_flag=True, help="take submissions again")
@json_option(help="print what was done as JSON")
def freeze(source: LeagueFile, off: bool, as_json: bool) -> int:
    """Take no more submissions from owners, or take them again.

    What was submitted before is still built, checked and played. Bots that owners connect keep
    their version. For a planned time, write
    `freeze` below [entry] of the league file instead.
    """
    from time import time

    from referee.cli.option.entries import entry_store
    from referee.entry.entry_event import SubmissionsFrozen

    settings = league_of(source, to_play=False)
    with entry_store(settings) as store:
        store.record(lambda book: [SubmissionsFrozen(not off)] if book.frozen is off else [])
    if as_json:
        output.print_json({"league": settings.name, "frozen": not off})
    elif off:
        print(f"{settings.name} takes submissions again.")
        if settings.freeze_time and settings.freeze_time <= time():
            print("But entry.freeze has passed: change the key, and start the server again.")
    else:
        print(f"{settings.name} takes no more submissions. To undo: `referee league freeze --off`.")
    return 0
