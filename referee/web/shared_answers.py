"""Answers that are made once, however many readers ask for them at the same time."""

import asyncio
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any, TypeVar

from referee.web.fair_worker import FairWorker, Job, Work

T = TypeVar("T")


@dataclass(slots=True)
class _Flight:
    """An answer that is being made, and the number of readers that wait for it."""

    job: Job[Any]
    readers: int = 0


class SharedAnswers:
    """Makes answers in the thread of a `FairWorker`, one at a time for each key."""

    def __init__(self, worker: FairWorker) -> None:
        self._worker = worker
        self._flights: dict[Hashable, _Flight] = {}

    async def answer(self, key: Hashable, peer: str, begin: Callable[[], Work[T]]) -> T:
        """Return the answer for a key; all who wait for it get the same, or the same error.

        A reader that leaves does not affect the others. When the last one leaves, the work ends.

        Args:
            key: names the answer and everything that it depends on.
            peer: who asks.
            begin: starts the work, if nobody waits for the answer yet.

        Raises:
            WebProblem: if the server, or the peer, has too much work already.
        """
        flight = self._flights.get(key)
        if flight is None:
            flight = self._flights[key] = _Flight(self._worker.submit(peer, begin()))
            flight.job.future.add_done_callback(lambda _: self._land(key, flight))
        else:
            self._worker.join(peer, flight.job)
        flight.readers += 1
        try:
            found: T = await asyncio.shield(flight.job.future)
        finally:
            flight.readers -= 1
            if not flight.readers:
                self._worker.drop(flight.job)
                self._land(key, flight)
        return found

    def _land(self, key: Hashable, flight: _Flight) -> None:
        if self._flights.get(key) is flight:
            del self._flights[key]
        future = flight.job.future
        if future.done() and not future.cancelled():
            future.exception()  # so that nobody is told that it was not read
