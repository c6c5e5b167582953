"""Two hostile bots: one sends as much as it can, the other never reads; both reconnect at once.

python -m tests.bench.worker.hostile flooding|deaf ADDRESS TOKEN
"""

import asyncio
import os
import sys

from grpc import aio

from tests.bench import core
from tests.server.raw import METHOD, stream
from tianming_proto.v1 import play_pb2 as pb

_HELLO = pb.PlayRequest(messages=[pb.BotMessage(hello=pb.Hello(revision_min=1, revision_max=1))])
_SPAM = pb.PlayRequest(messages=[pb.BotMessage(pong=pb.Pong(id=1)) for _ in range(50)])
_OPTIONS = [("grpc.use_local_subchannel_pool", 1), ("grpc.http2.bdp_probe", 0)]


async def flooding(address: str, token: str) -> None:
    """Send frames as fast as possible, on one stream after the other."""
    async with aio.insecure_channel(address, _OPTIONS) as channel:
        spam = _SPAM.SerializeToString()
        while True:
            call = stream(channel, METHOD, (("authorization", f"Bearer {token}"),))
            try:
                await call.write(_HELLO.SerializeToString())
                while True:
                    await call.write(spam)
            except (aio.AioRpcError, asyncio.InvalidStateError):
                await call.code()


async def deaf(address: str, token: str) -> None:
    """Send `Hello`, and never read."""
    while True:
        async with aio.insecure_channel(address, _OPTIONS) as channel:
            call = stream(channel, METHOD, (("authorization", f"Bearer {token}"),))
            await call.write(_HELLO.SerializeToString())
            await call.code()


if __name__ == "__main__":
    core.pin(core.SECOND)
    os.nice(19)  # real ones run elsewhere; these must not delay the answers of the other bots
    asyncio.run((flooding if sys.argv[1] == "flooding" else deaf)(sys.argv[2], sys.argv[3]))
