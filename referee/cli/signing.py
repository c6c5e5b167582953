"""The key that signs records: its flag, and the environment variable behind it."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from referee.record.signature import SigningKey

_VARIABLE = "TIANMING_SIGNING_KEY"


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the argument."""
    parser.add_argument(
        "--key",
        type=Path,
        metavar="FILE",
        help=f"sign records with this key of `referee key` (default: ${_VARIABLE}; none: unsigned)",
    )


def file_of(args: argparse.Namespace) -> Path | None:
    """Return the file of the key; None if records are not signed."""
    if args.key is not None:
        return Path(args.key)
    named = os.environ.get(_VARIABLE)
    return Path(named) if named else None


def key_of(args: argparse.Namespace) -> SigningKey | None:
    """Return the key; None if records are not signed.

    Raises:
        UsageError: if the file is no key.
    """
    path = file_of(args)
    if path is None:
        return None
    from referee.record.signature import signing_key

    return signing_key(path)
