"""The gRPC service of entries: tokens, messages and statuses around `EntryCalls`.

Methods handle bytes, so that a token is checked before a request is parsed.
"""

from __future__ import annotations

import asyncio
import uuid
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import grpc
from google.protobuf.message import DecodeError, Message
from grpc import aio

from referee.entry.entry_calls import EntryCalls
from referee.entry.entry_message import is_for_owner, refusal_of
from referee.entry.sentence import SubmissionSentence
from referee.error import TianmingError, UsageError
from referee.event_log import structlog
from referee.identifier import OwnerName
from referee.server.identity import bearer
from referee.server.limits import Limits
from referee.server.rate_limited_log import UNAUTHENTICATED, RateLimitedLog
from referee.server.throttle import Throttle
from referee.server.time_source import FairClock
from tianming_proto.entry.v1 import entry_pb2 as pb

if TYPE_CHECKING:
    Context = aio.ServicerContext[Any, Any]

log = structlog.get_logger()

M = TypeVar("M", bound=Message)

SERVICE = pb.DESCRIPTOR.services_by_name["EntryService"].full_name


OwnedMethod = Callable[[object, "Context"], Awaitable[None]]
"""A method that reads its requests and writes its responses, on bytes."""

MOST_OPEN = 32
"""Maximum of open calls of an owner."""

_REQUEST = 5.0
"""Seconds for the single request of a call to come."""

_GUESSED = (
    SubmissionSentence.TOKEN_UNKNOWN,
    SubmissionSentence.INVITATION_UNKNOWN,
    SubmissionSentence.INVITATION_USED,
    SubmissionSentence.INVITATION_EXPIRED,
)
"""Why calls are refused that may be guesses of a secret."""

WITHOUT_TOKEN = ("Describe", "Join")
"""The methods that need no token."""


def entry_handler(calls: EntryCalls, throttle: Throttle | None = None) -> grpc.GenericRpcHandler:
    """Return the handler of the service for a gRPC server.

    Args:
        calls: answers the calls.
        throttle: delays the refusal of wrong tokens and invitations; None for no delay.
    """
    methods = _Methods(calls, throttle)
    unary = {
        "Describe": methods.open(pb.DescribeRequest, calls.describe),
        "Join": methods.open(pb.JoinRequest, calls.join),
    }
    owned = {
        "ListEntries": methods.owned(pb.ListEntriesRequest, calls.list_entries),
        "ListSubmissions": methods.owned(pb.ListSubmissionsRequest, calls.list_submissions),
        "ChooseVersion": methods.owned(pb.ChooseVersionRequest, calls.choose_version),
        "Withdraw": methods.owned(pb.WithdrawRequest, calls.withdraw),
        "ListMatches": methods.owned(pb.ListMatchesRequest, calls.list_matches),
        "MakeBotToken": methods.owned(pb.MakeBotTokenRequest, calls.make_bot_token),
        "AllowFriendlies": methods.owned(pb.AllowFriendliesRequest, calls.allow_friendlies),
        "Challenge": methods.owned(pb.ChallengeRequest, calls.challenge),
        "Follow": methods.streamed(pb.FollowRequest, calls.follow),
        "ReadOutput": methods.streamed(pb.ReadOutputRequest, calls.read_output),
        "ReadRecord": methods.streamed(pb.ReadRecordRequest, calls.read_record),
        "Submit": methods.submit,
    }
    handlers: dict[str, grpc.RpcMethodHandler[bytes, bytes]] = {
        name: grpc.unary_unary_rpc_method_handler(method) for name, method in unary.items()
    }
    # For any other kind, gRPC reads a request before it calls a handler, for any number of calls.
    for name, method in owned.items():
        handlers[name] = grpc.stream_stream_rpc_method_handler(method)
    return grpc.method_handlers_generic_handler(SERVICE, handlers)


@dataclass(slots=True)
class _Call:
    """A call that is answered: its name, and its owner once the token is checked."""

    name: str
    owner: OwnerName = OwnerName(UNAUTHENTICATED)
    is_counted: bool = False


