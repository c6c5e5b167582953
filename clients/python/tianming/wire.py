"""The transport of a stream: a call to a referee, or a call that a referee has opened."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Protocol

from grpc import aio

if TYPE_CHECKING:
    from tianming_proto.v1 import play_pb2 as pb

CUT = (aio.AioRpcError, aio.BaseError, asyncio.InvalidStateError)
"""The errors of reads and writes after the end of a stream."""


class StreamWire(Protocol):
    """One stream of frames. Its methods raise one of `CUT` after the end of the stream."""

    async def read(self) -> object:
        """Return the next frame of the referee, or a value of another type at the end."""

    async def write(self, frame: pb.PlayRequest, /) -> None:
        """Send a frame."""

    async def done_writing(self) -> None:
        """Signal that no more frames follow."""
