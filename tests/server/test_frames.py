"""Frames go out together: what bots say at the same time is answered in one frame."""

import asyncio

from referee.games.registry import load
from referee.match.match import MatchSettings
from referee.record.file import MemoryFile
from referee.server.clock import FairClock
from referee.server.gate import Gate
from referee.server.host import MatchHost
from referee.server.identity import Identities
from referee.server.limits import Limits
from referee.server.lobby import Lobby
from referee.server.logbook import Logbook
from referee.server.stream import PlayStreams
from tests.server.raw import running
from tests.server.transport import Call
from tianming.v1 import play_pb2 as pb

OPTIONS = {"together": "no", "broken": "no"}

TURNS = 20
"""Turns of the loop after which whatever was said has been answered."""


class Line(Call):
    """A transport without a network: what is said is there in the next turn of the loop."""

    def __init__(self, token: str) -> None:
        super().__init__(token)
        self.frames: list[list[pb.RefereeMessage]] = []
        self._said: asyncio.Queue[bytes] = asyncio.Queue()

    def say(self, message: pb.BotMessage) -> None:
        """The bot says something."""
        self._said.put_nowait(pb.PlayRequest(messages=[message]).SerializeToString())

    def choose(self, match_id: str, number: int) -> None:
        """The bot answers a question."""
        choose = pb.Choose(match_id=match_id, number=number, option=0)
        self.say(pb.BotMessage(choose=choose))

    @property
    def questions(self) -> list[list[pb.Question]]:
        """The questions of each frame that has any."""
        asked = [
            [one.question for one in frame if one.HasField("question")] for frame in self.frames
        ]
        return [frame for frame in asked if frame]

    async def read(self) -> object:
        return await self._said.get()

    async def write(self, message: bytes) -> None:
        self.frames.append(list(pb.PlayResponse.FromString(message).messages))


async def settled() -> None:
    """Wait until all that was said has been answered."""
    for _ in range(TURNS):
        await asyncio.sleep(0)


class TestTogether:
    """What comes at the same time goes out in one frame."""

    def test_what_follows_from_the_words_of_two_bots_reaches_a_third_in_one_frame(self) -> None:
        async def test() -> None:
            clock, limits, identities = FairClock(), Limits(), Identities()
            logbook = Logbook(limits, clock)
            lobby = Lobby(limits, logbook)
            streams = PlayStreams(lobby, identities, logbook, clock, Gate(limits, clock))
            lines = {name: Line(identities.admit(name)) for name in ("ann", "bob", "cat")}
            playing = [asyncio.create_task(streams.play(None, line)) for line in lines.values()]
            for line in lines.values():
                line.say(pb.BotMessage(hello=pb.Hello(revision_min=1, revision_max=1)))
            await settled()
            for first in ("ann", "bob"):
                settings = MatchSettings(
                    first, "toy", OPTIONS, (first, "cat"), bytes(32), bytes(32)
                )
                host = MatchHost(settings, load("toy"), MemoryFile(), clock, 0.0)
                lobby.open(host)
                host.start()
            await settled()
            (asked,) = lines["cat"].questions
            for question in asked:
                lines["cat"].choose(question.match_id, 1)
            await settled()
            lines["ann"].choose("ann", 2)
            await asyncio.sleep(0)
            lines["bob"].choose("bob", 2)
            await settled()
            assert [len(frame) for frame in lines["cat"].questions] == [2, 2]
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)

        running(test)
