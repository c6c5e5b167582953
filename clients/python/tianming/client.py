"""The client: one stream to a referee, kept up until the bot is no longer wanted."""

from __future__ import annotations

import asyncio
import logging
import operator
import os
import random
import re
import sys
import time
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

import grpc
from grpc import aio

from tianming.bot import Choice, Player, Resign
from tianming.channel import bare_token, channel_to, check_address
from tianming.invitation import MOST_INVITATIONS, Invitations
from tianming.question import Match, MatchResult, Question
from tianming_proto.v1 import play_pb2 as pb
from tianming_proto.v1.play_pb2_grpc import RefereeServiceStub

if TYPE_CHECKING:
    from tianming.bot import Answer, AnyBot
    from tianming_proto.v1.play_pb2_grpc import RefereeServiceAsyncStub

    Call = aio.StreamStreamCall[pb.PlayRequest, pb.PlayResponse]
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

_FLUSH_AFTER = 0.001
"""Seconds of thinking after which answers do not wait for the rest of their frame."""

_MOST_POINTS = 256
"""Matches that are named when the bot comes back, so that the frame stays small."""

_MOST_SILENT = 256
"""Matches that are kept though the last stream did not name them: most have ended meanwhile, and
those that have not are named again, with nothing in their memory if they are not among these."""

_MESSAGE_HEAD = 6
"""Bytes that announce a message in its frame, at most."""

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
"""Characters that cost a strike in a note."""

_CANCELLED = "choose let out an asyncio.CancelledError: catch it where something is cancelled"

_MOST_INDEX = 1 << 32
"""What no index can reach on the stream."""


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
            stream = _Stream(self._player, call)
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

    async def _listen(self, call: Call, stream: _Stream) -> None:
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
        seen = asked.since[-1].index + 1 if asked.since else 0
        self._next_events[question.match_id] = seen
        return question

    async def _told(self, message: pb.RefereeMessage, stream: _Stream) -> None:
        """What is no question; words of later referees that it does not know are passed over."""
        match message.WhichOneof("kind"):
            case "ping":
                await stream.send(pb.BotMessage(pong=pb.Pong(id=message.ping.id)))
            case "welcome":
                stream.limits = message.welcome.limits
                self._forget()
            case "match_started":
                await self._started(message.match_started)
            case "match_ended":
                await self._ended(message.match_ended)
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
        match = Match(
            match_id=said.match_id,
            game=said.game,
            options=dict(said.options),
            bots=[seat.bot for seat in said.seats],
            seat=said.seat,
            clock=said.clock,
            seed_commitment=said.seed_commitment,
            serialized_setup=said.setup,
        )
        self._matches[key] = match
        await self._player.start(match)

    async def _ended(self, said: pb.MatchEnded) -> None:
        self._next_events.pop(said.match_id, None)
        for key in [key for key in self._matches if key[0] == said.match_id]:
            match = self._matches.pop(key)
            self._named.discard(key)
            await self._player.end(
                MatchResult(match, said.outcome, said.seed, said.seed_nonce, said.record_digest)
            )


