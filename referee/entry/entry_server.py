"""The gRPC server of entries: behind a front, with the limits of the referee's server.

Only the sockets differ: the season process binds them, so that callers wait and are not refused
while the entry process starts again.
"""

import socket
from contextlib import suppress
from dataclasses import replace
from typing import Final

from grpc import aio
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection

from referee.entry.entry_calls import EntryCalls
from referee.entry.entry_service import SERVICE, WITHOUT_TOKEN, entry_handler
from referee.entry.entry_view import TLS
from referee.server.calls import Calls
from referee.server.channel import server_arguments
from referee.server.front.setting import Certificates
from referee.server.front.supervisor import Front
from referee.server.limits import Limits
from referee.server.rate_limited_log import RateLimitedLog
from referee.server.startup import start
from referee.server.stream import LAST_WRITE
from referee.server.throttle import Throttle
from referee.server.time_source import FairClock
from referee.server.unauthenticated import UnauthenticatedCalls

LIMITS: Final = replace(Limits(), lookahead_bytes=1 << 18, max_streams=1024)
"""The limits of the referee, with more bytes on their way for uploads, and fewer calls at once."""

CERTIFICATES: Final = Certificates(f"{TLS}/certificate.pem", f"{TLS}/key.pem", None)
"""Where the season process puts the certificate and its key."""


class EntryServer:
    """Serves entries at an address, from `start` to `stop`."""

    def __init__(self, calls: EntryCalls, limits: Limits = LIMITS) -> None:
        clock = FairClock()
        self._limits = limits
        self._calls = Calls()
        self._front = Front(limits, RateLimitedLog(limits, clock))
        self._health = health.aio.HealthServicer()
        self._server = aio.server(
            options=server_arguments(limits),
            interceptors=(self._calls, UnauthenticatedCalls(limits, SERVICE, WITHOUT_TOKEN)),
            maximum_concurrent_rpcs=limits.max_streams,
        )
        self._server.add_generic_rpc_handlers((entry_handler(calls, Throttle(limits, clock)),))
        health_pb2_grpc.add_HealthServicer_to_server(self._health, self._server)
        names = (SERVICE, health.SERVICE_NAME, reflection.SERVICE_NAME)
        reflection.enable_server_reflection(names, self._server)

    async def start(self, address: str, sockets: list[socket.socket], *, tls: bool) -> None:
        """Serve an address, whose sockets listen already.

        Raises:
            MachineError: if the front does not start.
            UnavailableError: if there is no folder for sockets.
        """
        certificates = CERTIFICATES if tls else None
        listener = self._front.adopt(address, sockets, certificates, self._limits.max_connections)
        self._server.add_insecure_port(f"unix:{listener.backend}")
        await start(self._server)
        await self._front.start()
        for service in ("", SERVICE):
            await self._health.set(service, health_pb2.HealthCheckResponse.SERVING)

    async def stop(self) -> None:
        """End all calls, and stop to listen."""
        with suppress(RuntimeError):  # it was not started
            await self._server.stop(0.5)
        await self._calls.ended(2 * LAST_WRITE)
        await self._front.close()
