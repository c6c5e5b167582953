"""A life: one simulated process of the referee, from its start to its end.

It runs the real server without its port; simulated streams call `PlayStreams.play` as gRPC does.
"""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum
from itertools import repeat
from pathlib import Path
from typing import cast
from unittest.mock import patch
from uuid import UUID

import grpc

from referee import file_lock
from referee.error import StorageError
from referee.identifier import BotName
from referee.match.clock import SECOND
from referee.record import file as record_file
from referee.record.file import RecordFile
from referee.record.resume import OpenRecord, reopen
from referee.server import host, stream
from referee.server.referee import Referee, ServerSettings
from referee.server.time_source import FairClock
from tests.sim.disk import Disk
from tests.sim.loop import VirtualLoop
from tests.sim.network import Network
from tests.sim.season import Planned, Season
from tests.sim.system import System, installed, record_path
from tests.sim.wire import Wire
from tests.sim.witness import Witness
from tests.sim.world import START, World


class Ending(Enum):
    """How a life of the referee ended."""

    OVER = "over"
    """Every match has its result."""
    KILLED = "killed"
    DRAINED = "drained"
    """It was asked to stop, and has stopped."""
    FAILED = "failed"
    """A record could not be written."""
    BROKEN = "broken"
    """It ended with an unexpected error."""
    HUNG = "hung"
    """It waited forever, or did not end in time."""


class Port:
    """Replaces gRPC's server; keeps the streams that are being served."""

    def __init__(self) -> None:
        self.streams: list[asyncio.Task[None]] = []

    def add_insecure_port(self, address: str) -> int:
        """Do nothing: bots connect through the simulated network."""
        return 1

    async def start(self) -> None:
        """Do nothing: the simulated network makes the calls."""

    async def stop(self, grace: float | None) -> None:
        """Wait up to `grace` seconds for the streams to end, then cancel them."""
        left = [task for task in self.streams if not task.done()]
        if left:
            await asyncio.wait(left, timeout=grace)
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)


class SimulatedReferee(Referee):
    """The referee, with simulated wires in place of a port."""

    def _build(self) -> grpc.aio.Server:
        self.port = Port()
        return cast("grpc.aio.Server", self.port)

    async def _start_echo(self) -> None:
        """Do nothing: the simulated network has no threads."""

    def accept(self, wire: Wire) -> None:
        """Serve a new call."""
        wire.serving = asyncio.get_running_loop().create_task(self._carry(wire))
        self.port.streams.append(wire.serving)

    async def _carry(self, wire: Wire) -> None:
        """Serve a stream as gRPC does: if the handler returns, the status is `OK`."""
        try:
            await self._streams.play(None, wire)
        except grpc.aio.AbortError:
            return
        except asyncio.CancelledError:
            wire.finish(grpc.StatusCode.CANCELLED)
            raise
        wire.finish(grpc.StatusCode.OK)


