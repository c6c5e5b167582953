"""The wire: a simulated stream between a bot and the referee, as HTTP/2 over TCP carries it.

A stream delivers frames in order or not at all. It can be late, held up or cut, and one end may
notice a cut later than the other. Only two streams can deliver frames twice or out of order.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Protocol

import grpc

from referee.match.clock import SECOND
from tests.server.transport import Call
from tests.sim.world import World, span
from tianming_proto.v1 import play_pb2 as pb

EOF = object()
"""The result of `read` after the bot's last frame."""

LIVENESS = 30 * SECOND
"""Time without data after which an end assumes that the other is gone."""


@dataclass(frozen=True, slots=True)
class Road:
    """The quality of a bot's network.

    Attributes:
        latency: minimum and maximum seconds for a frame to arrive.
        cuts: cuts of the stream per second.
        holds: delays of all frames per second.
    """

    latency: tuple[float, float] = (0.0001, 0.02)
    cuts: float = 0.0
    holds: float = 0.0
    window: int = 65_535
    """Maximum unread bytes before the referee has to wait."""


class Caller(Protocol):
    """The bot's end of a wire."""

    name: str

    def received(self, wire: "Wire", messages: list[pb.RefereeMessage], said_at: int) -> None:
        """Handle a frame that the referee handed over at `said_at`."""

    def ended(self, wire: "Wire", status: grpc.StatusCode | None) -> None:
        """Handle the end of the stream, with its status; None if it was cut."""


class Observer(Protocol):
    """An observer of the traffic at the referee's end."""

    def received(self, wire: "Wire", data: bytes) -> None:
        """Observe a frame that the referee reads."""

    def said(self, wire: "Wire", data: bytes) -> list[pb.RefereeMessage]:
        """Observe a frame that the referee sends; return its messages."""

    def blocked(self, wire: "Wire", since: int, until: int) -> None:
        """Observe a write of the referee that the bot has blocked for some time."""

    def closed(self, wire: "Wire", status: grpc.StatusCode | None, reason: str) -> None:
        """Observe the end of a stream."""


