"""A remote bot that logs the messages it receives, and always reconnects.

python -m tests.crash.witness LOG SEED

The log has a line of JSON for each event: `started`, `question` and `ended`. The bot writes the
line before it answers. So the log is complete whichever process is killed.
"""

import asyncio
import json
import os
import random
import sys
from hashlib import blake2b
from pathlib import Path
from typing import Any

import grpc

from tests.server.raw import Raw
from tianming_proto.v1 import play_pb2 as pb

_THINKING = 0.008
"""Maximum seconds for a decision."""

_REST = 0.05
"""Seconds between two attempts to connect to the referee."""


class Witness:
    """One bot, with its log."""

    def __init__(self, log: Path, seed: int) -> None:
        self._log = log.open("a", buffering=1)
        self._random = random.Random(seed)

    async def play(self) -> None:
        """Play on one stream after another, until the process ends."""
        while True:
            raw = Raw(os.environ["TIANMING_SERVER"], os.environ["TIANMING_TOKEN"])
            try:
                await raw.send(pb.BotMessage(hello=pb.Hello(revision_min=1, revision_max=1)))
                while (data := await raw.call.read()) and isinstance(data, bytes):
                    for message in pb.PlayResponse.FromString(data).messages:
                        await self._read_log(raw, message)
            except (grpc.aio.AioRpcError, asyncio.InvalidStateError, TimeoutError):
                pass
            finally:
                await raw.close()
            await asyncio.sleep(_REST)

    async def _read_log(self, raw: Raw, message: pb.RefereeMessage) -> None:
        match message.WhichOneof("kind"):
            case "match_started":
                started = message.match_started
                self._write("started", started.match_id, seat=started.seat)
            case "question":
                await self._answer(raw, message.question)
            case "match_ended":
                ended = message.match_ended
                self._write("ended", ended.match_id, digest=ended.record_digest.hex())

    async def _answer(self, raw: Raw, question: pb.Question) -> None:
        payload = blake2b(question.position.value, digest_size=16).hexdigest()
        since = [event.notation for event in question.since]
        self._write(
            "question",
            question.match_id,
            seat=question.seat,
            number=question.number,
            payload=payload,
            since=since,
        )
        await asyncio.sleep(self._random.uniform(0, _THINKING))
        await raw.choose(question, self._random.randrange(question.option_count))

    def _write(self, kind: str, match_id: str, **facts: Any) -> None:
        self._log.write(json.dumps({"kind": kind, "match": match_id, **facts}) + "\n")


if __name__ == "__main__":
    asyncio.run(Witness(Path(sys.argv[1]), int(sys.argv[2])).play())
