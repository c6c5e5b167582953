"""The lock of the process that runs a league, in its records folder."""

import contextlib
from collections.abc import Iterator
from pathlib import Path

from referee.error import StorageError
from referee.league.lock import claimed
from referee.league.sentence import LeagueSentence
from referee.runtime_folder import path_claimed

LOCK = ".league.lock"
"""The name of the lock file, in the records folder. The process that runs the league locks it."""

_PATIENCE = 0.2
"""Seconds to wait for the lock. A process that only tests the lock holds it very briefly."""


@contextlib.contextmanager
def held(folder: Path, league: str) -> Iterator[None]:
    """Hold the lock that keeps other processes of this machine from running a league.

    Raises:
        StorageError: when another process runs the league.
    """
    with contextlib.ExitStack() as stack:
        try:
            stack.enter_context(claimed(folder / LOCK, _PATIENCE))
            stack.enter_context(path_claimed(folder))
        except BlockingIOError:
            raise StorageError(LeagueSentence.RUN_BY_PROCESS, league=league) from None
        yield
