"""The calls of `EntryService`, as an owner makes them.

Every failure is a `TianmingError` with the service's own sentence where there is one. The address
and TLS follow the rules of bots: plaintext stays on this machine unless the address begins with
`http://`, and `TIANMING_CA` names an authority of one's own.
"""

import asyncio
import hashlib
from collections.abc import AsyncIterable, AsyncIterator, Awaitable, Callable, Sequence
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Final, Self, TypeVar

from google.protobuf.message import Message
from grpc import aio

from referee.entry_client.followed_output import FollowedOutput
from referee.entry_client.own_season import (
    ConnectedEntry,
    OwnEntry,
    OwnMatch,
    OwnSubmission,
    SeasonDemands,
    SubmissionStep,
    step_of,
)
from referee.entry_client.refused_call import (
    is_broken,
    is_hopeless,
    is_passing,
    is_unsent,
    refused_call,
    was_cut_off,
    words_of,
)
from referee.entry_client.sentence import EntryClientSentence
from referee.error import DataError, StorageError, UnavailableError, UsageError
from tianming.backoff import Backoff
from tianming.channel import PING_INTERVAL, PING_TIMEOUT, channel_to, check_address
from tianming.error import Misconfigured
from tianming_proto.entry.v1 import entry_pb2 as pb
from tianming_proto.entry.v1.entry_pb2_grpc import EntryServiceStub

M = TypeVar("M", bound=Message)

PIECE: Final = 60 << 10
"""Maximum bytes of a piece of an archive, by the contract."""
MOST_RECORD: Final = 1 << 30
"""Maximum bytes of a record that are read."""
MOST_OUTPUT: Final = 1 << 26
"""Maximum bytes of an output that are read."""

_CALL = 30.0
"""Seconds for the answer to a call."""
_READ = 600.0
"""Seconds to read a record or an output."""
_SLOWEST = 1 << 15
"""Bytes a second that every upload reaches."""
_PATIENCE = 600.0
"""Seconds for which a submission is followed while the service is away."""
_TRIES = 3
"""How often a call is made that did not arrive, and an upload that broke."""
_PAUSE = 0.1
"""Seconds before such a call is made again."""

_ARGUMENTS = (
    ("grpc.keepalive_time_ms", round(PING_INTERVAL * 1000)),
    ("grpc.http2.ping_timeout_ms", round(PING_TIMEOUT * 1000)),
    ("grpc.http2.max_pings_without_data", 0),
    ("grpc.max_receive_message_length", 4 << 20),
    ("grpc.initial_reconnect_backoff_ms", 200),
    ("grpc.max_reconnect_backoff_ms", 5000),
)


