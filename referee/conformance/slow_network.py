"""A simulated network between a bot and the scripted referee, which can be slow or break."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

_PING = bytes((0, 0, 8, 6, 0, 0, 0, 0, 0))
"""The head of an HTTP/2 frame PING that asks for an answer."""


class Relay:
    """Forwards bytes between connections of a bot and a referee.

    Attributes:
        address: the address for the bot, as `host:port`.
        piece: maximum of bytes that are forwarded at once.
        delay: seconds before each piece.
        allowance: bytes to forward to the bot before all connections break; None for no limit.
        pings: the times at which the bot sent an HTTP/2 ping while the network was silent.
        passed: the time at which the bot was last sent bytes.
        moved: the time at which bytes last passed in either direction.
    """

    def __init__(self, target: str, piece: int = 1 << 16, delay: float = 0.0) -> None:
        """Forward to `target`, as `host:port`."""
        self.address = ""
        self.piece = piece
        self.delay = delay
        self.allowance: int | None = None
        self.pings: list[float] = []
        self.passed = 0.0
        self.moved = 0.0
        self._is_silent = False
        self._given_up = asyncio.Event()
        self._target = target
        self._writers: list[asyncio.StreamWriter] = []
        self._tasks: list[asyncio.Task[None]] = []

    def cut(self) -> None:
        """Abort all connections, without a regular end of TCP or HTTP/2."""
        for writer in self._writers:
            writer.transport.abort()
        self._writers.clear()

    async def rest(self, seconds: float) -> None:
        """Wait until no bytes have passed for so many seconds."""
        now = asyncio.get_running_loop().time
        while (left := self.moved + seconds - now()) > 0:
            await asyncio.sleep(left)

    async def silence(self) -> None:
        """Pass nothing on, not even an end, until the bot gives up a connection."""
        self._is_silent = True
        self._given_up.clear()
        try:
            await self._given_up.wait()
        finally:
            self._is_silent = False

    async def connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Forward the bytes of a new connection in both directions."""
        host, _, port = self._target.rpartition(":")
        far_reader, far_writer = await asyncio.open_connection(host, int(port))
        self._writers += (writer, far_writer)
        self._tasks += (
            asyncio.create_task(self._pass(reader, far_writer)),
            asyncio.create_task(self._pass(far_reader, writer, to_bot=True)),
        )

    async def close(self) -> None:
        """Abort all connections, and stop forwarding."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.cut()

    async def _pass(
        self, source: asyncio.StreamReader, sink: asyncio.StreamWriter, *, to_bot: bool = False
    ) -> None:
        with contextlib.suppress(ConnectionError):
            while data := await source.read(self.piece):
                if self._is_silent:
                    if not to_bot and _PING in data:
                        self.pings.append(asyncio.get_running_loop().time())
                    continue
                await asyncio.sleep(self.delay)
                if sink.is_closing():  # the connection was cut meanwhile
                    break
                if to_bot and self.allowance is not None:
                    data, self.allowance = data[: self.allowance], self.allowance - len(data)
                self.moved = asyncio.get_running_loop().time()
                if to_bot:
                    self.passed = self.moved
                sink.write(data)
                await sink.drain()
                if self.allowance is not None and self.allowance <= 0:
                    self.allowance = None
                    self.cut()
                    return
            if to_bot and self._is_silent:
                return
            sink.close()
        if not to_bot:
            self._given_up.set()


@asynccontextmanager
async def relay(target: str, piece: int = 1 << 16, delay: float = 0.0) -> AsyncIterator[Relay]:
    """Run a relay to a referee's address inside the `async with` block; arguments as in `Relay`."""
    network = Relay(target, piece, delay)
    server = await asyncio.start_server(network.connected, "127.0.0.1", 0)
    host, port = server.sockets[0].getsockname()
    network.address = f"{host}:{port}"
    try:
        yield network
    finally:
        server.close()
        await network.close()
