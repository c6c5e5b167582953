"""`referee league`: everything about a league, a command each."""

import argparse

from referee.cli.command import SOME_GIVE_ONE, Command, add_commands
from referee.cli.league import add, bench, check, new, rebuild, rerun, run, status, void

COMMANDS: tuple[Command, ...] = (
    new.COMMAND,
    check.COMMAND,
    run.COMMAND,
    status.COMMAND,
    add.COMMAND,
    bench.COMMAND,
    void.COMMAND,
    rerun.COMMAND,
    rebuild.COMMAND,
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the commands."""
    add_commands(parser, COMMANDS)


def no_command(args: argparse.Namespace) -> int:
    """Nothing of its own: each command has a `run`, which argparse puts in this one's place."""
    raise AssertionError(args)


COMMAND = Command(
    name="league",
    help="plan and play a league",
    examples=("referee league new", "referee league check", "referee league check --help"),
    configure=configure,
    run=no_command,
    one=SOME_GIVE_ONE,
)
