"""The process of a local bot, under a supervisor.

The supervisor (`python -m referee.launch.supervisor`) builds the sandbox, starts the bot, and ends
with it. Its standard input is the lifeline: a pipe whose other end only the referee holds. The pipe
ends when the referee closes it or dies.

Supervisors are started by `subprocess`, which uses `vfork`. The event loop's own method would use
`fork`, and so run fork handlers of Python and gRPC. These may wait forever for a lock of another
thread.
"""

import asyncio
import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import BinaryIO

import structlog

from referee.error import UnavailableError
from referee.launch.bubblewrap import SCRATCH
from referee.launch.command import BotCommand
from referee.launch.output_text import safe_line
from referee.launch.sandbox import Preset, Sandbox
from referee.launch.supervisor.exit_status import ExitStatus
from referee.launch.touch import Touch, touches_of
from referee.sentence.launch import LaunchSentence
from referee.server.environment import EXPERIMENTS

log = structlog.get_logger()

KEPT = 1 << 16
"""How many of the last bytes of a bot's output are kept."""

MOST_CHARACTERS = 500
"""How many of the last characters of a line are shown."""

_PATIENCE = 2.0
"""Seconds that a supervisor has to end its bot; it kills the bot after 1 s."""

_HURRY = 0.5
"""Seconds that a supervisor has after it was told to hurry."""

_LAST_WORDS = 1.0
"""Seconds to read the last output of an ended bot."""

_MOST_NOTES = 1 << 22
"""The most bytes of notes on a bot's touches that are read; no supervisor writes more."""

_REST = 0.02
"""Seconds between two reads of a bot's output, so that much output slows only the bot."""


def bot_environment(address: str, token: str) -> dict[str, str]:
    """Return the environment of a bot: that of the referee, the address, and the bot's token."""
    own = {name: value for name, value in os.environ.items() if not name.startswith("TIANMING_")}
    return {
        "GRPC_EXPERIMENTS": EXPERIMENTS,
        **own,
        "TIANMING_SERVER": address,
        "TIANMING_TOKEN": token,
        "PYTHONUNBUFFERED": "1",
    }