class _Stream:
    """The answers of one stream: gathered while the bot is quick, sent while it thinks."""

    def __init__(self, player: Player, call: Call) -> None:
        self.failure: BaseException | None = None
        self.limits = pb.Limits(max_frame_bytes=1 << 16, max_note_characters=200)
        self._player = player
        self._call = call
        self._frame = pb.PlayRequest()
        self._is_writing = False
        self._is_over = False
        self._thinking: set[asyncio.Task[None]] = set()

    async def answer(self, questions: list[Question]) -> None:
        """Answer all questions of a frame."""
        if self._player.is_async:
            self._think(questions)
        elif self._player.choose_batch is not None:
            self._add(questions, self._player.choose_batch(questions))
            await self._flush()
        else:
            await self._answer_in_turn(questions)

    async def send(self, message: pb.BotMessage) -> None:
        """Send something that is no answer."""
        self._frame.messages.append(message)
        await self._flush()

    def stop(self) -> None:
        """The stream is over: nobody waits for these answers."""
        self._is_over = True
        for task in self._thinking:
            task.cancel()

    async def _answer_in_turn(self, questions: list[Question]) -> None:
        choose = self._player.choose
        assert choose is not None
        began = time.perf_counter()
        for question in questions:
            self._put(question, choose(question))
            if time.perf_counter() - began > _FLUSH_AFTER:
                await self._flush()
                began = time.perf_counter()
        await self._flush()

    def _think(self, questions: list[Question]) -> None:
        groups = [questions] if self._player.choose_batch is not None else [[q] for q in questions]
        for group in groups:
            task = asyncio.create_task(self._answer_later(group))
            self._thinking.add(task)
            task.add_done_callback(self._thought)

    async def _answer_later(self, questions: list[Question]) -> None:
        player = self._player
        if player.choose_batch is not None:
            self._add(questions, await player.choose_batch(questions))
        else:
            assert player.choose is not None
            self._put(questions[0], await player.choose(questions[0]))
        await self._flush()

    def _thought(self, task: asyncio.Task[None]) -> None:
        """An error in the bot ends the run, as it would without tasks."""
        self._thinking.discard(task)
        error = RuntimeError(_CANCELLED) if task.cancelled() else task.exception()
        if error is not None and not self._is_over:
            self.failure = self.failure or error
            self._call.cancel()

    def _add(self, questions: list[Question], answers: Sequence[Answer]) -> None:
        if not isinstance(answers, Collection):
            raise TypeError(f"choose_batch gave {answers!r}, which is no list of answers")
        if len(answers) != len(questions):
            raise ValueError(
                f"choose_batch got a list of length {len(questions)} and gave one of length "
                f"{len(answers)}: give one answer to each question"
            )
        for question, answer in zip(questions, answers, strict=True):
            self._put(question, answer)

    def _put(self, question: Question, answer: Answer) -> None:
        if isinstance(answer, Resign):
            self._frame.messages.add().resign.match_id = question.match_id
            return
        option, note = (answer.option, answer.note) if isinstance(answer, Choice) else (answer, "")
        index = _index(question, option)
        if note and not isinstance(note, str):
            raise TypeError(f"choose noted {note!r} to question {question.number}: give a text")
        choose = self._frame.messages.add().choose
        choose.match_id = question.match_id
        choose.number = question.number
        choose.option = index
        if note:
            choose.note = _CONTROL.sub("", note)[: self.limits.max_note_characters]

    async def _flush(self) -> None:
        """Send what is there; what comes meanwhile goes with the next frame.

        Where the stream is over, nobody waits for it; whoever reads learns why.
        """
        if self._is_writing:
            return
        self._is_writing = True
        try:
            while self._frame.messages:
                frame, self._frame = self._frame, pb.PlayRequest()
                for part in _parts(frame, self.limits.max_frame_bytes):
                    await self._call.write(part)
        except (aio.AioRpcError, asyncio.InvalidStateError):
            return
        finally:
            self._is_writing = False


def _parts(frame: pb.PlayRequest, most: int) -> Sequence[pb.PlayRequest]:
    """The frame, or where it has more than `most` bytes, its messages in smaller ones."""
    if frame.ByteSize() <= most:
        return (frame,)
    parts, size = [pb.PlayRequest()], 0
    for message in frame.messages:
        more = message.ByteSize() + _MESSAGE_HEAD
        if parts[-1].messages and size + more > most:
            parts.append(pb.PlayRequest())
            size = 0
        parts[-1].messages.append(message)
        size += more
    return parts


def _index(question: Question, option: int) -> int:
    """What a bot gave, as the index of an option."""
    try:
        index = operator.index(option)
    except TypeError:
        raise TypeError(_wrong(question, option, ", which is no index")) from None
    if not 0 <= index < _MOST_INDEX:
        raise ValueError(_wrong(question, option))
    return index


def _wrong(question: Question, option: int, why: str = "") -> str:
    """What is wrong with what a bot gave, and what it could have given."""
    given = f"choose gave {option!r} to question {question.number}{why}"
    return f"{given}: give 0 to {question.option_count - 1}"
