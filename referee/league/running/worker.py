"""A worker: a process that plays the matches that come to it, many at once, on one event loop.

It reads calls from a socket and answers each when it is done. A coroutine function runs on the
loop, other calls in a thread. In between it reports the crashes of bots, as they happen. When the
other end is closed the worker ends, and its bots with it.
"""

import asyncio
import contextlib
import inspect
import os
import pickle
import signal
import socket
import sys
from collections.abc import Callable
from typing import Any

import uvloop

from referee.launch.local_bot import Crash
from referee.league.running import worker_matches
from referee.league.running.pickled_frame import CRASH, HEADER, framed, unframed
from referee.server.environment import prepare


class Worker:
    """The worker's end of a socket."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self._calls: set[asyncio.Task[None]] = set()

    async def serve(self) -> None:
        """Carry out calls until the other end is closed, then cancel those that run."""
        with contextlib.suppress(asyncio.IncompleteReadError, OSError):
            while True:
                (size,) = HEADER.unpack(await self._reader.readexactly(HEADER.size))
                number, call = unframed(await self._reader.readexactly(size))
                answering = asyncio.create_task(self._answer(number, call))
                self._calls.add(answering)
                answering.add_done_callback(self._calls.discard)
        for answering in self._calls:
            answering.cancel()

    def report(self, crash: Crash) -> None:
        """Report the crash of a bot that plays."""
        self._writer.write(framed((CRASH, crash, None)))

    async def _answer(self, number: int, call: Callable[[], Any]) -> None:
        """Carry out a call, and send its result or its error."""
        result: Any = None
        error: Exception | None = None
        try:
            if inspect.iscoroutinefunction(call):
                result = await call()
            else:
                result = await asyncio.to_thread(call)
        except Exception as raised:
            error = raised
        self._writer.write(_answer(number, result, error))
        with contextlib.suppress(OSError):
            await self._writer.drain()


def _answer(number: int, result: Any, error: Exception | None) -> bytes:
    """The answer to a call; what does not pickle is named instead."""
    try:
        return framed((number, result, error))
    except (TypeError, AttributeError, pickle.PicklingError):
        text = f"{type(error or result).__name__}: {error or result}"
        return framed((number, None, RuntimeError(text)))


async def _serve(descriptor: int) -> None:
    reader, writer = await asyncio.open_connection(sock=socket.socket(fileno=descriptor))
    worker = Worker(reader, writer)
    worker_matches.report_crashes(worker.report)
    await worker.serve()
    await worker_matches.close()


def main() -> None:
    """Serve the descriptor that is the first argument."""
    prepare()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    uvloop.run(_end_at_once(int(sys.argv[1])))


async def _end_at_once(descriptor: int) -> None:
    """Serve, and then end the process, whatever still runs in a thread."""
    await _serve(descriptor)
    os._exit(0)


if __name__ == "__main__":
    main()
