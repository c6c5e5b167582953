"""Ending early: SIGTERM and Ctrl-C end a command's work, and its bots with it.

The first signal has the work clean up, a second one has it hurry. Neither is raised into
whatever runs at that moment, for gRPC's own code does not survive that.
"""

import asyncio
import contextlib
import signal
from collections.abc import Callable, Coroutine, Iterator
from typing import TypeVar

T = TypeVar("T")


def run(work: Coroutine[object, None, T]) -> T:
    """Do some work to its end.

    Raises:
        KeyboardInterrupt: when a signal ended it, once it has cleaned up.
    """
    import uvloop

    try:
        return uvloop.run(_work(work))
    except asyncio.CancelledError:
        raise KeyboardInterrupt from None


async def _work(work: Coroutine[object, None, T]) -> T:
    task = asyncio.current_task()
    assert task is not None
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, task.cancel)
    return await work


@contextlib.contextmanager
def stopping(stop: Callable[[], None]) -> Iterator[None]:
    """Call `stop` at SIGTERM and Ctrl-C, instead of raising them into what runs."""
    numbers = (signal.SIGINT, signal.SIGTERM)
    before = {number: signal.signal(number, lambda *_: stop()) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
