"""`referee league`: everything about a league, a command each."""

import argparse

from referee.cli.command import Command, add_commands
from referee.cli.league import check, new

COMMANDS: tuple[Command, ...] = (
    new.COMMAND,
    check.COMMAND,
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the commands."""
    add_commands(parser, COMMANDS)


def run(args: argparse.Namespace) -> int:
    """Nothing of its own: each command has a `run`, which argparse puts in this one's place."""
    raise AssertionError(args)


COMMAND = Command(
    name="league",
    help="plan and play a league",
    examples=("referee league new", "referee league check", "referee league check --help"),
    configure=configure,
    run=run,
)
