"""Many spectators in one process, each with the stream of a live match.

python -m tests.bench.worker.audience HOST:PORT COUNT

It prints a line when all spectators have received the steps so far. When a match is over, its
spectators watch another one.
"""

import asyncio
import contextlib
import itertools
import json
import sys
from collections.abc import Iterator

from tests.bench import core

_REST = 0.2
"""Seconds until a spectator looks for another match."""


class Audience:
    """Spectators of the live matches at an address."""

    def __init__(self, host: str, port: int, count: int) -> None:
        self._host = host
        self._port = port
        self._waiting = set(range(count))
        self._matches: Iterator[str] = iter(())

    async def watch(self) -> None:
        """Watch until the process is ended."""
        await asyncio.gather(*(self._spectate(number) for number in tuple(self._waiting)))

    async def _spectate(self, number: int) -> None:
        while True:
            match = next(self._matches, None)
            if match is None:
                await self._look()
            else:
                with contextlib.suppress(OSError):
                    await self._stream(number, match)

    async def _look(self) -> None:
        """Update the list of live matches."""
        reader, writer = await self._ask("/api/v1/matches?state=live", "Connection: close\r\n")
        body = (await reader.read()).partition(b"\r\n\r\n")[2]
        writer.close()
        with contextlib.suppress(ValueError):
            names = [match["id"] for match in json.loads(body)["matches"]]
            self._matches = itertools.islice(itertools.cycle(names), 10 * len(names))
        await asyncio.sleep(_REST)

    async def _stream(self, number: int, match: str) -> None:
        """Read the stream of a match until it ends."""
        reader, writer = await self._ask(f"/api/v1/matches/{match}/live")
        try:
            while data := await reader.read(1 << 16):
                if b"event: start" in data:
                    self._arrive(number)
                if b"event: end" in data or b"\r\n0\r\n\r\n" in data or b" 404 " in data[:20]:
                    return
        finally:
            writer.close()

    async def _ask(
        self, path: str, headers: str = ""
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        reader, writer = await asyncio.open_connection(self._host, self._port)
        host = f"{self._host}:{self._port}"
        writer.write(f"GET {path} HTTP/1.1\r\nHost: {host}\r\n{headers}\r\n".encode())
        return reader, writer

    def _arrive(self, number: int) -> None:
        if number in self._waiting:
            self._waiting.discard(number)
            if not self._waiting:
                print("all are there", flush=True)


if __name__ == "__main__":
    core.pin(core.SECOND)
    given_host, _, given_port = sys.argv[1].rpartition(":")
    asyncio.run(Audience(given_host, int(given_port), int(sys.argv[2])).watch())
