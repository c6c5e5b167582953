"""Many bots in one process, each with a separate connection; each answers after a random time."""

import asyncio
import json
import random
import sys
from dataclasses import asdict, dataclass
from pathlib import Path

from grpc import aio

from tests.bench import core
from tests.server.raw import METHOD, stream
from tianming_proto.v1 import play_pb2 as pb


@dataclass(frozen=True, slots=True)
class Crowd:
    """The job of the process.

    Attributes:
        address: the address of the referee.
        tokens: the tokens of all bots.
        silent: the tokens of bots that never answer a question.
        least: minimum seconds for an answer.
        most: maximum seconds for an answer.
    """

    address: str
    tokens: tuple[str, ...]
    silent: tuple[str, ...]
    least: float
    most: float

    def write(self, path: Path) -> None:
        """Write the job to a file for the process."""
        path.write_text(json.dumps(asdict(self)))


class Bot:
    """A bot with one stream: it answers pings at once, and questions after a random time."""

    def __init__(self, crowd: Crowd, token: str) -> None:
        self._crowd = crowd
        self._silent = token in crowd.silent
        self._channel = aio.insecure_channel(
            crowd.address, [("grpc.use_local_subchannel_pool", 1), ("grpc.http2.bdp_probe", 0)]
        )
        self._call = stream(self._channel, METHOD, (("authorization", f"Bearer {token}"),))
        self._frame = pb.PlayRequest()
        self._mail = asyncio.Event()

    async def play(self) -> None:
        """Play until the stream ends."""
        self._say(pb.BotMessage(hello=pb.Hello(revision_min=1, revision_max=1)))
        await asyncio.gather(self._read(), self._write())

    async def _read(self) -> None:
        loop = asyncio.get_running_loop()
        while isinstance(data := await self._call.read(), bytes):
            for message in pb.PlayResponse.FromString(data).messages:
                if message.HasField("question") and not self._silent:
                    think = random.uniform(self._crowd.least, self._crowd.most)
                    loop.call_later(think, self._say, _answer(message.question))
                elif message.HasField("ping"):
                    self._say(pb.BotMessage(pong=pb.Pong(id=message.ping.id)))
        self._mail.set()

    async def _write(self) -> None:
        while not self._call.done():
            if self._frame.messages:
                frame, self._frame = self._frame, pb.PlayRequest()
                await self._call.write(frame.SerializeToString())
            self._mail.clear()
            if not self._frame.messages:
                await self._mail.wait()

    def _say(self, message: pb.BotMessage) -> None:
        self._frame.messages.append(message)
        self._mail.set()


def _answer(question: pb.Question) -> pb.BotMessage:
    option = question.number * 7919 % question.option_count
    choose = pb.Choose(match_id=question.match_id, number=question.number, option=option)
    return pb.BotMessage(choose=choose)


async def main(path: Path) -> None:
    """Play until the process is ended."""
    words = json.loads(path.read_text())
    crowd = Crowd(**{**words, "silent": frozenset(words["silent"])})
    await asyncio.gather(*(Bot(crowd, token).play() for token in crowd.tokens))


if __name__ == "__main__":
    core.pin(core.SECOND)
    asyncio.run(main(Path(sys.argv[1])))
