"""A started referee, with clients without an SDK for its bots."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import uvloop
from grpc import aio
from grpc_health.v1 import health_pb2

from referee.identifier import BotName, MatchId
from referee.match.clock import ClockSettings, seconds
from referee.match.settings import MatchSettings
from referee.record.file import MemoryFile
from referee.server.host import MatchHost
from referee.server.limits import Limits
from referee.server.referee import Referee, ServerSettings
from tests.patience import PATIENCE
from tests.server.raw import Raw
from tianming_proto.v1 import play_pb2 as pb

SLOW = ClockSettings(decision=seconds(20), stall=seconds(3600))
"""A clock for bots that are never late. A busy machine does not make the match void."""

QUICK = replace(SLOW, decision=seconds(0.3), bank=seconds(0), first=seconds(0), grace=seconds(0.05))
"""A clock for a bot that stays away. On a busy machine any bot may be late."""


async def health(channel: aio.Channel, service: str = "") -> int:
    """Return the health status of a service."""
    check: aio.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary(
        "/grpc.health.v1.Health/Check"
    )
    request = health_pb2.HealthCheckRequest(service=service)
    answer = await check(request.SerializeToString(), timeout=PATIENCE)
    return health_pb2.HealthCheckResponse.FromString(answer).status


def toy_match(
    *bots: str,
    match_id: str = "m1",
    clock: ClockSettings = SLOW,
    options: dict[str, str] | None = None,
    strikes: int = 3,
) -> MatchSettings:
    """Return the settings of a match of the toy game."""
    return MatchSettings(
        match_id=MatchId(match_id),
        game="toy",
        options={"together": "no", "broken": "no"} | (options or {}),
        bots=tuple(map(BotName, bots)),
        seed=bytes(32),
        seed_nonce=bytes(32),
        clock=clock,
        strikes=strikes,
    )


class RefereeHarness:
    """A started referee, with raw clients for its bots."""

    def __init__(self, referee: Referee) -> None:
        self.referee = referee
        self._tokens: dict[str, str] = {}
        self._raws: list[Raw] = []
        self.records: dict[str, MemoryFile] = {}

    def dial(self, bot: BotName) -> Raw:
        """Return a new stream of a bot."""
        if bot not in self._tokens:
            self._tokens[bot] = self.referee.identities.admit(bot)
        return self.dial_with(self._tokens[bot])

    def dial_with(self, token: str | None) -> Raw:
        """Return a new stream with a token."""
        raw = Raw(self.referee.address, token)
        self._raws.append(raw)
        return raw

    async def bot(self, name: str) -> Raw:
        """Return a new stream of a bot that has sent `Hello`."""
        raw = self.dial(BotName(name))
        await raw.hello()
        return raw

    def match(
        self,
        *bots: str,
        match_id: str = "m1",
        clock: ClockSettings = SLOW,
        options: dict[str, str] | None = None,
        strikes: int = 3,
    ) -> MatchHost:
        """Begin a match of the toy game."""
        self.records[match_id] = MemoryFile()
        settings = toy_match(
            *bots, match_id=match_id, clock=clock, options=options, strikes=strikes
        )
        host = self.referee.host(settings, self.records[match_id])
        host.start()
        return host

    async def close(self) -> None:
        """Cut all connections."""
        for raw in self._raws:
            await raw.close()


@asynccontextmanager
async def started_referee(
    limits: Limits | None = None,
    address: str = "127.0.0.1:0",
    secret: str = "",
    tokens: Mapping[str, str] | None = None,
) -> AsyncIterator[RefereeHarness]:
    """Run a referee that listens; with a secret, also for workers.

    Args:
        limits: its limits; the usual ones by default.
        address: where it listens.
        secret: the secret of its workers.
        tokens: tokens that it knows before it listens, by the names of their bots.
    """
    referee = Referee(ServerSettings(address, limits or Limits(), secret=secret))
    for name, token in (tokens or {}).items():
        referee.identities.add(BotName(name), token)
    async with referee:
        harness = RefereeHarness(referee)
        try:
            yield harness
        finally:
            await harness.close()


async def play_on(raw: Raw, option: int = 1) -> pb.MatchEnded:
    """Answer every question until a match has ended; return its end."""
    (ended,) = await play_all(raw, 1, option)
    return ended


async def play_all(raw: Raw, matches: int, option: int = 1) -> list[pb.MatchEnded]:
    """Answer every question until `matches` matches have ended; return their ends."""
    ends: list[pb.MatchEnded] = []
    while len(ends) < matches:
        message = await raw.next()
        kind = message.WhichOneof("kind")
        if kind == "question":
            await raw.choose(message.question, option)
        elif kind == "match_ended":
            ends.append(message.match_ended)
    return ends


def running(test: Callable[[], Coroutine[Any, Any, None]], patience: float = PATIENCE) -> None:
    """Run an asynchronous test with a time limit; unhandled exceptions of the loop fail it.

    gRPC has one queue for all event loops of a process. Its errors about loops of earlier tests are
    ignored.
    """

    async def watched() -> None:
        failed: list[dict[str, Any]] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, what: failed.append(what))
        await asyncio.wait_for(test(), patience)
        ours = [what for what in failed if "PollerCompletionQueue" not in what["message"]]
        assert not ours, ours

    uvloop.run(watched())
