"""What can wait until everybody has been told: done when the event loop comes round."""

import asyncio
from collections.abc import Callable


class Afterwards:
    """Work of many matches, done in one go behind what is being done now."""

    def __init__(self) -> None:
        self._waiting: list[Callable[[], None]] = []

    def do(self, work: Callable[[], None]) -> None:
        """See that something is done soon; it must not fail."""
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self._all)
        self._waiting.append(work)

    def _all(self) -> None:
        waiting, self._waiting = self._waiting, []
        for work in waiting:
            work()