class BotProcess:
    """A running bot.

    Attributes:
        exited: returns how the bot ended, when all of its processes have ended.
        touches: what the bot touched; None before its end, or if it is not observed.
        server: the address of its referee.
    """

    def __init__(
        self,
        command: BotCommand,
        process: subprocess.Popen[bytes],
        life: BinaryIO,
        output: BinaryIO,
        report: BinaryIO,
        notes: BinaryIO,
        lifeline: BinaryIO,
        server: str,
        folder: str = "",
    ) -> None:
        self.command = command
        self.server = server
        self._folder = folder
        self._process = process
        self._life = life
        self._pipe = output
        self._report = report
        self._notes = notes
        self.touches: tuple[Touch, ...] | None = None
        self._lifeline = lifeline
        self._output = bytearray()
        self._hurried = False
        self._reading = asyncio.create_task(self._read())
        self.exited = asyncio.create_task(self._wait())

    @classmethod
    async def start(
        cls,
        command: BotCommand,
        environment: Mapping[str, str],
        sandbox: Sandbox | None = None,
    ) -> "BotProcess":
        """Start a bot, in a sandbox if one is given.

        Raises:
            UsageError: when the sandbox cannot hide the league's files from the bot's folder.
            UnavailableError: when the system cannot start the supervisor.
        """
        try:
            bot = cls._start(command, environment, sandbox or Sandbox())
        except OSError as error:
            raise UnavailableError(
                LaunchSentence.NOT_STARTED,
                bot=command.name,
                why=error.strerror,
                line=command.line,
            ) from None
        log.debug("bot_started", bot=command.name, pid=bot._process.pid)
        return bot

    @classmethod
    def _start(
        cls, command: BotCommand, environment: Mapping[str, str], sandbox: Sandbox
    ) -> "BotProcess":
        """Start a bot as `start` does, but raise `OSError` if the system cannot."""
        with contextlib.ExitStack() as stack:
            folder = ""
            if sandbox.preset is Preset.BASIC:
                folder = tempfile.mkdtemp(prefix="tianming-bot-")
                stack.callback(shutil.rmtree, folder, ignore_errors=True)
            notes = stack.enter_context(os.fdopen(os.memfd_create("notes"), "rb", buffering=0))
            output, output_end = _pipe(stack)
            report, reported = _pipe(stack)
            held, lifeline = _pipe(stack)
            server = environment.get("TIANMING_SERVER", "")
            process = subprocess.Popen(
                sandbox.arguments(command, reported.fileno(), folder, server, notes.fileno()),
                stdin=held,
                stdout=output_end,
                stderr=subprocess.STDOUT,
                cwd=command.folder,
                env=sandbox.environment(environment, folder),
                pass_fds=(reported.fileno(), notes.fileno()),
                start_new_session=True,
            )
            stack.callback(process.wait)
            stack.callback(process.kill)
            life = os.fdopen(os.pidfd_open(process.pid), "rb", buffering=0)
            for end in (output_end, reported, held):
                end.close()
            stack.pop_all()
        return cls(command, process, life, output, report, notes, lifeline, server, folder)

    @property
    def scratch(self) -> Path:
        """The folder that the bot may write to, if it has a sandbox."""
        return Path(self._folder or SCRATCH)

    @property
    def pid(self) -> int:
        """The process id of the supervisor, the ancestor of the bot's processes."""
        return self._process.pid

    @property
    def ending(self) -> ExitStatus | None:
        """How the bot ended; None while it runs, or if the referee stopped it."""
        ending = self.exited.result() if self.exited.done() else None
        return ending if ending is not None and ending.by_itself else None

    @property
    def output(self) -> bytes:
        """The last `KEPT` bytes of the bot's output."""
        return bytes(self._output)

    @property
    def last_words(self) -> str:
        """The last lines of the bot's output, made safe for a terminal."""
        text = self._output.decode(errors="replace").rstrip()
        lines = text.splitlines()[-10:]
        return "\n".join(safe_line(line[-MOST_CHARACTERS:]) for line in lines)

    async def output_read(self) -> None:
        """Wait until all output of an ended bot was read, at most 1 second."""
        await asyncio.wait((self._reading,), timeout=_LAST_WORDS)

    async def stop(self) -> None:
        """End the bot and everything that it started, and read its last output, within 3 seconds.

        Cancel the task to kill them at once.
        """
        self._lifeline.close()
        try:
            await asyncio.wait((self.exited,), timeout=_PATIENCE)
            if self.exited.done():
                await self.output_read()
        finally:
            self._reading.cancel()
            if not self.exited.done():
                self._hurried = True
                self._signal(signal.SIGTERM)
            await asyncio.wait((self.exited,), timeout=_HURRY)
            if not self.exited.done():
                self._kill()
            await asyncio.wait((self.exited, self._reading))
            self._pipe.close()

    def _signal(self, number: int) -> None:
        """Signal the supervisor: one that runs the bot itself hurries, and an outer one ends."""
        with contextlib.suppress(ProcessLookupError):
            self._process.send_signal(number)

    def _kill(self) -> None:
        """Kill a supervisor that does not end in time, and its process group."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)

    async def _wait(self) -> ExitStatus:
        """Wait until the supervisor ends; return the exit status that it reports."""
        with self._life, self._report, self._notes:
            await _readable(self._life)
            code = self._process.wait()
            self.touches = touches_of(os.pread(self._notes.fileno(), _MOST_NOTES, 0))
            os.set_blocking(self._report.fileno(), False)
            line = self._report.read()
        if self._folder:  # a supervisor that failed or was killed did not remove it
            with contextlib.suppress(OSError):
                os.rmdir(self._folder)
        if line:
            ending = ExitStatus.from_json(line.decode())
        elif self._hurried:
            ending = ExitStatus()
        elif code < 0:
            ending = ExitStatus(signal=-code)
        else:
            ending = ExitStatus(refused=f"its sandbox ended with code {code}")
        log.debug("bot_ended", bot=self.command.name, cause=ending.cause)
        return ending

    async def _read(self) -> None:
        os.set_blocking(self._pipe.fileno(), False)
        while True:
            await _readable(self._pipe)
            data = self._pipe.read(KEPT)
            if not data:
                return
            self._output += data
            del self._output[:-KEPT]
            await asyncio.sleep(_REST)


async def _readable(file: BinaryIO) -> None:
    """Wait until a file is readable; a pidfd is when its process has ended."""
    loop = asyncio.get_running_loop()
    ready = asyncio.Event()
    loop.add_reader(file, ready.set)
    try:
        await ready.wait()
    finally:
        loop.remove_reader(file)


def _pipe(stack: contextlib.ExitStack) -> tuple[BinaryIO, BinaryIO]:
    """Return the reading and the writing end of a new pipe, which the stack closes."""
    reading, writing = os.pipe()
    return (
        stack.enter_context(os.fdopen(reading, "rb", buffering=0)),
        stack.enter_context(os.fdopen(writing, "wb", buffering=0)),
    )
