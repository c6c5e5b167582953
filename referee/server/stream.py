"""The I/O of a stream around its session: one task reads, another writes.

The bot receives an error as a status with a reason, never as the text of an exception.
"""

import asyncio
import itertools
from collections.abc import Iterable
from typing import Final, NoReturn, Protocol
from uuid import uuid4

import grpc

from referee.identifier import BotName, SessionId
from referee.match.clock import SECOND, Instant, seconds
from referee.server import refusal
from referee.server.front.setting import peer_of
from referee.server.identity import Credential, Identities
from referee.server.lobby import Lobby
from referee.server.rate_limited_log import UNAUTHENTICATED, RateLimitedLog
from referee.server.session import Session, SessionPhase
from referee.server.throttle import Throttle
from referee.server.time_source import FairClock
from referee.server.token_bucket import TokenBuckets


class StreamTransport(Protocol):
    """The transport of one stream: gRPC's context of a call, or an equivalent.

    The transport cancels the task that serves the stream when the bot disconnects.
    """

    def invocation_metadata(self) -> Iterable[tuple[str, str | bytes]] | None:
        """Return the metadata of the call."""

    async def send_initial_metadata(self, metadata: tuple[()], /) -> None:
        """Accept the call: send the client the initial metadata."""

    async def read(self) -> object:
        """Return the next frame, or a value that is not bytes at the end of the stream."""

    async def write(self, message: bytes, /) -> None:
        """Hand a frame to the transport; wait while the bot leaves too much unread."""

    async def abort(
        self,
        code: grpc.StatusCode,
        details: str = "",
        trailing_metadata: tuple[tuple[str, str | bytes], ...] = (),
    ) -> NoReturn:
        """End the stream with a status."""

    def peer(self) -> str:
        """Return the address of the bot."""

    def cancelled(self) -> bool:
        """Return whether the bot has disconnected."""


BLOCKED = 2
"""Number of the watchdog's beats after which a write that has not returned is blocked by the peer.

The event loop has then run twice, for at least 20 ms, so the delay is not the referee's.
"""

HOLD: Final = 0.002
"""Maximum seconds for which a frame waits for the answers to the one before it.

A frame costs each side as much as several decisions. If bots and referee answer each other at once,
the frames between them get smaller and smaller. A bot that still has questions loses nothing.
"""

LAST_WRITE = 1.0
"""Seconds for a running write to finish when its stream ends: no status can be sent before."""


