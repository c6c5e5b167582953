"""Track the running calls of a server, so that its shutdown can wait for them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

import grpc
from grpc import aio

if TYPE_CHECKING:
    Handler = grpc.RpcMethodHandler[Any, Any]


class Calls(aio.ServerInterceptor):
    """Keeps the tasks that serve calls.

    A grpcio server stops once its peers are notified, and its handlers may still run. If the event
    loop ends before them, grpcio may print a traceback for each.
    """

    def __init__(self) -> None:
        self._serving: set[asyncio.Task[Any]] = set()

    async def intercept_service(
        self,
        continuation: Callable[[grpc.HandlerCallDetails], Awaitable[Handler | None]],
        handler_call_details: grpc.HandlerCallDetails,
    ) -> Handler | None:
        task = asyncio.current_task()
        assert task is not None
        self._serving.add(task)
        task.add_done_callback(self._serving.discard)
        return await continuation(handler_call_details)

    async def ended(self, patience: float) -> None:
        """Wait until no call is running, for at most `patience` seconds."""
        await asyncio.sleep(0)  # let new calls begin
        if self._serving:
            await asyncio.wait(self._serving, timeout=patience)
