"""The RPC with which a worker asks the lobby of its league to send it a bot.

`InviteCalls` is the server in the lobby, `invite` the client in the worker. A worker authenticates
with the secret of its league's run, which only the lobby and the workers of that run know.
"""

from __future__ import annotations

import hmac
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import grpc

from referee.error import UnavailableError
from referee.identifier import BotName
from referee.match.clock import Span, seconds
from referee.server import refusal
from referee.server.front.setting import peer_of
from referee.server.identity import bearer
from referee.server.lobby import Lobby
from referee.server.message import duration
from referee.server.rate_limited_log import UNAUTHENTICATED, RateLimitedLog
from referee.server.sentence import ServerSentence
from referee.server.throttle import Throttle
from tianming.channel import channel_to
from tianming_proto.internal.v1 import lobby_pb2 as pb
from tianming_proto.v1 import play_pb2

if TYPE_CHECKING:
    Context = grpc.aio.ServicerContext[Any, Any]

SERVICE = pb.DESCRIPTOR.services_by_name["LobbyService"].full_name

PATIENCE = seconds(10)
"""Time for a bot to use a ticket; it includes the time for which the bot may be thinking."""

_TIMEOUT = 10.0
"""Seconds that the lobby has to answer a worker."""


class InviteCalls:
    """Handles the method `Invite`, on bytes: it checks the secret before it parses a request."""

    def __init__(
        self, lobby: Lobby, log_lines: RateLimitedLog, throttle: Throttle, secret: str
    ) -> None:
        self._lobby = lobby
        self._log_lines = log_lines
        self._throttle = throttle
        self._digest = _digest(secret)

    async def invite(self, data: bytes, context: Context) -> bytes:
        """Pass an invitation to its bot, if the bot is connected."""
        given = _digest(bearer(context.invocation_metadata() or ()))
        if not hmac.compare_digest(given, self._digest):
            await self._throttle.refuse()
            self._log_lines.line(
                UNAUTHENTICATED, "invitation_refused", peer=peer_of(context.peer())
            )
            end = refusal.unauthenticated()
            await context.abort(end.code, end.text, end.trailers())
        request = pb.InviteRequest.FromString(data)
        is_here = self._lobby.invite(BotName(request.bot), request.invitation)
        if is_here:
            address = request.invitation.address
            self._log_lines.line(request.bot, "bot_invited", address=address)
        return pb.InviteResponse(is_here=is_here).SerializeToString()


async def invite(
    lobby: str, secret: str, bot: BotName, address: str, ticket: str, valid_for: Span = PATIENCE
) -> bool:
    """Ask a lobby to invite a bot.

    Args:
        lobby: address of the lobby, in any form that the SDK takes, with the same TLS files.
        secret: the workers' secret.
        bot: name of the bot.
        address: address of the worker.
        ticket: ticket for that address.
        valid_for: time in which the ticket can be used.

    Returns:
        Whether the bot is in the lobby.

    Raises:
        UnavailableError: when the lobby does not answer or refuses the secret, or when its
            address or the TLS files cannot be used.
    """
    invitation = play_pb2.Invitation(address=address, ticket=ticket, valid_for=duration(valid_for))
    request = pb.InviteRequest(bot=bot, invitation=invitation)
    try:
        way = channel_to(lobby)
    except ValueError as error:
        raise UnavailableError(ServerSentence.LOBBY_NOT_CALLED, lobby=lobby, why=error) from None
    async with way as channel:
        call: grpc.aio.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary(
            f"/{SERVICE}/Invite"
        )
        try:
            answer = await call(
                request.SerializeToString(),
                timeout=_TIMEOUT,
                metadata=(("authorization", f"Bearer {secret}"),),
            )
        except grpc.aio.AioRpcError as error:
            raise UnavailableError(
                ServerSentence.LOBBY_INVITES_NOBODY, lobby=lobby, status=error.code().name
            ) from None
    return pb.InviteResponse.FromString(answer).is_here


def _digest(secret: str) -> bytes:
    return sha256(secret.encode()).digest()
