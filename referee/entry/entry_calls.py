"""The calls of `EntryService`, on a store. They know nothing of gRPC's server.

One task at a time uses the store, in a thread, because it waits for the disk.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from itertools import islice
from time import time

from referee.entry.entry_book import EntryBook, Submission, SubmissionState
from referee.entry.entry_event import EntryEvent, EntryWithdrawn, VersionUsed
from referee.entry.entry_message import announcement_message, submission_message
from referee.entry.entry_settings import EntrySettings
from referee.entry.entry_store import EntryStore, IncomingUpload, Upload
from referee.entry.season_call import MOST_LISTED
from referee.entry.season_entry_calls import (
    SeasonEntryCalls,
    check_limit,
    malformed,
    owned_entry,
)
from referee.entry.season_link import SeasonLink
from referee.entry.sentence import SubmissionSentence
from referee.entry.stored_bytes import stored_bytes
from referee.entry.toolchain import noted_languages
from referee.entry.work_progress import FollowedProgress, WorkStage
from referee.error import DataError, UsageError
from referee.identifier import BotName, OwnerName
from referee.server.identity import check_bot_name, hashed
from tianming_proto.entry.v1 import entry_pb2 as pb

_MOST_ANNOUNCED = 20
"""Maximum of announcements in a response: at most 20,000 characters."""

_DIGEST_BYTES = 32
_MOST_CODE = 100

LEAST_SPEED = 1 << 13
"""Bytes a second that an upload must have on the whole, after the first seconds."""

_DONE = (SubmissionState.ACCEPTED, SubmissionState.REFUSED)

_STAGES = {
    WorkStage.WAITING: pb.SUBMISSION_STAGE_WAITING,
    WorkStage.UNPACKING: pb.SUBMISSION_STAGE_UNPACKING,
    WorkStage.BUILDING: pb.SUBMISSION_STAGE_BUILDING,
    WorkStage.CHECKING: pb.SUBMISSION_STAGE_CHECKING,
}


class EntryCalls(SeasonEntryCalls):
    """Answers the calls of owners."""

    def __init__(
        self,
        store: EntryStore,
        settings: EntrySettings,
        now: Callable[[], float] = time,
        season: SeasonLink | None = None,
    ) -> None:
        """Serve a store.

        Args:
            store: the store.
            settings: what the season demands.
            now: returns the time in seconds since 1970.
            season: answers what owners may see of their matches; None: nobody does.
        """
        super().__init__(store, settings, now, season)
        self._changed = asyncio.Condition()

    async def owner_of(self, token: str) -> OwnerName:
        """Return the owner of a token.

        Raises:
            UsageError: if there is none.
        """
        owner = await self._read(lambda book: book.owner_of(hashed(token)))
        if owner is None:
            raise UsageError(SubmissionSentence.TOKEN_UNKNOWN)
        return owner

    async def changed(self) -> None:
        """Wake all who wait for a change."""
        async with self._changed:
            self._changed.notify_all()

    async def wait(self) -> None:
        """Wait for a change by this process, or until it is time to look for others."""
        async with self._changed:
            with suppress(TimeoutError):
                async with asyncio.timeout(self._settings.look):
                    await self._changed.wait()

    async def describe(self, _: pb.DescribeRequest) -> pb.DescribeResponse:
        """Return what the season demands."""
        settings = self._settings

        def described(book: EntryBook) -> pb.DescribeResponse:
            latest = islice(reversed(book.announcements), _MOST_ANNOUNCED)
            open_bots = book.open_to_friendlies() if settings.friendlies else ()
            return pb.DescribeResponse(
                league=settings.league,
                game=settings.game,
                frozen=book.frozen or settings.quotas.is_over(int(self._now())),
                toolchains=noted_languages(self._store.folder),
                max_archive_bytes=settings.most_bytes,
                submissions_per_day=settings.quotas.day,
                waiting_submissions=settings.quotas.waiting,
                by_hand=settings.by_hand,
                friendlies=settings.friendlies,
                connected_bots=settings.connected,
                announcements=map(announcement_message, latest),
                open_to_friendlies=open_bots,
            )

        return await self._read(described)

    async def join(self, request: pb.JoinRequest) -> pb.JoinResponse:
        """Make an owner."""
        if len(request.invitation) > _MOST_CODE:
            raise UsageError(SubmissionSentence.INVITATION_UNKNOWN)
        reserved = self._settings.quotas.owners
        owner, token = await self._with_store(
            lambda store: store.join(request.invitation, request.owner, int(self._now()), reserved)
        )
        return pb.JoinResponse(owner=owner, token=token)

    async def submit(
        self, owner: OwnerName, requests: AsyncIterator[pb.SubmitRequest]
    ) -> pb.SubmitResponse:
        """Take an archive as a submission.

        Raises:
            DataError: if the archive is too large, or not what its header says.
            UsageError: if the owner may not submit it.
        """
        header = await self._header(owner, requests)
        upload = await self._receive(header, requests)
        submission = await self._with_store(
            lambda store: store.submit(
                owner, BotName(header.bot), upload, self._settings.quotas, int(self._now())
            )
        )
        await self.changed()
        return pb.SubmitResponse(submission=submission_message(submission))

    async def _header(
        self, owner: OwnerName, requests: AsyncIterator[pb.SubmitRequest]
    ) -> pb.SubmissionHeader:
        """Return a header, before any piece of a submission that would be refused is read."""
        first = await self._next(requests)
        if first is None or first.WhichOneof("part") != "header":
            raise malformed("the first request of a submission has no header")
        header, most = first.header, self._settings.most_bytes
        if len(header.archive_digest) != _DIGEST_BYTES:
            raise malformed("the digest of the archive has 32 bytes")
        if header.archive_bytes > most:
            size = header.archive_bytes
            raise DataError(SubmissionSentence.PACKED_TOO_LARGE, size=size, most=most)
        bot, upload = check_bot_name(header.bot), header.archive_digest.hex()
        quotas, now = self._settings.quotas, int(self._now())

        def check(book: EntryBook) -> None:
            if book.known(owner, bot, upload) is None:
                book.check_submission(owner, bot, quotas, now)

        await self._read(check)
        await self._check_room(header.archive_bytes)
        return header

    async def _check_room(self, size: int) -> None:
        """Check that the disk has room for an archive beside those that come now.

        Raises:
            UsageError: if not.
        """
        most = self._settings.most_stored
        if most and await asyncio.to_thread(stored_bytes, self._store.folder) + size > most:
            raise UsageError(SubmissionSentence.DISK_FULL)

    async def _receive(
        self, header: pb.SubmissionHeader, requests: AsyncIterator[pb.SubmitRequest]
    ) -> Upload:
        incoming = await asyncio.to_thread(self._store.incoming, header.archive_bytes)
        seconds = self._settings.patience + header.archive_bytes / LEAST_SPEED
        try:
            async with asyncio.timeout(seconds):
                return await self._receive_into(incoming, header, requests)
        except TimeoutError:
            raise DataError(SubmissionSentence.UPLOAD_SLOW, least=LEAST_SPEED) from None
        finally:
            incoming.close()

    async def _receive_into(
        self,
        incoming: IncomingUpload,
        header: pb.SubmissionHeader,
        requests: AsyncIterator[pb.SubmitRequest],
    ) -> Upload:
        """Receive the pieces of an archive.

        Raises:
            DataError: if they are not what the header says.
        """
        left = header.archive_bytes
        while (request := await self._next(requests)) is not None:
            left -= len(request.piece)
            if not request.piece or left < 0:
                raise DataError(SubmissionSentence.UPLOAD_CUT)
            await asyncio.to_thread(incoming.write, request.piece)
        if left or incoming.digest != header.archive_digest.hex():
            raise DataError(SubmissionSentence.UPLOAD_CUT)
        return await asyncio.to_thread(incoming.finish)

    async def _next(self, requests: AsyncIterator[pb.SubmitRequest]) -> pb.SubmitRequest | None:
        """Return the next request of a submission; None at the end.

        Raises:
            DataError: if none comes in time.
        """
        try:
            async with asyncio.timeout(self._settings.patience):
                return await anext(requests, None)
        except TimeoutError:
            raise DataError(SubmissionSentence.UPLOAD_CUT) from None

    async def follow(
        self, owner: OwnerName, request: pb.FollowRequest
    ) -> AsyncIterator[pb.FollowResponse]:
        """Yield a submission now and after each change, until it is accepted or refused.

        Each response has the stage of the work, and what was printed since the last one.
        """
        progress = FollowedProgress(self._store.folder, request.number)
        last: pb.FollowResponse | None = None
        while True:
            now = await self._read(lambda book: _mine(book, owner, request.number))
            response = await asyncio.to_thread(_followed, now, progress)
            if response.output or response != last:
                yield response
            if now.state in _DONE and not response.output:
                return
            last = pb.FollowResponse(submission=response.submission, stage=response.stage)
            if not response.output:
                await self.wait()

    async def list_submissions(
        self, owner: OwnerName, request: pb.ListSubmissionsRequest
    ) -> pb.ListSubmissionsResponse:
        """Return the owner's last submissions."""
        check_limit(request.limit)
        mine = await self._read(lambda book: book.of_owner(owner))
        found = [one for one in reversed(mine) if one.taken.number < (request.before or 1 << 64)]
        listed = found[: request.limit or MOST_LISTED]
        return pb.ListSubmissionsResponse(submissions=map(submission_message, listed))

    async def choose_version(
        self, owner: OwnerName, request: pb.ChooseVersionRequest
    ) -> pb.ChooseVersionResponse:
        """Let a version of an entry play."""

        def decide(book: EntryBook) -> list[EntryEvent]:
            entry = owned_entry(book, owner, request.bot)
            known = book.submissions.get(request.number)
            is_version = known is not None and known.state is SubmissionState.ACCEPTED
            if known is None or not is_version or known.taken.bot != entry.bot:
                raise UsageError(
                    SubmissionSentence.NO_SUCH_VERSION, number=request.number, bot=request.bot
                )
            book.check_choice(owner, entry.bot)
            return [VersionUsed(owner, entry.bot, request.number)]

        return pb.ChooseVersionResponse(entry=await self._changed_entry(decide, request.bot))

    async def withdraw(self, owner: OwnerName, request: pb.WithdrawRequest) -> pb.WithdrawResponse:
        """Take an entry out of the season."""

        def decide(book: EntryBook) -> list[EntryEvent]:
            return [EntryWithdrawn(owner, owned_entry(book, owner, request.bot).bot)]

        return pb.WithdrawResponse(entry=await self._changed_entry(decide, request.bot))


def _followed(now: Submission, progress: FollowedProgress) -> pb.FollowResponse:
    """Return the progress of a submission, with the output since the last call."""
    is_queued = now.state is SubmissionState.QUEUED
    stage = _STAGES[progress.stage()] if is_queued else pb.SUBMISSION_STAGE_UNSPECIFIED
    message = submission_message(now)
    return pb.FollowResponse(submission=message, stage=stage, output=progress.read())


def _mine(book: EntryBook, owner: OwnerName, number: int) -> Submission:
    found = book.submissions.get(number)
    if found is None or found.taken.owner != owner:
        raise UsageError(SubmissionSentence.NOT_YOUR_SUBMISSION, number=number)
    return found
