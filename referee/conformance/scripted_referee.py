"""A scripted referee: it serves `RefereeService.Play`, and passes each stream to the check."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

import grpc
from grpc import aio

from referee.conformance.scripted_stream import ScriptedStream
from referee.server import startup
from referee.server.channel import server_arguments
from referee.server.limits import Limits
from tianming_proto.v1 import play_pb2 as pb

if TYPE_CHECKING:
    from referee.conformance.transcript import Transcript
    from referee.server.refusal import StreamRefused

    Context = aio.ServicerContext[bytes, bytes]

SERVICE = pb.DESCRIPTOR.services_by_name["RefereeService"].full_name


class ServedStream(ScriptedStream):
    """A stream that the bot opened."""

    def __init__(
        self,
        transcript: Transcript,
        patience: float,
        frames: AsyncIterator[bytes],
        context: Context,
    ) -> None:
        metadata = dict(context.invocation_metadata() or ())
        shown = metadata.get("authorization", "")
        number = transcript.open("bot", shown if isinstance(shown, str) else "")
        super().__init__(number, transcript, patience)
        self.metadata = metadata
        self._frames = frames
        self._context = context
        self._ending: asyncio.Future[StreamRefused | None] = (
            asyncio.get_running_loop().create_future()
        )

    async def serve(self) -> None:
        """Read until the check ends the stream, or the call is cancelled."""
        reading = asyncio.create_task(self._read())
        try:
            why = await self._ending
        except asyncio.CancelledError:
            self._closed(is_lost=True)
            raise
        finally:
            reading.cancel()
        if why is not None:
            await self._context.abort(why.code, why.text, why.trailers())

    async def _read(self) -> None:
        async for data in self._frames:
            self._received(data)
        self._closed(is_lost=False)

    async def _write(self, data: bytes) -> None:
        with contextlib.suppress(aio.BaseError, asyncio.InvalidStateError):
            await self._context.write(data)

    async def end(self) -> None:
        self._finish(None, "OK")

    async def refuse(self, why: StreamRefused) -> None:
        self._finish(why, f"{why.code.name}: {why.text}")

    async def close(self) -> None:
        if not self._ending.done():
            self._ending.set_result(None)

    def _finish(self, why: StreamRefused | None, text: str) -> None:
        if not self._ending.done():
            self._transcript.end(self.number, "referee", text)
            self._ending.set_result(why)


class ScriptedReferee:
    """A server whose streams a check controls.

    Attributes:
        address: the address of the last `listen`; empty before.
        tries: number of streams that were opened so far.
        refusal: the error with which it refuses every new stream; None to refuse none.
    """

    def __init__(self, transcript: Transcript, patience: float) -> None:
        self.address = ""
        self.tries = 0
        self.refusal: StreamRefused | None = None
        self._transcript = transcript
        self._patience = patience
        self._server: aio.Server | None = None
        self._streams: asyncio.Queue[ScriptedStream] = asyncio.Queue()
        self._open: list[ServedStream] = []

    async def listen(self, address: str, credentials: grpc.ServerCredentials | None = None) -> str:
        """Listen at an address; return it with the actual port."""
        self._server = server = aio.server(options=server_arguments(Limits()))
        play: grpc.RpcMethodHandler[bytes, bytes] = grpc.stream_stream_rpc_method_handler(
            self._play
        )
        handler = grpc.method_handlers_generic_handler(SERVICE, {"Play": play})
        server.add_generic_rpc_handlers((handler,))
        if credentials is None:
            port = server.add_insecure_port(address)
        else:
            port = server.add_secure_port(address, credentials)
        await startup.start(server)
        is_socket = address.startswith("unix:")
        self.address = address if is_socket else f"{address.rpartition(':')[0]}:{port}"
        return self.address

    async def stream(self) -> ScriptedStream:
        """Return the next stream that a bot opened."""
        return await self._streams.get()

    async def stop(self) -> None:
        """Close all streams and connections, and stop listening."""
        for stream in self._open:
            await stream.close()
        self._open.clear()
        if self._server is not None:
            server, self._server = self._server, None
            await server.stop(0)

    async def _play(self, frames: AsyncIterator[bytes], context: Context) -> None:
        self.tries += 1
        stream = ServedStream(self._transcript, self._patience, frames, context)
        if self.refusal is not None:
            await stream.refuse(self.refusal)
        self._open.append(stream)
        self._streams.put_nowait(stream)
        await stream.serve()
