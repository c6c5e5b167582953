"""The wire: a stream between a bot and the referee, as HTTP/2 over TCP would carry it.

What a stream carries comes in order, or not at all: it can be late, held up, cut, and cut
so that one end does not notice. What comes twice or out of order comes on two streams.
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
"""What is read when the bot has said all."""

LIVENESS = 30 * SECOND
"""The time after which an end that hears nothing takes the other for gone."""


@dataclass(frozen=True, slots=True)
class Road:
    """How a bot's network is. Times are in seconds, rates in events a second."""

    latency: tuple[float, float] = (0.0001, 0.02)
    cuts: float = 0.0
    holds: float = 0.0
    window: int = 65_535
    """Bytes that may be on their way before the referee has to wait."""


class Caller(Protocol):
    """The bot's end of a wire."""

    name: str

    def heard(self, wire: "Wire", messages: list[pb.RefereeMessage], said_at: int) -> None:
        """A frame has come, that the referee handed over at that time."""

    def ended(self, wire: "Wire", status: grpc.StatusCode | None) -> None:
        """The stream has ended, with a status or without a word."""


class Ears(Protocol):
    """Whoever writes down what crosses the wire at the referee's end."""

    def heard(self, wire: "Wire", data: bytes) -> None:
        """The referee takes a frame in."""

    def said(self, wire: "Wire", data: bytes) -> list[pb.RefereeMessage]:
        """The referee hands a frame over; gives what it says."""

    def closed(self, wire: "Wire", status: grpc.StatusCode | None, reason: str) -> None:
        """The referee is done with a stream."""


class Wire(Call):
    """One stream. It is the `Transport` that the referee's end is served with."""

    def __init__(
        self, number: int, world: World, ears: Ears, caller: Caller, token: str, road: Road
    ) -> None:
        super().__init__(token)
        self.number = number
        self.caller = caller
        self.road = road
        self.reading = True
        self.open = True
        """Whether the bot has its end."""
        self.serving: asyncio.Task[None] | None = None
        self._world = world
        self._dice: Random = world.dice(f"wire {number}")
        self._ears = ears
        self._inbox: deque[bytes] = deque()
        self._all_said = self._gone = self._done = self._cut = False
        self._waiting: asyncio.Future[None] | None = None
        self._blocked: asyncio.Future[None] | None = None
        self._unread = 0
        self._unheard: deque[tuple[list[pb.RefereeMessage], int, int]] = deque()
        self._in_at = self._out_at = world.now

    # -- the referee's end

    async def read(self) -> object:
        """The next frame, or `EOF`."""
        while self._done or not self._inbox:
            if self._all_said:
                return EOF
            self._waiting = asyncio.get_running_loop().create_future()
            await self._waiting
        data = self._inbox.popleft()
        self._ears.heard(self, data)
        return data

    async def write(self, message: bytes, /) -> None:
        """Hand a frame over; wait while too much is in transit, and forever at the end."""
        if self._done:
            await asyncio.get_running_loop().create_future()
        messages = self._ears.said(self, message)
        self._unread += len(message)
        said_at, size = self._world.now, len(message)
        self._out(lambda: self._arrive(messages, said_at, size))
        while self._unread > self.road.window:
            self._blocked = asyncio.get_running_loop().create_future()
            await self._blocked

    def aborted(self, code: grpc.StatusCode, details: str) -> None:
        """The referee ends the stream with a status."""
        self.finish(code, details)

    def cancelled(self) -> bool:
        """Whether the bot is gone."""
        return self._gone

    @property
    def done(self) -> bool:
        """Whether the referee is done with the stream."""
        return self._done

    def finish(self, status: grpc.StatusCode | None, reason: str = "") -> None:
        """The referee is done with the stream; without a status it has died."""
        if self._done:
            return
        self._done = True
        self._ears.closed(self, status, reason)
        self._out(lambda: self._end(status))

    # -- the bot's end

    def send(self, data: bytes, at: int = 0) -> None:
        """Send a frame, to arrive at a time, or when it does."""
        self._in(lambda: self._take(data), at)

    def half_close(self) -> None:
        """Say that this was all."""

        def close() -> None:
            self._all_said = True
            _wake(self._waiting)

        self._in(close)

    def drop(self) -> None:
        """The bot cuts the stream."""
        if self.open:
            self.open = False
            self._in(self._lose)

    def read_on(self) -> None:
        """The bot reads again what it has left unread."""
        self.reading = True
        while self._unheard and self.reading and self.open:
            self._hear(*self._unheard.popleft())

    # -- what befalls it

    def befall(self) -> None:
        """Begin to suffer from the road."""
        for rate, what in ((self.road.cuts, self._sever), (self.road.holds, self._hold)):
            if rate:
                self._world.after(round(self._dice.expovariate(rate) * SECOND), what)

    def refuse(self) -> None:
        """Nobody is there to take the call."""
        self._done = True
        self._out(lambda: self._end(None))

    def _sever(self) -> None:
        """Cut it: each end notices at once or after a long silence."""
        self._cut = True
        for notice in (self._lose, lambda: self._end(None)):
            late = self._dice.random() < 0.3
            self._world.after(LIVENESS if late else span(self._dice, 0.001, 1), notice)

    def _hold(self) -> None:
        """Hold up everything for a while."""
        until = self._world.now + span(self._dice, 0.01, 5)
        self._in_at, self._out_at = max(self._in_at, until), max(self._out_at, until)
        self._world.after(round(self._dice.expovariate(self.road.holds) * SECOND), self._hold)

    # -- inside

    def _in(self, what: Callable[[], None], at: int = 0) -> None:
        """Let something come to the referee's end, behind all that was sent before."""
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
        """The referee's end learns that the bot is gone."""
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

    def _hear(self, messages: list[pb.RefereeMessage], said_at: int, size: int) -> None:
        self._unread -= size
        _wake(self._blocked)
        self.caller.heard(self, messages, said_at)

    def _end(self, status: grpc.StatusCode | None) -> None:
        if self.open:
            self.open = False
            self.caller.ended(self, status)


def _wake(future: asyncio.Future[None] | None) -> None:
    if future is not None and not future.done():
        future.set_result(None)
