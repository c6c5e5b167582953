"""The calls of owners about play: their matches, friendlies, and bots that they run themselves.

The season answers what owners may see; requests of owners are events, which the season follows.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from time import time

from referee.entry.entry_book import EnteredBot, EntryBook
from referee.entry.entry_event import BotTokenMade, Challenged, EntryEvent, FriendliesAllowed
from referee.entry.entry_message import entry_message
from referee.entry.entry_settings import EntrySettings
from referee.entry.entry_store import EntryStore
from referee.entry.season_call import MOST_LISTED
from referee.entry.season_link import SeasonLink
from referee.entry.sentence import SubmissionSentence
from referee.entry.store_use import StoreUse
from referee.error import UnavailableError, UsageError
from referee.identifier import BotName, OwnerName
from referee.league.friendly import friendly_match
from referee.server.identity import check_bot_name, hashed, new_token
from tianming_proto.entry.v1 import entry_pb2 as pb

_TOKEN_LOOK = 0.1
"""Seconds between two questions whether the season knows a token."""


class SeasonEntryCalls(StoreUse):
    """Answers the calls that concern the season."""

    def __init__(
        self,
        store: EntryStore,
        settings: EntrySettings,
        now: Callable[[], float] = time,
        season: SeasonLink | None = None,
    ) -> None:
        super().__init__(store)
        self._settings = settings
        self._now = now
        self._linked = season

    @property
    def _season(self) -> SeasonLink:
        if self._linked is None:
            raise UnavailableError(SubmissionSentence.SEASON_AWAY)
        return self._linked

    async def list_entries(
        self, owner: OwnerName, _: pb.ListEntriesRequest
    ) -> pb.ListEntriesResponse:
        """Return the owner's entries, with what the season knows of them if it answers."""

        def listed(book: EntryBook) -> list[EnteredBot]:
            mine = (entry for entry in book.entries.values() if entry.owner == owner)
            return sorted(mine, key=lambda entry: entry.bot)

        entries = [entry_message(entry) for entry in await self._read(listed)]
        facts = await self._facts(owner)
        for entry in entries:
            if (known := facts.get(entry.bot)) is not None:
                entry.MergeFrom(known)
        return pb.ListEntriesResponse(entries=entries, owner=owner)

    async def _facts(self, owner: OwnerName) -> dict[str, pb.EnteredBot]:
        """Return what the season knows of the owner's bots; nothing if it is away."""
        try:
            facts = await self._season.facts(owner)
        except UnavailableError:
            return {}
        return {entry.bot: entry for entry in facts.entries}

    async def list_matches(
        self, owner: OwnerName, request: pb.ListMatchesRequest
    ) -> pb.ListMatchesResponse:
        """Return matches of the owner's bots that have ended."""
        check_limit(request.limit)
        if request.bot:
            await self._read(lambda book: owned_entry(book, owner, request.bot))
        return await self._season.list_matches(owner, request)

    def read_output(
        self, owner: OwnerName, request: pb.ReadOutputRequest
    ) -> AsyncIterator[pb.ReadOutputResponse]:
        """Return what a bot of the owner printed in a match, in pieces."""
        return self._season.read_output(owner, request)

    def read_record(
        self, owner: OwnerName, request: pb.ReadRecordRequest
    ) -> AsyncIterator[pb.ReadRecordResponse]:
        """Return the record of a match of the owner, in pieces."""
        return self._season.read_record(owner, request)

    async def make_bot_token(
        self, owner: OwnerName, request: pb.MakeBotTokenRequest
    ) -> pb.MakeBotTokenResponse:
        """Let an owner run a bot and connect it; answer once the season knows the token."""
        if not self._settings.connected:
            raise UsageError(SubmissionSentence.CONNECTED_OFF)
        bot, token, now = check_bot_name(request.bot), new_token(), int(self._now())

        def decide(book: EntryBook) -> list[EntryEvent]:
            book.check_connection(owner, bot, self._settings.quotas, now)
            return [BotTokenMade(owner, bot, hashed(token), now)]

        entry = await self._changed_entry(decide, bot)
        await self._until_known(owner, hashed(token))
        return pb.MakeBotTokenResponse(
            token=token, address=self._settings.bots_address, entry=entry
        )

    async def _until_known(self, owner: OwnerName, token: str) -> None:
        """Wait until the season knows a token, which it may refuse, or is away, for a while."""
        with suppress(TimeoutError, UnavailableError):
            async with asyncio.timeout(self._settings.token_wait):
                while not await self._season.has_token(owner, token):
                    await asyncio.sleep(_TOKEN_LOOK)

    async def allow_friendlies(
        self, owner: OwnerName, request: pb.AllowFriendliesRequest
    ) -> pb.AllowFriendliesResponse:
        """Allow or forbid friendlies against a bot."""
        if request.allowed and not self._settings.friendlies:
            raise UsageError(SubmissionSentence.FRIENDLIES_OFF)

        def decide(book: EntryBook) -> list[EntryEvent]:
            entry = owned_entry(book, owner, request.bot)
            if entry.friendlies == request.allowed:
                return []
            return [FriendliesAllowed(owner, entry.bot, request.allowed)]

        return pb.AllowFriendliesResponse(entry=await self._changed_entry(decide, request.bot))

    async def challenge(
        self, owner: OwnerName, request: pb.ChallengeRequest
    ) -> pb.ChallengeResponse:
        """Ask for a friendly."""
        if not self._settings.friendlies:
            raise UsageError(SubmissionSentence.FRIENDLIES_OFF)
        self._check_seats(request)
        bot, opponents = BotName(request.bot), tuple(map(BotName, request.opponents))
        ended, now = await self._season.ended_friendlies(owner), int(self._now())
        asked: list[Challenged] = []

        def has_ended(number: int) -> bool:
            return self._name(number) in ended

        def decide(book: EntryBook) -> list[EntryEvent]:
            owned_entry(book, owner, bot)
            book.check_challenge(owner, (bot, *opponents), has_ended, now)
            number = max(book.challenges, default=0) + 1
            asked[:] = [Challenged(number, owner, bot, opponents, now)]
            return list(asked)

        await self._with_store(lambda store: store.record(decide))
        return pb.ChallengeResponse(match_id=self._name(asked[0].number))

    def _name(self, number: int) -> str:
        return friendly_match(self._settings.league, number)

    def _check_seats(self, request: pb.ChallengeRequest) -> None:
        seats, named = self._settings.seats, (request.bot, *request.opponents)
        if len(named) != seats or len(set(named)) < seats:
            raise UsageError(SubmissionSentence.FRIENDLY_SEATS, seats=seats, most=seats - 1)


def check_limit(limit: int) -> None:
    """Raise `UsageError` if a list is to have more than there may be in a response."""
    if limit > MOST_LISTED:
        raise malformed(f"limit is at most {MOST_LISTED}")


def owned_entry(book: EntryBook, owner: OwnerName, bot: str) -> EnteredBot:
    """Return an entry of an owner.

    Raises:
        UsageError: if the owner has none of this name.
    """
    found = book.entries.get(BotName(bot))
    if found is None or found.owner != owner:
        raise UsageError(SubmissionSentence.NOT_YOUR_ENTRY, bot=bot[:60])
    return found


def malformed(why: str) -> UsageError:
    """Return the error of a malformed request."""
    return UsageError(SubmissionSentence.REQUEST_MALFORMED, why=why)
