"""The lock of the records folder: let only one run and its workers write records.

The workers of a pool write records themselves. If their league is killed, they may still write
until they have ended their bots. So each worker keeps the lock's file descriptor open, and the next
run starts when all of them have closed it.
"""

import contextlib
from collections.abc import Iterator
from pathlib import Path

from referee.error import UnavailableError
from referee.league.lock import claimed
from referee.sentence.execution import ExecutionSentence

_LOCK = ".workers.lock"

_PATIENCE = 20.0
"""Seconds that the next run waits for the workers of a killed run to end."""


@contextlib.contextmanager
def lock_records(folder: Path, patience: float = _PATIENCE) -> Iterator[int]:
    """Lock a records folder; creates the folder if needed.

    Args:
        folder: the folder.
        patience: how long to wait for another holder of the lock, in seconds.

    Yields:
        A file descriptor. The lock is held as long as any process has it open.

    Raises:
        UnavailableError: when workers of a killed run hold the lock for all that time.
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
