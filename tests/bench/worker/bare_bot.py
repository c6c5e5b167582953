"""The smallest bots without the SDK, on `grpc.aio` and on synchronous gRPC.

They send the same bytes as the bot of the benchmarks, but know no matches, limits or reconnects.
"""

import asyncio
import os
import sys
from collections.abc import Iterator
from queue import SimpleQueue

import grpc
from grpc import aio

from tests.bench import core
from tianming_proto.v1 import play_pb2 as pb
from tianming_proto.v1.play_pb2_grpc import RefereeServiceStub

_HELLO = pb.PlayRequest(messages=[pb.BotMessage(hello=pb.Hello(revision_min=1, revision_max=1))])


def answers(frame: pb.PlayResponse) -> pb.PlayRequest:
    """Return the answers to the questions and pings of a frame."""
    result = pb.PlayRequest()
    for message in frame.messages:
        if message.HasField("question"):
            question, choose = message.question, result.messages.add().choose
            choose.match_id = question.match_id
            choose.number = question.number
            choose.option = question.number * 7919 % question.option_count
        elif message.HasField("ping"):
            result.messages.add().pong.id = message.ping.id
    return result


async def play_async(address: str, metadata: tuple[tuple[str, str], ...]) -> None:
    """Play until the referee ends the stream."""
    async with aio.insecure_channel(address) as channel:
        call = RefereeServiceStub(channel).Play(metadata=metadata)
        await call.write(_HELLO)
        while isinstance(frame := await call.read(), pb.PlayResponse):
            answer = answers(frame)
            if answer.messages:
                await call.write(answer)


def play(address: str, metadata: tuple[tuple[str, str], ...]) -> None:
    """Play until the referee ends the stream."""
    waiting = SimpleQueue[pb.PlayRequest]()
    waiting.put(_HELLO)
    with grpc.insecure_channel(address) as channel:
        for frame in RefereeServiceStub(channel).Play(_forever(waiting), metadata=metadata):
            answer = answers(frame)
            if answer.messages:
                waiting.put(answer)


def _forever(waiting: SimpleQueue[pb.PlayRequest]) -> Iterator[pb.PlayRequest]:
    while True:
        yield waiting.get()


def main(is_async: bool) -> None:
    """Play with the address and the token of the environment."""
    address = os.environ["TIANMING_SERVER"]
    metadata = (("authorization", f"Bearer {os.environ['TIANMING_TOKEN']}"),)
    if is_async:
        asyncio.run(play_async(address, metadata))
    else:
        play(address, metadata)


if __name__ == "__main__":
    core.pin_if_asked(core.SECOND)
    main(sys.argv[1] == "aio")
