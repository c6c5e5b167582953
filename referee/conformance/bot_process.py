"""The process of the bot under test: start it, signal it, measure its memory, and kill it."""

import asyncio
import contextlib
import os
import signal
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path

from referee.conformance.sentence import ConformanceSentence
from referee.error import UnavailableError
from referee.launch.command import BotCommand
from referee.server.environment import usual_limits

_KEPT = 1 << 16
"""Maximum of bytes that are kept of each output stream, the last ones."""

_PAGE = os.sysconf("SC_PAGE_SIZE")


class Process:
    """A running bot.

    `BotProcess` runs the bot behind a supervisor. The suite needs direct access: it sends signals
    to the process, and reads its standard output and standard error separately.

    Attributes:
        exited: a task that returns the exit code; negative if a signal killed the process.
    """

    def __init__(self, command: BotCommand, environment: Mapping[str, str]) -> None:
        """Start the bot in a new session.

        Raises:
            UnavailableError: if the system cannot start it.
        """
        try:
            with _usual_signals(), usual_limits():
                self._process = subprocess.Popen(
                    command.arguments,
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                    cwd=command.folder,
                    env=environment,
                    start_new_session=True,
                )
        except OSError as error:
            raise UnavailableError(
                ConformanceSentence.BOT_UNDER_TEST_NOT_STARTED,
                bot=command.name,
                why=error.strerror,
                command=command.line,
            ) from None
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        self._stdout = _Output(self._process.stdout.fileno())
        self._stderr = _Output(self._process.stderr.fileno())
        self.exited = asyncio.create_task(self._wait())

    @property
    def stdout(self) -> str:
        """The bot's standard output so far; only its end if it is long."""
        return self._stdout.text

    @property
    def stderr(self) -> str:
        """The bot's standard error so far; only its end if it is long."""
        return self._stderr.text

    async def line(self, start: str) -> str:
        """Return the first line on standard error that begins with `start`; wait for it."""
        while True:
            for line in self.stderr.splitlines(keepends=True):
                if line.startswith(start) and line.endswith("\n"):
                    return line.rstrip("\n")
            await self._stderr.more()

    def signal(self, number: signal.Signals) -> None:
        """Send a signal to the bot's first process."""
        with contextlib.suppress(ProcessLookupError):
            self._process.send_signal(number)

    def memory(self) -> int:
        """Return the resident memory of all processes in the bot's session, in bytes."""
        return sum(_memory(pid, self._process.pid) for pid in os.listdir("/proc") if pid.isdigit())

    async def end(self) -> None:
        """Kill the bot and its children, and read its last output."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        await self.exited
        for output in (self._stdout, self._stderr):
            output.close()
        for pipe in (self._process.stdout, self._process.stderr):
            if pipe is not None:
                pipe.close()

    async def _wait(self) -> int:
        loop = asyncio.get_running_loop()
        ended = asyncio.Event()
        handle = os.pidfd_open(self._process.pid)
        loop.add_reader(handle, ended.set)
        try:
            await ended.wait()
        finally:
            loop.remove_reader(handle)
            os.close(handle)
        return self._process.wait()


class _Output:
    """One output stream of a process, read without blocking."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._data = bytearray()
        self._more = asyncio.Event()
        os.set_blocking(descriptor, False)
        asyncio.get_running_loop().add_reader(descriptor, self._read)

    @property
    def text(self) -> str:
        """The text so far; only its end if it is long."""
        self._read()
        return self._data.decode(errors="replace")

    async def more(self) -> None:
        """Wait for more text."""
        self._more.clear()
        await self._more.wait()

    def close(self) -> None:
        """Read the rest, and stop reading."""
        self._read()
        asyncio.get_running_loop().remove_reader(self._descriptor)

    def _read(self) -> None:
        with contextlib.suppress(BlockingIOError, OSError):
            while data := os.read(self._descriptor, _KEPT):
                self._data += data
                del self._data[:-_KEPT]
                self._more.set()
            asyncio.get_running_loop().remove_reader(self._descriptor)


@contextlib.contextmanager
def _usual_signals() -> Iterator[None]:
    """Restore the default action of SIGINT and SIGTERM while a child starts.

    A child inherits ignored signals. A shell ignores SIGINT in background commands.
    """
    numbers = (signal.SIGINT, signal.SIGTERM)
    ignored = [one for one in numbers if signal.getsignal(one) is signal.SIG_IGN]
    for one in ignored:
        signal.signal(one, signal.SIG_DFL)
    try:
        yield
    finally:
        for one in ignored:
            signal.signal(one, signal.SIG_IGN)


def _memory(pid: str, session: int) -> int:
    """Return the resident memory of a process in bytes; 0 if it is not in the session."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()
    except OSError:
        return 0
    return int(fields[21]) * _PAGE if int(fields[3]) == session else 0
