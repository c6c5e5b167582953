"""The simulation itself: its time, loop, disk and streams behave as documented."""

import asyncio
import fcntl
import os
from collections.abc import Coroutine
from functools import partial
from random import Random
from typing import Any

import grpc
import pytest

from referee.match.clock import SECOND
from tests.sim.bot import HELLO, frame
from tests.sim.disk import Disk, Trouble
from tests.sim.loop import VirtualLoop
from tests.sim.system import FOLDER, System, path_class
from tests.sim.wire import Road, Wire
from tests.sim.world import START, World
from tianming_proto.v1 import play_pb2 as pb


def run(world: World, main: Coroutine[Any, Any, None]) -> None:
    """Run a coroutine in a world to its end."""
    loop = VirtualLoop(world)
    try:
        loop.run_until_complete(main)
        assert loop.failures == []
    finally:
        loop.close()


class TestLoop:
    """Time advances when there is nothing to do, and is exact to the nanosecond."""

    def test_a_sleep_takes_its_time_and_none_of_ours(self) -> None:
        world = World(1)
        run(world, asyncio.sleep(86_400))
        assert world.now == START + 86_400 * SECOND

    def test_events_a_nanosecond_apart_are_seen_apart(self) -> None:
        world, seen = World(1), []
        for later in (2, 1, 3):
            world.at(START + SECOND + later, lambda: seen.append(world.now))
        run(world, asyncio.sleep(2))
        assert seen == [START + SECOND + later for later in (1, 2, 3)]

    def test_a_timer_rings_at_its_nanosecond(self) -> None:
        async def test() -> None:
            loop, rings = asyncio.get_running_loop(), []
            for span in (123_456_789, 123_456_790):
                loop.call_later(span / SECOND, lambda: rings.append(world.now - START))
            await asyncio.sleep(1)
            assert rings == [123_456_789, 123_456_790]

        world = World(1)
        run(world, test())

    def test_work_in_threads_does_not_block_the_loop(self) -> None:
        async def test() -> None:
            began, ticks = world.now, []
            world.at(began + 1, lambda: ticks.append(world.now))
            done = await asyncio.get_running_loop().run_in_executor(None, int, "7")
            assert (done, ticks) == (7, [began + 1])
            assert world.now > began + 1

        world = World(1)
        run(world, test())

    def test_an_error_off_the_loop_comes_to_whoever_waits(self) -> None:
        async def test() -> None:
            with pytest.raises(ValueError, match="invalid literal"):
                await asyncio.get_running_loop().run_in_executor(None, int, "x")

        run(World(1), test())

    def test_a_loop_without_an_end_is_ended(self) -> None:
        async def test() -> None:
            while True:
                await asyncio.sleep(0)

        loop = VirtualLoop(World(1))
        task = loop.create_task(test())
        loop.run_forever()
        assert not task.done()
        task.cancel()
        loop.freeze()
        loop.run_until_complete(asyncio.wait([task]))
        loop.close()


