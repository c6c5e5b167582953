"""The lock of a league's folder: who writes records there, besides the process that runs it.

The workers of a pool write their records themselves. When their league is killed they end their
bots and then end, which takes a moment in which they still write. So each holds the descriptor
that the lock returns, and the next run begins when the last of them has let go.
"""

import contextlib
from collections.abc import Iterator
from pathlib import Path

from referee.error import UnavailableError
from referee.league.lock import claimed
from referee.sentence.execution import ExecutionSentence

_LOCK = ".workers.lock"

_PATIENCE = 20.0
"""Seconds in which workers that have lost their league end."""


@contextlib.contextmanager
def lock_records(folder: Path, patience: float = _PATIENCE) -> Iterator[int]:
    """Have a folder to oneself; gives a descriptor that keeps it so for as long as it is open.

    Raises:
        UnavailableError: when workers of a run that was killed are there for all that time.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with contextlib.ExitStack() as stack:
        try:
            handle = stack.enter_context(claimed(folder / _LOCK, patience))
        except BlockingIOError:
            raise UnavailableError(
                ExecutionSentence.WORKERS_STILL_THERE, file=folder / _LOCK, seconds=patience
            ) from None
        yield handle
