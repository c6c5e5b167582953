"""Calls: all that are being served, so that a server can end when they have."""

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

    A grpcio server ends once its peers are notified; its handlers may still have a few steps left.
    If the event loop ends first, grpcio may print a traceback for each.
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
        """Wait until none is being served, for `patience` s at most."""
        await asyncio.sleep(0)  # new calls begin
        if self._serving:
            await asyncio.wait(self._serving, timeout=patience)
