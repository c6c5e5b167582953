"""The client of the floor: answers every message of every stream with the same bytes."""

import asyncio
import sys

import grpc

from tests.bench import core
from tests.bench.worker.echo import METHOD


async def main(address: str, streams: int, answer: bytes) -> None:
    """Answer on so many streams of one channel until the process is ended."""
    async with grpc.aio.insecure_channel(address) as channel:
        await asyncio.gather(*(_answer(channel, answer) for _ in range(streams)))


async def _answer(channel: grpc.aio.Channel, answer: bytes) -> None:
    method: grpc.aio.StreamStreamMultiCallable[bytes, bytes] = channel.stream_stream(METHOD)
    call = method(wait_for_ready=True)
    while await call.read():
        await call.write(answer)


if __name__ == "__main__":
    core.pin(core.SECOND)
    asyncio.run(main(sys.argv[1], int(sys.argv[2]), bytes(int(sys.argv[3]))))
