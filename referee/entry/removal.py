"""Remove what nobody needs any more: archives, old output of builds, and refused versions.

The build process does it after each submission, so that the store and the versions do not grow
until no submission is taken, and no owner takes all the room. The journal keeps what became of
each submission.
"""

import os
import shutil
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from itertools import groupby
from pathlib import Path
from typing import Final

from referee.entry.entry_book import DAY, EntryBook, SubmissionState
from referee.entry.entry_store import UPLOADS
from referee.entry.organiser_act import place_of
from referee.entry.stored_bytes import bytes_in
from referee.entry.work_progress import FOLDER

KEPT: Final = 20
"""How many submissions of each bot keep their output."""

DELAY: Final = DAY
"""Seconds after a refusal in which the organiser can still accept the version."""

SHARES: Final = 8
"""The versions of an owner may take one of so many parts of `entry.disk`."""

ARCHIVE_DELAY: Final = 3600.0
"""Seconds after the last byte of an archive in which it stays."""


def remove_needless(store: Path, versions: Path, book: EntryBook, now: float) -> None:
    """Remove archives that were built, old output, and versions that were refused a day ago."""
    _remove_archives(store / UPLOADS, book, now)
    old = frozenset(_old(book))
    for file in (store / FOLDER).glob("*"):
        number = file.name.partition(".")[0].partition("-")[0]
        if number.isdecimal() and int(number) in old:
            with suppress(OSError):
                file.unlink()
    for one in tuple(book.submissions.values()):
        is_refused = one.state is SubmissionState.REFUSED and bool(one.version)
        if is_refused and one.ended is not None and one.ended + DELAY <= now:
            remove_version(place_of(versions, one))


def _remove_archives(uploads: Path, book: EntryBook, now: float) -> None:
    """Remove the archives for which no submission waits.

    A later call may bring the same archive again, and its submission is not in the book yet. So
    one that has just come stays.
    """
    waiting = {
        one.taken.upload for one in book.submissions.values() if one.state is SubmissionState.QUEUED
    }
    for name in {one.taken.upload for one in book.submissions.values()} - waiting:
        with suppress(OSError):
            if (uploads / name).stat().st_mtime + ARCHIVE_DELAY <= now:
                (uploads / name).unlink()


def _old(book: EntryBook) -> Iterator[int]:
    """Yield the submissions that are done, and have many later ones for the same bot."""
    every = sorted(book.submissions.values(), key=lambda one: (one.taken.bot, one.taken.number))
    for _, of_bot in groupby(every, key=lambda one: one.taken.bot):
        for one in list(of_bot)[:-KEPT]:
            if one.state in (SubmissionState.ACCEPTED, SubmissionState.REFUSED):
                yield one.taken.number


def crowded_out(versions: Path, book: EntryBook, share: int) -> list[int]:
    """Return the accepted versions that must go because those of their owner take too much room.

    The oldest go first. The version that plays stays, and so does the latest of each bot.

    Args:
        versions: the folder of all versions.
        book: what was submitted.
        share: bytes that the versions of an owner may take.
    """
    used, gone, seen = Counter[str](), list[int](), set[str]()
    for one in sorted(book.submissions.values(), key=lambda one: -one.taken.number):
        if one.state is not SubmissionState.ACCEPTED:
            continue
        owner, bot = one.taken.owner, one.taken.bot
        used[owner] += bytes_in(place_of(versions, one))
        plays = book.entries[bot].number == one.taken.number
        if used[owner] > share and bot in seen and not plays:
            gone.append(one.taken.number)
        seen.add(bot)
    return gone


def remove_version(version: Path) -> None:
    """Remove a version, whose folders are read-only."""
    with suppress(OSError):
        for here, _, _ in os.walk(version):
            Path(here).chmod(0o700)
        shutil.rmtree(version)
