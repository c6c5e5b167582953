"""A service of entries in a process of its own: the real store and calls, with a canned season.

    python -m tests.entry_client.door_process FOLDER [CERTIFICATE KEY]

It prints its port. The season answers as `CANNED` says, for every owner.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import grpc
from google.protobuf.message import Message

from referee.entry.entry_calls import EntryCalls
from referee.entry.entry_service import SERVICE, entry_handler
from referee.entry.entry_settings import EntrySettings
from referee.entry.entry_store import EntryStore
from referee.server.startup import start
from tianming_proto.entry.v1 import entry_pb2 as pb

if TYPE_CHECKING:
    Context = grpc.aio.ServicerContext[Any, Any]

HOSTILE = "evil\x1b]0;owned\x07\x1b[2J\n\r\u202ename"
"""A name with which another owner attacks terminals."""

SEATS = (
    pb.OwnedSeat(bot="jade", version="1", yours=True, place=1, points=7, longest_answer=0.25),
    pb.OwnedSeat(bot=HOSTILE, version=HOSTILE, place=2, forfeited="crash"),
)
QUOTED = "bot's token"
"""A token that a shell must not read as two words."""

ENTRY = pb.EnteredBot(
    bot="jade", playing=1, matches=3, place=2, friendlies=True, rolled_back=f"it crashed {HOSTILE}"
)
CANNED: dict[str, tuple[type[Message], list[Message]]] = {
    "ListMatches": (
        pb.ListMatchesRequest,
        [
            pb.ListMatchesResponse(
                matches=[pb.OwnedMatch(number=3, match_id="m-3", seats=SEATS, record_open=True)]
            )
        ],
    ),
    "MakeBotToken": (
        pb.MakeBotTokenRequest,
        [pb.MakeBotTokenResponse(token=QUOTED, address="localhost:5051", entry=ENTRY)],
    ),
    "AllowFriendlies": (pb.AllowFriendliesRequest, [pb.AllowFriendliesResponse(entry=ENTRY)]),
    "Challenge": (pb.ChallengeRequest, [pb.ChallengeResponse(match_id="friendly-1")]),
    "ReadOutput": (
        pb.ReadOutputRequest,
        [pb.ReadOutputResponse(piece=f"hello {HOSTILE}\n".encode())] * 2,
    ),
    "ReadRecord": (pb.ReadRecordRequest, [pb.ReadRecordResponse(piece=b"tianming")] * 3),
}
"""The request and the responses of the calls that a season answers."""

STREAMS = ("ReadOutput", "ReadRecord")
AWAY = "nowhere"
"""The name of a bot or a match for which the season does not answer."""


def main(folder: str, *tls: str) -> None:
    """Serve until this process is ended."""
    asyncio.run(_serve(Path(folder), *map(Path, tls)))


async def _serve(folder: Path, *tls: Path) -> None:
    settings = EntrySettings(league="spring", game="ming", most_bytes=1 << 20, look=0.05)
    server = grpc.aio.server()
    canned = grpc.method_handlers_generic_handler(SERVICE, {name: _method(name) for name in CANNED})
    calls = EntryCalls(EntryStore(folder), settings)
    server.add_generic_rpc_handlers((canned, entry_handler(calls)))
    if tls:
        certificate, key = (path.read_bytes() for path in tls)
        credentials = grpc.ssl_server_credentials([(key, certificate)])
        port = server.add_secure_port("localhost:0", credentials)
    else:
        port = server.add_insecure_port("localhost:0")
    await start(server)
    print(port, flush=True)
    await server.wait_for_termination()


def _method(name: str) -> grpc.RpcMethodHandler[Any, Any]:
    kind, responses = CANNED[name]
    if name in STREAMS:
        return grpc.unary_stream_rpc_method_handler(_streamed(kind, responses))
    return grpc.unary_unary_rpc_method_handler(_answered(kind, responses[0]))


def _answered(kind: type[Message], response: Message) -> Callable[[bytes, Context], Any]:
    async def method(data: bytes, context: Context) -> bytes:
        await _check(kind.FromString(data), context)
        return response.SerializeToString()

    return method


def _streamed(kind: type[Message], responses: list[Message]) -> Callable[[bytes, Context], Any]:
    async def method(data: bytes, context: Context) -> AsyncIterator[bytes]:
        await _check(kind.FromString(data), context)
        for response in responses:
            yield response.SerializeToString()

    return method


async def _check(request: Message, context: Context) -> None:
    """End a call about what is away."""
    if AWAY in str(request):
        trailers = (("tianming-reason", "SEASON_AWAY"),)
        await context.abort(grpc.StatusCode.UNAVAILABLE, "the season is away.", trailers)


if __name__ == "__main__":
    main(*sys.argv[1:])
