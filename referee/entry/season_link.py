"""The link from the process of entries to the season: what owners may see of their matches.

The season answers on a Unix socket. It decides what an owner may see; this side only passes on who
asks. The link opens again by itself after a restart of the season.
"""

from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from typing import TypeVar

from google.protobuf.message import Message
from google.protobuf.wrappers_pb2 import BoolValue, StringValue
from grpc import aio

from referee.entry.season_call import OWNER, SERVICE
from referee.entry.sentence import SubmissionSentence
from referee.error import TianmingError, UnavailableError, UsageError
from referee.identifier import OwnerName
from referee.league.season.owner_views import Withheld
from tianming_proto.entry.v1 import entry_pb2 as pb

M = TypeVar("M", bound=Message)

_PATIENCE = 10.0
"""Seconds for an answer of the season, or for all pieces of one."""

_SHOWN = 80
"""How many characters of a match's name an error repeats."""

_SENTENCES = {
    Withheld.UNKNOWN.value: SubmissionSentence.NOT_YOUR_MATCH,
    Withheld.NO_SEAT.value: SubmissionSentence.NOT_YOUR_SEAT,
    Withheld.MATCH_OPEN.value: SubmissionSentence.MATCH_NOT_OVER,
    Withheld.SET_OPEN.value: SubmissionSentence.SET_NOT_OVER,
}


class SeasonLink:
    """Asks the season about the matches of owners. It belongs to one event loop."""

    def __init__(self, path: str, patience: float = _PATIENCE) -> None:
        """Create a link to the socket at a path; it connects at the first call."""
        self._path = path
        self._patience = patience
        self._opened: aio.Channel | None = None

    async def close(self) -> None:
        """Close the connection."""
        if self._opened is not None:
            await self._opened.close()

    async def list_matches(
        self, owner: OwnerName, request: pb.ListMatchesRequest
    ) -> pb.ListMatchesResponse:
        """Return matches of the owner's bots that have ended, the newest first.

        Raises:
            UsageError: if the request is malformed.
            UnavailableError: if the season does not answer.
        """
        return await self._one("ListMatches", owner, request, pb.ListMatchesResponse)

    async def ended_friendlies(self, owner: OwnerName) -> frozenset[str]:
        """Return the names of the latest friendlies that have ended, played or not.

        Raises:
            UnavailableError: if the season does not answer.
        """
        request = pb.ListMatchesRequest()
        ended = await self._one("ListEndedFriendlies", owner, request, pb.ListMatchesResponse)
        return frozenset(one.match_id for one in ended.matches)

    async def facts(self, owner: OwnerName) -> pb.ListEntriesResponse:
        """Return the bots of the owner that the season knows, with what the season knows of them.

        Only the fields `bot`, `benched`, `rolled_back`, `matches` and `place` are set, and
        `playing` if an earlier version plays.

        Raises:
            UnavailableError: if the season does not answer.
        """
        request = pb.ListEntriesRequest()
        return await self._one("ListEntries", owner, request, pb.ListEntriesResponse)

    async def has_token(self, owner: OwnerName, token: str) -> bool:
        """Return whether the season knows a token of the owner's bots, by its hash.

        Raises:
            UnavailableError: if the season does not answer.
        """
        known = await self._one("HasToken", owner, StringValue(value=token), BoolValue)
        return known.value

    def read_output(
        self, owner: OwnerName, request: pb.ReadOutputRequest
    ) -> AsyncIterator[pb.ReadOutputResponse]:
        """Yield what a bot of the owner printed in a match that has ended.

        Raises:
            UsageError: if the owner may not see it, or not yet.
            UnavailableError: if the season does not answer.
        """
        return self._many("ReadOutput", owner, request, pb.ReadOutputResponse, request.match_id)

    def read_record(
        self, owner: OwnerName, request: pb.ReadRecordRequest
    ) -> AsyncIterator[pb.ReadRecordResponse]:
        """Yield the record of a match of the owner.

        Raises:
            UsageError: if the owner may not see it, or not yet.
            UnavailableError: if the season does not answer.
        """
        return self._many("ReadRecord", owner, request, pb.ReadRecordResponse, request.match_id)

    async def _one(self, name: str, owner: OwnerName, request: Message, kind: type[M]) -> M:
        call: aio.UnaryUnaryMultiCallable[Message, M] = self._channel.unary_unary(
            _path(name), _bytes_of, kind.FromString
        )
        with _errors(""):
            return await call(request, metadata=_of(owner), timeout=self._patience)

    async def _many(
        self, name: str, owner: OwnerName, request: Message, kind: type[M], match: str
    ) -> AsyncIterator[M]:
        call: aio.UnaryStreamMultiCallable[Message, M] = self._channel.unary_stream(
            _path(name), _bytes_of, kind.FromString
        )
        with _errors(match):
            async for response in call(request, metadata=_of(owner), timeout=self._patience):
                yield response

    @property
    def _channel(self) -> aio.Channel:
        if self._opened is None:
            self._opened = aio.insecure_channel(f"unix:{self._path}", options=_OPTIONS)
        return self._opened


_OPTIONS = (("grpc.initial_reconnect_backoff_ms", 200), ("grpc.max_reconnect_backoff_ms", 2000))
"""After a restart of the season, owners wait at most two seconds more."""


def _path(name: str) -> str:
    return f"/{SERVICE}/{name}"


def _bytes_of(message: Message) -> bytes:
    return message.SerializeToString()


def _of(owner: OwnerName) -> aio.Metadata:
    return aio.Metadata((OWNER, owner))


@contextmanager
def _errors(match: str) -> Iterator[None]:
    """Raise what the season answers as an error for the owner; `match` is what was asked for."""
    try:
        yield
    except aio.AioRpcError as error:
        raise _error_of(error.details() or "", match) from None


def _error_of(details: str, match: str) -> TianmingError:
    sentence = _SENTENCES.get(details)
    if sentence is None:
        return UnavailableError(SubmissionSentence.SEASON_AWAY)
    return UsageError(sentence, match=match[:_SHOWN])
