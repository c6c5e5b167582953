"""Run a program in a pseudo-terminal, with an emulated screen."""

import fcntl
import os
import pty
import select
import struct
import termios
import time
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Any, Self

import pyte

from tests.patience import PATIENCE
from tests.preloaded_python import REFEREE, start

COLUMNS, ROWS = 80, 24


def scrolled(written: bytes) -> bool:
    """Return whether this output would scroll the screen."""
    screen: Any = pyte.HistoryScreen(COLUMNS, ROWS)
    stream: Any = pyte.ByteStream(screen)
    stream.feed(written)
    return bool(screen.history.top)


class PseudoTerminal:
    """A command of `referee` in a terminal of 80x24; `screen` is what a person would see."""

    def __init__(self, *words: str, **environment: str) -> None:
        self.screen: Any = pyte.HistoryScreen(COLUMNS, ROWS)
        self.written = b""
        self._stream: Any = pyte.ByteStream(self.screen)
        shell = {name: os.environ[name] for name in os.environ if name not in ("COLUMNS", "LINES")}
        variables = {**shell, "TERM": "xterm-256color", **environment}
        self._file, terminal = pty.openpty()
        fcntl.ioctl(self._file, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        self._pid = start([*REFEREE, *words], variables, None, [terminal] * 3, has_terminal=True)
        os.close(terminal)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        os.close(self._file)

    @property
    def rows(self) -> Sequence[str]:
        """The rows of the screen."""
        rows: Sequence[str] = self.screen.display
        return rows

    def press(self, keys: str) -> None:
        """Send keys to the program."""
        os.write(self._file, keys.encode())

    def wait_for(self, seen: Callable[[Sequence[str]], bool]) -> None:
        """Read the output of the program until the screen satisfies a condition."""
        deadline = time.monotonic() + PATIENCE
        while not seen(self.rows):
            assert self._read(deadline - time.monotonic()), "\n".join(self.rows)

    def finish(self) -> int:
        """Read to the end; return the exit code."""
        deadline = time.monotonic() + PATIENCE
        while self._read(deadline - time.monotonic()):
            pass
        return os.waitstatus_to_exitcode(os.waitpid(self._pid, 0)[1])

    def _read(self, patience: float) -> bool:
        """Read the next output; return whether there was any."""
        waiting = select.poll()
        waiting.register(self._file, select.POLLIN)
        ready = waiting.poll(1000 * max(0.0, patience))
        if not ready:
            return False
        try:
            data = os.read(self._file, 1 << 16)
        except OSError:  # the program has ended
            return False
        self.written += data
        self._stream.feed(data)
        return bool(data)
