"""`referee league decide`: accept or refuse a submission by hand."""

from __future__ import annotations

import click

from referee.cli import output
from referee.cli.command import WordChoice, command, json_option
from referee.cli.option.league_file import LeagueFile, league_file, league_of, reason_option

_ACCEPT = "accept"
_REFUSE = "refuse"


@command(
    "decide",
    examples=(
        "referee league decide 12 accept",
        'referee league decide 12 refuse --reason "It reads the answers of others."',
        "referee league decide 12 refuse autumn.toml --json",
    ),
)
@click.argument("number", metavar="NUMBER", type=click.IntRange(1), help="the submission")
@click.argument(
    "verdict",
    metavar="accept|refuse",
    type=WordChoice((_ACCEPT, _REFUSE)),
    help="whether its version plays",
)
@league_file
@reason_option
@json_option(help="print what was done as JSON")
def decide(number: int, verdict: str, source: LeagueFile, reason: str, as_json: bool) -> int:
    """Accept or refuse a submission by hand, also after it was decided.

    With `approval = "organiser"` below [entry], each version waits for this command. A version
    that is refused plays no more matches; the last accepted one plays instead, if there is any.
    """
    from time import time

    from referee.cli.option.entries import entry_store
    from referee.entry.organiser_act import accept, refuse

    settings, now = league_of(source, to_play=False), int(time())
    versions = settings.folder / settings.entry.versions
    with entry_store(settings) as store:
        if verdict == _ACCEPT:
            store.record(lambda book: accept(book, number, versions, now))
        else:
            store.record(lambda book: refuse(book, number, reason, now))
        found = store.book.submissions[number]
        playing = store.book.entries[found.taken.bot].number or None
    if as_json:
        done = {"league": settings.name, "number": number, "bot": found.taken.bot}
        output.print_json(done | {"state": found.state.value, "playing": playing})
    else:
        plays = f"version {playing} plays" if playing else "no version plays"
        print(f"Submission {number} is {found.state.value}: {plays} for {found.taken.bot}.")
    return 0
