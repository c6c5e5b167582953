"""A referee that follows a script, to test a bot frame by frame."""

import tempfile
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Self

import grpc

from referee.server.referee import SERVICE
from tianming_proto.v1 import play_pb2 as pb

Context = grpc.aio.ServicerContext[bytes, bytes]

UNKNOWN = b"\x9a\x06\x00"
"""An empty message as field 99, which the protocol does not have."""


class Stream:
    """A bot's stream, in frames."""

    def __init__(self, context: Context) -> None:
        self._context = context

    async def read(self) -> list[pb.BotMessage]:
        """Return the messages of the next frame.

        Raises:
            EOFError: when the bot has closed its side.
        """
        data = await self._context.read()
        if not isinstance(data, bytes):
            raise EOFError("the bot has left")
        return list(pb.PlayRequest.FromString(data).messages)

    async def write(self, *messages: pb.RefereeMessage, tail: bytes = b"") -> None:
        """Send a frame; `tail` are raw bytes after its messages."""
        await self._context.write(pb.PlayResponse(messages=messages).SerializeToString() + tail)

    async def refuse(self, code: grpc.StatusCode, reason: str) -> None:
        """End the stream with an error."""
        await self._context.abort(code, reason)


Script = Callable[[Stream], Awaitable[None]]


class ScriptedReferee:
    """Serves each stream by a script; the stream ends with `OK` when the script returns."""

    def __init__(self, script: Script) -> None:
        self._script = script
        self._server = grpc.aio.server()
        self._stack = AsyncExitStack()
        self.address = ""
        self.metadata: dict[str, str | bytes] = {}

    async def __aenter__(self) -> Self:
        """Listen on a socket of this machine."""
        folder = self._stack.enter_context(tempfile.TemporaryDirectory(prefix="tianming-"))
        self.address = f"unix:{Path(folder) / 'scripted.sock'}"
        play: grpc.RpcMethodHandler[bytes, bytes] = grpc.stream_stream_rpc_method_handler(
            self._play
        )
        handler = grpc.method_handlers_generic_handler(SERVICE, {"Play": play})
        self._server.add_generic_rpc_handlers((handler,))
        self._server.add_insecure_port(self.address)
        await self._server.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        """Stop."""
        await self._server.stop(0)
        await self._stack.aclose()

    async def _play(self, _: object, context: Context) -> None:
        self.metadata = dict(context.invocation_metadata() or ())
        await self._script(Stream(context))
