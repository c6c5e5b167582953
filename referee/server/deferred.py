"""Deferred work: callbacks that run in the next turn of the event loop, after the messages."""

import asyncio
from collections import deque
from collections.abc import Callable


class Deferred:
    """The queue of deferred work, which many matches share."""

    def __init__(self) -> None:
        self._waiting: deque[Callable[[], None]] = deque()

    def do(self, work: Callable[[], None]) -> None:
        """Run `work` in the next turn of the event loop."""
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self._all)
        self._waiting.append(work)

    def _all(self) -> None:
        """Run the queue; if one callback raises, the rest runs in the next turn of the loop."""
        waiting = self._waiting
        try:
            while waiting:
                waiting.popleft()()
        finally:
            if waiting:
                asyncio.get_running_loop().call_soon(self._all)
