"""A network between a bot and the scripted referee: slow, in small pieces, or cut."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Relay:
    """Passes bytes between connections of a bot and a referee.

    Attributes:
        address: where the bot connects to, as `host:port`.
        piece: bytes that are passed at once.
        delay: seconds before each piece.
        allowance: bytes that still pass to the bot before the connection is cut; None for all.
    """

    def __init__(self, target: str, piece: int = 1 << 16, delay: float = 0.0) -> None:
        """Pass to a target, `host:port`."""
        self.address = ""
        self.piece = piece
        self.delay = delay
        self.allowance: int | None = None
        self._target = target
        self._writers: list[asyncio.StreamWriter] = []
        self._tasks: list[asyncio.Task[None]] = []

    def cut(self) -> None:
        """Break all connections, without the end that TCP and HTTP/2 know."""
        for writer in self._writers:
            writer.transport.abort()
        self._writers.clear()

    async def connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Pass what comes over a new connection."""
        host, _, port = self._target.rpartition(":")
        far_reader, far_writer = await asyncio.open_connection(host, int(port))
        self._writers += (writer, far_writer)
        self._tasks += (
            asyncio.create_task(self._pass(reader, far_writer)),
            asyncio.create_task(self._pass(far_reader, writer, to_bot=True)),
        )

    async def close(self) -> None:
        """Break all connections, and pass no more."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.cut()

    async def _pass(
        self, source: asyncio.StreamReader, sink: asyncio.StreamWriter, *, to_bot: bool = False
    ) -> None:
        with contextlib.suppress(ConnectionError):
            while data := await source.read(self.piece):
                await asyncio.sleep(self.delay)
                if to_bot and self.allowance is not None:
                    data, self.allowance = data[: self.allowance], self.allowance - len(data)
                sink.write(data)
                await sink.drain()
                if self.allowance is not None and self.allowance <= 0:
                    self.allowance = None
                    self.cut()
                    return
            sink.close()


@asynccontextmanager
async def relay(target: str, piece: int = 1 << 16, delay: float = 0.0) -> AsyncIterator[Relay]:
    """A relay to a referee's address; arguments as of `Relay`."""
    network = Relay(target, piece, delay)
    server = await asyncio.start_server(network.connected, "127.0.0.1", 0)
    host, port = server.sockets[0].getsockname()
    network.address = f"{host}:{port}"
    try:
        yield network
    finally:
        server.close()
        await network.close()
