"""Interruption: SIGTERM and Ctrl-C stop a command's work and its bots.

The first signal cancels the work, which then cleans up; a second one cancels the cleanup. No
signal raises an exception into running code, because gRPC does not survive that.
"""

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
    import asyncio

    import uvloop

    try:
        return uvloop.run(_work(work))
    except asyncio.CancelledError:
        raise KeyboardInterrupt from None


async def _work(work: Coroutine[object, None, T]) -> T:
    import asyncio

    task = asyncio.current_task()
    assert task is not None
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, task.cancel)
    return await work


@contextlib.contextmanager
def stopping(
    stop: Callable[[], None], read_again: Callable[[], None] | None = None
) -> Iterator[None]:
    """Call `stop` on SIGTERM and Ctrl-C, instead of raising `KeyboardInterrupt`.

    If there is `read_again`, call it on SIGHUP.
    """
    before = {
        number: signal.signal(number, lambda *_: stop())
        for number in (signal.SIGINT, signal.SIGTERM)
    }
    if read_again is not None:
        before[signal.SIGHUP] = signal.signal(signal.SIGHUP, lambda *_: read_again())
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def in_two_steps(first: Callable[[], None], second: Callable[[], None]) -> Callable[[], None]:
    """Return a function that calls `first` at its first call, and `second` at later ones."""
    left = [first]

    def call() -> None:
        (left.pop() if left else second)()

    return call
