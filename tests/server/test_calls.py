"""The calls that are being served: kept until they have ended, and no longer."""

import asyncio
import gc
import weakref

import grpc

from referee.server.calls import Calls


class Details(grpc.HandlerCallDetails):
    """What is known of a call before it is served."""

    method = "/tianming.v1.RefereeService/Play"
    invocation_metadata = ()


async def serve(calls: Calls, leave: asyncio.Event) -> None:
    """A call that is served until it may leave."""

    async def found(_: grpc.HandlerCallDetails) -> None:
        return

    await calls.intercept_service(found, Details())
    await leave.wait()


class TestCalls:
    """A server waits for those who are still being served."""

    async def test_one_that_has_ended_is_forgotten(self) -> None:
        calls, leave = Calls(), asyncio.Event()
        task = asyncio.create_task(serve(calls, leave))
        served = weakref.ref(task)
        leave.set()
        await task
        del task
        await asyncio.sleep(0)
        gc.collect()
        assert served() is None

    async def test_one_that_does_not_end_is_waited_for_only_so_long(self) -> None:
        calls, leave = Calls(), asyncio.Event()
        task = asyncio.create_task(serve(calls, leave))
        await calls.ended(0)
        assert not task.done()
        leave.set()
        await calls.ended(20)
        assert task.done()
