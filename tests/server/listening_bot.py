"""A bot that listens and follows a script, frame by frame, without an SDK."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import grpc
from grpc import aio
from grpc_health.v1 import health, health_pb2_grpc
from grpc_health.v1.health_pb2 import HealthCheckResponse

from referee.server.dial import SERVICE
from tests.server.raw import HELLO
from tianming_proto.v1 import play_pb2 as pb

Context = aio.ServicerContext[bytes, bytes]
Script = Callable[["Served"], Awaitable[None]]


class Served:
    """One stream of a referee, and its number from 1."""

    def __init__(self, context: Context, number: int) -> None:
        self.context = context
        self.number = number

    async def send(self, *messages: pb.BotMessage) -> None:
        """Send a frame."""
        await self.context.write(pb.ServeResponse(messages=messages).SerializeToString())

    async def receive(self, kind: str) -> Any:
        """Return the next message of a kind, and skip others."""
        while isinstance(data := await self.context.read(), bytes):
            for message in pb.ServeRequest.FromString(data).messages:
                if message.WhichOneof("kind") == kind:
                    return getattr(message, kind)
        raise EOFError("the referee has ended the stream")

    async def play(self) -> None:
        """Send `Hello`, and choose option 1 of every question, until the stream ends."""
        await self.send(HELLO)
        while isinstance(data := await self.context.read(), bytes):
            await self.answer(data)

    async def answer(self, data: bytes) -> None:
        """Answer the questions and pings of a frame."""
        for message in pb.ServeRequest.FromString(data).messages:
            if message.HasField("question"):
                asked = message.question
                choose = pb.Choose(match_id=asked.match_id, number=asked.number, option=1)
                await self.send(pb.BotMessage(choose=choose))
            elif message.HasField("ping"):
                await self.send(pb.BotMessage(pong=pb.Pong(id=message.ping.id)))


class DialTarget:
    """Serves each stream by a script; `streams` counts them, `metadata` is that of the last."""

    def __init__(self, script: Script) -> None:
        self.address = ""
        self.streams = 0
        self.metadata: dict[str, str | bytes] = {}
        self.health = health.aio.HealthServicer()
        self._script = script

    async def serve(self, _: object, context: Context) -> None:
        """Serve one stream."""
        self.streams += 1
        self.metadata = dict(context.invocation_metadata() or ())
        with contextlib.suppress(EOFError):
            await self._script(Served(context, self.streams))


@contextlib.asynccontextmanager
async def bot(
    script: Script, credentials: grpc.ServerCredentials | None = None
) -> AsyncIterator[DialTarget]:
    """Run a healthy listening bot on this machine."""
    options = (("grpc.so_reuseport", 0),)  # no other process listens on the same port
    made, server = DialTarget(script), aio.server(options=options)
    method: grpc.RpcMethodHandler[bytes, bytes] = grpc.stream_stream_rpc_method_handler(made.serve)
    server.add_generic_rpc_handlers(
        (grpc.method_handlers_generic_handler(SERVICE, {"Serve": method}),)
    )
    health_pb2_grpc.add_HealthServicer_to_server(made.health, server)
    await made.health.set("", HealthCheckResponse.SERVING)
    if credentials is None:
        made.address = f"http://127.0.0.1:{server.add_insecure_port('127.0.0.1:0')}"
    else:
        made.address = f"https://localhost:{server.add_secure_port('localhost:0', credentials)}"
    await server.start()
    try:
        yield made
    finally:
        await server.stop(0)
        await asyncio.sleep(0)
