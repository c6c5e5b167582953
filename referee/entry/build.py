"""Build a submission in the sandbox `strict`, without network.

The build works in memory: in the scratch folder of its sandbox, whose size bounds what it can
write. Its result leaves the sandbox as an archive through a socket, and is taken as any other
archive is: a build is as little trusted as its author.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from referee.entry.bot_file import BotFile
from referee.entry.file_tree import TreeLimits
from referee.entry.hosted_command import outside_of
from referee.entry.sentence import SubmissionSentence
from referee.entry.take import TakeLimits, take
from referee.entry.toolchain import Toolchain
from referee.error import DataError, UsageError
from referee.identifier import BotName
from referee.import_path import own_python
from referee.launch.bubblewrap import SCRATCH
from referee.launch.command import BotCommand
from referee.launch.preset import Preset
from referee.launch.process import BotProcess, bot_environment
from referee.launch.proxy_variable import without_proxies
from referee.launch.sandbox import Sandbox, SandboxLimits
from referee.launch.supervisor.exit_status import MIB
from referee.runtime_folder import runtime_folder

_PIECE = 1 << 18
_LAST_BYTES = 20.0
"""Seconds to read what an ended build has sent."""
_FOLDER = f"{SCRATCH}/bot"
"""The folder in the sandbox in which a bot is built."""


_MARKS = {
    SubmissionSentence.BUILD_WROTE_OUTSIDE: ("Read-only file system", "EROFS: read-only"),
    SubmissionSentence.BUILD_NEEDS_PACKAGE: (
        *("ENOTCACHED", "GOPROXY=off", "No matching distribution", "because of --offline"),
        *("you're using offline mode", "in offline mode", "Could not resolve host"),
        "Temporary failure in name resolution",
    ),
}
"""What tools print when a build does what it may not."""


@dataclass(frozen=True, slots=True)
class BuildLimits:
    """The limits of a build.

    Attributes:
        seconds: how long it may take.
        sandbox: limits of memory, scratch folder, processes, descriptors and processor time.
        result: the limits of what it leaves.
    """

    seconds: float = 900.0
    sandbox: SandboxLimits = field(
        default_factory=lambda: SandboxLimits(
            memory=4096 * MIB, disk=2048 * MIB, tasks=512, files=4096, cpu=900
        )
    )
    result: TreeLimits = field(
        default_factory=lambda: TreeLimits(
            size=1 << 30,
            ratio=1 << 20,
            path=400,
            depth=48,
            left_out=frozenset(),
            is_unwrapped=False,
        )
    )


async def build(
    source: Path,
    folder: Path,
    bot: BotFile,
    toolchain: Toolchain,
    hidden: tuple[Path, ...] = (),
    limits: BuildLimits | None = None,
    on_output: Callable[[bytes], None] = lambda data: None,
) -> str:
    """Build a submission into a new folder; return the digest of the result.

    Args:
        source: the folder of the submission; it stays as it is.
        folder: where the result goes; missing or empty, and its parent exists.
        bot: how it is built. Without a command, the result is a copy.
        toolchain: what the build may use.
        hidden: files and folders of the league, which no build may open.
        limits: the limits; the default ones if None.
        on_output: receives what the build prints.

    Raises:
        DataError: if the build fails, takes too much, or leaves what may not be taken.
        UnavailableError: if this machine cannot enforce the sandbox.
        StorageError: if the result cannot be written.
    """
    limits = limits or BuildLimits()
    tree = replace(limits.result, outside=outside_of(toolchain))
    taken = TakeLimits(packed=tree.size, tree=tree)
    if not bot.build:
        return await asyncio.to_thread(take, source, folder, taken)
    sandbox = Sandbox(Preset.STRICT, limits.sandbox, toolchain.readable, hidden)
    await asyncio.to_thread(sandbox.check)
    commands = [command for command in (toolchain.begin, bot.build) if command]
    order = {"commands": commands, "folder": _FOLDER, "variables": dict(toolchain.variables)}
    program = tuple(own_python("referee.entry.inside_build", json.dumps(order)))
    command = BotCommand(BotName("build"), program, source)
    with TemporaryDirectory(dir=runtime_folder()) as place:
        result = _Result(Path(place), tree.size)
        async with result.listening():
            environment = without_proxies(bot_environment(f"unix:{result.address}", ""))
            process = await BotProcess.start(command, environment, sandbox, on_output)
            await _ended(process, limits.seconds)
            if not await result.received():
                raise DataError(SubmissionSentence.BUILD_WITHOUT_RESULT)
        try:
            return await asyncio.to_thread(take, result.archive, folder, taken)
        except UsageError:
            raise DataError(SubmissionSentence.BUILD_WITHOUT_RESULT) from None


async def _ended(process: BotProcess, seconds: float) -> None:
    """Wait until a build has succeeded.

    Raises:
        DataError: if it fails, or takes too long; it has the last output.
        MachineError: if this machine could not start it.
    """
    try:
        await asyncio.wait((process.exited,), timeout=seconds)
        is_late = not process.exited.done()
    finally:
        await process.stop()
    if process.fault is not None:
        raise process.fault
    printed = process.last_words or "(nothing)"
    if is_late:
        raise DataError(SubmissionSentence.BUILD_TOO_LONG, seconds=seconds, printed=printed)
    status = process.exited.result()
    if status.code != 0:
        raise DataError(_sentence_for(printed), why=status.cause, printed=printed)


def _sentence_for(printed: str) -> SubmissionSentence:
    """Return the sentence about a build that failed after this output."""
    for sentence, marks in _MARKS.items():
        if any(mark in printed for mark in marks):
            return sentence
    return SubmissionSentence.BUILD_FAILED


class _Result:
    """A socket, and the file of what the first caller sends to it. Use `async with`.

    Nobody hears a second caller. Bytes over the maximum are dropped.
    """

    def __init__(self, folder: Path, most: int) -> None:
        self.address = folder / "socket"
        self.archive = folder / "result"
        self._left = most
        self._is_called = False
        self._whole = asyncio.Event()

    @asynccontextmanager
    async def listening(self) -> AsyncIterator[None]:
        """Listen while the block runs."""
        async with await asyncio.start_unix_server(self._receive, self.address):
            yield

    async def received(self) -> bool:
        """Return whether the first caller is done; it has ended, so this takes a moment."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._whole.wait(), _LAST_BYTES)
        return self._whole.is_set()

    async def _receive(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if not self._is_called:
            self._is_called = True
            with self.archive.open("wb", buffering=0) as file, suppress(ConnectionError):
                while self._left and (piece := await reader.read(min(self._left, _PIECE))):
                    await asyncio.to_thread(file.write, piece)
                    self._left -= len(piece)
            self._whole.set()
        writer.close()
