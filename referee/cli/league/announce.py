"""`referee league announce`: say something to all owners."""

import click

from referee.cli import output
from referee.cli.command import command, json_option
from referee.cli.option.league_file import TEXT, LeagueFile, league_file, league_of
from referee.cli.sentence import CommandSentence
from referee.error import UsageError

_MOST = 1_000


@command(
    "announce",
    examples=(
        'referee league announce "The freeze is on Friday at 18:00."',
        'referee league announce "Round 3 starts an hour late." autumn.toml',
    ),
)
@click.argument("text", metavar="TEXT", type=TEXT, help="what all owners read")
@league_file
@json_option(help="print what was done as JSON")
def announce(text: str, source: LeagueFile, as_json: bool) -> int:
    """Say something to all owners; their commands and pages show it."""
    from time import time

    from referee.cli.option.entries import entry_store
    from referee.entry.entry_event import Announced

    words = text.strip()
    if not 0 < len(words) <= _MOST:
        raise UsageError(CommandSentence.ANNOUNCEMENT_SIZE, most=_MOST, count=len(words))
    settings = league_of(source, to_play=False)
    with entry_store(settings) as store:
        store.record(lambda book: [Announced(words, int(time()))])
        owners = sum(bool(one.token) for one in store.book.owners.values())
    if as_json:
        output.print_json({"league": settings.name, "text": words, "owners": owners})
    else:
        print(f"Announced to {output.counted(owners, 'owner')} of {settings.name}.")
    return 0
