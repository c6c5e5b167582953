"""A listening bot: a server for referees, with a health service for load balancers."""

from __future__ import annotations

import asyncio
import hmac
import logging
from typing import TYPE_CHECKING, Any

import grpc
from grpc import aio

from tianming import tls
from tianming.channel import target_of
from tianming.error import Misconfigured
from tianming.health import Health
from tianming.session import LEAVING, BotSession
from tianming.wire import CUT
from tianming_proto.v1 import play_pb2 as pb

if TYPE_CHECKING:
    from tianming.bot import AnsweringBot
    from tianming.stop import Stop

    Context = aio.ServicerContext[pb.PlayResponse, pb.PlayRequest]

SERVICE = pb.DESCRIPTOR.services_by_name["BotService"].full_name

_log = logging.getLogger("tianming")

_ARGUMENTS = (
    ("grpc.so_reuseport", 0),
    ("grpc.http2.min_ping_interval_without_data_ms", 10_000),
    ("grpc.max_metadata_size", 8192),
)

_MOST_CALLS = 128
"""Maximum calls that are served at once."""

_MOST_RESTING = 64
"""Maximum sessions that are kept for referees that may reconnect."""


async def serve(player: AnsweringBot, address: str, token: str, stop: Stop) -> None:
    """Serve referees until the bot is asked to leave.

    Args:
        player: the bot.
        address: address to listen at, in a form of `tianming.run`; port 0 takes a free port.
        token: token that referees must send; empty to accept every caller.
        stop: the request to leave.

    Raises:
        Misconfigured: when the bot cannot listen there, or a TLS file is missing or unreadable.
        Others: exceptions of the bot.
    """
    service = _Service(player, token, stop)
    server = aio.server(options=_ARGUMENTS, maximum_concurrent_rpcs=_MOST_CALLS)
    server.add_generic_rpc_handlers((service.handler(), Health(SERVICE, stop).handler()))
    place = _bind(server, address)
    starting = asyncio.create_task(server.start())
    stopping = asyncio.create_task(stop.wait())
    try:
        await asyncio.shield(starting)  # grpcio cannot stop a server whose start was cancelled
        _log.info("listening on %s", place)
        await asyncio.wait((stopping, service.failure), return_when=asyncio.FIRST_COMPLETED)
    finally:
        stopping.cancel()
        await asyncio.wait((starting,))
        await server.stop(LEAVING if stop.is_set else None)
    if not service.failure.cancel():
        service.failure.result()


def _bind(server: aio.Server, address: str) -> str:
    """Let a server listen at an address; return the address with its actual port."""
    target, _ = target_of(address)
    credentials = tls.server()
    if credentials is None and address.startswith("https://"):
        raise Misconfigured(
            f'TIANMING_LISTEN is "{address}", which needs a certificate: set '
            f"TIANMING_CERTIFICATE and TIANMING_KEY, or give http://{target}"
        )
    try:
        if credentials is None:
            port = server.add_insecure_port(target)
        else:
            port = server.add_secure_port(target, credentials)
    except RuntimeError:
        raise Misconfigured(
            f"the bot cannot listen on {address} (TIANMING_LISTEN): the port is taken, or the "
            "address is none of this machine"
        ) from None
    return target if target.startswith("unix:") else f"{target.rpartition(':')[0]}:{port}"


class _Service:
    """Serves the streams of referees; `failure` gets the exception of a bot that fails."""

    def __init__(self, player: AnsweringBot, token: str, stop: Stop) -> None:
        self.failure: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._player = player
        self._secret = f"Bearer {token}" if token else ""
        self._stop = stop
        self._resting: list[BotSession] = []

    def handler(self) -> grpc.GenericRpcHandler:
        """Return the handler of the service; its frames are as on a stream that the bot opens."""
        method = grpc.stream_stream_rpc_method_handler(
            self._serve, pb.PlayResponse.FromString, pb.PlayRequest.SerializeToString
        )
        return grpc.method_handlers_generic_handler(SERVICE, {"Serve": method})

    async def _serve(self, _: object, context: Context) -> None:
        """Serve one stream until it ends.

        It resumes the session whose stream ended last, because usually its referee reconnects.
        Another referee does not know the matches of that session, and rejects them.
        """
        if not self._admits(context):
            await context.abort(
                grpc.StatusCode.UNAUTHENTICATED,
                "the bot expects the token that it shares with its referee "
                "(`authorization: Bearer TOKEN`)",
            )
        session = self._resting.pop() if self._resting else BotSession(self._player, self._stop)
        try:
            await session.play(_Served(context), context.peer().partition(":")[2])
        except CUT:
            return
        except Exception as error:
            if not self.failure.done():
                self.failure.set_exception(error)
            await context.abort(grpc.StatusCode.INTERNAL, "the bot has failed")
        finally:
            if session.has_matches:
                self._resting.append(session)
                del self._resting[:-_MOST_RESTING]

    def _admits(self, context: Context) -> bool:
        """Return whether a call has the token, or no token is required."""
        given = dict(context.invocation_metadata() or ()).get("authorization", "")
        secret = given if isinstance(given, str) else ""
        return not self._secret or hmac.compare_digest(secret.encode(), self._secret.encode())


class _Served:
    """The `StreamWire` of a call from a referee."""

    def __init__(self, context: Any) -> None:
        self.read = context.read
        self.write = context.write

    async def done_writing(self) -> None:
        """Do nothing: the stream ends when its handler returns."""
