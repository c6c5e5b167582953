"""The client of the echo: it answers every message of every stream at once."""

import asyncio
import sys

import grpc

from tests.bench import core
from tests.bench.worker.echo import METHOD
from tianming_proto.v1 import play_pb2 as pb


async def main(address: str, streams: int, size: int, messages: bool) -> None:
    """Answer on `streams` streams of one channel until the process is killed."""
    async with grpc.aio.insecure_channel(address) as channel:
        answers = (
            _messages(channel) if messages else _bytes(channel, bytes(size)) for _ in range(streams)
        )
        await asyncio.gather(*answers)


async def _messages(channel: grpc.aio.Channel) -> None:
    method: grpc.aio.StreamStreamMultiCallable[pb.PlayRequest, pb.PlayResponse]
    method = channel.stream_stream(
        METHOD,
        request_serializer=pb.PlayRequest.SerializeToString,
        response_deserializer=pb.PlayResponse.FromString,
    )
    call = method(wait_for_ready=True)
    while isinstance(frame := await call.read(), pb.PlayResponse):
        answer = pb.PlayRequest()
        for message in frame.messages:
            choose, question = answer.messages.add().choose, message.question
            choose.match_id = question.match_id
            choose.number = question.number
            choose.option = 3
        await call.write(answer)


async def _bytes(channel: grpc.aio.Channel, answer: bytes) -> None:
    method: grpc.aio.StreamStreamMultiCallable[bytes, bytes] = channel.stream_stream(METHOD)
    call = method(wait_for_ready=True)
    while await call.read():
        await call.write(answer)


if __name__ == "__main__":
    core.pin_if_asked(core.SECOND)
    asyncio.run(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4] == "messages"))
