"""A request to leave, which a program or a signal makes."""

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
"""The signals that ask a bot to leave, and their usual handlers."""


def free_signals() -> list[signal.Signals]:
    """The signals for which the program has no handler of its own."""
    return [number for number, usual in _USUAL.items() if signal.getsignal(number) == usual]


class Stop:
    """Ends a run: the bot says goodbye to its referees, and leaves. Create it in the event loop."""

    def __init__(self) -> None:
        self.is_set = False
        self._event = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        self.is_thinking = False
        """Whether the bot blocks the event loop with a thought that a signal may interrupt."""
        self._signals: Sequence[signal.Signals] = ()

    def set(self) -> None:
        """Ask the bot to leave; any thread may do so."""
        self.is_set = True
        self._loop.call_soon_threadsafe(self._event.set)

    async def wait(self) -> None:
        """Wait until the bot is asked to leave."""
        await self._event.wait()

    @contextlib.contextmanager
    def on_signals(self, numbers: Sequence[signal.Signals]) -> Iterator[None]:
        """Leave at the first of some signals; the second one has its usual effect."""
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
