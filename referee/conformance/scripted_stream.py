"""The referee's side of a stream with a bot, frame by frame."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Collection, Iterable, Sequence
from typing import TYPE_CHECKING, TypeVar

from google.protobuf.message import DecodeError

from referee.conformance.broken_promise import Skipped, Violation
from referee.conformance.scripted_match import BOT, ScriptedMatch
from referee.identifier import SessionId
from referee.server import message as encoded
from referee.server.limits import Limits
from tianming_games.ground.encoding import field
from tianming_games.registry import load, playable
from tianming_proto.v1 import play_pb2 as pb

if TYPE_CHECKING:
    from referee.conformance.transcript import Transcript
    from referee.server.refusal import StreamRefused

T = TypeVar("T")

QuestionKey = tuple[str, int]
"""A question: the name of its match, and its number."""

LIMITS = Limits()


async def within(seconds: float, expected: str, awaitable: Awaitable[T]) -> T:
    """Await `awaitable` with a time limit; `expected` describes it for the error.

    Raises:
        Violation: if it takes longer than `seconds`.
    """
    try:
        async with asyncio.timeout(seconds):
            return await awaitable
    except TimeoutError:
        raise Violation(expected, f"nothing within {seconds:g} s") from None


class ScriptedStream(ABC):
    """A stream of a bot.

    Attributes:
        number: number of the stream in its check, from 1.
        metadata: the metadata of the call, if the bot made the call.
        hello: the `Hello` of the bot, once `welcome` has read it.
        received: all messages that were read so far.
        over: set when the bot has ended its side, or the stream is lost.
        is_lost: whether the stream broke; False if the bot half-closed its side.
    """

    def __init__(self, number: int, transcript: Transcript, patience: float) -> None:
        self.number = number
        self.metadata: dict[str, str | bytes] = {}
        self.hello = pb.Hello()
        self.received: list[pb.BotMessage] = []
        self.over = asyncio.Event()
        self.is_lost = False
        self.patience = patience
        self._transcript = transcript
        self._inbox: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._matches: list[ScriptedMatch] = []

    # -- the transport

    @abstractmethod
    async def _write(self, data: bytes) -> None:
        """Send a frame."""

    @abstractmethod
    async def end(self) -> None:
        """End the stream with `OK`."""

    @abstractmethod
    async def refuse(self, why: StreamRefused) -> None:
        """End the stream with an error."""

    @abstractmethod
    async def close(self) -> None:
        """Close the stream in any state."""

    def _received(self, data: bytes) -> None:
        self._transcript.frame(self.number, "bot", data)
        self._inbox.put_nowait(data)

    def _closed(self, *, is_lost: bool) -> None:
        if not self.over.is_set():
            if is_lost:
                self._transcript.remark("the stream broke", self.number)
            else:
                self._transcript.half_close(self.number, "bot")
            self.is_lost = is_lost
            self.over.set()
            self._inbox.put_nowait(None)

    # -- frames

    async def send(self, *messages: pb.RefereeMessage | bytes, tail: bytes = b"") -> None:
        """Send a frame; the bytes of `tail` follow its messages unchanged."""
        parts = (one if isinstance(one, bytes) else one.SerializeToString() for one in messages)
        await self.send_raw(b"".join(field(1, part) for part in parts) + tail)

    async def send_raw(self, data: bytes) -> None:
        """Send bytes that need not be a valid frame."""
        self._transcript.frame(self.number, "referee", data)
        await within(self.patience, "the bot to read its stream", self._write(data))

    async def frame(self, expected: str) -> list[pb.BotMessage]:
        """Return the messages of the next frame.

        Raises:
            Violation: if no frame comes in time, or the frame is malformed.
        """
        data = await within(self.patience, expected, self._inbox.get())
        if data is None:
            self._inbox.put_nowait(None)
            raise Violation(expected, "the end of the stream")
        try:
            messages = list(pb.PlayRequest.FromString(data).messages)
            self.received += messages
            return messages
        except DecodeError:
            raise Violation("a serialized `PlayRequest`", f"the bytes {data[:64].hex()}") from None

    async def message(self, kind: str, expected: str) -> pb.BotMessage:
        """Return the next message of a kind, and skip others."""
        while True:
            for message in await self.frame(expected):
                if message.WhichOneof("kind") == kind:
                    return message

    # -- the protocol

    async def welcome(self, limits: Limits = LIMITS) -> None:
        """Read `Hello`, and answer it.

        Raises:
            Violation: if the first message is another one.
        """
        self.hello = await self.read_hello()
        with_events = pb.CAPABILITY_EVENTS in self.hello.capabilities
        session = f"conform-{self.number}"
        await self.send(
            encoded.welcome(1, limits, SessionId(session), BOT, with_events=with_events)
        )

    async def read_hello(self) -> pb.Hello:
        """Return the `Hello` of the first frame.

        Raises:
            Violation: if the first message is another one.
        """
        (first, *_) = await self.frame("a frame with `Hello`") or [pb.BotMessage()]
        if first.WhichOneof("kind") != "hello":
            raise Violation("`Hello` as the first message", f"`{first.WhichOneof('kind')}`")
        return first.hello

    def match(
        self, name: str, game: str = "", seats: int = 2, own: Sequence[int] = (0,)
    ) -> ScriptedMatch:
        """Return a new match for the bot, of a game that it plays.

        Args:
            name: name of the match.
            game: name of the game; empty for any game that the bot plays.
            seats: number of seats, if the game takes as many; else the nearest that it takes.
            own: seats of the bot.

        Raises:
            Skipped: if the bot does not play the game.
        """
        played = [one.name for one in self.hello.games] or playable()
        wanted = [game] if game else ["dragon", *playable()]
        known = [one for one in wanted if one in played]
        if not known:
            raise Skipped(f"the bot plays {', '.join(played)} only")
        facts = load(known[0]).facts
        seats = min(max(seats, facts.least_seats), facts.most_seats)
        match = ScriptedMatch(name, known[0], seats, own)
        self._matches.append(match)
        return match

    def matches(self, name: str, count: int) -> list[ScriptedMatch]:
        """Return `count` matches, or fewer if the bot plays fewer at once.

        Raises:
            Skipped: if the bot plays one match at a time.
        """
        most = self.hello.max_matches or count
        if most == 1:
            raise Skipped("the bot plays one match at a time (`Hello.max_matches`)")
        return [self.match(f"{name}-{number}") for number in range(min(most, count))]

    async def answers(self, keys: Collection[QuestionKey]) -> dict[QuestionKey, pb.Choose]:
        """Read until the bot has answered each question; return the first answer to each."""
        found: dict[QuestionKey, pb.Choose] = {}
        while missing := [key for key in keys if key not in found]:
            match_id, number = missing[0]
            for message in await self.frame(f"an answer to question {number} of {match_id}"):
                key = message.choose.match_id, message.choose.number
                if message.HasField("choose") and key in keys:
                    found.setdefault(key, message.choose)
        return found

    async def answer(self, match: ScriptedMatch) -> pb.Choose:
        """Send the messages of a match, wait for the answer to its first question, and play it."""
        key = match.key
        await self.send(*match.messages())
        choose = (await self.answers([key]))[key]
        match.choose(choose)
        return choose

    async def play(self, match: ScriptedMatch, questions: int) -> list[pb.Choose]:
        """Play a match for at least `questions` answers, or to its end; return the answers."""
        answers: list[pb.Choose] = []
        while match.open and len(answers) < questions:
            await self.send(*match.messages())
            keys = [(match.name, question.number) for question in match.open]
            for choose in (await self.answers(keys)).values():
                match.choose(choose)
                answers.append(choose)
        return answers

    async def finish(self) -> None:
        """Void all open matches that the bot knows, and notify the bot."""
        ends = [match.void() for match in self._matches if match.is_open and match.was_sent]
        self._matches.clear()
        if ends and not self.over.is_set():
            await self.send(*ends)


def keys_of(matches: Iterable[ScriptedMatch]) -> list[QuestionKey]:
    """Return the open questions of some matches."""
    return [(match.name, question.number) for match in matches for question in match.open]
