"""A client without an SDK, which sends any message or bytes of a test."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import grpc
import uvloop
from google.rpc.error_details_pb2 import ErrorInfo
from google.rpc.status_pb2 import Status
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
from tianming_proto.v1 import play_pb2 as pb

METHOD = "/tianming.v1.RefereeService/Play"

SLOW = ClockSettings(decision=seconds(20), stall=seconds(3600))
"""A clock for bots that are never late. A busy machine does not make the match void."""

QUICK = replace(SLOW, decision=seconds(0.3), bank=seconds(0), first=seconds(0), grace=seconds(0.05))
"""A clock for a bot that stays away. On a busy machine any bot may be late."""


Call = aio.StreamStreamCall[bytes, bytes]
Metadata = tuple[tuple[str, str], ...]


def stream(channel: aio.Channel, method: str, metadata: Metadata = ()) -> Call:
    """Open a stream of bytes."""
    multi: aio.StreamStreamMultiCallable[bytes, bytes] = channel.stream_stream(method)
    return multi(metadata=metadata)


async def health(channel: aio.Channel, service: str = "") -> int:
    """Return the health status of a service."""
    check: aio.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary(
        "/grpc.health.v1.Health/Check"
    )
    request = health_pb2.HealthCheckRequest(service=service)
    answer = await check(request.SerializeToString(), timeout=PATIENCE)
    return health_pb2.HealthCheckResponse.FromString(answer).status


class Raw:
    """One stream, whose frames are bytes."""

    def __init__(self, address: str, token: str | None) -> None:
        self._channel = aio.insecure_channel(
            address, [("grpc.use_local_subchannel_pool", 1), ("grpc.http2.bdp_probe", 0)]
        )
        metadata: Metadata = () if token is None else (("authorization", f"Bearer {token}"),)
        self.call = stream(self._channel, METHOD, metadata)
        self._waiting: list[pb.RefereeMessage] = []

    async def send(self, *messages: pb.BotMessage) -> None:
        """Send a frame."""
        await self.call.write(pb.PlayRequest(messages=messages).SerializeToString())

    async def send_bytes(self, data: bytes) -> None:
        """Send bytes as a frame, which may be malformed."""
        await self.call.write(data)

    async def hello(self) -> None:
        """Send `Hello`, and wait for `Welcome`."""
        await self.send(pb.BotMessage(hello=pb.Hello(revision_min=1, revision_max=1)))
        await self.receive("welcome")

    async def read(self, patience: float | None = PATIENCE) -> bytes | None:
        """Return the next frame within `patience` seconds; None at the end of the stream."""
        try:
            data = await asyncio.wait_for(self.call.read(), patience)
        except aio.AioRpcError:
            return None
        return data if isinstance(data, bytes) else None

    async def next(self) -> pb.RefereeMessage:
        """Return the next message."""
        while not self._waiting:
            data = await self.read()
            assert data is not None, await self.ending()
            self._waiting += pb.PlayResponse.FromString(data).messages
        return self._waiting.pop(0)

    async def receive(self, kind: str) -> Any:
        """Return the next message of a kind, and skip others."""
        while True:
            message = await self.next()
            if message.WhichOneof("kind") == kind:
                return getattr(message, kind)

    async def choose(self, question: pb.Question, option: int | None = 0) -> None:
        """Answer a question."""
        choose = pb.Choose(match_id=question.match_id, number=question.number, option=option)
        await self.send(pb.BotMessage(choose=choose))

    async def ending(self) -> tuple[grpc.StatusCode, str, dict[str, str]]:
        """Return how the stream ended: its status code, reason and facts."""
        code = await asyncio.wait_for(self.call.code(), PATIENCE)
        trailers = dict(await self.call.trailing_metadata() or ())
        status = Status.FromString(trailers.get("grpc-status-details-bin", b""))
        info = ErrorInfo()
        if status.details:
            status.details[0].Unpack(info)
        return code, info.reason, dict(info.metadata)

    async def end(
        self, patience: float | None = PATIENCE
    ) -> tuple[grpc.StatusCode, str, dict[str, str]]:
        """Read until the stream ends, with a limit for each frame; return how it ended."""
        while await self.read(patience) is not None:
            pass
        return await self.ending()

    async def close(self) -> None:
        """Cut the connection."""
        self.call.cancel()
        await self._channel.close()


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
            self._tokens[bot] = self.referee.identities.admit(BotName(bot))
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
        settings = MatchSettings(
            match_id=MatchId(match_id),
            game="toy",
            options={"together": "no", "broken": "no"} | (options or {}),
            bots=tuple(map(BotName, bots)),
            seed=bytes(32),
            seed_nonce=bytes(32),
            clock=clock,
            strikes=strikes,
        )
        self.records[match_id] = MemoryFile()
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
