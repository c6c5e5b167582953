"""Call listening bots: connect to a bot, and let gRPC reach it through a Unix socket.

The bot is the peer that the filter watches. TLS ends in the front, as for callers.
"""

import asyncio
import contextlib
import os
import socket
import ssl
from collections.abc import Callable
from functools import partial
from typing import Final

from referee.server.front.bot_filter import BotFrameFilter
from referee.server.front.relay import Client, now
from referee.server.front.setting import CallSettings, CallState, ClientFiles, Tokens
from referee.server.token_bucket import TokenBucket

_MOST_WORDS: Final = 200
"""Maximum characters of a reason."""

FLOOD: Final = "the bot floods the connection with control frames"

Report = Callable[[CallState], None]


class BotSide(Client):
    """The bot's side of a connection: gRPC begins, so it is connected at once."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        # Only later, because uvloop begins to read after this method, and so undoes a pause in it.
        asyncio.get_running_loop().call_soon(self.connect)


class OutgoingCalls:
    """The connections to listening bots. All share one rate of frames evenly.

    A call ends with its connection; the referee asks for another one to call again.
    """

    def __init__(self, report: Report) -> None:
        """Begin without calls; `report` is called with each change of a call."""
        self._report = report
        self._shares: set[TokenBucket] = set()
        self._sides: dict[str, BotSide] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._loop = asyncio.get_running_loop()

    @property
    def is_idle(self) -> bool:
        """Whether there is no connection."""
        return not self._shares

    def call(self, settings: CallSettings) -> None:
        """Call a bot, and report whether the call is open."""
        task = self._loop.create_task(self._call(settings))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def hang_up(self, name: str) -> None:
        """End the connection of a call, if there is one."""
        if (side := self._sides.get(name)) is not None:
            side.finish()

    async def _call(self, settings: CallSettings) -> None:
        share = self._join(settings.frames)
        try:
            listening = _listening(settings.name)
            try:
                async with asyncio.timeout(settings.timeout):
                    await self._connect(settings, share, listening)
            except BaseException:
                _close(listening, settings.name)
                raise
        except TimeoutError:
            self._fail(settings, share, f"it did not answer within {settings.timeout:g} s")
        except (OSError, ValueError) as error:
            self._fail(settings, share, _reason(error))
        else:
            self._report(CallState(settings.name, is_open=True))

    async def _connect(
        self, settings: CallSettings, share: TokenBucket, listening: socket.socket
    ) -> None:
        """Connect to the bot, and let gRPC in at a socket.

        Raises:
            OSError, ssl.SSLError, ValueError: when the bot does not answer, or its certificate or
                a TLS file is not valid.
        """
        filter_ = BotFrameFilter(
            settings.bounds, share, _bucket(settings.blocks), _bucket(settings.control)
        )
        accept = partial(self._accept, settings, listening)
        left = partial(self._left, settings, share, filter_, listening)

        def side() -> BotSide:
            made = BotSide(filter_, accept, settings.timeout, left)
            self._sides[settings.name] = made
            return made

        if settings.target.startswith("unix:"):
            await self._loop.create_unix_connection(side, settings.target.removeprefix("unix:"))
            return
        host, _, port = settings.target.rpartition(":")
        host = host.strip("[]")
        files = settings.files
        tls = None if files is None else await asyncio.to_thread(client_context, files)
        transport, _ = await self._loop.create_connection(
            side, host, int(port), ssl=tls, server_hostname=host if tls else None
        )
        transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    async def _accept(self, settings: CallSettings, listening: socket.socket) -> socket.socket:
        """Return the connection of gRPC, and accept no second one.

        Raises:
            OSError: when it does not connect in time.
        """
        try:
            async with asyncio.timeout(settings.timeout):
                end, _ = await self._loop.sock_accept(listening)
        finally:
            _close(listening, settings.name)
        return end

    def _left(
        self,
        settings: CallSettings,
        share: TokenBucket,
        filter_: BotFrameFilter,
        listening: socket.socket,
        reason: str,
    ) -> None:
        """Handle the end of a connection, with the reason if the front closed it."""
        self._leave(share)
        self._sides.pop(settings.name, None)
        _close(listening, settings.name)
        reason = reason or (FLOOD if filter_.floods(now()) else "")
        is_violation = filter_.is_http2 and bool(reason)
        self._report(CallState(settings.name, False, reason, is_violation))

    def _fail(self, settings: CallSettings, share: TokenBucket, why: str) -> None:
        self._leave(share)
        self._sides.pop(settings.name, None)
        self._report(CallState(settings.name, is_open=False, why=why[:_MOST_WORDS]))

    def _join(self, frames: Tokens) -> TokenBucket:
        """Add a connection; return its token bucket for frames."""
        share = _bucket(frames)
        self._shares.add(share)
        self._divide(frames.per_second)
        return share

    def _leave(self, share: TokenBucket) -> None:
        if share not in self._shares:
            return
        rate = share.per_second * len(self._shares)
        self._shares.discard(share)
        self._divide(rate)

    def _divide(self, rate: float) -> None:
        for share in self._shares:
            share.per_second = rate / len(self._shares)


def client_context(files: ClientFiles) -> ssl.SSLContext:
    """Return the TLS context of a caller with these files.

    Raises:
        OSError, ssl.SSLError: when a file cannot be read, or is no valid certificate or key.
    """
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    made.minimum_version = ssl.TLSVersion.TLSv1_2
    made.set_alpn_protocols(["h2"])
    if files.authority is None:
        made.load_default_certs()
    else:
        made.load_verify_locations(files.authority)
    if files.chain is not None:
        made.load_cert_chain(files.chain, files.key, password=b"")
    return made


def _bucket(tokens: Tokens) -> TokenBucket:
    return TokenBucket(tokens.burst, tokens.per_second, now())


def _listening(name: str) -> socket.socket:
    """Listen for gRPC at a path in the working folder."""
    made = socket.socket(socket.AF_UNIX)
    try:
        made.setblocking(False)
        made.bind(name)
        made.listen(1)
    except BaseException:
        made.close()
        raise
    return made


def _close(listening: socket.socket, name: str) -> None:
    if listening.fileno() >= 0:
        listening.close()
        with contextlib.suppress(FileNotFoundError):
            os.unlink(name)


def _reason(error: Exception) -> str:
    """Return what is wrong, as gRPC's texts do: with the kind of a TLS error."""
    if isinstance(error, ssl.SSLError):
        return f"the TLS handshake failed: {error}"
    if isinstance(error, ConnectionError) and error.strerror is None:
        return f"the connection broke during the handshake: {error}"
    return getattr(error, "strerror", None) or str(error)
