"""A bot as a child process: started in a group of its own, and gone when it is stopped."""

import asyncio
import contextlib
import os
import signal
from collections.abc import Mapping

import structlog

from referee.error import UnavailableError
from referee.launch.command import BotCommand

log = structlog.get_logger()

KEPT = 1 << 16
"""Bytes of a bot's output that are kept: the last ones."""

_PATIENCE = 1.0
"""Seconds between asking a bot to stop and making it."""

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

    def __init__(self, command: BotCommand, process: asyncio.subprocess.Process) -> None:
        self.command = command
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
        try:
            process = await asyncio.create_subprocess_exec(
                *command.arguments,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.STDOUT,
                env=environment,
                start_new_session=True,
            )
        except OSError as error:
            raise UnavailableError(
                f"the bot {command.name} does not start: {error.strerror} ({command.line})."
            ) from None
        log.debug("bot_started", bot=command.name, pid=process.pid)
        return cls(command, process)

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
        self._signal(signal.SIGTERM)
        await asyncio.wait((self.exited,), timeout=_PATIENCE)
        self._signal(signal.SIGKILL)
        await self.exited
        self._reading.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._reading

    def _signal(self, number: int) -> None:
        """Signal the group, which may outlive its first process."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, number)

    async def _read(self) -> None:
        stream = self._process.stdout
        assert stream is not None
        while data := await stream.read(KEPT):
            self._output += data
            del self._output[:-KEPT]
