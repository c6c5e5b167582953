"""A session: the protocol between a bot and one referee; either side may open the stream."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from tianming.answering import AnswerStream
from tianming.match import Event, FaultNotice, Match, MatchResult, Outcome, seconds
from tianming.question import Question
from tianming.wire import CUT
from tianming_proto.v1 import play_pb2 as pb
from tianming_proto.v1.match_pb2 import Fault

if TYPE_CHECKING:
    from tianming.bot import AnsweringBot
    from tianming.stop import Stop
    from tianming.wire import StreamWire
    from tianming_proto.v1 import match_pb2

REVISION = 1
USER_AGENT = "tianming-python/0.1.0"

LEAVING = 2.0
"""Maximum seconds for the referee to end the stream of a bot that leaves."""

_log = logging.getLogger("tianming")

_MOST_POINTS = 256
"""Maximum resume points in `Hello`, so that the frame stays small."""

_MOST_SILENT = 256
"""Maximum matches that are kept although the referee did not name them on the last stream.

Most of them have ended meanwhile. If the referee names a dropped match again, the match starts with
an empty memory.
"""

_BREAKS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")
"""Control characters and line breaks, which would break a line of the log."""

Follow = Callable[[str, str], None]
"""Called with the address and the ticket of an invitation."""


class BotSession:
    """A bot's matches at one referee; they survive the end of a stream."""

    def __init__(self, player: AnsweringBot, stop: Stop, follow: Follow | None = None) -> None:
        """Create a session without matches; `follow` handles invitations of a lobby."""
        self.was_welcome = False
        self._is_open = False
        self._player = player
        self._stop = stop
        self._follow = follow
        self._matches: dict[tuple[str, int], Match] = {}
        self._next_events: dict[str, int] = {}
        self._named: set[tuple[str, int]] = set()
        """Matches, with seat, that the referee has named on this stream and that have not ended."""

    @property
    def has_matches(self) -> bool:
        """Whether the session has a match that may continue."""
        return bool(self._matches)

    async def play(self, wire: StreamWire, address: str) -> None:
        """Play on one stream until it ends, or send `Goodbye` if the bot is asked to leave.

        Raises:
            AioRpcError, BaseError: when the stream ends with an error.
            Others: exceptions of the bot.
        """
        self.was_welcome = self._is_open = False
        answers = AnswerStream(self._player, wire, self._stop)
        reading = asyncio.create_task(self._read(wire, answers, address))
        stopping = asyncio.create_task(self._stop.wait())
        ends = (reading, answers.failure, stopping)
        try:
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
            if stopping.done() and self._is_open:
                await self._leave(wire, answers, reading)
        finally:
            answers.close()
            for task in (reading, stopping):
                task.cancel()
            await asyncio.gather(reading, stopping, return_exceptions=True)
        for end in (answers.failure, reading):
            if not end.cancelled():
                end.result()

    async def _leave(
        self, wire: StreamWire, answers: AnswerStream, reading: asyncio.Task[None]
    ) -> None:
        """Send `Goodbye`, and wait up to `LEAVING` seconds for the end of the stream."""
        with contextlib.suppress(TimeoutError, *CUT):
            async with asyncio.timeout(LEAVING):
                await answers.send(pb.BotMessage(goodbye=pb.Goodbye()))
                await wire.done_writing()
                await asyncio.wait((reading,))

    async def _read(self, wire: StreamWire, answers: AnswerStream, address: str) -> None:
        await answers.send(pb.BotMessage(hello=self._hello()))
        self._is_open = True
        while isinstance(frame := await wire.read(), pb.PlayResponse):
            questions = []
            for message in frame.messages:
                if message.HasField("question"):
                    question = self._asked(message.question)
                    if question is not None:
                        questions.append(question)
                else:
                    await self._handle(message, answers, address)
            if questions:
                await answers.answer(questions)

    def _asked(self, asked: pb.Question) -> Question | None:
        """Return the question; None if its match was not announced."""
        match = self._matches.get((asked.match_id, asked.seat))
        if match is None:
            return None
        self._saw(match.match_id, asked.since)
        return Question(asked, match)

    def _saw(self, match_id: str, events: Sequence[match_pb2.Event]) -> None:
        """Update the resume point of a match after events."""
        if events:
            following = events[-1].index + 1
            if following > self._next_events.get(match_id, 0):
                self._next_events[match_id] = following

    async def _handle(
        self, message: pb.RefereeMessage, answers: AnswerStream, address: str
    ) -> None:
        """Handle a message that is not a question; ignore unknown kinds of newer referees."""
        match message.WhichOneof("kind"):
            case "ping":
                await answers.send(pb.BotMessage(pong=pb.Pong(id=message.ping.id)))
            case "welcome":
                answers.limits = message.welcome.limits
                self._welcomed(message.welcome.bot, address)
            case "match_started":
                await self._started(message.match_started)
            case "match_events":
                await self._happened(message.match_events)
            case "fault_notice":
                await self._faulted(message.fault_notice)
            case "match_ended":
                await self._ended(message.match_ended)
            case "rejection":
                self._rejected(message.rejection)
            case "bench_notice":
                _benched(message.bench_notice)
            case "invitation" if self._follow is not None:
                self._follow(message.invitation.address, message.invitation.ticket)

    def _hello(self) -> pb.Hello:
        return pb.Hello(
            revision_min=REVISION,
            revision_max=REVISION,
            bot_name=self._player.name,
            bot_version=self._player.version,
            user_agent=USER_AGENT,
            games=[pb.SupportedGame(name=name) for name in self._player.games],
            max_matches=self._player.max_matches,
            capabilities=["CAPABILITY_EVENTS"] if self._player.wants_events else [],
            resume=[
                pb.ResumePoint(match_id=match_id, next_event=event)
                for match_id, event in list(self._next_events.items())[-_MOST_POINTS:]
            ],
        )

    def _welcomed(self, bot: str, address: str) -> None:
        """Log the connection, and drop the oldest matches that the previous stream did not name.

        The bot is not told the end of a dropped match.
        """
        self.was_welcome = True
        games = ", ".join(self._player.games) or "all"
        _log.info("connected to %s as %s, games: %s", address, bot, games)
        silent = [key for key in self._matches if key not in self._named]
        for key in silent[:-_MOST_SILENT]:
            del self._matches[key]
            self._next_events.pop(key[0], None)
        self._named.clear()

    async def _started(self, message: pb.MatchStarted) -> None:
        key = message.match_id, message.seat
        self._named.add(key)
        if known := self._matches.get(key):
            known.update(message.strikes_left, seconds(message.bank))
            return
        match = Match.of(message)
        self._matches[key] = match
        self._next_events.setdefault(message.match_id, 0)
        await self._player.start(match)

    async def _happened(self, message: pb.MatchEvents) -> None:
        self._saw(message.match_id, message.events)
        for match in self._seats_in(message.match_id):
            await self._player.events(match, [Event.of(match, event) for event in message.events])

    async def _faulted(self, message: pb.FaultNotice) -> None:
        match = self._matches.get((message.match_id, message.seat))
        if match is None:
            return
        match.update(message.strikes_left, match.bank)
        fault = _fault_name(message.fault)
        number = message.number if message.HasField("number") else None
        notice = FaultNotice(
            match, number, fault, message.substituted, message.strikes_left, message.reason
        )
        _log.debug("%s: %s: %s", message.match_id, fault, message.reason)
        await self._player.fault(notice)

    def _rejected(self, message: pb.Rejection) -> None:
        """Drop a match that the referee does not know; the bot is not told its end."""
        _log.debug("%s: %s", message.match_id, message.reason)
        self._next_events.pop(message.match_id, None)
        for match in self._seats_in(message.match_id):
            self._forget(match)

    async def _ended(self, message: pb.MatchEnded) -> None:
        self._next_events.pop(message.match_id, None)
        for match in self._seats_in(message.match_id):
            self._forget(match)
            since = [Event.of(match, event) for event in message.since]
            outcome = Outcome.of(message.outcome)
            await self._player.end(
                MatchResult(
                    match, outcome, message.seed, message.seed_nonce, message.record_digest, since
                )
            )

    def _forget(self, match: Match) -> None:
        del self._matches[match.match_id, match.seat]
        self._named.discard((match.match_id, match.seat))

    def _seats_in(self, match_id: str) -> list[Match]:
        """Return a match for each seat that the bot has in it."""
        return [match for (name, _), match in self._matches.items() if name == match_id]


def _benched(message: pb.BenchNotice) -> None:
    """Log why the league starts no more matches with the bot, and how the bot comes back."""
    texts = (message.league, message.reason, message.advice)
    league, reason, advice = (_BREAKS.sub(" ", text) for text in texts)
    _log.warning("benched in the league %s: %s. %s", league, reason, advice)


def _fault_name(fault: int) -> str:
    """Return the name of a fault; `UNKNOWN` for a fault of a newer protocol version."""
    return Fault.Name(fault).removeprefix("FAULT_") if fault in Fault.values() else "UNKNOWN"
