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
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import BinaryIO

from referee.error import MachineError, UnavailableError
from referee.event_log import structlog
from referee.import_path import shell_environment
from referee.launch.bubblewrap import SCRATCH
from referee.launch.command import BotCommand
from referee.launch.core_lock import CoreLock
from referee.launch.memory_group import MemoryGroup
from referee.launch.output_text import own_lines, safe_line
from referee.launch.preset import Preset
from referee.launch.sandbox import Sandbox
from referee.launch.sentence import LaunchSentence
from referee.launch.supervisor import process_tree
from referee.launch.supervisor.exit_status import (
    MOST_BYTES,
    SUPERVISOR_ENDED,
    ExitStatus,
    name_of_signal,
)
from referee.launch.touch import Touch, touches_of
from referee.machine_error import machine_error, machine_failed, why_of
from referee.machine_sentence import MachineSentence
from referee.server.environment import EXPERIMENTS
from referee.whole_task import whole

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
"""The most bytes of notes on a bot's touches that are read."""

_REST = 0.02
"""Seconds between two reads of a bot's output, so that much output slows only the bot."""

_LOOKS = 50
"""How often to look whether the last process of an ended bot has left its memory group."""
_LOOK = 0.02
"""Seconds between two of these looks."""


def bot_environment(address: str, token: str) -> dict[str, str]:
    """Return the environment of a bot: that of the shell, the address, and the bot's token."""
    shell = shell_environment()
    own = {name: value for name, value in shell.items() if not name.startswith("TIANMING_")}
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
        notes: BinaryIO | None,
        lifeline: BinaryIO,
        server: str,
        folder: str = "",
        group: MemoryGroup | None = None,
        core: CoreLock | None = None,
    ) -> None:
        self.command = command
        self.server = server
        self._folder = folder
        self._group = group
        self._core = core
        self._process = process
        self._life = life
        self._pipe = output
        self._report = report
        self._notes = notes
        self.touches: tuple[Touch, ...] | None = None
        self._lifeline = lifeline
        self._output = bytearray()
        self.printed = 0
        """How many bytes the bot has printed, of which `output` has the last."""
        self._on_output: Callable[[bytes], None] = lambda data: None
        self._asked = self._hurried = False
        self._reading = asyncio.create_task(self._read())
        self.exited = asyncio.create_task(self._wait())

    @classmethod
    async def start(
        cls,
        command: BotCommand,
        environment: Mapping[str, str],
        sandbox: Sandbox | None = None,
        on_output: Callable[[bytes], None] = lambda data: None,
    ) -> "BotProcess":
        """Start a bot, in a sandbox if one is given; `on_output` receives what it prints.

        Raises:
            UsageError: when the sandbox cannot hide the league's files from the bot's folder.
            MachineError: when this machine lacks what a process needs.
            UnavailableError: when the system cannot start the supervisor.
        """
        try:
            bot = cls._start(command, environment, sandbox or Sandbox())
        except (OSError, MemoryError) as error:
            sentence = MachineSentence.CANNOT_START_BOT
            raise machine_error(error, sentence, bot=command.name) or UnavailableError(
                LaunchSentence.NOT_STARTED,
                bot=command.name,
                why=why_of(error),
                line=command.line,
            ) from None
        bot._on_output = on_output
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
            group = sandbox.memory_group()
            if group is not None:
                stack.callback(group.remove)
            core = sandbox.core_lock(command.name)
            if core is not None:
                stack.callback(core.release)
            notes = _notes(stack) if sandbox.is_observed else None
            output, output_end = _pipe(stack)
            report, reported = _pipe(stack)
            held, lifeline = _pipe(stack)
            noted = None if notes is None else notes.fileno()
            server = environment.get("TIANMING_SERVER", "")
            arguments = sandbox.arguments(command, reported.fileno(), folder, server, noted)
            with contextlib.nullcontext() if core is None else core.pinned():
                process = subprocess.Popen(
                    [*group.entering, *arguments] if group is not None else arguments,
                    stdin=held,
                    stdout=output_end,
                    stderr=subprocess.STDOUT,
                    cwd=command.folder,
                    env=sandbox.environment(environment, folder),
                    pass_fds=[one for one in (reported.fileno(), noted) if one is not None],
                    start_new_session=True,
                )
            stack.callback(process.wait)
            stack.callback(process.kill)
            life = os.fdopen(os.pidfd_open(process.pid), "rb", buffering=0)
            for end in (output_end, reported, held):
                end.close()
            stack.pop_all()
        return cls(
            command,
            process,
            life=life,
            output=output,
            report=report,
            notes=notes,
            lifeline=lifeline,
            server=server,
            folder=folder,
            group=group,
            core=core,
        )

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
    def fault(self) -> MachineError | None:
        """The error of this machine, if its bot has not started because of one."""
        if not self.exited.done() or not self.exited.result().by_machine:
            return None
        cause, said = self.exited.result().refused or "", self.last_words
        why = f"{cause} ({said})" if said else cause
        return machine_failed(why, MachineSentence.CANNOT_START_BOT, bot=self.command.name)

    @property
    def output(self) -> bytes:
        """The last `KEPT` bytes of the bot's output."""
        return bytes(self._output)

    @property
    def last_words(self) -> str:
        """The last lines of the bot's output, made safe for a terminal."""
        text = self._output.decode(errors="replace").rstrip()
        lines = own_lines(text.splitlines())[-10:]
        return "\n".join(safe_line(line[-MOST_CHARACTERS:]) for line in lines)

    def look_at_output(self) -> None:
        """Read at once what the bot has printed, without waiting for more."""
        if not self._reading.done():
            self._take()

    async def output_read(self) -> None:
        """Wait until all output of an ended bot was read, at most 1 second."""
        await asyncio.wait((self._reading,), timeout=_LAST_WORDS)

    async def stop(self) -> None:
        """End the bot and everything that it started, and read its last output, within 3 seconds.

        Cancel the task to kill them at once.
        """
        self._asked = True
        self._lifeline.close()
        try:
            await asyncio.wait((self.exited,), timeout=_PATIENCE)
            if self.exited.done():
                await self.output_read()
        finally:
            await whole(self._end())

    async def _end(self) -> None:
        """End what still runs at once, and close the pipe."""
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
        """Kill a supervisor that does not end in time, and its session."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        process_tree.end_session(self._process.pid)

    async def _wait(self) -> ExitStatus:
        """Wait until the supervisor ends; return the exit status that it reports."""
        with contextlib.ExitStack() as stack:
            for file in filter(None, (self._life, self._report, self._notes)):
                stack.enter_context(file)
            await _readable(self._life)
            if _was_killed(self._life):
                process_tree.end_session(self._process.pid)
            ending = self._ending(self._process.wait(), _first_bytes(self._report))
            if self._notes is not None:
                with contextlib.suppress(RuntimeError):  # the system has no thread left
                    self.touches = await asyncio.to_thread(_touches, self._notes)
        if self._folder:  # a supervisor that failed or was killed did not remove it
            with contextlib.suppress(OSError):
                os.rmdir(self._folder)
        if self._group is not None:
            ending = self._group.explain(ending)
            await _remove(self._group)
        if self._core is not None:
            self._core.release()
        log.debug("bot_ended", bot=self.command.name, cause=ending.cause)
        return ending

    def _ending(self, code: int, report: bytes) -> ExitStatus:
        """Return how the bot ended: by the referee only if the referee asked for it.

        A supervisor that ends before the program of the bot runs is a fault of this machine.

        Args:
            code: the exit code of the supervisor.
            report: the bytes in the pipe for its report, which may be those of a bot.
        """
        ending = ExitStatus.from_json(report)
        if self._hurried and ending is None:
            return ExitStatus()
        if not report:
            how = f"code {code}" if code >= 0 else name_of_signal(-code)
            return ExitStatus(refused=f"its supervisor ended with {how}", by_machine=True)
        if ending is None and code < 0:
            return ExitStatus(lost=SUPERVISOR_ENDED.format(name=name_of_signal(-code)))
        if ending is None and code:
            return ExitStatus(refused=f"its sandbox ended with code {code}")
        if ending is None or not (ending.by_itself or self._asked):
            return ExitStatus(lost="its supervisor did not report how it ended")
        return ending

    async def _read(self) -> None:
        os.set_blocking(self._pipe.fileno(), False)
        while True:
            await _readable(self._pipe)
            if self._take() == b"":
                return
            await asyncio.sleep(_REST)

    def _take(self) -> bytes | None:
        """Keep what is in the pipe; return it, or None if the pipe is empty."""
        data = self._pipe.read(KEPT)
        if data:
            self._output += data
            self._on_output(data)
            del self._output[:-KEPT]
            self.printed += len(data)
        return data


async def _remove(group: MemoryGroup) -> None:
    """Remove the group of a bot that has ended; its last processes may end a little later."""
    for _ in range(_LOOKS):
        if group.remove():
            return
        await asyncio.sleep(_LOOK)


async def _readable(file: BinaryIO) -> None:
    """Wait until a file is readable; a pidfd is when its process has ended."""
    loop = asyncio.get_running_loop()
    ready = asyncio.Event()
    loop.add_reader(file, ready.set)
    try:
        await ready.wait()
    finally:
        loop.remove_reader(file)


def _was_killed(life: BinaryIO) -> bool:
    """Whether a signal ended the process of a pidfd, which nobody has waited for yet."""
    try:
        ended = os.waitid(os.P_PIDFD, life.fileno(), os.WEXITED | os.WNOWAIT)
    except ChildProcessError:  # this process ignores SIGCHLD, so the system has waited
        return False
    return ended is not None and ended.si_code != os.CLD_EXITED


def _notes(stack: contextlib.ExitStack) -> BinaryIO:
    """Return an empty file in memory for the touches of an observed bot, which the stack closes."""
    return stack.enter_context(os.fdopen(os.memfd_create("notes"), "rb", buffering=0))


def _touches(notes: BinaryIO) -> tuple[Touch, ...] | None:
    """Return the touches of an observed bot; None if they cannot be read."""
    try:
        size = min(os.fstat(notes.fileno()).st_size, _MOST_NOTES)
        return touches_of(os.pread(notes.fileno(), size, 0))
    except (OSError, MemoryError):
        return None


def _first_bytes(report: BinaryIO) -> bytes:
    """Return what is in the pipe for a report, at most one byte more than a report has."""
    os.set_blocking(report.fileno(), False)
    try:
        return report.read(MOST_BYTES + 1) or b""
    except (OSError, MemoryError):
        return b""


def _pipe(stack: contextlib.ExitStack) -> tuple[BinaryIO, BinaryIO]:
    """Return the reading and the writing end of a new pipe, which the stack closes."""
    reading, writing = os.pipe()
    return (
        stack.enter_context(os.fdopen(reading, "rb", buffering=0)),
        stack.enter_context(os.fdopen(writing, "wb", buffering=0)),
    )
