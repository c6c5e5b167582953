"""`referee watch`: show a running match from its record."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from referee.cli import output
from referee.cli.command import PATH, command
from referee.cli.replay import is_screen
from referee.error import DataError

if TYPE_CHECKING:
    from referee.record.growing import GrowingRecord
    from referee.record.walkthrough import Walkthrough


@command(
    "watch",
    examples=(
        "referee watch records/season-1-1.tianming",
        "referee watch records/season-1-1.tianming.part > steps.txt",
    ),
)
@click.argument("path", metavar="RECORD", type=PATH, help="the record of a match in play")
def watch(path: Path) -> int:
    """Follow the record of a running match.

    In a terminal this is the program of `referee replay`, and new steps appear when they happen.
    You can go back at any time. Elsewhere each step is printed when it happens, until the match
    ends. The record tells what seats must not know, so only the organiser can read it.
    """
    from referee.record.growing import GrowingRecord

    growing = GrowingRecord(path)
    walkthrough = _begin(growing)
    if is_screen():
        from referee.terminal.replay_app import ReplayApp

        ReplayApp(walkthrough, growing).run()
    else:
        _print(walkthrough, growing)
    return 0


def _begin(growing: GrowingRecord) -> Walkthrough:
    """Wait for the first step of the match, and return the match so far."""
    from referee.record.growing import POLL
    from referee.record.reader import begun
    from referee.record.walkthrough import Walkthrough

    entries = growing.read()
    while len(entries) < 2:
        time.sleep(POLL)
        entries += growing.read()
    return Walkthrough(begun(entries, growing.source))


def _print(walkthrough: Walkthrough, growing: GrowingRecord) -> None:
    """Print each step when it happens, until the match is over.

    Raises:
        DataError: when an entry does not fit the rules, or no entry can follow.
    """
    from referee.record.growing import POLL

    printed, problem = 0, walkthrough.problem
    while True:
        for step in walkthrough.steps[printed:]:
            if step.is_event:
                print(f"{step.entry:5} {output.printable(step.words)}")
        printed = len(walkthrough.steps)
        sys.stdout.flush()
        if walkthrough.is_over:
            return
        if problem is not None:
            raise problem
        time.sleep(POLL)
        try:
            walkthrough.grow(growing.read())
        except DataError as error:
            problem = error
