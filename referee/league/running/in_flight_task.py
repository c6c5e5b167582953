"""InFlightTasks: the matches that are handed out, and what comes back of them."""

import contextlib
import queue
import time
from concurrent.futures import CancelledError, Future
from typing import NamedTuple
from uuid import uuid4

import structlog

from referee.error import DataError, TianmingError
from referee.launch.match_task import MatchPlayed, WorkerLost
from referee.league.ledger import Ledger
from referee.league.ledger.attempt import AttemptName, Sealed
from referee.league.ledger.ingest import read_all
from referee.league.ledger.ledger import OpenMatch
from referee.record.file import RecordFile
from referee.record.outline import outline
from referee.record.signature import SigningKey

log = structlog.get_logger()

_LOOK = 0.2
"""Seconds to wait for what comes back, at most."""

_TOGETHER = 8
"""Of so many matches in flight, one may wait to be taken in together with others."""


class InFlightTask(NamedTuple):
    """A match that is handed out."""

    match: OpenMatch
    attempt: AttemptName
    is_new: bool
    resume: bool


class InFlightTasks:
    """The running matches. One thread submits and collects them; any may call `wake`."""

    def __init__(self) -> None:
        self._flying: dict[Future[MatchPlayed], InFlightTask] = {}
        self._back: queue.SimpleQueue[Future[MatchPlayed] | None] = queue.SimpleQueue()

    def __len__(self) -> int:
        """How many are in flight."""
        return len(self._flying)

    def begin(self, flight: InFlightTask, future: Future[MatchPlayed]) -> None:
        """A match is handed out; the future gives what it comes to."""
        self._flying[future] = flight
        future.add_done_callback(self._back.put)

    def wake(self) -> None:
        """Let `collect` wait no longer, now or the next time."""
        self._back.put(None)

    def has(self, match_id: str) -> bool:
        """Whether an attempt at a match is in flight."""
        return any(flight.attempt.match_id == match_id for flight in self._flying.values())

    def collect(self) -> list[tuple[InFlightTask, Future[MatchPlayed]]]:
        """Wait a while for what comes back, and give it together.

        Where many matches are in flight it waits for more than one: a ledger takes hardly
        longer for some results than for one, and who plays goes on with the others meanwhile.
        """
        came: list[Future[MatchPlayed]] = []
        enough = max(1, len(self._flying) // _TOGETHER)
        until = time.monotonic() + _LOOK
        with contextlib.suppress(queue.Empty):
            while True:
                left = until - time.monotonic() if len(came) < enough else 0.0
                future = self._back.get(timeout=left) if left > 0 else self._back.get_nowait()
                if future is None:
                    until = 0.0
                else:
                    came.append(future)
        return [(self._flying.pop(future), future) for future in came]


def landed(
    flight: InFlightTask,
    future: Future[MatchPlayed],
    ledger: Ledger,
    key: SigningKey | None = None,
) -> MatchPlayed:
    """What a match came to, its record on disk; a worker that broke has played nothing.

    One that is gone may have sealed the record before, and told nobody. A record that comes back
    is checked before it is written: nobody but its worker has seen the match. The league signs it
    with `key`, for a key stays on its machine.

    Raises:
        TianmingError: for what would go wrong again with every match.
        CancelledError: when whoever plays was shut down.
    """
    try:
        played = future.result()
        if played.record is not None:
            if why := _violation(flight.attempt, played, ledger):
                return MatchPlayed(failure=f"The worker returned a wrong record: {why}.")
            file = RecordFile(flight.attempt.record(ledger.folder), key)
            file.append(played.record)
            file.finish()
    except (TianmingError, CancelledError):
        raise
    except WorkerLost as lost:
        return _sealed(flight.attempt, ledger) or MatchPlayed(failure=str(lost), is_lost=True)
    except Exception as error:
        incident = uuid4().hex[:12]
        log.exception("task_failed", match=str(flight.attempt), incident=incident)
        reason = f"The worker failed: {type(error).__name__} (incident {incident})."
        return MatchPlayed(failure=reason)
    return played


def _violation(name: AttemptName, played: MatchPlayed, ledger: Ledger) -> str | None:
    """Return why a record that a worker returned is not that of its attempt; None if it is."""
    try:
        found = outline(played.record or b"", str(name))
    except DataError as error:
        return str(error).rstrip(".")
    if found.match_id != str(name):
        return f"it is of the match {found.match_id!r}"
    if (found.outcome, found.digest) != (played.outcome, played.digest):
        return "it does not say what the worker says"
    return ledger.violation(Sealed(name, found.outcome, found.digest, found.header))


def _sealed(name: AttemptName, ledger: Ledger) -> MatchPlayed | None:
    """What an attempt came to by its sealed record, if there is a sound one."""
    if not name.record(ledger.folder).exists():
        return None
    (read,) = read_all(ledger.folder, [name])
    if not isinstance(read, Sealed) or ledger.violation(read) is not None:
        return None
    return MatchPlayed(read.outcome, read.digest)
