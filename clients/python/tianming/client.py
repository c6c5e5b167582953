"""The client: one stream to a referee, kept up until the bot is no longer wanted."""

from __future__ import annotations

import asyncio
import logging
import os
import random
import sys
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

import grpc
from grpc import aio

from tianming.answering import AnswerStream
from tianming.bot import Player
from tianming.channel import bare_token, channel_to, check_address
from tianming.invitation import MOST_INVITATIONS, Invitations
from tianming.match import Event, FaultNotice, Match, MatchResult, Outcome
from tianming.question import Question
from tianming_proto.v1 import play_pb2 as pb
from tianming_proto.v1.match_pb2 import Fault
from tianming_proto.v1.play_pb2_grpc import RefereeServiceStub

if TYPE_CHECKING:
    from tianming.answering import Call
    from tianming.bot import AnyBot
    from tianming_proto.v1 import match_pb2
    from tianming_proto.v1.play_pb2_grpc import RefereeServiceAsyncStub

    _Matches = dict[tuple[str, int], Match]

REVISION = 1
_log = logging.getLogger("tianming")

USER_AGENT = "tianming-python/0.1.0"

_FINAL = {
    grpc.StatusCode.UNAUTHENTICATED,
    grpc.StatusCode.PERMISSION_DENIED,
    grpc.StatusCode.FAILED_PRECONDITION,
    grpc.StatusCode.INVALID_ARGUMENT,
    grpc.StatusCode.ABORTED,
    grpc.StatusCode.UNIMPLEMENTED,
}
"""Codes after which another try would end the same."""

_FIRST_WAIT = 0.2
_LONGEST_WAIT = 5.0
"""Seconds between two tries to connect: doubled each time, and shortened by chance, until a
stream has lasted for the longest of them."""

_MOST_POINTS = 256
"""Matches that are named when the bot comes back, so that the frame stays small."""

_MOST_SILENT = 256
"""Matches that are kept though the last stream did not name them: most have ended meanwhile, and
those that have not are named again, with nothing in their memory if they are not among these."""


class Refused(Exception):
    """The referee will not have this bot: `code` and `reason` say why."""

    def __init__(self, code: grpc.StatusCode, reason: str) -> None:
        super().__init__(f"the referee refused the bot: {reason} ({code.name})")
        self.code = code
        self.reason = reason


def run(
    bot: AnyBot,
    server: str | None = None,
    token: str | None = None,
    *,
    games: Sequence[str] = (),
    max_matches: int = 0,
) -> None:
    """Play until the process is stopped.

    Args:
        bot: a function, or an object with a method, that chooses.
        server: `host:port` or `unix:/path`; `https://host:port` asks for TLS and
            `http://host:port` for none. Plain `host:port` means TLS unless the host is
            this machine. Default: the environment's `TIANMING_SERVER`, else
            `127.0.0.1:50051`. A private certificate authority is named by the file in
            `TIANMING_CA`, a certificate of the bot's own by those in
            `TIANMING_CERTIFICATE` and `TIANMING_KEY`.
        token: the bot's token; white space around it does no harm. Default: the
            environment's `TIANMING_TOKEN`.
        games: names of the games the bot plays. Default: its attribute `games`, else all.
        max_matches: matches the bot plays at once, at most. Default: its attribute
            `max_matches`, else as many as the organiser gives it.

    Raises:
        SystemExit: with code 1 when the referee will not have this bot; why is on standard error.
        ValueError, TypeError: when the address, the token, half of a certificate or the
            bot cannot be used.
        OSError: when a file that the environment names cannot be read.
    """
    try:
        asyncio.run(run_async(bot, server, token, games=games, max_matches=max_matches))
    except KeyboardInterrupt:
        return
    except Refused as refused:
        print(refused, file=sys.stderr)
        raise SystemExit(1) from None


