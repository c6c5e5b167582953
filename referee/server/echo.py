"""Measure whether gRPC's threads are late: send messages to the referee itself through gRPC.

All calls of a process share these threads. While they are busy with the traffic of one peer, the
frames of all others wait, and the event loop does not notice. The clock of matches does not count
that time: it waits for the echo, as it waits for a late event loop.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from tempfile import TemporaryDirectory
from typing import Protocol

import grpc
from grpc import aio

from referee.event_log import structlog
from referee.runtime_folder import runtime_folder
from referee.server import startup

log = structlog.get_logger()

PAUSE = 0.1
"""Seconds between two messages."""

_SERVICE = "tianming.internal.Echo"
_MESSAGE = b"\0"


class EchoClock(Protocol):
    """The part of a `FairClock` that waits for echoes."""

    def send_echo(self) -> None:
        """Note that a message to the referee itself goes to gRPC."""

    def receive_echo(self) -> None:
        """Note that the message has arrived, or that none is on its way."""


class GrpcEcho:
    """The echo of one referee: a server at a private Unix socket, and a stream to it."""

    def __init__(self, clock: EchoClock) -> None:
        self._clock = clock
        self._folder: TemporaryDirectory[str] | None = None
        self._server: aio.Server | None = None
        self._sending: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin to send messages.

        Raises:
            MachineError, OSError, RuntimeError: when this machine does not let gRPC listen.
        """
        self._folder = TemporaryDirectory(dir=runtime_folder())
        address = f"unix:{self._folder.name}/echo.sock"
        server = aio.server()
        method: grpc.RpcMethodHandler[bytes, bytes] = grpc.stream_stream_rpc_method_handler(_echo)
        handler = grpc.method_handlers_generic_handler(_SERVICE, {"Echo": method})
        server.add_generic_rpc_handlers((handler,))
        server.add_insecure_port(address)
        self._server = server
        await startup.start(server)
        self._sending = asyncio.create_task(self._send(address))

    async def stop(self) -> None:
        """Stop sending, and remove the socket."""
        if self._sending is not None:
            self._sending.cancel()
            await asyncio.wait((self._sending,))
        if self._server is not None:
            await self._server.stop(None)
        if self._folder is not None:
            self._folder.cleanup()

    async def _send(self, address: str) -> None:
        """Send messages forever; a stream that breaks is opened again."""
        options = [("grpc.default_authority", "localhost"), ("grpc.enable_http_proxy", 0)]
        try:
            while True:
                with contextlib.suppress(aio.AioRpcError, asyncio.InvalidStateError):
                    async with aio.insecure_channel(address, options) as channel:
                        echo: aio.StreamStreamMultiCallable[bytes, bytes] = channel.stream_stream(
                            f"/{_SERVICE}/Echo"
                        )
                        await self._exchange(echo())
                self._clock.receive_echo()
                log.warning("echo_broken")
                await asyncio.sleep(PAUSE)
        finally:
            self._clock.receive_echo()

    async def _exchange(self, call: "aio.StreamStreamCall[bytes, bytes]") -> None:
        """Send a message, wait for it, pause, and so on, until the stream ends."""
        answer: object = _MESSAGE
        while answer == _MESSAGE:
            self._clock.send_echo()
            await call.write(_MESSAGE)
            answer = await call.read()
            self._clock.receive_echo()
            await asyncio.sleep(PAUSE)


async def _echo(
    messages: AsyncIterator[bytes], _: "aio.ServicerContext[bytes, bytes]"
) -> AsyncIterator[bytes]:
    """Send each message back."""
    async for message in messages:
        yield message
