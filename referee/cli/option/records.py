"""The argument for records: files, and folders of records."""

from collections.abc import Iterable, Sequence
from pathlib import Path

import click

from referee.cli import output
from referee.cli.command import PATH
from referee.cli.sentence import CommandSentence

records_argument = click.argument(
    "records",
    metavar="RECORD...",
    nargs=-1,
    required=True,
    type=PATH,
    help="a record's file, or a folder of finished records",
)
"""Adds the argument `records`."""


def records_of(named: Iterable[Path]) -> list[Path]:
    """Return the files in order, each folder replaced by its finished records, sorted by name.

    Raises:
        DataError: if a folder has no finished records, or cannot be read.
    """
    return [path for each in named for path in (_finished(each) if each.is_dir() else (each,))]


def report_left_out(context: click.Context, wrong: Sequence[Exception]) -> None:
    """Print what is wrong with records that are left out, and how many they are, on stderr."""
    for error in wrong:
        output.print_error(context.command_path, error)
    if wrong:
        output.print_aside(f"{output.counted(len(wrong), 'record')} left out.")


def _finished(folder: Path) -> list[Path]:
    from referee.error import DataError
    from referee.record.folder import SUFFIX, finished

    names = finished(folder)
    if not names:
        raise DataError(CommandSentence.NO_FINISHED_RECORD, folder=folder, suffix=SUFFIX)
    return [folder / name for name in names]
