"""The connection of a bot that dials: a stream to its referee, reopened until the bot leaves."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from typing import TYPE_CHECKING

import grpc
from grpc import aio

from tianming.backoff import Backoff
from tianming.channel import channel_to, is_local, plain_target, target_of
from tianming.diagnosis import why_hopeless
from tianming.error import Refused, Unreachable
from tianming.invitation import MOST_INVITATIONS, InvitedStreams
from tianming.proxy import proxy_for
from tianming.session import BotSession
from tianming_proto.v1.play_pb2_grpc import RefereeServiceStub

if TYPE_CHECKING:
    from tianming.bot import AnsweringBot
    from tianming.stop import Stop
    from tianming_proto.v1.play_pb2_grpc import RefereeServiceAsyncStub

_log = logging.getLogger("tianming")

_FINAL = {
    grpc.StatusCode.UNAUTHENTICATED,
    grpc.StatusCode.PERMISSION_DENIED,
    grpc.StatusCode.FAILED_PRECONDITION,
    grpc.StatusCode.INVALID_ARGUMENT,
    grpc.StatusCode.ABORTED,
    grpc.StatusCode.UNIMPLEMENTED,
}
"""Status codes after which another try cannot succeed."""


class Connection:
    """A bot's stream to a referee, and its streams to referees to which it is invited."""

    def __init__(self, player: AnsweringBot, address: str, token: str, stop: Stop) -> None:
        self._player = player
        self._address = address
        self._token = token
        self._stop = stop
        self._invitations = InvitedStreams(self.play_elsewhere, stop)
        self._session = BotSession(player, stop, self._invitations.follow)
        self._elsewhere: dict[str, BotSession] = {}

    async def keep(self, patience: float) -> None:
        """Stay connected until the bot is asked to leave.

        Args:
            patience: maximum seconds until the first `Welcome` of the referee.

        Raises:
            Refused: when the referee refuses the bot.
            Unreachable: when no `Welcome` arrives in time, or no try can succeed.
            Others: exceptions of the bot.
        """
        staying = asyncio.create_task(self._stay(patience))
        ends = (staying, self._invitations.failure)
        try:
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        finally:
            staying.cancel()
            await asyncio.gather(staying, return_exceptions=True)
            await self._invitations.close()
        for end in ends:
            if not end.cancelled():
                end.result()

    async def play_elsewhere(self, address: str, ticket: str) -> None:
        """Play on one stream to a referee to which the bot is invited."""
        session = self._elsewhere.pop(address, None) or BotSession(self._player, self._stop)
        self._elsewhere[address] = session
        if len(self._elsewhere) > MOST_INVITATIONS:
            del self._elsewhere[next(iter(self._elsewhere))]
        await _play(session, address, ticket)

    async def _stay(self, patience: float) -> None:
        began, is_known, backoff = time.monotonic(), False, Backoff()
        while not self._stop.is_set:
            opened = time.monotonic()
            why = await self._try()
            if not self._session.was_welcome:
                why += _by_proxy(self._address)
            is_known = is_known or self._session.was_welcome
            if self._stop.is_set:
                return
            if not is_known and time.monotonic() - began >= patience:
                raise Unreachable(
                    f"no referee at {self._address} for {patience:g} s: start the referee, or "
                    f"check TIANMING_SERVER ({why})"
                )
            if self._session.was_welcome:
                backoff.lasted(time.monotonic() - opened)
            if backoff.is_first:
                _log.warning("no referee at %s, trying again (%s)", self._address, why)
            await self._rest(backoff.next())

    async def _try(self) -> str:
        """Play on one stream; return why the stream ended.

        Raises:
            Refused, Unreachable: when no other try can succeed.
        """
        try:
            await _play(self._session, self._address, self._token)
        except aio.AioRpcError as error:
            why = error.details() or ""
            if error.code() in _FINAL:
                raise Refused(error.code(), why or "no reason was given") from None
            if hopeless := await why_hopeless(self._address, why):
                raise Unreachable(hopeless) from None
            return why or error.code().name
        return "the referee ended the stream"

    async def _rest(self, wait: float) -> None:
        """Wait some seconds, or until the bot is asked to leave."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._stop.wait(), wait)


def _by_proxy(address: str) -> str:
    """Return a remark for an error: which variable sends the call through a proxy."""
    target = plain_target(target_of(address)[0])
    variable = "" if is_local(target) else proxy_for(target)
    return f"; {variable} sends the call through a proxy" if variable else ""


async def _play(session: BotSession, address: str, token: str) -> None:
    async with channel_to(address) as channel:
        stub: RefereeServiceAsyncStub = RefereeServiceStub(channel)
        call = stub.Play(metadata=(("authorization", f"Bearer {token}"),))
        await session.play(call, address)
