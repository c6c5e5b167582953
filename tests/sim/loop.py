"""An event loop with a virtual clock, which jumps to the next event when the loop is idle.

It is asyncio's own loop with another `select`. Timers of the loop and events of the world share the
same time; if both are due at the same instant, the order is random.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor
from functools import partial
from typing import Any, TypeVar, TypeVarTuple

from referee.match.clock import SECOND
from tests.sim.world import World, span

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

MOST_TURNS = 20_000
"""Maximum turns of the loop in one instant; more turns count as an endless loop."""


class VirtualLoop(asyncio.BaseEventLoop):
    """The event loop of one life of a simulated process.

    `failures` are the exceptions that no code has caught.
    """

    def __init__(self, world: World) -> None:
        super().__init__()
        self.failures: list[str] = []
        self._world = world
        self._dice = world.dice(f"loop {world.now}")
        self._clock_resolution = 0.4 / SECOND
        self._selector = self
        self._turns = 0
        self._instant = world.now
        self._frozen = False
        self.set_exception_handler(self._failed)

    def time(self) -> float:
        """Return the time of the world in seconds."""
        return self._world.now / SECOND

    def select(self, timeout: float | None) -> list[Any]:
        """Advance to the next timer, which is due in `timeout` seconds, or to an earlier event."""
        self._turns = self._turns + 1 if self._instant == self._world.now else 0
        self._instant = self._world.now
        if self._turns > MOST_TURNS and not self._frozen:
            self.stop()
        if self._frozen or (timeout is not None and timeout <= 0):
            return []
        timer = None
        if timeout is not None:
            timer = self._world.now + max(1, round(timeout * SECOND))
        event = self._world.next
        if event is None and timer is None:
            self.stop()
        elif timer is None or (event is not None and self._before(event, timer)):
            self._world.step()
        else:
            self._world.now = timer
        return []

    def _before(self, event: int, timer: int) -> bool:
        """Return whether an event comes before a timer; random if both are due at the same time."""
        return event < timer or (event == timer and self._dice.random() < 0.5)

    def freeze(self) -> None:
        """Stop the time: all remaining work is done at once."""
        self._frozen = True

    def run_in_executor(
        self,
        executor: Executor | None,
        func: Callable[[*Ts], T],
        *args: *Ts,
    ) -> asyncio.Future[T]:
        """Call a function after a random time, and return its result after another one."""
        future: asyncio.Future[T] = self.create_future()

        def work() -> None:
            try:
                done = partial(_succeed, future, func(*args))
            except Exception as error:
                done = partial(_fail, future, error)
            self._later(done)

        self._later(work)
        return future

    def _later(self, what: Callable[[], None]) -> None:
        if self._frozen:
            what()
        else:
            self._world.after(span(self._dice, 0.0002, 0.05), lambda: self._if_alive(what))

    def _if_alive(self, what: Callable[[], None]) -> None:
        if not self.is_closed():
            what()

    def _process_events(self, event_list: list[Any]) -> None:
        """Do nothing: there are no sockets."""

    def _write_to_self(self) -> None:
        """Do nothing: there are no other threads."""

    def _failed(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        self.failures.append(f"{context['message']}: {error!r}")


def _succeed(future: asyncio.Future[T], result: T) -> None:
    if not future.done():
        future.set_result(result)


def _fail(future: asyncio.Future[T], error: Exception) -> None:
    if not future.done():
        future.set_exception(error)