async def run_async(
    bot: AnyBot,
    server: str | None = None,
    token: str | None = None,
    *,
    games: Sequence[str] = (),
    max_matches: int = 0,
) -> None:
    """The same as `run`, for a program that has an event loop of its own.

    Raises:
        Refused: when the referee will not have this bot.
        Others: as `run`.
    """
    address = server or os.environ.get("TIANMING_SERVER") or "127.0.0.1:50051"
    secret = bare_token(token or os.environ.get("TIANMING_TOKEN") or "")
    check_address(address)
    client = _Client(Player(bot, games, max_matches), address, secret)
    invitations = Invitations(client.play_elsewhere)
    client.invitations = invitations
    staying = asyncio.create_task(_stay(client, address))
    try:
        await asyncio.wait((staying, invitations.failure), return_when=asyncio.FIRST_COMPLETED)
    finally:
        staying.cancel()
        await asyncio.gather(staying, return_exceptions=True)
        await invitations.close()
    for ended in (staying, invitations.failure):
        if not ended.cancelled():
            ended.result()


async def _stay(client: _Client, address: str) -> None:
    """Keep up a stream to the referee until it refuses the bot."""
    wait = _FIRST_WAIT
    while True:
        began, why = time.monotonic(), ""
        try:
            await client.play()
        except aio.AioRpcError as error:
            if error.code() in _FINAL:
                raise Refused(error.code(), error.details() or "no reason was given") from None
            why = f" ({error.details() or error.code().name})"
        if client.was_welcome and time.monotonic() - began > _LONGEST_WAIT:
            wait = _FIRST_WAIT
        if wait == _FIRST_WAIT:
            _log.warning("no referee at %s; trying again until there is one%s", address, why)
        await asyncio.sleep(wait * random.uniform(0.5, 1))
        wait = min(2 * wait, _LONGEST_WAIT)


