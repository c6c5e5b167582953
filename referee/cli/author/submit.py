"""`referee submit`: submit a bot, and follow it to its version."""

from __future__ import annotations

import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import click

from referee.cli import output
from referee.cli.command import PATH, command, json_option
from referee.cli.option.season import asked, chosen_season, season_option
from referee.cli.report.progress import Progress

if TYPE_CHECKING:
    from referee.entry_client.entry_client import EntryClient
    from referee.entry_client.joined_season import JoinedSeason
    from referee.entry_client.own_season import OwnSubmission, SubmissionStep


@command(
    "submit",
    examples=(
        "referee submit my-bot",
        "referee submit my-bot.tar.gz --bot my-bot --no-wait",
        "referee submit my-bot --json",
    ),
    one="finished; the submission was refused",
)
@click.argument(
    "source", metavar="FOLDER", type=PATH, help="folder of the bot, or a zip or tar.gz file of it"
)
@click.option("--bot", metavar="NAME", help="name of the bot (default: that of its bot.toml)")
@click.option("--no-wait", is_flag=True, help="return when the submission is taken")
@season_option
@json_option(help="print every step as a JSON line")
def submit(source: Path, bot: str | None, no_wait: bool, address: str | None, as_json: bool) -> int:
    """Submit a bot to a season, and follow its build and its check.

    Ctrl-C ends only the command: the season goes on with the submission. To follow it again, give
    the same command again, because the same files are the same submission.
    """
    from referee.entry_client.own_season import SubmissionStep

    season = chosen_season(address)
    taken = _sent(season, source, bot)
    shown: _Steps = _JsonSteps() if as_json else _TextSteps(taken)
    shown.show(SubmissionStep(taken, "", ""))
    if not no_wait:
        try:
            taken = asked(season, lambda client: _followed(client, taken, shown))
        except KeyboardInterrupt:
            output.print_aside(
                f"submission {taken.number} goes on: to follow it again, give the same command "
                "again; `referee mine` shows what became of it"
            )
            raise
    shown.end(taken)
    return int(taken.state == "refused")


def _sent(season: JoinedSeason, source: Path, bot: str | None) -> OwnSubmission:
    """Pack and send a bot; return the submission."""
    from tempfile import TemporaryDirectory

    from referee.entry_client.packed_bot import packed_bot

    with TemporaryDirectory() as place, Progress() as progress:
        archive = Path(place) / "bot.tar.gz"
        progress.show("packing")
        name = packed_bot(source, archive, bot)
        size = archive.stat().st_size

        def report(sent: int) -> None:
            progress.show(f"sending: {100 * sent // size} % of {size:,} bytes")

        return asked(season, lambda client: client.submit(archive, name, report))


async def _followed(client: EntryClient, taken: OwnSubmission, shown: _Steps) -> OwnSubmission:
    """Show the steps of a submission; return what became of it."""
    async for step in client.follow(taken.number, shown.away):
        shown.show(step)
        taken = step.submission
    return taken


class _Steps(Protocol):
    """Shows the steps of a submission."""

    def show(self, step: SubmissionStep) -> None:
        """Show a step."""

    def away(self, why: str) -> None:
        """Show that the connection broke."""

    def end(self, submission: OwnSubmission) -> None:
        """Show what became of the submission."""


class _JsonSteps:
    """Prints each step as a JSON line."""

    def show(self, step: SubmissionStep) -> None:
        output.print_json(asdict(step))
        sys.stdout.flush()

    def away(self, why: str) -> None:
        output.print_aside(f"the connection broke, and is made again: {why}")

    def end(self, submission: OwnSubmission) -> None:
        pass


class _TextSteps:
    """Prints stages and output on stderr, and the result on stdout."""

    def __init__(self, taken: OwnSubmission) -> None:
        self._name = f"submission {taken.number} of {taken.bot}"
        self._stage = "taken"
        self._line = ""
        self._is_away = False
        output.print_aside(f"{self._name}: taken")

    def show(self, step: SubmissionStep) -> None:
        self._is_away = False
        if step.stage and step.stage != self._stage:
            self._stage = step.stage
            output.print_aside(f"{self._name}: {step.stage}")
        *lines, self._line = (self._line + step.output).split("\n")
        for line in lines:
            output.print_aside(f"  {line}")

    def away(self, why: str) -> None:
        if not self._is_away:
            self._is_away = True
            output.print_aside(f"the connection broke, and is made again: {why}")

    def end(self, submission: OwnSubmission) -> None:
        if self._line:
            output.print_aside(f"  {self._line}")
        for line in _result(submission).splitlines():
            print(output.printable(line))


def _result(submission: OwnSubmission) -> str:
    """Return what became of a submission."""
    name = f"{submission.bot}: submission {submission.number}"
    match submission.state:
        case "accepted":
            return f"{name} is accepted, and its version plays from the next match on."
        case "refused":
            return f"{name} is refused: {submission.why}"
        case "undecided":
            return f"{name} passed the check, and waits for the organiser's decision."
    return f"{name} waits. `referee mine` shows what becomes of it."
