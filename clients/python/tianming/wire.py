"""What carries a stream, whoever opened it: a call to a referee, or a call of one."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Protocol

from grpc import aio

if TYPE_CHECKING:
    from tianming_proto.v1 import play_pb2 as pb

CUT = (aio.AioRpcError, aio.BaseError, asyncio.InvalidStateError)
"""What reading and writing raise when a stream is over."""


class StreamWire(Protocol):
    """One stream of frames. Each of its methods raises one of `CUT` when the stream is over."""

    async def read(self) -> object:
        """The next frame of the referee; something else at the end of the stream."""

    async def write(self, frame: pb.PlayRequest, /) -> None:
        """Send a frame."""

    async def done_writing(self) -> None:
        """Say that no more frames follow."""