class TestDisk:
    """A disk keeps what was synced, and may lose the rest; its failures are those of real disks."""

    @pytest.mark.parametrize("seed", range(20))
    def test_synced_bytes_survive_and_others_may_be_lost(self, seed: int) -> None:
        system, path = _system(seed)
        file = system.open(path, os.O_CREAT)
        system.write(file, b"kept")
        system.fsync(file)
        system.fsync(system.open(FOLDER, os.O_RDONLY))
        system.write(file, b"perhaps")
        system.disk.lose_power()
        found = path.read_bytes()
        assert found.startswith(b"kept")
        assert b"keptperhaps".startswith(found.rstrip(b"\0"))

    def test_a_name_is_safe_only_when_its_folder_is(self) -> None:
        names = set()
        for seed in range(20):
            system, path = _system(seed)
            system.fsync(system.open(path, os.O_CREAT))
            system.disk.lose_power()
            names.add(path.exists())
        assert names == {True, False}

    def test_after_a_failed_fsync_nothing_counts_as_durable_even_if_the_next_succeeds(self) -> None:
        system, path = _system(1)
        file = system.open(path, os.O_CREAT)
        system.write(file, b"lost")
        system.disk.troubles = {0: Trouble.UNSYNCED}
        with pytest.raises(OSError, match="Input/output error"):
            system.fsync(file)
        system.fsync(file)
        assert system.disk.names[str(path)].durable == b""

    def test_a_full_disk_takes_nothing_until_somebody_makes_room(self) -> None:
        system, path = _system(1)
        file = system.open(path, os.O_CREAT)
        system.disk.troubles = {0: Trouble.FULL}
        for _ in range(2):
            with pytest.raises(OSError, match="No space left"):
                system.write(file, b"data")
        system.disk.mend()
        assert system.write(file, b"data") == 4

    def test_a_process_that_dies_in_a_write_tears_it(self) -> None:
        sizes = set()
        for seed in range(20):
            system, path = _system(seed)
            file = system.open(path, os.O_CREAT)
            system.disk.die = partial(setattr, system, "alive", False)
            system.disk.fatal = system.disk.operations + 1
            system.write(file, b"data")
            system.write(file, b"what a dead process does has no effect")
            sizes.add(len(path.read_bytes()))
        assert len(sizes) > 1
        assert max(sizes) < 4

    def test_a_lock_holds_against_every_other_descriptor(self) -> None:
        system, path = _system(1)
        one, other = system.open(path, os.O_CREAT), system.open(path, 0)
        system.flock(one, fcntl.LOCK_EX)
        with pytest.raises(BlockingIOError):
            system.flock(other, fcntl.LOCK_EX)
        system.close(one)
        system.flock(other, fcntl.LOCK_EX)


class TestWire:
    """A stream delivers frames in order or not at all."""

    def test_frames_come_in_the_order_in_which_they_were_sent(self) -> None:
        async def test() -> None:
            wire = _wire(world, Road(latency=(0.0001, 1)))
            sent = [frame(HELLO), *(bytes([number]) for number in range(50))]
            for data in sent:
                wire.send(data)
            assert [await wire.read() for _ in sent] == sent

        world = World(3)
        run(world, test())

    def test_a_frame_can_come_at_a_given_nanosecond(self) -> None:
        async def test() -> None:
            wire = _wire(world, Road())
            wire.send(b"x", at=START + SECOND + 1)
            await wire.read()
            assert world.now == START + SECOND + 1

        world = World(3)
        run(world, test())

    def test_a_writer_waits_while_the_bot_leaves_too_much_unread(self) -> None:
        async def test() -> None:
            wire = _wire(world, Road(window=10))
            wire.reading = False
            writing = asyncio.create_task(wire.write(b"\n\x00" * 6))
            await asyncio.sleep(60)
            assert not writing.done()
            wire.read_on()
            await writing

        world = World(3)
        run(world, test())

    def test_a_cut_wire_is_noticed_at_both_ends_sooner_or_later(self) -> None:
        for seed in range(20):
            world = World(seed)
            caller = Caller()
            wire = _wire(world, Road(cuts=1), caller)
            wire.befall()
            run(world, asyncio.sleep(60))
            assert wire.cancelled()
            assert caller.statuses == [None]


class Caller:
    """A bot that only records the statuses of its ended streams."""

    name = "caller"

    def __init__(self) -> None:
        self.statuses: list[grpc.StatusCode | None] = []

    def received(self, wire: Wire, messages: list[pb.RefereeMessage], said_at: int) -> None:
        """Ignore a frame."""

    def ended(self, wire: Wire, status: grpc.StatusCode | None) -> None:
        """Record the status of a stream."""
        self.statuses.append(status)


class Deaf:
    """An observer that records nothing."""

    def received(self, wire: Wire, data: bytes) -> None:
        """Ignore a frame that the referee reads."""

    def said(self, wire: Wire, data: bytes) -> list[pb.RefereeMessage]:
        """Ignore a frame that the referee sends."""
        return []

    def blocked(self, wire: Wire, since: int, until: int) -> None:
        pass

    def closed(self, wire: Wire, status: grpc.StatusCode | None, reason: str) -> None:
        """Ignore the end of a stream."""


def _wire(world: World, road: Road, caller: Caller | None = None) -> Wire:
    return Wire(1, world, Deaf(), caller or Caller(), "token", road)


def _system(seed: int) -> tuple[System, Any]:
    """Return the system of a process with an empty disk, and a path on that disk."""
    system = System(Disk(Random(seed)))
    return system, path_class(system)(f"{FOLDER}/file")