class _Client:
    """A bot's matches, which outlive its streams."""

    def __init__(
        self, player: Player, address: str, token: str, matches: _Matches | None = None
    ) -> None:
        """Play at an address, and go on with the matches that are known of it."""
        self.was_welcome = False
        self.invitations: Invitations | None = None
        """Where invitations are followed; those of others than the lobby are not."""
        self._player = player
        self._address = address
        self._metadata = (("authorization", f"Bearer {token}"),)
        self._matches: _Matches = {} if matches is None else matches
        self._elsewhere: dict[str, _Matches] = {}
        self._next_events: dict[str, int] = {}
        self._named: set[tuple[str, int]] = set()
        """Matches and seats that were named on this stream, and have not ended."""

    async def play(self) -> None:
        """One stream, from `Hello` to its end."""
        self.was_welcome = False
        async with channel_to(self._address) as channel:
            stub: RefereeServiceAsyncStub = RefereeServiceStub(channel)
            call = stub.Play(metadata=self._metadata)
            stream = AnswerStream(self._player, call)
            try:
                await stream.send(pb.BotMessage(hello=self._hello()))
                await self._listen(call, stream)
            except asyncio.CancelledError:
                if stream.failure is not None:
                    raise stream.failure from None
                raise
            finally:
                stream.stop()

    async def play_elsewhere(self, address: str, ticket: str) -> None:
        """One stream to a referee that the bot was invited to."""
        matches = self._elsewhere.pop(address, {})
        self._elsewhere[address] = matches
        if len(self._elsewhere) > MOST_INVITATIONS:
            del self._elsewhere[next(iter(self._elsewhere))]
        await _Client(self._player, address, ticket, matches).play()

    async def _listen(self, call: Call, stream: AnswerStream) -> None:
        while True:
            frame = await call.read()
            if not isinstance(frame, pb.PlayResponse):
                return
            self.was_welcome = True
            questions = []
            for message in frame.messages:
                if message.HasField("question"):
                    questions.append(self._asked(message.question))
                else:
                    await self._told(message, stream)
            if questions:
                await stream.answer(questions)

    def _asked(self, asked: pb.Question) -> Question:
        question = Question(asked, self._matches[asked.match_id, asked.seat])
        self._saw(asked.match_id, asked.since)
        return question

    def _saw(self, match_id: str, events: Sequence[match_pb2.Event]) -> None:
        """Remember up to where the bot knows a match."""
        known = self._next_events.get(match_id, 0)
        self._next_events[match_id] = max(known, events[-1].index + 1) if events else known

    async def _told(self, message: pb.RefereeMessage, stream: AnswerStream) -> None:
        """What is no question; words of later referees that it does not know are passed over."""
        match message.WhichOneof("kind"):
            case "ping":
                await stream.send(pb.BotMessage(pong=pb.Pong(id=message.ping.id)))
            case "welcome":
                stream.limits = message.welcome.limits
                self._forget()
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
            case "invitation" if self.invitations is not None:
                self.invitations.follow(message.invitation.address, message.invitation.ticket)

    def _hello(self) -> pb.Hello:
        return pb.Hello(
            revision_min=REVISION,
            revision_max=REVISION,
            bot_name=self._player.name,
            user_agent=USER_AGENT,
            games=[pb.SupportedGame(name=name) for name in self._player.games],
            max_matches=self._player.max_matches,
            capabilities=["CAPABILITY_EVENTS"] if self._player.wants_events else [],
            resume=[
                pb.ResumePoint(match_id=match_id, next_event=event)
                for match_id, event in list(self._next_events.items())[-_MOST_POINTS:]
            ],
        )

    def _forget(self) -> None:
        """Let matches go that the stream before this one did not name; nobody tells their end."""
        silent = [key for key in self._matches if key not in self._named]
        for key in silent[:-_MOST_SILENT]:
            del self._matches[key]
            self._next_events.pop(key[0], None)
        self._named.clear()

    async def _started(self, said: pb.MatchStarted) -> None:
        key = said.match_id, said.seat
        self._named.add(key)
        if key in self._matches:
            return
        match = Match.of(said)
        self._matches[key] = match
        self._next_events.setdefault(said.match_id, 0)
        await self._player.start(match)

    async def _happened(self, said: pb.MatchEvents) -> None:
        self._saw(said.match_id, said.events)
        for match in self._seats_in(said.match_id):
            await self._player.events(match, [Event.of(match, event) for event in said.events])

    async def _faulted(self, said: pb.FaultNotice) -> None:
        match = self._matches.get((said.match_id, said.seat))
        if match is None:
            return
        fault = Fault.Name(said.fault).removeprefix("FAULT_")
        number = said.number if said.HasField("number") else None
        notice = FaultNotice(match, number, fault, said.substituted, said.strikes_left, said.reason)
        _log.info(
            "%s: a strike for seat %d (%s), %d left: %s",
            said.match_id,
            said.seat,
            fault,
            said.strikes_left,
            said.reason,
        )
        await self._player.fault(notice)

    def _rejected(self, said: pb.Rejection) -> None:
        """The referee does not know a match: nobody will tell its end."""
        _log.warning("%s: %s", said.match_id, said.reason)
        self._next_events.pop(said.match_id, None)
        for key in [key for key in self._matches if key[0] == said.match_id]:
            del self._matches[key]
            self._named.discard(key)

    def _seats_in(self, match_id: str) -> list[Match]:
        """A match as each seat of the bot has it."""
        return [match for (name, _), match in self._matches.items() if name == match_id]

    async def _ended(self, said: pb.MatchEnded) -> None:
        self._next_events.pop(said.match_id, None)
        for key in [key for key in self._matches if key[0] == said.match_id]:
            match = self._matches.pop(key)
            self._named.discard(key)
            since = [Event.of(match, event) for event in said.since]
            outcome = Outcome.of(said.outcome)
            await self._player.end(
                MatchResult(match, outcome, said.seed, said.seed_nonce, said.record_digest, since)
            )
