"""Deferred work: what can wait until all messages are sent runs when the event loop is free."""

import asyncio
from collections import deque
from collections.abc import Callable


class Deferred:
    """Work of many matches, done in one go behind what is being done now."""

    def __init__(self) -> None:
        self._waiting: deque[Callable[[], None]] = deque()

    def do(self, work: Callable[[], None]) -> None:
        """See that something is done soon."""
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self._all)
        self._waiting.append(work)

    def _all(self) -> None:
        """Do what waits; if something fails, what is behind it is done a turn later."""
        waiting = self._waiting
        try:
            while waiting:
                waiting.popleft()()
        finally:
            if waiting:
                asyncio.get_running_loop().call_soon(self._all)
