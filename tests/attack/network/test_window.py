"""A bot that keeps the referee from sending, by HTTP/2 flow control, does not stop its clock."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from referee.identifier import BotName
from referee.match.clock import SECOND, ClockSettings, seconds
from referee.record.reader import parse
from referee.record.timing import timing
from referee.record.verify import verify
from referee.server.dial import DialTarget
from referee.server.limits import Limits
from referee.server.referee import Referee, ServerSettings
from referee.server.stream import BLOCKED
from referee.server.time_source import STALL
from tests.attack.network.window_bot import Way, WindowBot
from tests.patience import PATIENCE
from tests.server.harness import RefereeHarness
from tests.server.http2 import Peer

pytestmark = pytest.mark.full

HOLD = 0.6
"""Seconds for which the bot holds a ping."""

FREE = BLOCKED * STALL
"""Maximum nanoseconds of a hold that may cost nothing, on a machine that is itself late."""

LONG = ClockSettings(decision=seconds(40), bank=seconds(0), first=seconds(0))

EVE = BotName("eve")

Play = Callable[[Referee, Way], Awaitable[WindowBot]]


async def remote(referee: Referee, way: Way) -> WindowBot:
    """Play over the network, behind the front."""
    bot = WindowBot(await Peer.connect(referee.address), way, HOLD)
    await bot.call(referee.identities.admit(EVE))
    return bot


async def local(referee: Referee, way: Way, *, trusted: bool = False) -> WindowBot:
    """Play at a local bot's socket."""
    address, token = await referee.admit_local(EVE, trusted=trusted)
    bot = WindowBot(await Peer.connect(address), way, HOLD)
    await bot.call(token)
    return bot


async def trusted(referee: Referee, way: Way) -> WindowBot:
    """Play at the socket of a local bot that connects to gRPC without the front."""
    return await local(referee, way, trusted=True)


async def dialled(referee: Referee, way: Way) -> WindowBot:
    """Listen, and play on the stream that the referee opens."""
    accepted: asyncio.Queue[Peer] = asyncio.Queue()

    async def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        accepted.put_nowait(Peer(reader, writer))

    server = await asyncio.start_server(accept, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    dial = referee.dial(DialTarget(EVE, f"127.0.0.1:{port}"))
    bot = WindowBot(await accepted.get(), way, HOLD)
    await bot.serve()
    await dial.close()
    server.close()
    return bot


@asynccontextmanager
async def server(folder: Path) -> AsyncIterator[Referee]:
    """Run a referee that listens at a port."""
    settings = ServerSettings("127.0.0.1:0", Limits(), local=f"unix:{folder / 'local.sock'}")
    async with Referee(settings) as referee:
        yield referee


class TestHolds:
    """The clock of a question runs while its bot leaves the frame before it unread."""

    @pytest.mark.parametrize(
        ("play", "way"),
        [
            (remote, Way.STREAM),
            (remote, Way.CONNECTION),
            (remote, Way.TRICKLE),
            (local, Way.STREAM),
            (trusted, Way.STREAM),
            (dialled, Way.STREAM),
        ],
    )
    async def test_a_bot_is_charged_for_at_least_as_long_as_it_held(
        self, play: Play, way: Way, tmp_path: Path
    ) -> None:
        async with server(tmp_path) as referee:
            harness = RefereeHarness(referee)
            playing = asyncio.ensure_future(play(referee, way))
            assert not await referee.lobby.wait_for([EVE], PATIENCE)
            host = harness.match(EVE, EVE, clock=LONG)
            bot = await playing
            await host.done
        record = parse(bytes(harness.records["m1"].data), "m1")
        assert verify(record).outcome.termination.name == "FINISHED"
        assert bot.held, "no ping came before a question"
        bodies = [entry.body for entry in record.entries]
        credited = sum(body.stall.span_ns for body in bodies)
        chosen = {body.chosen.number: body.chosen for body in bodies if body.chosen.number}
        for number, held in bot.held.items():
            charged = chosen[number].at_ns - chosen[number].handed_at_ns
            assert charged + credited + FREE >= held * SECOND
        seats = timing(record).seats
        spent = sum(seat.thinking + seat.network for seat in seats)
        free = FREE * len(bot.held)
        assert spent + credited + free >= sum(bot.held.values()) * SECOND