class _Methods:
    """The methods of the service, on bytes."""

    def __init__(self, calls: EntryCalls, throttle: Throttle | None) -> None:
        self._calls = calls
        self._throttle = throttle
        self._open = Counter[OwnerName]()
        self._lines = RateLimitedLog(Limits(), FairClock(), "owner")

    def open(
        self, kind: type[M], answer: Callable[[M], Awaitable[Message]]
    ) -> Callable[[bytes, Context], Awaitable[bytes]]:
        """Return the method of a call without a token."""

        async def method(data: bytes, context: Context) -> bytes:
            async with self._call(kind, context):
                return (await answer(_parsed(kind, data))).SerializeToString()

        return method

    def owned(
        self, kind: type[M], answer: Callable[[OwnerName, M], Awaitable[Message]]
    ) -> OwnedMethod:
        """Return the method of a call with the token of an owner."""

        async def method(_: object, context: Context) -> None:
            async with self._call(kind, context) as call:
                owner = await self._owner(context, call)
                request = _parsed(kind, await _request(context))
                await context.write((await answer(owner, request)).SerializeToString())

        return method

    async def submit(self, _: object, context: Context) -> None:
        """Take a submission."""
        async with self._call(pb.SubmitRequest, context) as call:
            owner = await self._owner(context, call)
            response = await self._calls.submit(owner, _requests(context))
            await context.write(response.SerializeToString())

    def streamed(
        self, kind: type[M], answer: Callable[[OwnerName, M], AsyncIterator[Message]]
    ) -> OwnedMethod:
        """Return the method of a call with the token of an owner and many responses."""

        async def method(_: object, context: Context) -> None:
            async with self._call(kind, context) as call:
                owner = await self._owner(context, call)
                request = _parsed(kind, await _request(context))
                async for response in answer(owner, request):
                    await context.write(response.SerializeToString())

        return method

    async def _owner(self, context: Context, call: _Call) -> OwnerName:
        """Return the owner of a call, who may have only some calls open."""
        owner = await self._calls.owner_of(bearer(context.invocation_metadata() or ()))
        call.owner = owner
        if self._open[owner] >= MOST_OPEN:
            raise UsageError(SubmissionSentence.TOO_MANY_CALLS, most=MOST_OPEN)
        call.is_counted = True
        self._open[owner] += 1
        return owner

    def _end(self, call: _Call) -> None:
        if call.is_counted:
            self._open[call.owner] -= 1
            if not self._open[call.owner]:
                del self._open[call.owner]

    @asynccontextmanager
    async def _call(self, kind: type[Message], context: Context) -> AsyncIterator[_Call]:
        """End a call that is refused with its status; each causes one line of the log."""
        call = _Call(kind.DESCRIPTOR.name.removesuffix("Request"))
        try:
            yield call
        except TianmingError as error:
            if self._throttle is not None and error.sentence in _GUESSED:
                await self._throttle.refuse()
            if is_for_owner(error):
                self._lines.line(call.owner, "entry_refused", call=call.name, why=str(error))
            else:
                incident = uuid.uuid4().hex[:8]
                log.error("entry_call_failed", incident=incident, call=call.name, why=str(error))
            end = refusal_of(error)
            await context.abort(end.code, end.text, end.trailers())
        finally:
            self._end(call)


async def _request(context: Context) -> bytes:
    """Return the single request of a call, which must come in time.

    Raises:
        UsageError: if it does not.
    """
    try:
        async with asyncio.timeout(_REQUEST):
            request = await context.read()
    except TimeoutError:
        raise UsageError(SubmissionSentence.REQUEST_LATE, seconds=_REQUEST) from None
    return request if isinstance(request, bytes) else b""


async def _requests(context: Context) -> AsyncIterator[pb.SubmitRequest]:
    """Yield the requests of a submission."""
    while isinstance(data := await context.read(), bytes):
        yield _parsed(pb.SubmitRequest, data)


def _parsed(kind: type[M], data: bytes) -> M:
    try:
        return kind.FromString(data)
    except DecodeError:
        why = f"it is no {kind.DESCRIPTOR.name}"
        raise UsageError(SubmissionSentence.REQUEST_MALFORMED, why=why) from None
