"""Dial a listening bot: keep a stream to it open, which is served like any other.

The front calls the bot, and bounds what it sends. When the stream ends, the referee dials again,
with exponential backoff. Before each stream, it checks the bot's health (`grpc.health.v1`). If the
bot breaks HTTP/2, the referee leaves it alone for minutes. If no other try can succeed, the dial
ends with the reason.
"""

import asyncio
import contextlib
import os
import shlex
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Final, NoReturn

import grpc
from grpc import aio
from grpc_health.v1 import health
from grpc_health.v1.health_pb2 import HealthCheckRequest as Request
from grpc_health.v1.health_pb2 import HealthCheckResponse as Response

from referee.error import UnavailableError
from referee.identifier import BotName
from referee.server.channel import dial_arguments
from referee.server.dialled_stream import DialledStream
from referee.server.front.call import CallFailed, FrontCall
from referee.server.front.setting import ClientFiles
from referee.server.front.supervisor import Front
from referee.server.identity import Credential
from referee.server.limits import Limits
from referee.server.rate_limited_log import RateLimitedLog
from tianming.backoff import Backoff
from tianming.channel import target_of
from tianming.diagnosis import why_hopeless
from tianming.tls import client_files
from tianming_proto.v1 import play_pb2

SERVICE: Final = play_pb2.DESCRIPTOR.services_by_name["BotService"].full_name

_HEALTH_PATIENCE = 5.0
"""Seconds for a bot's answer to the health check."""

_NO_HEALTH = (grpc.StatusCode.UNIMPLEMENTED, grpc.StatusCode.NOT_FOUND)
"""Status codes of a bot without a health service; the referee then opens the stream anyway."""

_WRONG_TOKEN = (grpc.StatusCode.UNAUTHENTICATED, grpc.StatusCode.PERMISSION_DENIED)

_MOST_WORDS = 200
"""Maximum characters of another program's text in a reason."""

