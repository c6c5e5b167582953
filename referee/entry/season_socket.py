"""The season's socket: the process of entries asks here what owners may see.

The socket belongs to the user of the season, in a folder that nobody else may enter. Whoever
reaches it may ask in the name of any owner, and learns neither the seed nor what owners may not
see. The calls run beside the season, in threads, and only read.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import grpc
from google.protobuf.message import Message
from google.protobuf.wrappers_pb2 import BoolValue, StringValue
from grpc import aio

from referee.entry.season_call import MOST_FRIENDLIES_LISTED, MOST_LISTED, OWNER, PIECE, SERVICE
from referee.event_log import structlog
from referee.identifier import OwnerName
from referee.league.configuration.settings import LeagueSettings
from referee.league.executor.loop_thread import LoopThread
from referee.league.ledger.database import connect_reader
from referee.league.ledger.ledger_queries import ListedBot
from referee.league.ledger.owned_matches import AnswerTimes
from referee.league.season.owner_views import OwnedMatch, OwnerViews, ViewWithheldError
from referee.server.startup import start
from tianming_proto.entry.v1 import entry_pb2 as pb

if TYPE_CHECKING:
    Context = aio.ServicerContext[Any, Any]

M = TypeVar("M", bound=Message)
R = TypeVar("R")

log = structlog.get_logger()

_AT_ONCE = 64
"""Maximum of calls at once; the others are refused, so that owners ask again."""


@contextmanager
def season_socket(
    path: Path, settings: LeagueSettings, way_back: Callable[[ListedBot], str]
) -> Iterator[None]:
    """Answer on a socket while the block runs.

    Args:
        path: the socket, in a folder that only this user may enter.
        settings: the league.
        way_back: says how a benched bot plays again.

    Raises:
        TianmingError: when the ledger cannot be read.
    """
    engine = connect_reader(settings.ledger_url)
    views = OwnerViews(settings, engine.begin, way_back)
    thread = LoopThread("owner views")
    try:
        thread.enter(_served(path, views))
        yield
    finally:
        thread.shutdown()
        engine.dispose()


@asynccontextmanager
async def _served(path: Path, views: OwnerViews) -> AsyncIterator[None]:
    path.unlink(missing_ok=True)
    server = aio.server(maximum_concurrent_rpcs=_AT_ONCE)
    server.add_generic_rpc_handlers((_handler(views),))
    server.add_insecure_port(f"unix:{path}")
    await start(server)
    try:
        path.chmod(0o600)
        yield
    finally:
        await server.stop(None)
        path.unlink(missing_ok=True)


def _handler(views: OwnerViews) -> grpc.GenericRpcHandler:
    def entries(owner: OwnerName, _: pb.ListEntriesRequest) -> Message:
        bots = [
            pb.EnteredBot(
                bot=one.name,
                benched=one.benched,
                rolled_back=one.rolled_back,
                playing=one.playing,
                matches=one.matches,
                place=one.place,
            )
            for one in views.bots(owner)
        ]
        return pb.ListEntriesResponse(entries=bots)

    def has_token(owner: OwnerName, request: StringValue) -> Message:
        return BoolValue(value=views.has_token(owner, request.value))

    def matches(owner: OwnerName, request: pb.ListMatchesRequest) -> Message:
        most = min(request.limit or MOST_LISTED, MOST_LISTED)
        found = views.matches(owner, request.bot, request.before, most)
        return pb.ListMatchesResponse(matches=map(_match, found))

    def friendlies(_: OwnerName, __: pb.ListMatchesRequest) -> Message:
        ended = views.ended_friendlies()[-MOST_FRIENDLIES_LISTED:]
        return pb.ListMatchesResponse(matches=[pb.OwnedMatch(match_id=one) for one in ended])

    def output(owner: OwnerName, request: pb.ReadOutputRequest) -> Iterator[Message]:
        data = views.output(owner, request.match_id, request.bot)
        return (pb.ReadOutputResponse(piece=piece) for piece in _pieces(data))

    def record(owner: OwnerName, request: pb.ReadRecordRequest) -> Iterator[Message]:
        view = views.reasoning if request.reasoning else views.record
        data = view(owner, request.match_id)
        return (pb.ReadRecordResponse(piece=piece) for piece in _pieces(data))

    handlers: dict[str, grpc.RpcMethodHandler[bytes, bytes]] = {
        "ListEntries": _one(pb.ListEntriesRequest, entries),
        "HasToken": _one(StringValue, has_token),
        "ListMatches": _one(pb.ListMatchesRequest, matches),
        "ListEndedFriendlies": _one(pb.ListMatchesRequest, friendlies),
        "ReadOutput": _many(pb.ReadOutputRequest, output),
        "ReadRecord": _many(pb.ReadRecordRequest, record),
    }
    return grpc.method_handlers_generic_handler(SERVICE, handlers)


def _one(
    kind: type[M], answer: Callable[[OwnerName, M], Message]
) -> grpc.RpcMethodHandler[bytes, bytes]:
    """Return the handler of a call with one response."""

    async def method(data: bytes, context: Context) -> bytes:
        return (await _answered(answer, kind, data, context)).SerializeToString()

    return grpc.unary_unary_rpc_method_handler(method)


def _many(
    kind: type[M], answer: Callable[[OwnerName, M], Iterator[Message]]
) -> grpc.RpcMethodHandler[bytes, bytes]:
    """Return the handler of a call with many responses."""

    async def method(data: bytes, context: Context) -> AsyncIterator[bytes]:
        for response in await _answered(answer, kind, data, context):
            yield response.SerializeToString()

    return grpc.unary_stream_rpc_method_handler(method)


async def _answered(
    answer: Callable[[OwnerName, M], R], kind: type[M], data: bytes, context: Context
) -> R:
    """Return the answer to a call, which a thread computes."""
    owner = dict(context.invocation_metadata() or ()).get(OWNER, "")
    try:
        return await asyncio.to_thread(answer, OwnerName(str(owner)), kind.FromString(data))
    except ViewWithheldError as error:
        await context.abort(grpc.StatusCode.FAILED_PRECONDITION, error.why.value)
    except Exception as error:
        log.warning("owner_view_failed", why=str(error))
        await context.abort(grpc.StatusCode.INTERNAL)


def _pieces(data: bytes) -> Iterator[bytes]:
    for at in range(0, len(data), PIECE):
        yield data[at : at + PIECE]


def _match(owned: OwnedMatch) -> pb.OwnedMatch:
    """Return a match as a message; faults and times only of the owner's seats."""
    match = owned.ended.match
    message = pb.OwnedMatch(
        number=owned.ended.number,
        match_id=match.match_id,
        friendly=bool(owned.ended.friendly),
        record_open=owned.is_record_open,
    )
    if match.ended is not None:
        message.ended.FromMilliseconds(match.ended)
    versions = owned.ended.versions or [""] * len(match.bots)
    for at, result in enumerate(match.results):
        seat = message.seats.add(
            bot=match.bots[at],
            version=versions[at],
            place=result.place,
            points=result.score,
            forfeited=owned.forfeits[at],
        )
        if at in owned.mine:
            times = owned.ended.times.get(at, AnswerTimes())
            seat.yours = True
            seat.faults = sum(match.faults.get(at, {}).values())
            seat.longest_answer = times.longest / 1e9
            seat.all_answers = times.total / 1e9
    return message
