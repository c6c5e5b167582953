"""Requests about play: bots that owners run, friendlies, and what the season allows."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import grpc
import pytest

from referee.entry.entry_book import DAY, MOST_FRIENDLIES, EntryQuotas
from referee.entry.entry_event import (
    Announced,
    EntryWithdrawn,
    FriendliesAllowed,
    SubmissionAccepted,
    SubmissionsFrozen,
    SubmissionTaken,
)
from referee.entry.sentence import SubmissionSentence as Why
from referee.identifier import BotName, OwnerName
from referee.league.ledger import Ledger
from referee.league.ledger.journal_event import BotListed, FriendlyEnded
from referee.server.identity import hashed
from tests.entry.owner_season import Season, played
from tests.entry.season_door import SETTINGS, SeasonDoor, before_a_season
from tests.patience import PATIENCE
from tianming_proto.entry.v1 import entry_pb2 as pb

ADA, BEA = OwnerName("ada"), OwnerName("bea")


async def refused(call: Any, reason: str, sentence: Why, **fields: object) -> None:
    """Expect a call to be refused for a reason, with a sentence."""
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await call
    found = dict(caught.value.trailing_metadata() or ())["tianming-reason"]
    assert (found, caught.value.details()) == (reason, sentence.words(**fields))


async def entered(door: SeasonDoor) -> None:
    """Let two owners have bots that play: ann and bob, and eve and flo."""
    for owner, bots in ((ADA, ("ann", "bob")), (BEA, ("eve", "flo"))):
        await door.join(owner, bots=4)
        for bot in bots:
            number = max(door.store.book.submissions, default=0) + 1
            door.record(
                SubmissionTaken(number, owner, BotName(bot), f"{number:064}", 1, 1),
                SubmissionAccepted(number, f"{number}", "v", 2),
            )


class TestConnected:
    def test_a_token_makes_a_connected_entry_and_ends_the_one_before(self, tmp_path: Path) -> None:
        async def story(door: SeasonDoor) -> None:
            await door.join("ada")
            made = []
            for _ in range(2):
                request = pb.MakeBotTokenRequest(bot="mine")
                made.append(await door.stub.MakeBotToken(request, metadata=door.tokens["ada"]))
            assert made[1].address == SETTINGS.bots_address
            assert made[1].entry == pb.EnteredBot(bot="mine", connected=True)
            assert made[0].token != made[1].token
            door.store.refresh()
            assert door.store.book.entries[BotName("mine")].token == hashed(made[1].token)

        before_a_season(tmp_path, story)

    def test_a_submission_that_is_accepted_makes_it_hosted(self, tmp_path: Path) -> None:
        async def story(door: SeasonDoor) -> None:
            await entered(door)
            call = door.stub.MakeBotToken
            made = await call(pb.MakeBotTokenRequest(bot="ann"), metadata=door.tokens["ada"])
            assert made.entry.connected
            door.record(
                SubmissionTaken(9, ADA, BotName("ann"), "9" * 64, 1, 1),
                SubmissionAccepted(9, "9", "v", 2),
            )
            listed = await door.stub.ListEntries(
                pb.ListEntriesRequest(), metadata=door.tokens["ada"]
            )
            assert not listed.entries[0].connected

        before_a_season(tmp_path, story)

    def test_a_name_of_another_owner_a_bad_name_and_too_many_bots(self, tmp_path: Path) -> None:
        async def story(door: SeasonDoor) -> None:
            await entered(door)
            await door.join("cyd", bots=1)

            def make(owner: str, bot: str) -> Any:
                request = pb.MakeBotTokenRequest(bot=bot)
                return door.stub.MakeBotToken(request, metadata=door.tokens[owner])

            await refused(make("ada", "Eve"), "NAME_TAKEN", Why.ENTRY_TAKEN, bot="Eve")
            await make("cyd", "one")
            await refused(make("cyd", "two"), "QUOTA", Why.QUOTA_OF_BOTS, most=1)
            with pytest.raises(grpc.aio.AioRpcError) as caught:
                await make("cyd", "../x")
            assert caught.value.code() is grpc.StatusCode.INVALID_ARGUMENT

        before_a_season(tmp_path, story)

    def test_after_the_freeze_only_a_connected_bot_gets_another_token(self, tmp_path: Path) -> None:
        async def story(door: SeasonDoor) -> None:
            await entered(door)

            def make(bot: str) -> Any:
                request = pb.MakeBotTokenRequest(bot=bot)
                return door.stub.MakeBotToken(request, metadata=door.tokens["ada"])

            await make("mine")
            door.record(SubmissionsFrozen())
            await make("mine")
            for bot in ("ann", "new"):
                await refused(make(bot), "FROZEN", Why.SUBMISSIONS_FROZEN)

        before_a_season(tmp_path, story)

    def test_a_token_comes_when_the_season_knows_it(self, tmp_path: Path) -> None:
        season = played(tmp_path, Season())

        async def story(door: SeasonDoor) -> None:
            await entered(door)
            request = pb.MakeBotTokenRequest(bot="mine")
            making = door.stub.MakeBotToken(request, metadata=door.tokens["ada"])
            while BotName("mine") not in door.store.book.entries:
                await asyncio.sleep(0.01)
                door.store.refresh()
            assert not making.done()
            token = door.store.book.entries[BotName("mine")].token
            with Ledger(season.ledger_url, season.records, season.name) as ledger:
                ledger.write(BotListed(BotName("mine"), None, token, owner=ADA))
            assert hashed((await making).token) == token

        settings = replace(SETTINGS, token_wait=PATIENCE)
        before_a_season(tmp_path, story, season, settings)

    def test_a_planned_freeze_does_the_same(self, tmp_path: Path) -> None:
        quotas = EntryQuotas(freeze=1)

        async def story(door: SeasonDoor) -> None:
            await entered(door)
            request = pb.MakeBotTokenRequest(bot="new")
            call = door.stub.MakeBotToken(request, metadata=door.tokens["ada"])
            await refused(call, "FROZEN", Why.SUBMISSIONS_FROZEN)

        before_a_season(tmp_path, story, settings=replace(SETTINGS, quotas=quotas))

    def test_a_season_that_hosts_all_bots_makes_no_token(self, tmp_path: Path) -> None:
        async def story(door: SeasonDoor) -> None:
            await door.join("ada")
            call = door.stub.MakeBotToken(
                pb.MakeBotTokenRequest(bot="mine"), metadata=door.tokens["ada"]
            )
            await refused(call, "NOT_ALLOWED", Why.CONNECTED_OFF)

        before_a_season(tmp_path, story, settings=replace(SETTINGS, connected=False))


class TestFriendlies:
    def test_an_owner_allows_them_and_takes_that_back(self, tmp_path: Path) -> None:
        async def story(door: SeasonDoor) -> None:
            await entered(door)
            for allowed in (True, True, False):
                request = pb.AllowFriendliesRequest(bot="eve", allowed=allowed)
                call = door.stub.AllowFriendlies(request, metadata=door.tokens["bea"])
                assert (await call).entry.friendlies == allowed
                described = await door.stub.Describe(pb.DescribeRequest())
                assert list(described.open_to_friendlies) == ["eve"] * allowed

        before_a_season(tmp_path, story)

    def test_challenges_get_the_names_of_their_matches_in_order(self, tmp_path: Path) -> None:
        async def story(door: SeasonDoor) -> None:
            await entered(door)
            door.record(FriendliesAllowed(BEA, BotName("eve")))
            names = [(await ask(door, "ann", ("bob", "eve"))).match_id for _ in range(2)]
            assert names == ["test-f00001", "test-f00002"]
            door.store.refresh()
            asked = door.store.book.challenges[2]
            assert (asked.owner, asked.bot, asked.opponents) == ("ada", "ann", ("bob", "eve"))

        before_a_season(tmp_path, story, played(tmp_path, Season()))

    def test_a_challenge_that_cannot_be_played_is_refused(self, tmp_path: Path) -> None:
        async def story(door: SeasonDoor) -> None:
            await entered(door)
            await door.join("cyd")
            cyd = OwnerName("cyd")
            door.record(
                FriendliesAllowed(BEA, BotName("eve")),
                SubmissionTaken(9, cyd, BotName("gus"), "9" * 64, 1, 1),
                FriendliesAllowed(cyd, BotName("gus")),
            )
            seats: dict[str, object] = {"seats": 3, "most": 2}
            for opponents in ((), ("bob",), ("bob", "bob"), ("ann", "eve"), ("bob", "eve", "flo")):
                call = ask(door, "ann", opponents)
                await refused(call, "REQUEST_MALFORMED", Why.FRIENDLY_SEATS, **seats)
            for bot, opponents, reason, why, named in (
                ("eve", ("ann", "bob"), "NOT_YOURS", Why.NOT_YOUR_ENTRY, "eve"),
                ("new", ("ann", "bob"), "NOT_YOURS", Why.NOT_YOUR_ENTRY, "new"),
                ("ann", ("bob", "flo"), "NOT_ALLOWED", Why.FRIENDLY_NOT_OPEN, "flo"),
                ("ann", ("bob", "new"), "NOT_ALLOWED", Why.FRIENDLY_WITHOUT, "new"),
                ("ann", ("bob", "gus"), "NOT_ALLOWED", Why.FRIENDLY_WITHOUT, "gus"),
            ):
                await refused(ask(door, bot, opponents), reason, why, bot=named)
            door.record(EntryWithdrawn(ADA, BotName("ann")))
            call = ask(door, "ann", ("bob", "eve"))
            await refused(call, "NOT_ALLOWED", Why.FRIENDLY_WITHOUT, bot="ann")
            assert not door.store.book.challenges

        before_a_season(tmp_path, story, played(tmp_path, Season()))

    def test_only_so_many_wait_and_those_of_yesterday_do_not_count(self, tmp_path: Path) -> None:
        async def story(door: SeasonDoor) -> None:
            await entered(door)
            door.record(FriendliesAllowed(BEA, BotName("eve")))
            for _ in range(MOST_FRIENDLIES):
                await ask(door, "ann", ("bob", "eve"))
            call = ask(door, "bob", ("ann", "eve"))
            await refused(call, "QUOTA", Why.FRIENDLIES_WAIT, most=MOST_FRIENDLIES)
            for number, asked in door.served.book.challenges.items():
                door.served.book.challenges[number] = replace(asked, at=asked.at - DAY)
            await ask(door, "bob", ("ann", "eve"))

        before_a_season(tmp_path, story, played(tmp_path, Season()))

    def test_those_that_ended_unplayed_do_not_wait(self, tmp_path: Path) -> None:
        season = played(tmp_path, Season())
        with Ledger(season.ledger_url, season.records, season.name) as ledger:
            for number in range(1, MOST_FRIENDLIES + 1):
                bots = (BotName("ann"), BotName("bob"), BotName("eve"))
                ledger.write(FriendlyEnded(number, bots, "eve does not play now", 1))

        async def story(door: SeasonDoor) -> None:
            await entered(door)
            door.record(FriendliesAllowed(BEA, BotName("eve")))
            for _ in range(2 * MOST_FRIENDLIES):
                await ask(door, "ann", ("bob", "eve"))
            await refused(
                ask(door, "ann", ("bob", "eve")),
                "QUOTA",
                Why.FRIENDLIES_WAIT,
                most=MOST_FRIENDLIES,
            )

        before_a_season(tmp_path, story, season)

    def test_a_season_without_friendlies_and_a_season_that_is_away(self, tmp_path: Path) -> None:
        async def without(door: SeasonDoor) -> None:
            await entered(door)
            call = ask(door, "ann", ("bob", "eve"))
            await refused(call, "NOT_ALLOWED", Why.FRIENDLIES_OFF)
            request = pb.AllowFriendliesRequest(bot="ann", allowed=True)
            call = door.stub.AllowFriendlies(request, metadata=door.tokens["ada"])
            await refused(call, "NOT_ALLOWED", Why.FRIENDLIES_OFF)

        async def away(door: SeasonDoor) -> None:
            await entered(door)
            await refused(ask(door, "ann", ("bob", "eve")), "SEASON_AWAY", Why.SEASON_AWAY)

        before_a_season(tmp_path / "1", without, settings=replace(SETTINGS, friendlies=False))
        before_a_season(tmp_path / "2", away)


def ask(door: SeasonDoor, bot: str, opponents: Sequence[str], owner: str = "ada") -> Any:
    """Return the call that asks for a friendly."""
    request = pb.ChallengeRequest(bot=bot, opponents=opponents)
    return door.stub.Challenge(request, metadata=door.tokens[owner])


class TestDescribe:
    def test_it_has_what_the_season_allows_and_the_words_of_the_organiser(
        self, tmp_path: Path
    ) -> None:
        async def story(door: SeasonDoor) -> None:
            door.record(*(Announced(f"word {number}", number) for number in range(30)))
            described = await door.stub.Describe(pb.DescribeRequest())
            assert described.by_hand
            assert described.connected_bots
            assert described.friendlies
            assert [one.text for one in described.announcements][:2] == ["word 29", "word 28"]
            assert described.announcements[0].made.seconds == 29
            assert len(described.announcements) == 20

        before_a_season(tmp_path, story, settings=replace(SETTINGS, by_hand=True))