Serve = Callable[[Credential, DialledStream], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class DialTarget:
    """A bot that listens for its referee: its name, its address, and the token that they share."""

    name: BotName
    address: str
    token: str = field(default="", repr=False)

    @property
    def line(self) -> str:
        """The bot as a word of a shell's command line."""
        return shlex.quote(self.address)


class _Hopeless(Exception):
    """No other try can succeed."""


class _Failed(Exception):
    """This try failed, or its stream has ended; another try may succeed."""


class _Unanswered(Exception):
    """The health check failed; `details` is the text of gRPC."""

    def __init__(self, error: aio.AioRpcError) -> None:
        super().__init__(_words(error))
        self.details = error.details() or ""


class _BrokeHttp2(Exception):
    """The bot sent what no gRPC server sends; another try may succeed, but only much later."""


class Dial:
    """A stream to a bot that is opened again whenever it ends.

    `ended` is the task that dials; its result is the reason why no other try can succeed. `why` is
    the reason why the last try or stream ended, and empty before the first failure.
    """

    def __init__(
        self,
        bot: DialTarget,
        serve: Serve,
        limits: Limits,
        front: Front,
        log: RateLimitedLog,
    ) -> None:
        """Start to dial.

        Args:
            bot: the bot.
            serve: serves a stream to its end.
            limits: the limits of the channel.
            front: calls the bot.
            log: takes log lines about the bot.
        """
        self.bot = bot
        self.why = ""
        self._serve = serve
        self._limits = limits
        self._front = front
        self._pause = limits.dial_pause
        self._log = log
        self.ended: asyncio.Task[str] = asyncio.create_task(self._keep())

    def absence(self, patience: float) -> str:
        """Return why the bot did not connect within `patience` seconds, or why it never can."""
        if self.ended.done() and not self.ended.cancelled():
            return self.ended.result()
        return f"it did not connect within {patience:g} s ({self.why or self.bot.address})"

    async def close(self) -> None:
        """End the stream, and stop dialling."""
        self.ended.cancel()
        await asyncio.gather(self.ended, return_exceptions=True)

    async def _keep(self) -> str:
        backoff = Backoff()
        while True:
            began = time.monotonic()
            try:
                await self._try()
            except _Hopeless as end:
                self._note("bot_unusable", reason=str(end))
                return str(end)
            except _BrokeHttp2 as broken:
                await self._leave_alone(str(broken))
                continue
            except _Failed as failed:
                self.why = str(failed)
            except (Exception, asyncio.CancelledError) as error:  # gRPC may cancel a call, too
                if self.ended.cancelling():
                    raise
                self.why = f"the call to {self.bot.address} failed in the referee: {error!r}"
                self._log.failure(self.bot.name, "dial_failed", address=self.bot.address)
            backoff.lasted(time.monotonic() - began)
            if backoff.is_first:
                self._note("bot_away", reason=self.why)
            await asyncio.sleep(backoff.next())

    async def _leave_alone(self, how: str) -> None:
        """Wait for minutes, longer each time."""
        pause = self._pause
        self._pause = min(2 * pause, self._limits.max_dial_pause)
        self.why = (
            f"the bot at {self.bot.address} broke HTTP/2: {how}; it is not dialled for {pause:g} s"
        )
        self._note("bot_left_alone", reason=self.why, seconds=pause)
        await asyncio.sleep(pause)

    def _note(self, event: str, **facts: object) -> None:
        """Write a log line about the bot."""
        self._log.line(self.bot.name, event, address=self.bot.address, **facts)

    async def _try(self) -> None:
        """Serve one stream to its end.

        Raises:
            _BrokeHttp2, _Failed, _Hopeless: always.
        """
        call = await self._call()
        try:
            end = await self._stream(call)
        finally:
            state = await call.end()
        if state is not None and state.is_violation:
            raise _BrokeHttp2(state.why)
        if isinstance(end, _Unanswered):
            words = state.why if state is not None else ""
            if not words and call.target in str(end):  # gRPC tried an ended call again
                words = "it closed the connection"
            raise await self._away(end.details or words, words or str(end))
        raise end

    async def _stream(self, call: FrontCall) -> Exception:
        """Serve one stream to its end; return `_Failed`, `_Hopeless` or `_Unanswered`."""
        try:
            async with aio.insecure_channel(call.target, self._arguments()) as channel:
                await self._check_health(channel)
                await self._play(channel)
        except (_Failed, _Hopeless, _Unanswered) as error:
            error.__context__ = error.__cause__ = None  # their frames keep the connection open
            return error.with_traceback(None)

    async def _call(self) -> FrontCall:
        """Let the front call the bot.

        Raises:
            _Failed, _Hopeless: when the front did not reach it.
        """
        target, uses_tls = target_of(self.bot.address)
        if target.startswith("unix:"):
            target = f"unix:{os.path.abspath(target.removeprefix('unix:'))}"
        try:
            files = ClientFiles(*client_files()) if uses_tls else None
            return await self._front.call(target, files)
        except ValueError as error:
            raise _Hopeless(str(error)) from None
        except UnavailableError as error:
            raise _Failed(str(error)) from None
        except CallFailed as error:
            raise await self._away(str(error)) from None

    def _arguments(self) -> list[tuple[str, int | str]]:
        """Return the channel arguments: gRPC names the bot's address, not that of the front."""
        target, uses_tls = target_of(self.bot.address)
        named = [("grpc.default_authority", "localhost" if target.startswith("unix:") else target)]
        scheme = [("grpc.http2_scheme", "https" if uses_tls else "http")]
        return [*dial_arguments(self._limits), *named, *scheme]

    async def _away(self, why: str, words: str = "") -> Exception:
        """Return why a bot cannot be reached: `_Hopeless` if no other try can succeed."""
        if hopeless := await why_hopeless(self.bot.address, why, "bot"):
            return _Hopeless(hopeless)
        return _Failed(f"no bot at {self.bot.address}: {words or why}")

    async def _check_health(self, channel: aio.Channel) -> None:
        check: aio.UnaryUnaryMultiCallable[Request, Response] = channel.unary_unary(
            f"/{health.SERVICE_NAME}/Check", Request.SerializeToString, Response.FromString
        )
        try:
            answer = await check(Request(), timeout=_HEALTH_PATIENCE)
        except aio.AioRpcError as error:
            if error.code() in _NO_HEALTH:
                return
            raise _Unanswered(error) from None
        if answer.status != Response.SERVING:
            status = Response.ServingStatus.Name(answer.status)
            raise _Failed(f"the bot at {self.bot.address} is not healthy: {status}")

    async def _play(self, channel: aio.Channel) -> NoReturn:
        bot = self.bot
        metadata = (("authorization", f"Bearer {bot.token}"),) if bot.token else ()
        method: aio.StreamStreamMultiCallable[bytes, bytes] = channel.stream_stream(
            f"/{SERVICE}/Serve"
        )
        stream = DialledStream(method(metadata=metadata), bot.address)
        try:
            with contextlib.suppress(aio.AbortError):
                await self._serve(Credential(bot.name, is_revocable=False), stream)
        finally:
            await stream.close()
        raise self._end(stream)

    def _end(self, stream: DialledStream) -> Exception:
        """Return why a stream ended: `_Hopeless` if no other try can succeed, else `_Failed`."""
        address = self.bot.address
        if stream.refusal is not None:
            why = f"the bot at {address} broke the protocol: {stream.refusal}"
            return _Hopeless(why) if stream.is_unusable else _Failed(why)
        if stream.error is None:
            return _Failed(f"the bot at {address} ended its stream")
        code, why = stream.error.code(), _words(stream.error)
        if code in _WRONG_TOKEN:
            return _Hopeless(f"the bot at {address} refuses the referee's token: {why}")
        if code is grpc.StatusCode.UNIMPLEMENTED:
            return _Hopeless(f"there is no {SERVICE} at {address}: {why}")
        return _Failed(f"the stream to the bot at {address} broke: {why}")


def _words(error: aio.AioRpcError) -> str:
    """Return the error text of another program with its code; printable and cut."""
    text = "".join(char if char.isprintable() else "?" for char in error.details() or "")
    return f"{text[:_MOST_WORDS]} ({error.code().name})" if text else error.code().name
