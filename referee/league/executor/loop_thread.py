"""An event loop in a separate thread, as an executor."""

import asyncio
import contextlib
import threading
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import Executor, Future
from contextlib import AbstractAsyncContextManager
from functools import partial
from typing import Any, ParamSpec, TypeVar

import uvloop

P = ParamSpec("P")
T = TypeVar("T")


class LoopThread(Executor):
    """Runs coroutine functions, and no others, on an event loop: any number of them at once."""

    def __init__(self, name: str) -> None:
        """Start the loop in a thread with this name."""
        self._loop = uvloop.new_event_loop()
        self._calls: set[asyncio.Task[Any]] = set()
        self._stack = contextlib.AsyncExitStack()
        self._thread = threading.Thread(target=self._loop.run_forever, name=name, daemon=True)
        self._thread.start()

    def enter(self, context: AbstractAsyncContextManager[T]) -> T:
        """Enter a context on the loop, and return its value; `shutdown` leaves the context.

        Raises what the context raises on entering.
        """
        return self._do(self._stack.enter_async_context(context)).result()

    def call_soon(self, call: Callable[[], object]) -> None:
        """Schedule a call on the loop, and return at once."""
        self._loop.call_soon_threadsafe(call)

    def submit(self, call: Callable[P, Any], /, *args: P.args, **kwargs: P.kwargs) -> Future[Any]:
        """Run a coroutine function on the loop.

        Raises:
            RuntimeError: when the loop is shut down.
        """
        if not self._thread.is_alive():
            raise RuntimeError("the event loop is shut down")
        return self._do(self._carry_out(partial(call, *args, **kwargs)))

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Cancel running calls, leave the entered contexts, and end the loop."""
        if self._thread.is_alive():
            self._do(self._close()).result()
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join()
            self._loop.close()

    def _do(self, work: Coroutine[Any, Any, T]) -> Future[T]:
        return asyncio.run_coroutine_threadsafe(work, self._loop)

    async def _carry_out(self, call: Callable[[], Awaitable[Any]]) -> Any:
        running = asyncio.current_task()
        assert running is not None
        self._calls.add(running)
        try:
            return await call()
        finally:
            self._calls.discard(running)

    async def _close(self) -> None:
        for call in tuple(self._calls):
            call.cancel()
        if self._calls:
            await asyncio.wait(self._calls)
        await self._stack.aclose()
        await self._loop.shutdown_default_executor()
