"""A bot that listens: a server that referees call, and that load balancers can ask."""

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
"""Calls that are served at once."""

_MOST_RESTING = 64
"""Number of sessions that it keeps for referees that may reconnect."""


async def serve(player: AnsweringBot, address: str, token: str, stop: Stop) -> None:
    """Serve referees until the bot is asked to leave.

    Args:
        player: the bot.
        address: where to listen, in the forms of `tianming.run`; port 0 takes a free one.
        token: the token that a referee shows; empty if anybody may call.
        stop: the request to leave.

    Raises:
        Misconfigured: when the bot cannot listen there, or a file of TLS cannot be used.
        Others: what the bot raises.
    """
    service = _Service(player, token, stop)
    server = aio.server(options=_ARGUMENTS, maximum_concurrent_rpcs=_MOST_CALLS)
    server.add_generic_rpc_handlers((service.handler(), Health(SERVICE, stop).handler()))
    place = _bind(server, address)
    await server.start()
    _log.info("listening on %s", place)
    stopping = asyncio.create_task(stop.wait())
    try:
        await asyncio.wait((stopping, service.failure), return_when=asyncio.FIRST_COMPLETED)
    finally:
        stopping.cancel()
        await server.stop(LEAVING if stop.is_set else None)
    if not service.failure.cancel():
        service.failure.result()


def _bind(server: aio.Server, address: str) -> str:
    """Have a server listen at an address; return it with the port that was taken."""
    target, _ = target_of(address)
    credentials = tls.server()
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
    """Serves the streams of referees; `failure` is done when the bot has failed on one."""

    def __init__(self, player: AnsweringBot, token: str, stop: Stop) -> None:
        self.failure: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._player = player
        self._secret = f"Bearer {token}" if token else ""
        self._stop = stop
        self._resting: list[BotSession] = []

    def handler(self) -> grpc.GenericRpcHandler:
        """A service handler: frames have the same bytes as on a stream that the bot opens."""
        method = grpc.stream_stream_rpc_method_handler(
            self._serve, pb.PlayResponse.FromString, pb.PlayRequest.SerializeToString
        )
        return grpc.method_handlers_generic_handler(SERVICE, {"Serve": method})

    async def _serve(self, _: object, context: Context) -> None:
        """Serve one stream to its end.

        Resume the session whose stream ended last: usually its referee has reconnected. To another
        referee its matches are unknown, and it says so.
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
        """Whether a call shows the token, if there is one."""
        given = dict(context.invocation_metadata() or ()).get("authorization", "")
        secret = given if isinstance(given, str) else ""
        return not self._secret or hmac.compare_digest(secret.encode(), self._secret.encode())


class _Served:
    """The stream of a call that is served."""

    def __init__(self, context: Any) -> None:
        self.read = context.read
        self.write = context.write

    async def done_writing(self) -> None:
        """Nothing to do: the stream ends when its call has been served."""
