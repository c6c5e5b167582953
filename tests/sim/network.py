"""The simulated network between bots and the referee."""

import itertools
from typing import Protocol

from tests.sim.wire import Caller, Observer, Road, Wire
from tests.sim.world import World, span


class Callee(Protocol):
    """A referee that accepts calls."""

    def accept(self, wire: Wire) -> None:
        """Serve a new call."""


class Network:
    """Bots dial; the referee that is `up` serves the call."""

    def __init__(self, world: World, observer: Observer) -> None:
        self.up: Callee | None = None
        self._world = world
        self._dice = world.dice("network")
        self._observer = observer
        self._number = itertools.count(1)
        self._taken: list[Wire] = []

    def dial(self, caller: Caller, token: str, road: Road) -> Wire:
        """Call the referee; return the new stream."""
        wire = Wire(next(self._number), self._world, self._observer, caller, token, road)
        self._world.after(span(self._dice, *road.latency), lambda: self._ring(wire))
        return wire

    def down(self) -> None:
        """Take the referee down, and end every stream."""
        self.up = None
        for wire in self._taken:
            wire.finish(None)
        self._taken.clear()

    def _ring(self, wire: Wire) -> None:
        if self.up is None or not wire.open:
            wire.refuse()
            return
        self._taken = [one for one in self._taken if not one.done]
        self._taken.append(wire)
        self.up.accept(wire)
        wire.befall()
