"""A bot as a child process: held by a supervisor, and gone when it is stopped.

The supervisor (`python -m referee.launch.supervisor`) builds the sandbox, starts the bot, and ends
with it. Its standard input is the lifeline: a pipe whose other end only the referee holds. The pipe
ends when the referee closes it, or dies.

A supervisor is started by `subprocess`, which shares the referee's memory with it until it runs a
program of its own (`vfork`). The loop's own method forks the referee and runs fork handlers of
Python and gRPC, which may wait forever for a lock of another thread.
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
from referee.launch.sandbox import Preset, Sandbox
from referee.launch.supervisor.exit_status import ExitStatus
from referee.launch.touch import Touch, touches_of
from referee.sentence.launch import LaunchSentence
from referee.server.environment import EXPERIMENTS

log = structlog.get_logger()

KEPT = 1 << 16
"""Bytes of a bot's output that are kept: the last ones."""

MOST_CHARACTERS = 500
"""Characters of a line that are shown: the last ones."""

_PATIENCE = 2.0
"""Seconds a supervisor has to end its bot; it asks for 1 s before it kills."""

_HURRY = 0.5
"""Seconds a supervisor has that was told to hurry."""

_LAST_WORDS = 1.0
"""Seconds in which the last that an ended bot printed is read."""

_MOST_NOTES = 1 << 22
"""Bytes of notes on what a bot touched that are read; no supervisor writes more."""

_REST = 0.02
"""Seconds between two looks at what a bot prints, so that printing costs the bot and no match."""


def bot_environment(address: str, token: str) -> dict[str, str]:
    """The environment of a bot: the referee's own, and where and who the bot is."""
    own = {name: value for name, value in os.environ.items() if not name.startswith("TIANMING_")}
    return {
        "GRPC_EXPERIMENTS": EXPERIMENTS,
        **own,
        "TIANMING_SERVER": address,
        "TIANMING_TOKEN": token,
        "PYTHONUNBUFFERED": "1",
    }


class BotProcess:
    """A running bot. `exited` is how it ended, once all of it has.

    `touches` is what it touched, once it has ended; None if its sandbox does not observe it.
    `server` is the address of its referee.
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
        """Start a bot, in a sandbox or in none.

        Raises:
            UsageError: when the sandbox cannot hide the league's files from the bot's folder.
            UnavailableError: when the system cannot start it.
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
        """The same, and what the system says where it cannot."""
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
        """The folder that it may write to, if it has a sandbox."""
        return Path(self._folder or SCRATCH)

    @property
    def pid(self) -> int:
        """The process id of the supervisor, whose descendants are the bot's processes."""
        return self._process.pid

    @property
    def ending(self) -> ExitStatus | None:
        """How it ended; None while it runs, or if the referee stopped it."""
        ending = self.exited.result() if self.exited.done() else None
        return ending if ending is not None and ending.by_itself else None

    @property
    def output(self) -> bytes:
        """What the bot has printed, the last of it."""
        return bytes(self._output)

    @property
    def last_words(self) -> str:
        """The last lines the bot has printed, made safe for a terminal."""
        text = self._output.decode(errors="replace").rstrip()
        lines = text.splitlines()[-10:]
        return "\n".join(
            "".join(char if char.isprintable() else "?" for char in line[-MOST_CHARACTERS:])
            for line in lines
        )

    async def output_read(self) -> None:
        """Wait until all output of an ended bot has arrived, or nobody reads it any more."""
        await asyncio.wait((self._reading,), timeout=_LAST_WORDS)

    async def stop(self) -> None:
        """End the bot and everything it has started, and read the last it printed, within 3 s.

        Cancel it to end them at once.
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
        """Signal the supervisor; one that runs the bot itself hurries, others just end."""
        with contextlib.suppress(ProcessLookupError):
            self._process.send_signal(number)

    def _kill(self) -> None:
        """End a supervisor that does not do what it should, and its group."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)

    async def _wait(self) -> ExitStatus:
        """Wait for the supervisor; return its report."""
        with self._life, self._report, self._notes:
            await _readable(self._life)
            code = self._process.wait()
            self.touches = touches_of(os.pread(self._notes.fileno(), _MOST_NOTES, 0))
            os.set_blocking(self._report.fileno(), False)
            line = self._report.read()
        if self._folder:  # a supervisor that was refused or killed has left it
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
    """Wait until a file has something to read, or a process that it stands for has ended."""
    loop = asyncio.get_running_loop()
    ready = asyncio.Event()
    loop.add_reader(file, ready.set)
    try:
        await ready.wait()
    finally:
        loop.remove_reader(file)


def _pipe(stack: contextlib.ExitStack) -> tuple[BinaryIO, BinaryIO]:
    """The two ends of a new pipe, closed with the stack."""
    reading, writing = os.pipe()
    return (
        stack.enter_context(os.fdopen(reading, "rb", buffering=0)),
        stack.enter_context(os.fdopen(writing, "wb", buffering=0)),
    )
