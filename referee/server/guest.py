"""What anybody may ask without a token: whether the referee is well, and what it speaks.

A check of the health is answered at once. Calls that stay open, to watch the health or to
read the protocol by reflection, have a cap of their own, so that no stranger fills the
referee with them.
"""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

import grpc
from grpc import aio

from referee.server.limits import Limits

if TYPE_CHECKING:
    Context = aio.ServicerContext[Any, Any]
    Handler = grpc.RpcMethodHandler[Any, Any]


class Guests(aio.ServerInterceptor):
    """Counts the calls without a token that stay open, and refuses those over the cap."""

    def __init__(self, limits: Limits, known: str) -> None:
        """Leave the service `known` alone: it asks for tokens itself."""
        self._most = limits.max_guest_calls
        self._known = f"/{known}/"
        self._open = 0

    async def intercept_service(
        self,
        continuation: Callable[[grpc.HandlerCallDetails], Awaitable[Handler | None]],
        handler_call_details: grpc.HandlerCallDetails,
    ) -> Handler | None:
        handler = await continuation(handler_call_details)
        if handler is None or handler_call_details.method.startswith(self._known):
            return handler
        pair = handler.request_deserializer, handler.response_serializer
        if handler.unary_stream is not None:
            return grpc.unary_stream_rpc_method_handler(self._counted(handler.unary_stream), *pair)
        if handler.stream_stream is not None:
            return grpc.stream_stream_rpc_method_handler(
                self._counted(handler.stream_stream), *pair
            )
        return handler

    def _counted(self, behaviour: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
        async def counted(request: Any, context: Context) -> None:
            if self._open >= self._most:
                await context.abort(
                    grpc.StatusCode.RESOURCE_EXHAUSTED,
                    f"{self._most} calls without a token are open, and more may not be.",
                )
            self._open += 1
            try:
                answers = behaviour(request, context)
                if not inspect.isasyncgen(answers):
                    await answers
                    return
                async for answer in answers:
                    await context.write(answer)
            finally:
                self._open -= 1

        return counted
