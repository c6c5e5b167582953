"""The standard health service (`grpc.health.v1`) for load balancers and referees.

Its two messages have one field each, so this module encodes them itself, without a package.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any

import grpc

if TYPE_CHECKING:
    from grpc import aio

    from tianming.stop import Stop

    Context = aio.ServicerContext[Any, Any]

_SERVING, _NOT_SERVING = b"\x08\x01", b"\x08\x02"
"""Serialized `HealthCheckResponse` messages: field 1 is the status."""


class Health:
    """Reports SERVING, until the bot is asked to leave."""

    def __init__(self, service: str, stop: Stop) -> None:
        """Report the health of a service, and of the whole server, whose name is empty."""
        self._known = {b"", b"\n\0", b"\n%c%s" % (len(service), service.encode())}
        self._stop = stop

    def handler(self) -> grpc.GenericRpcHandler:
        """Return the handler of the health service."""
        methods: dict[str, grpc.RpcMethodHandler[bytes, bytes]] = {
            "Check": grpc.unary_unary_rpc_method_handler(self._check),
            "Watch": grpc.unary_stream_rpc_method_handler(self._watch),
        }
        return grpc.method_handlers_generic_handler("grpc.health.v1.Health", methods)

    async def _check(self, request: bytes, context: Context) -> bytes:
        if request not in self._known:
            await context.abort(grpc.StatusCode.NOT_FOUND, "this server has no such service")
        return _NOT_SERVING if self._stop.is_set else _SERVING

    async def _watch(self, request: bytes, context: Context) -> AsyncIterator[bytes]:
        yield await self._check(request, context)
        await self._stop.wait()
        yield _NOT_SERVING
        await asyncio.Event().wait()