class Wire(Call):
    """One stream. It is the `StreamTransport` of the referee's end."""

    def __init__(
        self, number: int, world: World, observer: Observer, caller: Caller, token: str, road: Road
    ) -> None:
        super().__init__(token)
        self.number = number
        self.caller = caller
        self.road = road
        self.reading = True
        self.window = road.window
        """Bytes that the bot leaves unread before it blocks the referee."""
        self.open = True
        """Whether the bot's end is open."""
        self.serving: asyncio.Task[None] | None = None
        self._world = world
        self._dice: Random = world.dice(f"wire {number}")
        self._observer = observer
        self._inbox: deque[bytes] = deque()
        self._all_said = self._gone = self._done = self._cut = False
        self._waiting: asyncio.Future[None] | None = None
        self._blocked: asyncio.Future[None] | None = None
        self._unread = 0
        self._unheard: deque[tuple[list[pb.RefereeMessage], int, int]] = deque()
        self._in_at = self._out_at = world.now

    # -- the referee's end

    async def read(self) -> object:
        """Return the next frame, or `EOF`."""
        while self._done or not self._inbox:
            if self._all_said:
                return EOF
            self._waiting = asyncio.get_running_loop().create_future()
            await self._waiting
        data = self._inbox.popleft()
        self._observer.received(self, data)
        return data

    async def write(self, message: bytes, /) -> None:
        """Send a frame; wait while too much is unread, and forever after the end of the stream."""
        if self._done:
            await asyncio.get_running_loop().create_future()
        messages = self._observer.said(self, message)
        self._unread += len(message)
        said_at, size = self._world.now, len(message)
        self._out(lambda: self._arrive(messages, said_at, size))
        try:
            while self._unread > self.window:
                self._blocked = asyncio.get_running_loop().create_future()
                await self._blocked
        finally:
            if self._world.now > said_at:
                self._observer.blocked(self, said_at, self._world.now)

    def aborted(self, code: grpc.StatusCode, details: str) -> None:
        """End the stream with a status, for the referee."""
        self.finish(code, details)

    def cancelled(self) -> bool:
        """Return whether the bot is gone."""
        return self._gone

    @property
    def done(self) -> bool:
        """Whether the referee's end has ended."""
        return self._done

    def finish(self, status: grpc.StatusCode | None, reason: str = "") -> None:
        """End the referee's end with a status; None means that the referee has died."""
        if self._done:
            return
        self._done = True
        self._observer.closed(self, status, reason)
        self._out(lambda: self._end(status))

    # -- the bot's end

    def send(self, data: bytes, at: int = 0) -> None:
        """Send a frame, which arrives at a time, or after the latency if that is 0."""
        self._in(lambda: self._take(data), at)

    def half_close(self) -> None:
        """Close the bot's sending side."""

        def close() -> None:
            self._all_said = True
            _wake(self._waiting)

        self._in(close)

    def drop(self) -> None:
        """Cut the stream, for the bot."""
        if self.open:
            self.open = False
            self._in(self._lose)

    def shut(self) -> None:
        """Let the bot read nothing more, and block the referee's next write."""
        self.reading = False
        self.window = 0

    def read_on(self) -> None:
        """Let the bot continue to read, beginning with the unread frames."""
        self.reading = True
        self.window = self.road.window
        while self._unheard and self.reading and self.open:
            self._receive(*self._unheard.popleft())

    # -- failures

    def befall(self) -> None:
        """Schedule the cuts and holds of the road."""
        for rate, what in ((self.road.cuts, self._sever), (self.road.holds, self._hold)):
            if rate:
                self._world.after(round(self._dice.expovariate(rate) * SECOND), what)

    def refuse(self) -> None:
        """End the stream, because no referee takes the call."""
        self._done = True
        self._out(lambda: self._end(None))

    def _sever(self) -> None:
        """Cut the stream: each end notices soon, or after `LIVENESS`."""
        self._cut = True
        for notice in (self._lose, lambda: self._end(None)):
            late = self._dice.random() < 0.3
            self._world.after(LIVENESS if late else span(self._dice, 0.001, 1), notice)

    def _hold(self) -> None:
        """Delay all frames for 0.01 to 5 s, and schedule the next delay."""
        until = self._world.now + span(self._dice, 0.01, 5)
        self._in_at, self._out_at = max(self._in_at, until), max(self._out_at, until)
        self._world.after(round(self._dice.expovariate(self.road.holds) * SECOND), self._hold)

    # -- inside

    def _in(self, what: Callable[[], None], at: int = 0) -> None:
        """Schedule an arrival at the referee's end, after all earlier ones."""
        due = at or self._world.now + span(self._dice, *self.road.latency)
        self._in_at = max(self._in_at, due)
        self._world.at(self._in_at, lambda: self._unless_cut(what))

    def _out(self, what: Callable[[], None]) -> None:
        self._out_at = max(self._out_at, self._world.now + span(self._dice, *self.road.latency))
        self._world.at(self._out_at, lambda: self._unless_cut(what))

    def _unless_cut(self, what: Callable[[], None]) -> None:
        if not self._cut:
            what()

    def _take(self, data: bytes) -> None:
        self._inbox.append(data)
        _wake(self._waiting)

    def _lose(self) -> None:
        """Let the referee's end notice that the bot is gone."""
        if not self._done:
            self._gone = True
            if self.serving is not None:
                self.serving.cancel()

    def _arrive(self, messages: list[pb.RefereeMessage], said_at: int, size: int) -> None:
        if not self.open:
            return
        self._unheard.append((messages, said_at, size))
        if self.reading:
            self.read_on()

    def _receive(self, messages: list[pb.RefereeMessage], said_at: int, size: int) -> None:
        self._unread -= size
        _wake(self._blocked)
        self.caller.received(self, messages, said_at)

    def _end(self, status: grpc.StatusCode | None) -> None:
        if self.open:
            self.open = False
            self.caller.ended(self, status)


def _wake(future: asyncio.Future[None] | None) -> None:
    if future is not None and not future.done():
        future.set_result(None)
