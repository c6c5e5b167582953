"""Interruption: SIGTERM and Ctrl-C stop a command's work and its bots.

The first signal cancels the work, which then cleans up; a second one cancels the cleanup. No
signal raises an exception into running code, because gRPC does not survive that.
"""

import asyncio
import contextlib
import signal
from collections.abc import Callable, Coroutine, Iterator
from typing import TypeVar

T = TypeVar("T")


def run(work: Coroutine[object, None, T]) -> T:
    """Run a coroutine on a new event loop, and return its result.

    Raises:
        KeyboardInterrupt: if a signal cancelled the work, after its cleanup.
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
    """Call `stop` on SIGTERM and Ctrl-C, instead of raising `KeyboardInterrupt`."""
    numbers = (signal.SIGINT, signal.SIGTERM)
    before = {number: signal.signal(number, lambda *_: stop()) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
