"""Work that waits until the event loop comes round."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any

from referee.server.deferred import Deferrable, Deferred


class Work(Deferrable):
    """Work that calls a function."""

    def __init__(self, call: Callable[[], object]) -> None:
        self.call = call

    def catch_up(self) -> None:
        self.call()


class TestAfterwards:
    """All of it is done, in its order, behind what is being done."""

    async def test_work_is_done_behind_what_is_being_done(self) -> None:
        afterwards, done = Deferred(), list[int]()
        for number in range(3):
            afterwards.add(Work(partial(done.append, number)))
        assert done == []
        await asyncio.sleep(0)
        assert done == [0, 1, 2]
        afterwards.add(Work(lambda: done.append(3)))
        await asyncio.sleep(0)
        assert done == [0, 1, 2, 3]

    async def test_what_fails_keeps_nothing_else_from_being_done(self) -> None:
        afterwards, done, failed = Deferred(), list[str](), list[dict[str, Any]]()
        asyncio.get_running_loop().set_exception_handler(lambda _, what: failed.append(what))
        afterwards.add(Work(lambda: done.append("before")))
        afterwards.add(Work(lambda: done.remove("nothing")))
        afterwards.add(Work(lambda: done.append("behind")))
        for _ in range(3):
            await asyncio.sleep(0)
        assert done == ["before", "behind"]
        assert [type(what["exception"]) for what in failed] == [ValueError]
