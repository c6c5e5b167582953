"""The key that signs records: its flag, and the environment variable with its default."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from referee.cli.command import PATH

if TYPE_CHECKING:
    from referee.record.signature import SigningKey

_VARIABLE = "TIANMING_SIGNING_KEY"

key_option = click.option(
    "--key",
    type=PATH,
    metavar="FILE",
    help=f"sign records with this key of `referee new key` (default: ${_VARIABLE}; none: unsigned)",
)
"""Adds the option `--key`."""


def file_of(key: Path | None) -> Path | None:
    """Return the file of the key that `--key` names; None if records are not signed."""
    if key is not None:
        return key
    named = os.environ.get(_VARIABLE)
    return Path(named) if named else None


def key_of(key: Path | None) -> SigningKey | None:
    """Return the key that `--key` names; None if records are not signed.

    Raises:
        UsageError: if the file does not contain a key.
    """
    path = file_of(key)
    if path is None:
        return None
    from referee.record.signature import signing_key

    return signing_key(path)
