"""The request to a bot to leave, by the program or by a signal."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from types import FrameType
from typing import Any

_USUAL: dict[signal.Signals, Callable[[int, FrameType | None], Any] | signal.Handlers] = {
    signal.SIGINT: signal.default_int_handler,
    signal.SIGTERM: signal.SIG_DFL,
}
"""The signals that ask a bot to leave, with their default handlers."""


def free_signals() -> list[signal.Signals]:
    """Return the signals for which the program has not set its own handler."""
    return [number for number, usual in _USUAL.items() if signal.getsignal(number) == usual]


class Stop:
    """Ends a run: after `set`, the bot sends `Goodbye` to its referees, and the run returns.

    Create it in a running event loop.
    """

    def __init__(self) -> None:
        self.is_set = False
        self._event = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        self.is_thinking = False
        """Whether a synchronous bot is thinking, which a signal may interrupt."""
        self._signals: Sequence[signal.Signals] = ()

    def set(self) -> None:
        """Ask the bot to leave; any thread may call it."""
        self.is_set = True
        self._loop.call_soon_threadsafe(self._event.set)

    async def wait(self) -> None:
        """Wait until the bot is asked to leave."""
        await self._event.wait()

    @contextlib.contextmanager
    def on_signals(self, numbers: Sequence[signal.Signals]) -> Iterator[None]:
        """Set the stop at the first of these signals; the second one has its default effect.

        Outside the main thread, it does nothing.
        """
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        self._signals = numbers
        for number in numbers:
            signal.signal(number, self._signalled)
        try:
            yield
        finally:
            self._restore()

    def _restore(self) -> None:
        for number in self._signals:
            signal.signal(number, _USUAL[number])

    def _signalled(self, _number: int, _frame: FrameType | None) -> None:
        self._restore()
        self.set()
        if self.is_thinking:
            raise KeyboardInterrupt
