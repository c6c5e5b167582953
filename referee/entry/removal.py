"""Remove what nobody needs any more: old output of builds, and versions that were refused.

The build process does it after each submission, so that the store and the versions do not grow
until no submission is taken. The journal keeps what became of each submission.
"""

import os
import shutil
from collections.abc import Iterator
from contextlib import suppress
from itertools import groupby
from pathlib import Path
from typing import Final

from referee.entry.entry_book import DAY, EntryBook, SubmissionState
from referee.entry.organiser_act import place_of
from referee.entry.work_progress import FOLDER

KEPT: Final = 20
"""How many submissions of each bot keep their output."""

DELAY: Final = DAY
"""Seconds after a refusal in which the organiser can still accept the version."""


def remove_needless(store: Path, versions: Path, book: EntryBook, now: float) -> None:
    """Remove the output of old submissions, and the versions that were refused a day ago."""
    old = frozenset(_old(book))
    for file in (store / FOLDER).glob("*"):
        number = file.name.partition(".")[0].partition("-")[0]
        if number.isdecimal() and int(number) in old:
            with suppress(OSError):
                file.unlink()
    for one in tuple(book.submissions.values()):
        is_refused = one.state is SubmissionState.REFUSED and bool(one.version)
        if is_refused and one.ended is not None and one.ended + DELAY <= now:
            _remove(place_of(versions, one))


def _old(book: EntryBook) -> Iterator[int]:
    """Yield the submissions that are done, and have many later ones for the same bot."""
    every = sorted(book.submissions.values(), key=lambda one: (one.taken.bot, one.taken.number))
    for _, of_bot in groupby(every, key=lambda one: one.taken.bot):
        for one in list(of_bot)[:-KEPT]:
            if one.state in (SubmissionState.ACCEPTED, SubmissionState.REFUSED):
                yield one.taken.number


def _remove(version: Path) -> None:
    """Remove a version, whose folders are read-only."""
    with suppress(OSError):
        for here, _, _ in os.walk(version):
            Path(here).chmod(0o700)
        shutil.rmtree(version)
