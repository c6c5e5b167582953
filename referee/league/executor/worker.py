"""The worker process of a pool: play many matches at once on one event loop.

A worker reads calls from a socket, runs them on the loop, and sends their results back, several in
one message if many calls are in progress. It also reports crashes of bots as they happen. When the
pool closes the connection, the worker ends its bots and then itself.
"""

import asyncio
import contextlib
import json
import os
import pickle
import signal
import socket
import sys
from collections.abc import Awaitable, Callable
from typing import Any

import uvloop

from referee.launch.local_bot import Crash
from referee.league.executor import worker_matches
from referee.league.executor.pool import CRASH, HEADER, TOGETHER, framed
from referee.server.environment import prepare_environment

_HOLD = 0.05
"""The most seconds that an answer waits for others."""

Answer = tuple[int, Any, Exception | None]
"""The answer to a call: its number, and its result or its error."""


class Worker:
    """The worker's end of the connection to the pool."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self._calls: set[asyncio.Task[None]] = set()
        self._answers: list[Answer] = []
        self._sending: asyncio.TimerHandle | None = None

    async def serve(self) -> None:
        """Carry out calls until the pool closes the connection, then cancel running calls."""
        with contextlib.suppress(asyncio.IncompleteReadError, OSError):
            while True:
                (size,) = HEADER.unpack(await self._reader.readexactly(HEADER.size))
                number, call = pickle.loads(await self._reader.readexactly(size))
                answering = asyncio.create_task(self._answer(number, call))
                self._calls.add(answering)
                answering.add_done_callback(self._calls.discard)
        for answering in self._calls:
            answering.cancel()

    def report(self, crash: Crash) -> None:
        """Report the crash of a bot during a match."""
        self._writer.write(framed([(CRASH, crash, None)]))

    async def _answer(self, number: int, call: Callable[[], Awaitable[Any]]) -> None:
        """Carry out a call, and send its result or error."""
        result: Any = None
        error: Exception | None = None
        try:
            result = await call()
        except Exception as raised:
            error = raised
        self._answers.append((number, result, error))
        if len(self._answers) * TOGETHER >= len(self._calls):
            self._send()
        elif self._sending is None:
            self._sending = asyncio.get_running_loop().call_later(_HOLD, self._send)
        with contextlib.suppress(OSError):
            await self._writer.drain()

    def _send(self) -> None:
        """Send the answers that wait."""
        if self._sending is not None:
            self._sending.cancel()
            self._sending = None
        answers, self._answers = self._answers, []
        self._writer.write(_message(answers))


def _message(answers: list[Answer]) -> bytes:
    """Return answers as a message. One that does not pickle becomes a `RuntimeError`."""
    try:
        return framed(answers)
    except (TypeError, AttributeError, pickle.PicklingError):
        if len(answers) > 1:
            return b"".join(_message([answer]) for answer in answers)
        ((number, result, error),) = answers
        text = f"{type(error or result).__name__}: {error or result}"
        return framed([(number, None, RuntimeError(text))])


async def _serve(descriptor: int) -> None:
    reader, writer = await asyncio.open_connection(sock=socket.socket(fileno=descriptor))
    worker = Worker(reader, writer)
    worker_matches.report_crashes(worker.report)
    await worker.serve()
    await worker_matches.close()


def main() -> None:
    """Serve the socket whose file descriptor is the first command-line argument.

    The second one is the import path of the pool as JSON, as calls name functions that it imports.
    """
    sys.path[:] = json.loads(sys.argv[2])
    prepare_environment()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    uvloop.run(_end_at_once(int(sys.argv[1])))


async def _end_at_once(descriptor: int) -> None:
    """Serve, then end the process without waiting for its threads."""
    await _serve(descriptor)
    os._exit(0)


if __name__ == "__main__":
    main()
