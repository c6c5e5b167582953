"""In-flight tasks: matches that were submitted to workers, and their results."""

import contextlib
import queue
import time
from concurrent.futures import CancelledError, Future
from dataclasses import replace
from uuid import uuid4

from referee.error import DataError, MachineError, TianmingError
from referee.event_log import structlog
from referee.identifier import BotName, MatchId
from referee.launch.finished_match import FailedMatch, FinishedMatch, PlayedMatch
from referee.launch.match_task import MatchTask, WorkerLost
from referee.league.attempt import AttemptName
from referee.league.executor.pool import TOGETHER
from referee.league.ledger import Ledger
from referee.league.ledger.ingest import read_all
from referee.machine_error import machine_error
from referee.machine_sentence import MachineSentence
from referee.record.file import write_record
from referee.record.outline import outline
from referee.record.signature import SigningKey
from referee.record.summary import summarise

log = structlog.get_logger()

_LOOK = 0.2
"""The most seconds that `collect` waits."""


class InFlightTasks:
    """The tasks in progress. One thread adds and collects them; any thread may call `wake`."""

    def __init__(self) -> None:
        self._tasks: dict[Future[PlayedMatch], MatchTask] = {}
        self._completed: queue.SimpleQueue[Future[PlayedMatch] | None] = queue.SimpleQueue()

    def __len__(self) -> int:
        """Return how many tasks are in progress."""
        return len(self._tasks)

    def add(self, task: MatchTask, future: Future[PlayedMatch]) -> None:
        """Add a task that was submitted; the future receives its result."""
        self._tasks[future] = task
        future.add_done_callback(self._completed.put)

    def wake(self) -> None:
        """Make the current or the next call of `collect` return at once."""
        self._completed.put(None)

    def has(self, match_id: MatchId) -> bool:
        """Whether an attempt at a planned match is in progress."""
        names = (AttemptName.parse(task.settings.match_id) for task in self._tasks.values())
        return any(name.match_id == match_id for name in names)

    @property
    def tasks(self) -> tuple[MatchTask, ...]:
        """The tasks in progress."""
        return tuple(self._tasks.values())

    @property
    def bots(self) -> tuple[BotName, ...]:
        """The bots of the tasks in progress, sorted."""
        return tuple(sorted({bot for task in self._tasks.values() for bot in task.settings.bots}))

    def collect(self) -> list[tuple[MatchTask, Future[PlayedMatch]]]:
        """Wait for completed tasks, at most 0.2 seconds, and return them.

        If many tasks are in progress, wait for more than one: the ledger writes several results
        in little more time than one, and the workers play other matches meanwhile.
        """
        completed: list[Future[PlayedMatch]] = []
        enough = max(1, len(self._tasks) // TOGETHER)
        until = time.monotonic() + _LOOK
        with contextlib.suppress(queue.Empty):
            while True:
                left = until - time.monotonic() if len(completed) < enough else 0.0
                future = self._next(left)
                if future is None:
                    until = 0.0
                else:
                    completed.append(future)
        return [(self._tasks.pop(future), future) for future in completed]

    def _next(self, timeout: float) -> Future[PlayedMatch] | None:
        """Return the next completed task, or None if `wake` was called.

        Raises:
            queue.Empty: if neither happens within `timeout` seconds.
        """
        if timeout > 0:
            return self._completed.get(timeout=timeout)
        return self._completed.get_nowait()


def result_of(
    task: MatchTask,
    future: Future[PlayedMatch],
    ledger: Ledger,
    key: SigningKey | None = None,
) -> PlayedMatch:
    """Return the result of a completed task. If the match finished, its record is on disk.

    If the worker is gone, it may have sealed the record before; the result is then read from the
    record. If the worker returns the record, this function checks it, writes it to disk, and makes
    its summary. It signs such a record with `key`, because a key never leaves the league's machine.

    A fault of the machine fails the match only for now; see `MachineTrouble`.

    Raises:
        TianmingError: for errors that would also fail every other match.
        CancelledError: when the workers were shut down.
    """
    name = AttemptName.parse(task.settings.match_id)
    try:
        played = future.result()
        if isinstance(played, FinishedMatch) and played.record is not None:
            if why := _violation(name, played, ledger):
                return FailedMatch(name.as_match, f"The worker returned a wrong record: {why}.")
            write_record(name.record(ledger.folder), played.record, played.reasoning, key)
            played = replace(played, summary=summarise(played.record))
    except MachineError as error:
        return FailedMatch(name.as_match, str(error), by_machine=True)
    except (TianmingError, CancelledError):
        raise
    except WorkerLost as lost:
        return _sealed(name, ledger) or FailedMatch(name.as_match, str(lost), is_lost=True)
    except Exception as error:
        fault = machine_error(error, MachineSentence.CANNOT_PLAY, match=str(name))
        if fault is not None:
            return FailedMatch(name.as_match, str(fault), by_machine=True)
        incident = uuid4().hex[:12]
        log.exception("task_failed", match=str(name), incident=incident)
        reason = f"The worker failed: {type(error).__name__} (incident {incident})."
        return FailedMatch(name.as_match, reason)
    return played


def _violation(name: AttemptName, played: FinishedMatch, ledger: Ledger) -> str | None:
    """Return why a record from a worker does not belong to its attempt; None if it does."""
    try:
        found = outline(played.record or b"", str(name))
    except DataError as error:
        return str(error).rstrip(".")
    if found.match_id != str(name):
        return f"it is of the match {found.match_id!r}"
    if (found.outcome, found.digest) != (played.outcome, played.digest):
        return "it does not say what the worker says"
    match = FinishedMatch(name.as_match, found.outcome, found.digest, found.header)
    violation = ledger.violation(match)
    return None if violation is None else str(violation)


def _sealed(name: AttemptName, ledger: Ledger) -> FinishedMatch | None:
    """Return the finished match from the sealed record of an attempt; None without a sound one."""
    if not name.record(ledger.folder).exists():
        return None
    (read,) = read_all(ledger.folder, [name])
    if not isinstance(read, FinishedMatch) or ledger.violation(read) is not None:
        return None
    return read
