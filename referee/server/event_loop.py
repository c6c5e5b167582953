"""The event loop that matches are refereed on: uvloop's.

A message to a bot and its answer take five turns of the loop, which cost more than the rules of
the game do; uvloop needs a fraction of that for one.
"""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from uvloop import new_event_loop

__all__ = ["new_event_loop", "run"]

T = TypeVar("T")


def run(work: Coroutine[Any, Any, T]) -> T:
    """Do some work to its end, as `asyncio.run` does."""
    with asyncio.Runner(loop_factory=new_event_loop) as runner:
        return runner.run(work)
