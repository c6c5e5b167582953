"""The records that a command is about: files, and folders of them."""

import argparse
from collections.abc import Iterable
from pathlib import Path


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the argument."""
    parser.add_argument(
        "records",
        metavar="RECORD",
        nargs="+",
        type=Path,
        help="a record's file, or a folder of finished records",
    )


def records_of(named: Iterable[Path]) -> list[Path]:
    """The files, in their order; a folder stands for the finished records in it, by their names.

    Raises:
        DataError: when a folder has none, or cannot be read.
    """
    from referee.record.folder import finished

    return [path for each in named for path in (finished(each) if each.is_dir() else (each,))]
