"""A bot that was sent away waits before it is served again, and nobody else does."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from referee.identifier import BotName
from referee.server.limits import Limits
from tests.server.harness import started_referee
from tests.server.raw import HELLO, Raw
from tianming_proto.v1 import play_pb2 as pb


async def flood(raw: Raw) -> str:
    """Say too much; gives the reason for the end."""
    await raw.send(*(pb.BotMessage(pong=pb.Pong(id=1 << 31)) for _ in range(1000)))
    _, reason, _ = await raw.end()
    return reason


async def garbage(raw: Raw) -> str:
    """Say what is no message; gives the reason for the end."""
    await raw.send_bytes(b"\xff\xff")
    _, reason, _ = await raw.end()
    return reason


async def poach(raw: Raw) -> str:
    """Answer in a match of others; gives the reason for the end."""
    await raw.send(pb.BotMessage(choose=pb.Choose(match_id="m1", number=1, option=0)))
    _, reason, _ = await raw.end()
    return reason


class TestPenalty:
    """To come back at once does not pay."""

    @pytest.mark.parametrize(
        ("violate", "reason"),
        [(flood, "RATE_LIMIT"), (garbage, "FRAME_MALFORMED"), (poach, "SEAT_NOT_OWNED")],
    )
    async def test_the_next_stream_is_not_read_before_its_time(
        self, violate: Callable[[Raw], Awaitable[str]], reason: str
    ) -> None:
        async with started_referee(Limits(penalty=3600)) as harness:
            harness.match("absent", "away")
            assert await violate(await harness.bot("bad")) == reason
            again = harness.dial(BotName("bad"))
            await again.send(HELLO)
            answer = asyncio.create_task(again.read())
            await harness.bot("good")
            done, _ = await asyncio.wait((answer,), timeout=0.5)
            assert not done
            assert harness.referee.lobby.present == ("good",)
            answer.cancel()

    async def test_after_its_time_it_is_served(self) -> None:
        async with started_referee(Limits(penalty=0.2)) as harness:
            assert await flood(await harness.bot("bad")) == "RATE_LIMIT"
            await harness.bot("bad")
            assert harness.referee.lobby.present == ("bad",)

    async def test_a_lost_connection_is_reopened_without_delay(self) -> None:
        async with started_referee(Limits(penalty=3600)) as harness:
            await (await harness.bot("a")).close()
            older = await harness.bot("a")
            await harness.bot("a")
            assert (await older.end())[1] == "SESSION_SUPERSEDED"