class Life:
    """One process of the referee. `run` returns its ending."""

    def __init__(
        self, season: Season, world: World, disk: Disk, network: Network, witness: Witness
    ) -> None:
        self.season = season
        self.loop = VirtualLoop(world)
        self._world = world
        self._network = network
        self.witness = witness
        self._system = System(disk)
        self._ending: Ending | None = None
        self._referee: SimulatedReferee | None = None
        self._stopping: asyncio.Task[None] | None = None
        self._dice = world.dice(f"life {witness.life}")

    def run(self, limit: int) -> Ending:
        """Run until every match has its result, the process dies, or the time is `limit`."""
        self.witness.listening = True
        self._world.at(limit, lambda: self._end(Ending.HUNG))
        with installed(self._system, file_lock, record_file), self._named():
            main = self.loop.create_task(self._main())
            main.add_done_callback(self._stop)
            try:
                self.loop.run_forever()
                ending = self._ending = self._ending or _ending(main)
            finally:
                main.remove_done_callback(self._stop)
                self.witness.errors += self.loop.failures
                self._bury()
        if ending is Ending.BROKEN:
            self.witness.errors.append(f"the process ended with {main.exception()!r}")
        return ending

    def kill(self) -> None:
        """Kill the process: from now on, nothing that it does has an effect."""
        self._end(Ending.KILLED)

    def drain(self, grace: float) -> None:
        """Ask the referee to stop, with `grace` seconds for open matches."""
        if self._ending is None and self._referee is not None and not self._stopping:
            self.witness.note("drain", grace)
            self._stopping = self.loop.create_task(self._referee.stop(grace))
            self._stopping.add_done_callback(lambda _: self._end(Ending.DRAINED))

    def stall(self, span: int) -> None:
        """Stall the process for `span` nanoseconds, while the world continues."""
        self.witness.note("stall", span)
        self.witness.stalls.append((self._world.now, self._world.now + span))
        self._world.pass_until(self._world.now + span)

    def _stop(self, main: asyncio.Task[None]) -> None:
        if not main.cancelled():  # otherwise the referee is still stopping
            self.loop.stop()

    def _end(self, ending: Ending) -> None:
        if self._ending is None and not self.loop.is_closed():
            self._ending = ending
            self._die()
            self.loop.stop()

    def _die(self) -> None:
        self._system.alive = self.witness.listening = False
        self._network.down()

    def _bury(self) -> None:
        """Cancel and finish the tasks of a dead process, because Python cannot drop them."""
        self._die()
        self.loop.freeze()
        tasks = asyncio.all_tasks(self.loop)
        for task in tasks:
            task.cancel()
        if tasks:
            self.loop.run_until_complete(asyncio.wait(tasks))
        self.loop.close()

    @contextmanager
    def _named(self) -> Iterator[None]:
        """Derive the UUIDs of incidents from the seed."""

        def name() -> UUID:
            return UUID(int=self._dice.getrandbits(128))

        with patch.object(host, "uuid4", name), patch.object(stream, "uuid4", name):
            yield

    # -- inside the process

    async def _main(self) -> None:
        """Play every match of the season that has no result yet."""
        left = [self._left(planned) for planned in self.season.matches]
        clock, wall = FairClock(lambda: self._world.now), lambda: self._world.now / SECOND
        settings = ServerSettings(
            "unix:/sim", self.season.limits, durability=self.season.durability, direct=True
        )
        async with SimulatedReferee(settings, clock, wall) as referee:
            for entrant in self.season.entrants:
                if entrant.admitted:
                    referee.identities.add(BotName(entrant.name), entrant.token)
            self._network.up = self._referee = referee
            plays = map(self._play, repeat(referee), self.season.matches, left)
            await asyncio.gather(*plays)
            await referee.lobby.wait_until_handled(1)

    def _left(self, planned: Planned) -> OpenRecord | None:
        """Return the open record of a match from an earlier life; None if there is none."""
        path = self._path(planned)
        return reopen(path) if path.with_name(f"{path.name}.part").exists() else None

    async def _play(
        self, referee: SimulatedReferee, planned: Planned, left: OpenRecord | None
    ) -> None:
        """Play or resume a match, unless it has its result."""
        path = self._path(planned)
        if path.exists():
            return
        if left is None:
            await asyncio.sleep(max(0, START + planned.begins - self._world.now) / SECOND)
            self.witness.begun.setdefault(planned.settings.match_id, []).append(self._world.now)
            table = referee.host(planned.settings, RecordFile(path))
        else:
            table = referee.resume(left)
        table.pace = self.season.pace
        table.start()
        await table.done

    def _path(self, planned: Planned) -> Path:
        return record_path(self._system, planned.settings.match_id)


def _ending(main: asyncio.Task[None]) -> Ending:
    """Return the ending of a process that was not killed or drained."""
    if not main.done():
        return Ending.HUNG
    error = main.exception()
    if error is None:
        return Ending.OVER
    return Ending.FAILED if isinstance(error, StorageError) else Ending.BROKEN
