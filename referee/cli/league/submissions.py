"""`referee league submissions`: list what owners submitted."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from referee.cli import output
from referee.cli.command import WordChoice, command, json_option
from referee.cli.option.league_file import TEXT, LeagueFile, league_file, league_of

if TYPE_CHECKING:
    from referee.entry.entry_book import EntryBook, Submission
    from referee.league.configuration.settings import LeagueSettings

_STATES = ("queued", "undecided", "accepted", "refused")
_SHOWN = 50
_WIDTH = 60


@command(
    "submissions",
    examples=(
        "referee league submissions",
        "referee league submissions --state undecided",
        "referee league submissions --owner ada autumn.toml --json",
        "referee league submissions --number 12",
    ),
    exclusive=(("number", "state"), ("number", "owner")),
)
@league_file
@click.option("--owner", type=TEXT, metavar="OWNER", help="only those of one owner")
@click.option("--state", type=WordChoice(_STATES), help="only those in one state")
@click.option(
    "--number",
    type=click.IntRange(1),
    metavar="NUMBER",
    help="show one, with the output of its build and of its check",
)
@json_option(help="print all of them as JSON")
def submissions(
    source: LeagueFile, owner: str | None, state: str | None, number: int | None, as_json: bool
) -> int:
    """List what owners submitted, and what became of it.

    The table has the last 50; `--json` has all.
    """
    from referee.cli.option.entries import entry_book
    from referee.entry.organiser_act import submission_of

    settings = league_of(source, to_play=False)
    book = entry_book(settings)
    if number is not None:
        _show(settings, book, submission_of(book, number), as_json)
        return 0
    found = [
        one
        for one in book.submissions.values()
        if owner in (None, one.taken.owner) and state in (None, one.state.value)
    ]
    if as_json:
        rows = [_facts(settings, book, one) for one in found]
        output.print_json({"league": settings.name, "submissions": rows})
        return 0
    output.print_table([_row(book, one) for one in found[-_SHOWN:]])
    count = output.counted(len(found), "submission")
    more = f", of which these are the last {_SHOWN}" if len(found) > _SHOWN else ""
    output.print_aside(f"{settings.name} has {count}{more}.")
    return 0


def _row(book: EntryBook, one: Submission) -> dict[str, object]:
    """Return a line of the table."""
    from referee.cli.option.entries import time_text

    taken, why = one.taken, one.why.partition("\n")[0]
    return {
        "number": taken.number,
        "owner": taken.owner,
        "bot": taken.bot,
        "state": _state(book, one),
        "KiB": -(-taken.size // 1024),
        "taken": time_text(taken.at),
        "seconds": None if one.ended is None else one.ended - (one.begun or taken.at),
        "why": why if len(why) <= _WIDTH else f"{why[:_WIDTH]}...",
    }


def _state(book: EntryBook, one: Submission) -> str:
    """Return the state in words; the version that plays says so."""
    entry = book.entries[one.taken.bot]
    is_playing = entry.number == one.taken.number and not entry.is_withdrawn and not entry.token
    return "plays" if is_playing else one.state.value


def _facts(settings: LeagueSettings, book: EntryBook, one: Submission) -> dict[str, object]:
    """Return a submission as JSON."""
    from referee.cli.option.entries import time_text
    from referee.entry.organiser_act import place_of

    taken = one.taken
    place = place_of(settings.folder / settings.entry.versions, one)
    return {
        "number": taken.number,
        "owner": taken.owner,
        "bot": taken.bot,
        "state": one.state.value,
        "plays": _state(book, one) == "plays",
        "bytes": taken.size,
        "archive_digest": taken.upload,
        "files_digest": one.digest or None,
        "version_digest": one.version or None,
        "folder": str(place) if one.version and place.is_dir() else None,
        "taken": time_text(taken.at),
        "begun": time_text(one.begun),
        "ended": time_text(one.ended),
        "why": one.why or None,
    }


def _show(settings: LeagueSettings, book: EntryBook, one: Submission, as_json: bool) -> None:
    """Print everything about one submission."""
    facts, printed = _facts(settings, book, one), _output(settings, one)
    if as_json:
        submission = facts | {"output": printed or None}
        output.print_json({"league": settings.name, "submission": submission})
        return
    shown = {name: fact for name, fact in facts.items() if fact is not None and name != "why"}
    width = max(map(len, shown))
    for name, fact in shown.items():
        print(f"{name.replace('_', ' '):{width}}  {fact}")
    for line in (*one.why.splitlines(), *printed.splitlines()):
        print(output.printable(line))


def _output(settings: LeagueSettings, one: Submission) -> str:
    """Return what the build and the check printed; empty if nothing is kept."""
    from referee.entry.work_progress import FollowedProgress

    progress = FollowedProgress(settings.folder / settings.entry.store, one.taken.number)
    return "".join(iter(progress.read, ""))