class EntryClient:
    """A channel to a service of entries. Use `async with`."""

    def __init__(self, address: str, token: str = "") -> None:
        """Open a channel; it connects with the first call.

        Args:
            address: the address, in a form that bots take.
            token: the owner's token; empty for calls that need none.

        Raises:
            UsageError: if the address is none, or a file of TLS cannot be used.
        """
        try:
            check_address(address, "of a service of entries")
            self._channel = channel_to(address, _ARGUMENTS)
        except Misconfigured as error:
            raise UsageError(EntryClientSentence.WRONG_ENTRY_ADDRESS, why=error) from None
        self.address = address
        self._stub = EntryServiceStub(self._channel)
        self._metadata = (("authorization", f"Bearer {token}"),) if token else ()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._channel.close()

    async def describe(self) -> SeasonDemands:
        """Return what the season demands."""
        return SeasonDemands.of(await self._answer(self._stub.Describe, pb.DescribeRequest()))

    async def join(self, invitation: str, owner: str) -> tuple[str, str]:
        """Become an owner; return the owner's name and token."""
        request = _request(pb.JoinRequest, invitation=invitation, owner=owner)
        try:
            response = await self._made(
                partial(self._stub.Join, request, timeout=_CALL), was_cut_off
            )
        except aio.AioRpcError as error:
            if not is_passing(error) or is_unsent(error):
                raise await refused_call(error, self.address) from None
            raise UnavailableError(
                EntryClientSentence.JOIN_CUT, address=self.address, why=words_of(error)
            ) from None
        return response.owner, response.token

    async def submit(
        self, archive: Path, bot: str, sent: Callable[[int], None] = lambda _: None
    ) -> OwnSubmission:
        """Send an archive, again if the connection breaks; return the submission.

        Args:
            archive: the file; nobody changes it meanwhile.
            bot: name of the bot.
            sent: is called with the number of bytes that were sent so far.
        """
        try:
            with archive.open("rb") as file:
                digest = hashlib.file_digest(file, "sha256").digest()
            size = archive.stat().st_size
        except OSError as error:
            raise _not_read(archive, error) from None
        header = _request(pb.SubmissionHeader, bot=bot, archive_bytes=size, archive_digest=digest)

        def send(*, wait_for_ready: bool = False) -> Awaitable[pb.SubmitResponse]:
            pieces = _requests(header, archive, sent)
            seconds = _CALL + size / _SLOWEST
            return self._stub.Submit(
                pieces, metadata=self._metadata, timeout=seconds, wait_for_ready=wait_for_ready
            )

        try:
            return OwnSubmission.of((await self._made(send, is_broken)).submission)
        except aio.AioRpcError as error:
            raise await refused_call(error, self.address) from None

    async def follow(
        self, number: int, away: Callable[[str], None] = lambda _: None
    ) -> AsyncIterator[SubmissionStep]:
        """Yield the steps of a submission, until nothing more happens by itself.

        If the connection breaks, the call is made again for minutes. No output comes twice.

        Args:
            number: the submission.
            away: is called with the reason when the connection breaks.
        """
        output, backoff, heard = FollowedOutput(), Backoff(), monotonic()
        request = _request(pb.FollowRequest, number=number)
        while True:
            why, began = "the call ended early", monotonic()
            try:
                async for response in self._stub.Follow(request, metadata=self._metadata):
                    heard = monotonic()
                    step = step_of(response, output.new(response.output))
                    yield step
                    if step.is_last:
                        return
            except aio.AioRpcError as error:
                if not is_passing(error) or monotonic() - heard > _PATIENCE:
                    raise await refused_call(error, self.address) from None
                why = words_of(error)
            away(why)
            output.restart()
            backoff.lasted(monotonic() - began)
            await asyncio.sleep(backoff.next())

    async def entries(self) -> list[OwnEntry]:
        """Return the entries of the owner."""
        return (await self.owner_and_entries())[1]

    async def owner_and_entries(self) -> tuple[str, list[OwnEntry]]:
        """Return the name of the owner, and the owner's entries."""
        response = await self._answer(self._stub.ListEntries, pb.ListEntriesRequest())
        return response.owner, [OwnEntry.of(one) for one in response.entries]

    async def submissions(self, limit: int = 0) -> list[OwnSubmission]:
        """Return the last submissions of the owner, the newest first."""
        request = _request(pb.ListSubmissionsRequest, limit=limit)
        response = await self._answer(self._stub.ListSubmissions, request)
        return [OwnSubmission.of(one) for one in response.submissions]

    async def matches(self, bot: str = "", before: int = 0, limit: int = 0) -> list[OwnMatch]:
        """Return matches of the owner's bots, the newest first."""
        request = _request(pb.ListMatchesRequest, bot=bot, before=before, limit=limit)
        response = await self._answer(self._stub.ListMatches, request)
        return [OwnMatch.of(one) for one in response.matches]

    def output(self, match: str, bot: str) -> AsyncIterator[bytes]:
        """Yield what a bot printed in a match."""
        request = _request(pb.ReadOutputRequest, match_id=match, bot=bot)
        call = self._stub.ReadOutput(request, metadata=self._metadata, timeout=_READ)
        return self._pieces(call, MOST_OUTPUT)

    def record(self, match: str, *, reasoning: bool = False) -> AsyncIterator[bytes]:
        """Yield the record of a match; with `reasoning`, the file beside it."""
        request = _request(pb.ReadRecordRequest, match_id=match, reasoning=reasoning)
        call = self._stub.ReadRecord(request, metadata=self._metadata, timeout=_READ)
        return self._pieces(call, MOST_RECORD)

    async def bot_token(self, bot: str) -> ConnectedEntry:
        """Make a token for a connected bot; an earlier one ends."""
        request = _request(pb.MakeBotTokenRequest, bot=bot)
        response = await self._answer(self._stub.MakeBotToken, request)
        return ConnectedEntry(response.token, response.address)

    async def allow_friendlies(self, bot: str, allowed: bool) -> OwnEntry:
        """Allow or forbid friendlies against a bot."""
        request = _request(pb.AllowFriendliesRequest, bot=bot, allowed=allowed)
        return OwnEntry.of((await self._answer(self._stub.AllowFriendlies, request)).entry)

    async def challenge(self, bot: str, opponents: Sequence[str]) -> str:
        """Ask for a friendly; return the name of its match."""
        request = _request(pb.ChallengeRequest, bot=bot, opponents=opponents)
        response = await self._answer(self._stub.Challenge, request)
        return response.match_id

    async def withdraw(self, bot: str) -> OwnEntry:
        """Take a bot out of the season."""
        request = _request(pb.WithdrawRequest, bot=bot)
        return OwnEntry.of((await self._answer(self._stub.Withdraw, request)).entry)

    async def use(self, bot: str, number: int) -> OwnEntry:
        """Let a version of a bot play."""
        request = _request(pb.ChooseVersionRequest, bot=bot, number=number)
        return OwnEntry.of((await self._answer(self._stub.ChooseVersion, request)).entry)

    async def _answer(self, method: Callable[..., Awaitable[M]], request: Message) -> M:
        call = partial(method, request, metadata=self._metadata, timeout=_CALL)
        try:
            return await self._made(call, was_cut_off)
        except aio.AioRpcError as error:
            raise await refused_call(error, self.address) from None

    async def _made(
        self, call: Callable[..., Awaitable[M]], is_lost: Callable[[aio.AioRpcError], bool]
    ) -> M:
        """Make a call; if it is lost, make it again when the service can be reached."""
        options: dict[str, bool] = {}
        for _ in range(_TRIES - 1):
            try:
                return await call(**options)
            except aio.AioRpcError as error:
                if not is_lost(error) or await is_hopeless(error, self.address):
                    raise
            options = {"wait_for_ready": True}  # without it, gRPC repeats the first error
            await asyncio.sleep(_PAUSE)
        return await call(**options)

    async def _pieces(
        self,
        call: AsyncIterable[pb.ReadOutputResponse] | AsyncIterable[pb.ReadRecordResponse],
        most: int,
    ) -> AsyncIterator[bytes]:
        left = most
        try:
            async for response in call:
                left -= len(response.piece)
                if left < 0:
                    raise DataError(
                        EntryClientSentence.ANSWER_TOO_LARGE, address=self.address, most=most
                    )
                yield response.piece
        except aio.AioRpcError as error:
            raise await refused_call(error, self.address) from None


async def _requests(
    header: pb.SubmissionHeader, archive: Path, report: Callable[[int], None]
) -> AsyncIterator[pb.SubmitRequest]:
    """Yield the requests of an upload; report the number of bytes that gRPC has taken."""
    yield pb.SubmitRequest(header=header)
    sent = 0
    with archive.open("rb") as file:
        while piece := await asyncio.to_thread(file.read, PIECE):
            yield pb.SubmitRequest(piece=piece)
            sent += len(piece)
            report(sent)


def _request(kind: type[M], **values: object) -> M:
    """Return a request.

    Raises:
        UsageError: if it cannot hold a value, such as a text that is not UTF-8.
    """
    try:
        return kind(**values)
    except ValueError as error:
        raise UsageError(EntryClientSentence.CALL_NOT_SENT, why=str(error).rstrip(".")) from None


def _not_read(archive: Path, error: OSError) -> StorageError:
    return StorageError(EntryClientSentence.FILE_NOT_READ, path=archive, why=error.strerror)