class PlayStreams:
    """All streams of a server: those that bots open (`Play`), and those that the server dials."""

    def __init__(
        self,
        lobby: Lobby,
        identities: Identities,
        log_lines: RateLimitedLog,
        clock: FairClock,
        throttle: Throttle,
    ) -> None:
        self._lobby = lobby
        self._identities = identities
        self._log_lines = log_lines
        self._clock = clock
        self._names = itertools.count(1)
        self._sessions: dict[Session, Credential] = {}
        limits = lobby.limits
        self._openings = TokenBuckets(limits.stream_burst, limits.streams_per_second)
        self._throttle = throttle
        self._penalties: dict[str, Instant] = {}

    async def play(self, _: object, context: StreamTransport) -> None:
        """Serve a stream that a caller has opened, until it ends. It handles the RPC `Play`."""
        await self.serve(self._identities.holder(context.invocation_metadata() or ()), context)

    async def serve(self, credential: Credential | None, context: StreamTransport) -> None:
        """Serve a stream until it ends; without a credential, refuse the caller."""
        who = UNAUTHENTICATED if credential is None else credential.bot
        try:
            if credential is None:
                await self._throttle.refuse()
                raise refusal.unauthenticated()
            await self._serve(credential, context)
        except refusal.StreamRefused as end:
            facts: dict[str, str] = end.facts if who else {"peer": peer_of(context.peer())}
            self._log_lines.line(who, "stream_refused", reason=end.reason, **facts)
            await self._abort(who, context, end)
        except (asyncio.CancelledError, grpc.aio.AbortError):
            raise
        except Exception:
            bug = refusal.bug(uuid4().hex[:12])
            self._log_lines.failure(who, "stream_failed", **bug.facts)
            await self._abort(who, context, bug)

    async def watch(self) -> None:
        """End streams without a `Hello` or without a reader, and those whose token is revoked.

        Runs until it is cancelled.
        """
        while True:
            await asyncio.sleep(0.5)
            now = self._clock()
            for session, credential in tuple(self._sessions.items()):
                end = session.overdue(now)
                if end is None and not self._identities.accepts(credential):
                    is_renamed = self._identities.is_renamed(credential)
                    end = refusal.renamed() if is_renamed else refusal.revoked()
                if end is not None:
                    session.close(end)

    async def _serve(self, credential: Credential, context: StreamTransport) -> None:
        bot, limits = credential.bot, self._lobby.limits
        if not self._openings.take(bot, self._clock()):
            await self._throttle.hold()
            raise refusal.too_many_streams(limits.streams_per_second)
        await context.send_initial_metadata(())
        await self._serve_penalty(bot)
        session = Session(
            SessionId(f"s{next(self._names)}"), bot, self._lobby, limits, self._clock()
        )
        for other in self._sessions:
            if other.bot == bot and other.phase is SessionPhase.NEW:
                other.close(refusal.superseded())
        self._sessions[session] = credential
        try:
            await self._run(session, context)
        except refusal.StreamRefused as end:
            if end.is_costly:
                self._penalties[bot] = Instant(self._clock() + seconds(limits.penalty))
            raise
        finally:
            del self._sessions[session]
            self._lobby.left(session, self._clock())

    async def _serve_penalty(self, bot: BotName) -> None:
        """Wait until the penalty of a bot is over, if its last stream ended for a costly violation.

        Meanwhile, the referee reads nothing of the new stream.
        """
        while (left := self._penalties.get(bot, 0) - self._clock()) > 0:
            await asyncio.sleep(left / SECOND)

    async def _run(self, session: Session, context: StreamTransport) -> None:
        """Read and write until the bot leaves or the referee ends the session."""
        mail, heard, ended = asyncio.Event(), asyncio.Event(), asyncio.Event()

        def wake() -> None:
            mail.set()
            if session.end is not None:
                ended.set()

        session.wake = wake
        writing = asyncio.create_task(self._write(session, context, mail, heard))
        tasks = [
            writing,
            asyncio.create_task(self._read(session, context, heard)),
            asyncio.create_task(ended.wait()),
        ]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            session.leave()
            try:
                if session.writing_since is not None:
                    await asyncio.wait((writing,), timeout=LAST_WRITE)
            finally:
                for task in tasks:
                    task.cancel()
                outcomes = await asyncio.gather(*tasks, return_exceptions=True)
        if session.end is not None:
            raise session.end
        for outcome in outcomes:
            if isinstance(outcome, Exception) and not _is_cut(outcome, context):
                raise outcome

    async def _read(self, session: Session, context: StreamTransport, heard: asyncio.Event) -> None:
        clock, read, receive = self._clock, context.read, session.receive
        while session.phase is not SessionPhase.OVER:
            data = await read()
            if not isinstance(data, bytes):
                return
            receive(data, clock())
            heard.set()

    async def _write(
        self,
        session: Session,
        context: StreamTransport,
        mail: asyncio.Event,
        heard: asyncio.Event,
    ) -> None:
        """Write the waiting messages, frame by frame.

        If several matches are played, yield to the event loop once before each frame. The frame
        then also contains the effects of messages that have just arrived. If the bot plays many
        matches and is not alone, a frame after one with questions waits for its answers. If the
        peer blocks a write, tell the session, so that the clocks of the waiting questions run
        meanwhile.
        """
        clock = self._clock
        while not session.is_leaving():
            while session.has_mail and not session.is_leaving():
                if self._lobby.is_busy:
                    await asyncio.sleep(0)
                    if session.is_leaving():
                        return
                session.writing_since = now = clock()
                frame = session.frame(now)
                if frame:
                    heard.clear()
                    session.handed_over(now)
                    beats = clock.beats
                    await context.write(frame)
                    if session.has_mail and clock.beats - beats >= BLOCKED:
                        session.was_blocked(now, clock())
                session.writing_since = None
                if frame and session.has_asked and self._holds(session):
                    await _hear(heard)
            mail.clear()
            if session.is_finished:
                return
            if not session.is_leaving():
                await mail.wait()

    def _holds(self, session: Session) -> bool:
        """Return whether the next frame to a bot should be full, because others play meanwhile."""
        return len(self._sessions) > 1 and self._lobby.plays_many(session.bot)

    async def _abort(self, who: str, context: StreamTransport, end: refusal.StreamRefused) -> None:
        """End a stream with a status; if a write is stuck, log that no status was sent."""
        try:
            await context.abort(end.code, end.text, end.trailers())
        except grpc.aio.AbortError:
            raise
        except Exception as error:
            self._log_lines.line(
                who, "status_not_sent", reason=end.reason, error=type(error).__name__
            )


async def _hear(heard: asyncio.Event) -> None:
    """Wait until the bot has sent a frame, but no longer than `HOLD`."""
    timer = asyncio.get_running_loop().call_later(HOLD, heard.set)
    try:
        await heard.wait()
    finally:
        timer.cancel()


def _is_cut(error: Exception, context: StreamTransport) -> bool:
    """Return whether an error means that the bot has disconnected."""
    return isinstance(error, grpc.aio.BaseError) or context.cancelled()
