"""The rival of the referee: a bare grpc.aio server that sends a frame and waits for the answers.

Its messages are those of the protocol, encoded and parsed by the generated code, as in any gRPC
program. A faster variant sends bytes that are neither encoded nor parsed.
"""

import asyncio
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import grpc

from tests.bench import core
from tests.bench.sample import job_of, report
from tianming_proto.v1 import play_pb2 as pb

METHOD = "/bench.Echo/Play"

_MICRO = 1e6

_TYPE = "type.googleapis.com/tianming.games.dragon.v1.Position"
_AROUND = 90
"""Bytes of a question around its payload."""

Context = grpc.aio.ServicerContext[Any, Any]


@dataclass(frozen=True, slots=True)
class Echo:
    """The job of the echo.

    Attributes:
        streams: number of streams of its only client.
        seconds: duration of the measurement.
        question: bytes of a message to the client.
        answer: bytes of a message from the client, if it sends bytes.
        messages: whether to send messages of the protocol; otherwise bytes.
        fill: number of messages in each frame, if it sends messages.
    """

    streams: int
    seconds: float
    question: int
    answer: int
    messages: bool = True
    fill: int = 1


class Asker:
    """Sends a frame of questions on every stream, and the next one after the answers."""

    def __init__(self, size: int, messages: bool, fill: int) -> None:
        self.answers = 0
        self._fill = fill
        self._payload = bytes(size - _AROUND)
        self._question = self._message if messages else self._bytes
        self._size = size

    async def play(self, _: object, context: Context) -> None:
        """Serve one stream."""
        write, read, question = context.write, context.read, self._question
        while True:
            await write(question())
            if not await read():
                return
            self.answers += self._fill

    def handler(self, messages: bool) -> "grpc.RpcMethodHandler[Any, Any]":
        """Return the handler of the method, for messages or for bytes."""
        if not messages:
            return grpc.stream_stream_rpc_method_handler(self.play)
        return grpc.stream_stream_rpc_method_handler(
            self.play,
            request_deserializer=pb.PlayRequest.FromString,
            response_serializer=pb.PlayResponse.SerializeToString,
        )

    def _bytes(self) -> bytes:
        return bytes(self._size)

    def _message(self) -> pb.PlayResponse:
        frame = pb.PlayResponse()
        for _ in range(self._fill):
            question = frame.messages.add().question
            question.match_id = "match"
            question.number = self.answers
            question.budget.seconds = 35
            question.position.type_url = _TYPE
            question.position.value = self._payload
            question.option_count = 7
        return frame


async def main(job: Echo) -> None:
    """Serve a client, and measure until the time is up."""
    core.pin_if_asked(core.FIRST)
    asker = Asker(job.question, job.messages, job.fill)
    server = grpc.aio.server()
    play = asker.handler(job.messages)
    server.add_generic_rpc_handlers(
        (grpc.method_handlers_generic_handler("bench.Echo", {"Play": play}),)
    )
    with tempfile.TemporaryDirectory(prefix="tianming-bench-") as folder:
        address = f"unix:{Path(folder) / 'echo.sock'}"
        server.add_insecure_port(address)
        await server.start()
        client = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tests.bench.worker.echo_client"),
            *(address, str(job.streams), str(job.answer), "messages" if job.messages else "bytes"),
        )
        await _measure(asker, job.seconds)
        client.kill()
        await client.wait()
        await server.stop(0)


async def _measure(asker: Asker, seconds: float) -> None:
    while not asker.answers:
        await asyncio.sleep(0.05)
    await asyncio.sleep(seconds / 3)
    answers, cpu, wall = asker.answers, time.process_time(), time.perf_counter()
    await asyncio.sleep(seconds)
    answers = asker.answers - answers
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    report({"rate": answers / wall, "cpu": cpu / answers * _MICRO})


if __name__ == "__main__":
    asyncio.run(main(job_of(Echo)))
