"""A bot as a child process: started in a group of its own, and gone when it is stopped."""

import asyncio
import contextlib
import os
import signal
from collections.abc import Mapping
from typing import BinaryIO

import structlog

from referee.error import UnavailableError
from referee.launch.command import BotCommand

log = structlog.get_logger()

KEPT = 1 << 16
"""Bytes of a bot's output that are kept: the last ones."""

_PATIENCE = 1.0
"""Seconds between asking a bot to stop and making it."""

_REST = 0.02
"""Seconds between two looks at what a bot prints, so that printing costs the bot and no match."""

_EXPERIMENTS = "-event_engine_client,-event_engine_listener"
"""gRPC's older event loop answers sooner; a version that does not know the names ignores
them. `tests/bench` measures it."""


def bot_environment(address: str, token: str) -> dict[str, str]:
    """The environment of a bot: the referee's own, and where and who the bot is."""
    own = {name: value for name, value in os.environ.items() if not name.startswith("TIANMING_")}
    return {
        "GRPC_EXPERIMENTS": _EXPERIMENTS,
        **own,
        "TIANMING_SERVER": address,
        "TIANMING_TOKEN": token,
        "PYTHONUNBUFFERED": "1",
    }


class BotProcess:
    """A running bot. `exited` is set when its process has ended."""

    def __init__(
        self, command: BotCommand, process: asyncio.subprocess.Process, output: BinaryIO
    ) -> None:
        self.command = command
        self._pipe = output
        self._process = process
        self._output = bytearray()
        self._reading = asyncio.create_task(self._read())
        self.exited = asyncio.create_task(process.wait())

    @classmethod
    async def start(cls, command: BotCommand, environment: Mapping[str, str]) -> "BotProcess":
        """Start a bot.

        Raises:
            UnavailableError: when the system cannot start the program.
        """
        reading, writing = os.pipe()
        output = os.fdopen(reading, "rb", buffering=0)
        try:
            process = await asyncio.create_subprocess_exec(
                *command.arguments,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=writing,
                stderr=asyncio.subprocess.STDOUT,
                env=environment,
                start_new_session=True,
            )
        except OSError as error:
            output.close()
            raise UnavailableError(
                f"the bot {command.name} does not start: {error.strerror} ({command.line})."
            ) from None
        finally:
            os.close(writing)
        log.debug("bot_started", bot=command.name, pid=process.pid)
        return cls(command, process, output)

    @property
    def last_words(self) -> str:
        """The last lines the bot has printed, made safe for a terminal."""
        text = self._output.decode(errors="replace").rstrip()
        lines = text.splitlines()[-10:]
        return "\n".join(
            "".join(char if char.isprintable() else "?" for char in line) for line in lines
        )

    async def output_read(self) -> None:
        """Wait until all that an ended bot has printed is here."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_PATIENCE):
                await asyncio.shield(self._reading)

    async def stop(self) -> None:
        """End the bot and everything it has started."""
        try:
            self._signal(signal.SIGTERM)
            await asyncio.wait((self.exited,), timeout=_PATIENCE)
        finally:
            self._signal(signal.SIGKILL)
            self._reading.cancel()
        await asyncio.wait((self.exited, self._reading))
        self._pipe.close()

    def _signal(self, number: int) -> None:
        """Signal the group, which may outlive its first process."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, number)

    async def _read(self) -> None:
        stream = asyncio.StreamReader()
        transport, _ = await asyncio.get_running_loop().connect_read_pipe(
            lambda: asyncio.StreamReaderProtocol(stream), self._pipe
        )
        try:
            while data := await stream.read(KEPT):
                self._output += data
                del self._output[:-KEPT]
                await asyncio.sleep(_REST)
        finally:
            transport.close()
