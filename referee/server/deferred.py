"""Deferred work: what hosts do in the next turn of the event loop, after the messages."""

import asyncio

from mypy_extensions import mypyc_attr


@mypyc_attr(allow_interpreted_subclasses=True)
class Deferrable:
    """Has work for the next turn of the event loop."""

    def catch_up(self) -> None:
        """Do the work."""


class Deferred:
    """The queue of deferred work, which many matches share."""

    def __init__(self) -> None:
        self._waiting: list[Deferrable] = []

    def add(self, work: Deferrable) -> None:
        """Do `work` in the next turn of the event loop."""
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self._all)
        self._waiting.append(work)

    def _all(self) -> None:
        """Do all work; if some of it raises, the rest is done in the next turn of the loop."""
        waiting, self._waiting = self._waiting, []
        done = 0
        try:
            for work in waiting:
                done += 1
                work.catch_up()
        finally:
            for work in waiting[done:]:
                self.add(work)
