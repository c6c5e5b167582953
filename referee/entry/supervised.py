"""A child process of the season process that starts again whenever it ends.

Its standard input is one end of a socket. The other end sends it settings and listening sockets,
and then messages. The process answers once it serves, and ends when the other end is closed.
"""

import contextlib
import json
import os
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Self

from referee.entry.handed_settings import ProcessSettings
from referee.entry.sentence import SubmissionSentence
from referee.error import TianmingError, UnavailableError
from referee.event_log import structlog
from referee.import_path import own_python

log = structlog.get_logger()

_START: Final = 60.0
"""Seconds for the process to serve."""

_PATIENCE: Final = 10.0
"""Seconds for the process to end by itself."""

BEAT: Final = 0.1
"""Seconds between two looks of the thread."""

_PAUSES: Final = (0.2, 1.0, 5.0, 15.0, 60.0)
"""Seconds before each further start."""

_TRIES_AGAIN: Final = 2
"""How often a process that ends at once is started again before the season gives up its start."""

_SOUND: Final = 60.0
"""Seconds of service after which the pauses begin again."""

_MESSAGE: Final = 1 << 16

_KEPT: Final = ("TIANMING_SHELL_", "TIANMING_OPEN_FILES")
"""The variables of the referee that the process needs. Others may hold secrets of the season."""


class EndedAtOnceError(UnavailableError):
    """A process ended before it served, for example because it was killed."""


class Supervised:
    """A process of entries, with a thread that restarts it."""

    def __init__(self, name: str, module: str, on_beat: Callable[[float], None]) -> None:
        """Prepare a process.

        Args:
            name: its name in the log.
            module: the module that it runs.
            on_beat: called ten times a second, with the seconds by which the call is late.
        """
        self._name = name
        self._module = module
        self._on_beat = on_beat
        self._running: _Child | None = None
        self._begin: Callable[[], _Child]
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._watch, name=f"{name}-process", daemon=True)

    @property
    def pid(self) -> int | None:
        """The process id of the outermost process; None if none runs."""
        return None if self._running is None else self._running.process.pid

    def start(
        self,
        settings: ProcessSettings,
        outside: Sequence[str] = (),
        sockets: Sequence[socket.socket] = (),
    ) -> None:
        """Start the process; return when it serves. If it ends at once, try again, twice.

        Args:
            settings: what it is told.
            outside: the command line of what confines it.
            sockets: the listening sockets that it serves.

        Raises:
            UnavailableError: if it does not start.
        """
        command = [*outside, *own_python(self._module)]
        self._begin = lambda: _Child.start(command, settings, sockets)
        self._running = self._first()
        self._thread.start()

    def _first(self) -> "_Child":
        for pause in _PAUSES[:_TRIES_AGAIN]:
            try:
                return self._begin()
            except EndedAtOnceError as error:
                log.error("process_not_started", process=self._name, why=str(error))
                time.sleep(pause)
        return self._begin()

    def stop(self) -> None:
        """End the process, if it was started."""
        self._ending.set()
        if self._thread.is_alive():
            self._thread.join()
        if self._running is not None:
            self._running.end()
            self._running = None

    def send(self, message: dict[str, float]) -> None:
        """Send a message; drop it if the process does not read."""
        if (running := self._running) is not None:
            with contextlib.suppress(OSError):
                running.control.send(json.dumps(message).encode())

    # -- in the thread

    def _watch(self) -> None:
        """Restart the process whenever it ends, with pauses that grow."""
        failures, began = 0, time.monotonic()
        while not self._ending.is_set():
            if self._running is not None:
                self._look_on(self._running)
                if self._ending.is_set():
                    return
                self._running.end()
                status = self._running.process.returncode
                log.error("process_ended", process=self._name, status=status)
                self._running = None
            failures = 1 if time.monotonic() - began > _SOUND else failures + 1
            if self._ending.wait(_PAUSES[min(failures, len(_PAUSES)) - 1]):
                return
            began = time.monotonic()
            try:
                self._running = self._begin()
            except TianmingError as error:
                log.error("process_not_started", process=self._name, why=str(error))
            else:
                log.warning("process_started_again", process=self._name, pid=self.pid)

    def _look_on(self, running: "_Child") -> None:
        """Look after a process until it or this season process ends."""
        while not self._ending.is_set() and running.process.poll() is None:
            before = time.monotonic()
            self._ending.wait(BEAT)
            self._on_beat(time.monotonic() - before - BEAT)


@dataclass(slots=True)
class _Child:
    """A running process, and the socket for messages to and from it."""

    process: subprocess.Popen[bytes]
    control: socket.socket

    @classmethod
    def start(
        cls, command: list[str], settings: ProcessSettings, sockets: Sequence[socket.socket]
    ) -> Self:
        """Start a process in a new session; send it its settings and sockets; wait until it serves.

        Raises:
            UnavailableError: if it does not start.
        """
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with contextlib.ExitStack() as stack, theirs:
            stack.enter_context(ours)
            try:
                process = subprocess.Popen(
                    command,
                    stdin=theirs.fileno(),
                    stdout=subprocess.DEVNULL,
                    env=_environment(),
                    start_new_session=True,
                )
                stack.callback(process.wait)
                stack.callback(process.kill)
                theirs.close()
                socket.send_fds(ours, [settings.encode()], [each.fileno() for each in sockets])
                _await_service(ours)
            except ConnectionError:  # the other end of the socket is closed
                raise _ended_at_once() from None
            except OSError as error:
                why = f"{error.strerror}."
                raise UnavailableError(SubmissionSentence.ENTRY_NOT_STARTED, why=why) from None
            stack.pop_all()
        return cls(process, ours)

    def end(self) -> None:
        """Close the socket, so that the process ends; kill it if it does not."""
        self.control.close()
        try:
            self.process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def _await_service(control: socket.socket) -> None:
    """Wait until a process serves.

    Raises:
        UnavailableError: if it does not.
        OSError: if it cannot be asked.
    """
    control.settimeout(_START)
    try:
        data = control.recv(_MESSAGE)
    except TimeoutError:
        why = f"it did not answer within {_START:g} s."
        raise UnavailableError(SubmissionSentence.ENTRY_NOT_STARTED, why=why) from None
    if not data:
        raise _ended_at_once()
    answer = json.loads(data)
    control.setblocking(False)
    if "failed" in answer:
        raise UnavailableError(SubmissionSentence.ENTRY_NOT_STARTED, why=answer["failed"])


def _ended_at_once() -> EndedAtOnceError:
    return EndedAtOnceError(SubmissionSentence.ENTRY_NOT_STARTED, why="it ended at once.")


def _environment() -> dict[str, str]:
    """Return the environment of this process, without variables that may hold secrets."""
    return {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("TIANMING_") or name.startswith(_KEPT)
    }
