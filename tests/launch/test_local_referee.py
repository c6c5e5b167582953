"""A table: whatever becomes of it, nobody who sat at it or waited for it is left."""

import asyncio
import sys

import pytest
import uvloop

from referee.launch.command import BotCommand
from referee.launch.local_referee import LocalReferee


class TestCancelled:
    def test_nobody_waits_on_for_the_bots_of_a_table_that_is_given_up(self) -> None:
        async def test() -> None:
            lost = BotCommand("lost", (sys.executable, "-c", "import time; time.sleep(60)"))
            table = LocalReferee([lost], 60)
            opening = asyncio.create_task(table.__aenter__())
            while not table.bots:
                await asyncio.sleep(0.01)
            await asyncio.sleep(0)
            opening.cancel()
            with pytest.raises(asyncio.CancelledError):
                await opening
            assert asyncio.all_tasks() == {asyncio.current_task()}

        uvloop.run(test())
