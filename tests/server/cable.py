"""A TCP relay between bots and a referee that can silently lose all data."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Cable:
    """Relays the bytes of each connection, until `pull` is called."""

    def __init__(self, target: str) -> None:
        self.plugged = 0
        """Total number of connections through it."""
        self.address = ""
        self._target = target
        self._pulled: set[asyncio.Event] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._writers: list[asyncio.StreamWriter] = []

    def pull(self) -> None:
        """Drop all data of the present connections from now on; new connections work."""
        for pulled in self._pulled:
            pulled.set()

    async def connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Relay a new connection."""
        self.plugged += 1
        pulled = asyncio.Event()
        self._pulled.add(pulled)
        host, _, port = self._target.rpartition(":")
        far_reader, far_writer = await asyncio.open_connection(host, int(port))
        self._writers += (writer, far_writer)
        for source, sink in ((reader, far_writer), (far_reader, writer)):
            self._tasks.add(asyncio.create_task(self._pass(source, sink, pulled)))

    async def _pass(
        self, source: asyncio.StreamReader, sink: asyncio.StreamWriter, pulled: asyncio.Event
    ) -> None:
        with contextlib.suppress(ConnectionError):
            while data := await source.read(1 << 16):
                if not pulled.is_set():
                    sink.write(data)
                    await sink.drain()
        if not pulled.is_set():
            sink.close()

    async def close(self) -> None:
        """Close all connections."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for writer in self._writers:
            writer.close()
        await asyncio.gather(*(w.wait_closed() for w in self._writers), return_exceptions=True)


@asynccontextmanager
async def cable(target: str) -> AsyncIterator[Cable]:
    """Run a cable to a referee's address."""
    line = Cable(target)
    server = await asyncio.start_server(line.connected, "127.0.0.1", 0)
    host, port = server.sockets[0].getsockname()
    line.address = f"{host}:{port}"
    try:
        yield line
    finally:
        server.close()
        await line.close()
