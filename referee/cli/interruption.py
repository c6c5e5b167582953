"""Ending early: SIGTERM ends a command's work as Ctrl-C does, and its bots with it."""

import asyncio
import signal
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


def run(work: Coroutine[Any, Any, T]) -> T:
    """Do some work to its end.

    Raises:
        KeyboardInterrupt: when a signal ended it, once it has cleaned up.
    """
    try:
        return asyncio.run(_work(work))
    except asyncio.CancelledError:
        raise KeyboardInterrupt from None


async def _work(work: Coroutine[Any, Any, T]) -> T:
    task = asyncio.current_task()
    assert task is not None
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    return await work
