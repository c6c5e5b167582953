"""A client without an SDK, which sends any message or bytes of a test.

It imports nothing of the referee, because bots that misbehave start with it.
"""

import asyncio
from typing import Any

import grpc
from google.rpc.error_details_pb2 import ErrorInfo
from google.rpc.status_pb2 import Status
from grpc import aio

from tests.patience import PATIENCE
from tianming_proto.v1 import play_pb2 as pb

METHOD = "/tianming.v1.RefereeService/Play"

Call = aio.StreamStreamCall[bytes, bytes]
Metadata = tuple[tuple[str, str], ...]


def stream(channel: aio.Channel, method: str, metadata: Metadata = ()) -> Call:
    """Open a stream of bytes."""
    multi: aio.StreamStreamMultiCallable[bytes, bytes] = channel.stream_stream(method)
    return multi(metadata=metadata)


HELLO = pb.BotMessage(hello=pb.Hello(revision_min=1, revision_max=1))


class Raw:
    """One stream, whose frames are bytes."""

    def __init__(self, address: str, token: str | None) -> None:
        self._channel = aio.insecure_channel(
            address, [("grpc.use_local_subchannel_pool", 1), ("grpc.http2.bdp_probe", 0)]
        )
        metadata: Metadata = () if token is None else (("authorization", f"Bearer {token}"),)
        self.call = stream(self._channel, METHOD, metadata)
        self._waiting: list[pb.RefereeMessage] = []

    async def send(self, *messages: pb.BotMessage) -> None:
        """Send a frame."""
        await self.call.write(pb.PlayRequest(messages=messages).SerializeToString())

    async def send_bytes(self, data: bytes) -> None:
        """Send bytes as a frame, which may be malformed."""
        await self.call.write(data)

    async def hello(self) -> None:
        """Send `Hello`, and wait for `Welcome`."""
        await self.send(HELLO)
        await self.receive("welcome")

    async def read(self, patience: float | None = PATIENCE) -> bytes | None:
        """Return the next frame within `patience` seconds; None at the end of the stream."""
        try:
            data = await asyncio.wait_for(self.call.read(), patience)
        except aio.AioRpcError:
            return None
        return data if isinstance(data, bytes) else None

    async def next(self) -> pb.RefereeMessage:
        """Return the next message."""
        while not self._waiting:
            data = await self.read()
            assert data is not None, await self.ending()
            self._waiting += pb.PlayResponse.FromString(data).messages
        return self._waiting.pop(0)

    async def receive(self, kind: str) -> Any:
        """Return the next message of a kind, and skip others."""
        while True:
            message = await self.next()
            if message.WhichOneof("kind") == kind:
                return getattr(message, kind)

    async def choose(self, question: pb.Question, option: int | None = 0) -> None:
        """Answer a question."""
        choose = pb.Choose(match_id=question.match_id, number=question.number, option=option)
        await self.send(pb.BotMessage(choose=choose))

    async def ending(self) -> tuple[grpc.StatusCode, str, dict[str, str]]:
        """Return how the stream ended: its status code, reason and facts."""
        code = await asyncio.wait_for(self.call.code(), PATIENCE)
        trailers = dict(await self.call.trailing_metadata() or ())
        status = Status.FromString(trailers.get("grpc-status-details-bin", b""))
        info = ErrorInfo()
        if status.details:
            status.details[0].Unpack(info)
        return code, info.reason, dict(info.metadata)

    async def end(
        self, patience: float | None = PATIENCE
    ) -> tuple[grpc.StatusCode, str, dict[str, str]]:
        """Read until the stream ends, with a limit for each frame; return how it ended."""
        while await self.read(patience) is not None:
            pass
        return await self.ending()

    async def close(self) -> None:
        """Cut the connection."""
        self.call.cancel()
        await self._channel.close()
