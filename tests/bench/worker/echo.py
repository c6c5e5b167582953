"""The floor: a bare grpc.aio server that sends bytes and waits for bytes, and no more."""

import asyncio
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import grpc

from tests.bench import core
from tests.bench.sample import job_of, report

METHOD = "/bench.Echo/Play"

_MICRO = 1e6

Context = grpc.aio.ServicerContext[bytes, bytes]


@dataclass(frozen=True, slots=True)
class Echo:
    """So many streams of one client for so many seconds, with messages of these sizes."""

    streams: int
    seconds: float
    question: int
    answer: int


class Asker:
    """Asks on every stream, again as soon as it is answered."""

    def __init__(self, question: bytes) -> None:
        self.answers = 0
        self._question = question

    async def play(self, _: object, context: Context) -> None:
        """Serve one stream."""
        write, read, question = context.write, context.read, self._question
        while True:
            await write(question)
            if not await read():
                return
            self.answers += 1


async def main(job: Echo) -> None:
    """Ask until the time is up."""
    core.pin(core.FIRST)
    asker = Asker(bytes(job.question))
    server = grpc.aio.server()
    play: grpc.RpcMethodHandler[bytes, bytes] = grpc.stream_stream_rpc_method_handler(asker.play)
    server.add_generic_rpc_handlers(
        (grpc.method_handlers_generic_handler("bench.Echo", {"Play": play}),)
    )
    with tempfile.TemporaryDirectory(prefix="tianming-bench-") as folder:
        address = f"unix:{Path(folder) / 'echo.sock'}"
        server.add_insecure_port(address)
        await server.start()
        client = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tests.bench.worker.echo_client"),
            *(address, str(job.streams), str(job.answer)),
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
