"""Run the work of requests in one thread, and share its time fairly between peers.

Python runs one thread at a time, so a second thread would make no answer come earlier. Work is
a generator, and each `yield` in it is a point at which other work may go on. The peer that has
used the least time of late goes first, and one that wants more at once than a browser gets less.
So one peer with many requests does not delay another.
"""

import asyncio
import math
import threading
from collections import deque
from collections.abc import Callable, Generator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from time import perf_counter
from typing import Any, Final, Generic, TypeVar

from referee.web.sentence import WebSentence
from referee.web.web_problem import Overloaded, TooMany

T = TypeVar("T")

Work = Generator[None, None, T]
"""Work in parts; it returns the answer."""

MOST_JOBS: Final = 1_024
"""Maximum of jobs that wait or run."""

MOST_JOBS_OF_PEER: Final = 128
"""Maximum of jobs of one peer that wait or run."""

_USUAL: Final = 6
"""Jobs at once that a browser may have; a peer with twice as many gets half the time."""

_SLICE: Final = 0.002
"""Seconds for which a job runs before the others are looked at."""

_HALF_LIFE: Final = 5.0
"""Seconds after which half of the time that a peer has used is forgotten."""

_IDLE: Final = 10.0
"""Seconds without work after which the thread ends."""

_MOST_REMEMBERED: Final = 4_096
"""Number of peers above which those without jobs are forgotten."""


@dataclass(eq=False)
class Job(Generic[T]):
    """Work, and the future of its answer; `is_wanted` is false once nobody waits for it."""

    work: Work[T]
    future: "asyncio.Future[T]"
    is_wanted: bool = True
    is_over: bool = False


@dataclass(slots=True)
class _Usage:
    """The time that a peer has used of late, in seconds, as of `at`."""

    seconds: float = 0.0
    at: float = field(default_factory=perf_counter)

    def now(self) -> float:
        """Return the time that is not forgotten yet."""
        return self.seconds * math.exp2((self.at - perf_counter()) / _HALF_LIFE)

    def add(self, seconds: float) -> None:
        """Charge some time."""
        self.seconds, self.at = self.now() + seconds, perf_counter()


class FairWorker:
    """A thread that runs jobs; all methods are for the event loop's thread."""

    def __init__(self, most: int = MOST_JOBS, most_of_peer: int = MOST_JOBS_OF_PEER) -> None:
        self._most = most
        self._most_of_peer = most_of_peer
        self._changed = threading.Condition()
        self._queues: dict[str, deque[Job[Any]]] = {}
        self._usage: dict[str, _Usage] = {}
        self._thread: threading.Thread | None = None
        self._is_closed = False

    def submit(self, peer: str, work: Work[T]) -> Job[T]:
        """Queue work for a peer.

        Raises:
            Overloaded: if too much waits.
            TooMany: if too much of this peer waits.
        """
        with self._changed:
            queue = self._queues.get(peer, ())
            if len(queue) >= self._most_of_peer:
                raise TooMany(WebSentence.TOO_MUCH_WORK, most=self._most_of_peer)
            if sum(map(len, self._queues.values())) >= self._most:
                raise Overloaded(WebSentence.BUSY)
            job = Job(work, asyncio.get_running_loop().create_future())
            self._enqueue(peer, job)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="pages", daemon=True)
                self._thread.start()
        return job

    def join(self, peer: str, job: Job[Any]) -> None:
        """Let a job go on as soon as it would if this peer had submitted it, too."""
        with self._changed:
            if not job.is_over and job not in self._queues.get(peer, ()):
                self._enqueue(peer, job)

    def drop(self, job: Job[Any]) -> None:
        """End a job that nobody waits for any more."""
        with self._changed:
            job.is_wanted = False
            self._changed.notify()

    async def close(self) -> None:
        """Stop after the current part of a job, and cancel all jobs."""
        with self._changed:
            self._is_closed = True
            self._changed.notify()
            thread = self._thread
            for job in chain.from_iterable(self._queues.values()):
                job.future.cancel()
        if thread is not None:
            await asyncio.to_thread(thread.join)

    # -- inside

    def _enqueue(self, peer: str, job: Job[Any]) -> None:
        self._queues.setdefault(peer, deque()).append(job)
        if len(self._usage) > _MOST_REMEMBERED:
            self._usage = {one: self._usage[one] for one in self._queues if one in self._usage}
        self._usage.setdefault(peer, _Usage())
        self._changed.notify()

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._is_closed or self._next(), _IDLE)
                found = self._next()
                if found is None:
                    self._thread = None
                    return
            peer, job = found
            began = perf_counter()
            self._advance(job, began + _SLICE)
            with self._changed:
                self._usage.setdefault(peer, _Usage()).add(perf_counter() - began)

    def _next(self) -> tuple[str, Job[Any]] | None:
        """Return the job to run next, with its peer; None if there is none."""
        if self._is_closed:
            return None
        for peer, queue in tuple(self._queues.items()):
            while queue and queue[0].is_over:
                queue.popleft()
            if not queue:
                del self._queues[peer]
        if not self._queues:
            return None
        peer = min(self._queues, key=self._weight)
        return peer, self._queues[peer][0]

    def _weight(self, peer: str) -> float:
        """Return by how much a peer stands back: the time that it used, and how much it wants."""
        excess = max(1.0, len(self._queues[peer]) / _USUAL)
        return excess * self._usage[peer].now()

    def _advance(self, job: Job[Any], until: float) -> None:
        """Run parts of a job until a time, or until it has its answer."""
        try:
            if not job.is_wanted:
                job.work.close()
                self._finish(job, job.future.cancel)
                return
            while perf_counter() < until:
                next(job.work)
        except StopIteration as stop:
            self._finish(job, partial(job.future.set_result, stop.value))
        except Exception as error:
            self._finish(job, partial(job.future.set_exception, error))

    def _finish(self, job: Job[Any], settle: Callable[[], object]) -> None:
        """Settle the future of a job in its event loop."""

        def publish() -> None:
            if not job.future.done():
                settle()

        job.is_over = True
        with suppress(RuntimeError):  # the loop is closed
            job.future.get_loop().call_soon_threadsafe(publish)
