"""Limit the calls that need no token: health checks and reflection.

A health check is answered at once. Calls that stay open, for a health watch or reflection, have a
separate cap. Incomplete requests have a cap, too: beyond it, the oldest is dropped.
"""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Callable, Collection
from typing import TYPE_CHECKING, Any

import grpc
from google.protobuf.message import DecodeError
from grpc import aio

from referee.server.limits import Limits

if TYPE_CHECKING:
    Context = aio.ServicerContext[Any, Any]
    Handler = grpc.RpcMethodHandler[Any, Any]
    Behaviour = Callable[[Any, Any], Any]


class UnauthenticatedCalls(aio.ServerInterceptor):
    """Enforces the caps on calls without a token.

    It serves all of them as stream-stream calls. For any other kind of call, gRPC itself reads the
    request before it calls a handler, for any number of calls.
    """

    def __init__(self, limits: Limits, known: str, without_token: Collection[str] = ()) -> None:
        """Limit the calls of all services except `known`, which checks tokens itself.

        Args:
            limits: the limits.
            known: the service that checks tokens.
            without_token: the methods of that service that need no token.
        """
        self._limits = limits
        self._open_methods = {f"/{known}/{name}" for name in without_token}
        self._known = f"/{known}/"
        self._open = 0
        self._awaited: dict[object, asyncio.Timeout] = {}

    async def intercept_service(
        self,
        continuation: Callable[[grpc.HandlerCallDetails], Awaitable[Handler | None]],
        handler_call_details: grpc.HandlerCallDetails,
    ) -> Handler | None:
        handler = await continuation(handler_call_details)
        method = handler_call_details.method
        is_checked = method.startswith(self._known) and method not in self._open_methods
        if handler is None or is_checked:
            return handler
        if handler.unary_unary is not None:
            behaviour = self._answered(handler.unary_unary)
        elif handler.unary_stream is not None:
            behaviour = self._counted(self._requested(handler.unary_stream))
        elif handler.stream_stream is not None:
            behaviour = self._counted(self._patient(handler.stream_stream))
        else:
            return handler
        return grpc.stream_stream_rpc_method_handler(
            _served(behaviour), handler.request_deserializer, handler.response_serializer
        )

    def _answered(self, behaviour: Behaviour) -> Behaviour:
        """Wrap a handler with one request and one answer."""

        async def answered(_: object, context: Context) -> None:
            request = await self._request(context)
            await self._listener(context).write(await behaviour(request, context))

        return answered

    def _requested(self, behaviour: Behaviour) -> Behaviour:
        """Wrap a handler with one request and many answers."""
        patient = self._patient(behaviour)

        async def requested(_: object, context: Context) -> None:
            await patient(await self._request(context), context)

        return requested

    def _patient(self, behaviour: Behaviour) -> Behaviour:
        """Wrap a handler so that the caller must read each answer within `write_timeout`.

        A slow reader would block other watchers.
        """

        async def patient(request: object, context: Context) -> None:
            listener = self._listener(context)
            answers = behaviour(request, listener)
            if not inspect.isasyncgen(answers):
                await answers
                return
            async for answer in answers:
                await listener.write(answer)

        return patient

    def _listener(self, context: Context) -> _Listener:
        return _Listener(context, self._limits.write_timeout)

    def _counted(self, behaviour: Behaviour) -> Behaviour:
        """Wrap the handler of a call that stays open, and refuse the call if too many are open."""
        most = self._limits.max_unauthenticated_calls

        async def counted(request: object, context: Context) -> None:
            if self._open >= most:
                raise _Refused(
                    grpc.StatusCode.RESOURCE_EXHAUSTED,
                    f"{most} calls without a token are open, and more may not be.",
                )
            self._open += 1
            try:
                await behaviour(request, context)
            finally:
                self._open -= 1

        return counted

    async def _request(self, context: Context) -> object:
        """Return the single request of a call, which must arrive within `request_timeout`.

        If too many requests are incomplete, the oldest times out at once.

        Raises:
            _Refused: when the request does not arrive in time, or the caller sends none.
        """
        call = object()
        try:
            async with asyncio.timeout(self._limits.request_timeout) as patience:
                self._awaited[call] = patience
                if len(self._awaited) > self._limits.max_unauthenticated_requests:
                    oldest = self._awaited.pop(next(iter(self._awaited)))
                    if not oldest.expired():
                        oldest.reschedule(0)
                request = await context.read()
        except TimeoutError:
            raise _Refused(grpc.StatusCode.DEADLINE_EXCEEDED, "The request did not come.") from None
        finally:
            self._awaited.pop(call, None)
        if request is aio.EOF:
            raise _Refused(grpc.StatusCode.INVALID_ARGUMENT, "The call has no request.")
        return request


class _Refused(Exception):
    """The call ends with this status."""

    def __init__(self, code: grpc.StatusCode, text: str) -> None:
        super().__init__(text)
        self.code = code


def _served(behaviour: Behaviour) -> Behaviour:
    """Wrap a handler so that its call ends with a status, or silently if the caller is gone.

    Without it, grpcio prints a traceback for each peer that disconnects too early.
    """

    async def served(request: object, context: Context) -> None:
        try:
            await behaviour(request, context)
        except _Refused as end:
            await _abort(context, end.code, str(end))
        except DecodeError:
            await _abort(context, grpc.StatusCode.INVALID_ARGUMENT, "It is no request.")
        except aio.AbortError:
            raise
        except aio.BaseError:
            await _abort(context, grpc.StatusCode.UNAVAILABLE, "The call was cut off.")

    return served


async def _abort(context: Context, code: grpc.StatusCode, text: str) -> None:
    try:
        await context.abort(code, text)
    except aio.AbortError:
        raise
    except aio.BaseError:
        return


class _Listener:
    """The context of a call whose answers the caller must read within `patience` seconds."""

    def __init__(self, context: Context, patience: float) -> None:
        self._context = context
        self._patience = patience

    async def write(self, message: object) -> None:
        """Send an answer.

        Raises:
            _Refused: when the caller does not read it in time.
        """
        try:
            async with asyncio.timeout(self._patience):
                await self._context.write(message)
        except TimeoutError:
            raise _Refused(grpc.StatusCode.RESOURCE_EXHAUSTED, "The answer was not read.") from None

    def __getattr__(self, name: str) -> Any:
        return getattr(self._context, name)
