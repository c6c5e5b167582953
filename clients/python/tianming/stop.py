"""A request to leave, which a program or a signal makes."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import threading
from collections.abc import Iterator
from types import FrameType

_SIGNALS = (signal.SIGINT, signal.SIGTERM)


class Stop:
    """Ends a run: the bot says goodbye to its referees, and leaves. Create it in the event loop."""

    def __init__(self) -> None:
        self.is_set = False
        self._event = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        self._is_thinking = False

    def set(self) -> None:
        """Ask the bot to leave; any thread may do so."""
        self.is_set = True
        self._loop.call_soon_threadsafe(self._event.set)

    async def wait(self) -> None:
        """Wait until the bot is asked to leave."""
        await self._event.wait()

    @contextlib.contextmanager
    def thinking(self) -> Iterator[None]:
        """Let a signal interrupt a bot that blocks the event loop; nobody waits for its answer."""
        self._is_thinking = True
        try:
            yield
        except KeyboardInterrupt:
            if not self.is_set:
                raise
        finally:
            self._is_thinking = False

    @contextlib.contextmanager
    def on_signals(self) -> Iterator[None]:
        """Leave at the first SIGINT or SIGTERM; the second one has its usual effect."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {number: signal.signal(number, self._signalled) for number in _SIGNALS}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def _signalled(self, _number: int, _frame: FrameType | None) -> None:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        self.set()
        if self._is_thinking:
            raise KeyboardInterrupt
