"""What an owner sees of a season: what is theirs, as soon as it can help no bot."""

import stat
from collections.abc import AsyncIterable
from dataclasses import replace
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any

import grpc
import pytest
from google.protobuf.message import Message

from referee.entry.entry_event import (
    SubmissionAccepted,
    SubmissionRefused,
    SubmissionTaken,
)
from referee.entry.season_socket import season_socket
from referee.identifier import BotName, MatchId, OwnerName
from referee.league.hosted_version import HostedVersion
from referee.league.ledger.journal_event import BotListed, FriendlyEnded, VersionRolledBack
from referee.league.match_output import MatchOutputs
from referee.league.running.attendance import advice
from referee.record.reader import parse
from referee.record.reasoning import texts_in
from referee.record.verify import verify
from tests.entry.owner_season import HIDDEN, OWNERS, Season, played
from tests.entry.season_door import Metadata, SeasonDoor, before_a_season
from tests.league.running.fake_backend import open_ledger
from tests.web.secret import SECRET
from tianming_games import registry
from tianming_proto.entry.v1 import entry_pb2 as pb

MATCHES = tuple(f"test-r001-s00001-{turn}" for turn in (1, 2, 3))


async def refused(call: Any) -> str:
    """Return the reason and the sentence with which a call is refused."""
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await whole(call)
    error = caught.value
    reason = dict(error.trailing_metadata() or ())["tianming-reason"]
    return f"{reason}: {error.details()}"


async def whole(call: Any) -> bytes:
    """Return all that a call sends."""
    if isinstance(call, AsyncIterable):
        return b"".join([response.piece async for response in call])
    message: Message = await call
    return message.SerializeToString(deterministic=True)


async def listed(door: SeasonDoor, owner: str, **request: Any) -> list[pb.OwnedMatch]:
    """Return matches of an owner."""
    call = door.stub.ListMatches(pb.ListMatchesRequest(**request), metadata=door.tokens[owner])
    return list((await call).matches)


class TestMatches:
    def test_the_newest_comes_first_and_numbers_lead_to_older_ones(self, tmp_path: Path) -> None:
        async def story(door: SeasonDoor) -> None:
            await door.join("ada")
            found = await listed(door, "ada")
            assert [(one.number, one.match_id) for one in found] == [
                (3, MATCHES[2]),
                (2, MATCHES[1]),
                (1, MATCHES[0]),
            ]
            assert await listed(door, "ada", limit=1, before=3) == [found[1]]
            assert await listed(door, "ada", before=1) == []

        before_a_season(tmp_path, story, played(tmp_path, Season()))

    def test_faults_and_times_are_only_in_the_seats_of_the_caller(self, tmp_path: Path) -> None:
        async def story(door: SeasonDoor) -> None:
            await door.join("bea")
            await door.join("ada")
            for owner in ("ada", "bea"):
                found = await listed(door, owner)
                for match in found:
                    for seat in match.seats:
                        is_mine = OWNERS[seat.bot] == owner
                        assert seat.yours == is_mine
                        assert (seat.all_answers > 0) == is_mine
                        assert (seat.faults > 0) == (is_mine and seat.bot == HIDDEN)
                forfeited = [one.forfeited for match in found for one in match.seats]
                assert sorted(forfeited) == [""] * 8 + ["MALFORMED"]

        before_a_season(tmp_path, story, played(tmp_path, Season()))

    def test_an_owner_without_a_bot_in_the_season_sees_nothing(self, tmp_path: Path) -> None:
        async def story(door: SeasonDoor) -> None:
            await door.join("eve")  # the name of a bot, and of no owner there
            assert await listed(door, "eve") == []
            bearing = door.tokens["eve"]
            for call in (
                door.stub.ReadRecord(pb.ReadRecordRequest(match_id=MATCHES[0]), metadata=bearing),
                door.stub.ReadOutput(pb.ReadOutputRequest(match_id=MATCHES[0]), metadata=bearing),
            ):
                assert (await refused(call)).startswith("NOT_YOURS")

        before_a_season(tmp_path, story, played(tmp_path, Season()))


class TestEntries:
    def test_an_entry_has_its_matches_and_its_place(self, tmp_path: Path) -> None:
        async def story(door: SeasonDoor) -> None:
            await door.join("ada")
            for number, bot in enumerate(("ann", "new"), 1):
                door.record(SubmissionTaken(number, OwnerName("ada"), BotName(bot), "0" * 64, 1, 1))
            call = door.stub.ListEntries(pb.ListEntriesRequest(), metadata=door.tokens["ada"])
            ann, new = (await call).entries
            assert (ann.bot, ann.matches, ann.place) == ("ann", 3, 1)
            assert (new.bot, new.matches, new.HasField("place")) == ("new", 0, False)

        before_a_season(tmp_path, story, played(tmp_path, Season()))

    def test_after_a_rollback_the_earlier_version_plays(self, tmp_path: Path) -> None:
        settings = played(tmp_path, Season())
        ann, ada = BotName("ann"), OwnerName("ada")
        first = HostedVersion(1, "0" * 64, "first")
        second = HostedVersion(2, "1" * 64, "second", choice=1, chosen=2)
        back = replace(first, choice=1, chosen=2)
        first_list, second_list, back_list = (
            BotListed(ann, "random", None, owner=ada, hosted=hosted)
            for hosted in (first, second, back)
        )
        with open_ledger(settings) as ledger, ledger.running():
            ledger.write(first_list)
            ledger.write(second_list)
            ledger.write(VersionRolledBack(ann, 2, 1, "crashed"), back_list)

        async def story(door: SeasonDoor) -> None:
            await door.join("ada")
            for number in (1, 2):
                door.record(SubmissionTaken(number, ada, ann, str(number), 1, 1))
                door.record(SubmissionAccepted(number, str(number), str(number), 0))
            call = door.stub.ListEntries(pb.ListEntriesRequest(), metadata=door.tokens["ada"])
            (entry,) = (await call).entries
            assert "crashed" in entry.rolled_back
            assert entry.playing == 1

        before_a_season(tmp_path, story, settings)

    def test_without_the_season_entries_are_listed_and_the_rest_says_so(
        self, tmp_path: Path
    ) -> None:
        async def story(door: SeasonDoor) -> None:
            await door.join("ada")
            door.record(SubmissionTaken(1, OwnerName("ada"), BotName("ann"), "0" * 64, 1, 1))
            bearing = door.tokens["ada"]
            entries = (
                await door.stub.ListEntries(pb.ListEntriesRequest(), metadata=bearing)
            ).entries
            assert list(entries) == [pb.EnteredBot(bot="ann")]
            for call in (
                door.stub.ListMatches(pb.ListMatchesRequest(), metadata=bearing),
                door.stub.ReadRecord(pb.ReadRecordRequest(match_id=MATCHES[0]), metadata=bearing),
                door.stub.ReadOutput(pb.ReadOutputRequest(match_id=MATCHES[0]), metadata=bearing),
            ):
                assert (await refused(call)).startswith("SEASON_AWAY")

        before_a_season(tmp_path, story)

    def test_a_season_that_comes_back_is_found_again(self, tmp_path: Path) -> None:
        season = played(tmp_path, Season())

        async def story(door: SeasonDoor) -> None:
            await door.join("ada")
            call = door.stub.ListMatches(pb.ListMatchesRequest(), metadata=door.tokens["ada"])
            assert (await refused(call)).startswith("SEASON_AWAY")
            with season_socket(tmp_path / "season.sock", season, advice):
                for _ in range(100):
                    try:
                        assert len(await listed(door, "ada")) == 3
                    except grpc.aio.AioRpcError:
                        continue
                    return

        before_a_season(tmp_path, story)


class TestFiles:
    def test_an_owner_reads_the_output_of_its_bots_and_of_no_others(self, tmp_path: Path) -> None:
        async def story(door: SeasonDoor) -> None:
            await door.join("ada")
            bearing = door.tokens["ada"]

            def read(match: str, bot: str) -> Any:
                request = pb.ReadOutputRequest(match_id=match, bot=bot)
                return door.stub.ReadOutput(request, metadata=bearing)

            assert await whole(read(MATCHES[0], "ann")) == f"I am ann in {MATCHES[0]}".encode()
            assert (await refused(read(MATCHES[0], HIDDEN))).startswith("NOT_YOURS")
            assert (await refused(read("test-r001-s00009-1", "ann"))).startswith("NOT_YOURS")
            assert (await refused(read("../league.toml", "ann"))).startswith("NOT_YOURS")

        before_a_season(tmp_path, story, played(tmp_path, Season()))

    def test_output_of_a_match_that_is_not_kept_is_empty(self, tmp_path: Path) -> None:
        season = played(tmp_path, Season())
        (season.records / "output" / "ann" / MATCHES[0]).unlink()

        async def story(door: SeasonDoor) -> None:
            await door.join("ada")
            request = pb.ReadOutputRequest(match_id=MATCHES[0], bot="ann")
            call = door.stub.ReadOutput(request, metadata=door.tokens["ada"])
            assert await whole(call) == b""

        before_a_season(tmp_path, story, season)

    def test_a_record_is_shown_when_its_set_is_over(self, tmp_path: Path) -> None:
        async def story(door: SeasonDoor) -> None:
            await door.join("ada")
            for match in MATCHES:
                request = pb.ReadRecordRequest(match_id=match)
                data = await whole(door.stub.ReadRecord(request, metadata=door.tokens["ada"]))
                assert verify(parse(data, match)).match_id == match
            assert all(one.record_open for one in await listed(door, "ada"))

        before_a_season(tmp_path, story, played(tmp_path, Season()))

    def test_the_reasoning_of_the_owner_comes_with_the_record_and_no_other(
        self, tmp_path: Path
    ) -> None:
        async def story(door: SeasonDoor) -> None:
            await door.join("ada")
            for match in MATCHES:
                request = pb.ReadRecordRequest(match_id=match, reasoning=True)
                data = await whole(door.stub.ReadRecord(request, metadata=door.tokens["ada"]))
                assert {*texts_in(data).values()} == {"ann has reasons", "bob has reasons"}

        before_a_season(tmp_path, story, played(tmp_path, Season()))

    def test_a_record_is_not_shown_while_its_draws_can_help(self, tmp_path: Path) -> None:
        async def story(door: SeasonDoor) -> None:
            await door.join("ada")
            assert [one.record_open for one in await listed(door, "ada")] == [False, False]
            for match, why in zip(MATCHES, ("draws of", "draws of", "has not ended"), strict=True):
                for reasoning in (False, True):
                    request = pb.ReadRecordRequest(match_id=match, reasoning=reasoning)
                    call = door.stub.ReadRecord(request, metadata=door.tokens["ada"])
                    said = await refused(call)
                    assert said.startswith("NOT_YET")
                    assert why in said

        before_a_season(tmp_path, story, played(tmp_path, Season(most=2)))

    def test_the_socket_is_only_for_the_user_of_the_season(self, tmp_path: Path) -> None:
        season, path = played(tmp_path, Season()), tmp_path / "season.sock"
        with season_socket(path, season, advice):
            assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert not path.exists()


async def everything(door: SeasonDoor, bearing: Metadata, names: tuple[str, ...]) -> list[bytes]:
    """Return every byte of every call of an owner; refusals with their trailers."""
    stub = door.stub
    calls: list[tuple[Any, Message]] = [
        (stub.Describe, pb.DescribeRequest()),
        (stub.ListEntries, pb.ListEntriesRequest()),
        (stub.ListSubmissions, pb.ListSubmissionsRequest()),
        (stub.ListMatches, pb.ListMatchesRequest()),
        *((stub.Follow, pb.FollowRequest(number=number)) for number in range(4)),
        *((stub.ListMatches, pb.ListMatchesRequest(bot=bot)) for bot in OWNERS),
        *((stub.ReadRecord, pb.ReadRecordRequest(match_id=name)) for name in names),
        *((stub.ReadRecord, pb.ReadRecordRequest(match_id=name, reasoning=True)) for name in names),
        *(
            (stub.ReadOutput, pb.ReadOutputRequest(match_id=name, bot=bot))
            for name in names
            for bot in (*OWNERS, "nobody")
        ),
        *((stub.ChooseVersion, pb.ChooseVersionRequest(bot=HIDDEN, number=n)) for n in (1, 2, 3)),
        (stub.Withdraw, pb.WithdrawRequest(bot=HIDDEN)),
        (stub.AllowFriendlies, pb.AllowFriendliesRequest(bot=HIDDEN, allowed=True)),
        (stub.Challenge, pb.ChallengeRequest(bot="ann", opponents=["bob", HIDDEN])),
        (stub.MakeBotToken, pb.MakeBotTokenRequest(bot=HIDDEN)),
    ]
    found = []
    for method, request in calls:
        call = method(request, metadata=bearing)
        try:
            if isinstance(call, AsyncIterable):
                sent = b"".join([one.SerializeToString() async for one in call])
            else:
                sent = (await call).SerializeToString(deterministic=True)
        except grpc.aio.AioRpcError as error:
            sent = repr((error.code(), error.details(), error.trailing_metadata())).encode()
        found.append(sent)
    return found


def seen_by(folder: Path, owner: str, season: Season) -> list[bytes]:
    """Return all that an owner can fetch of a season, and of what the other owner submitted."""
    folder.mkdir()
    settings = played(folder, season)
    found = list[bytes]()

    async def story(door: SeasonDoor) -> None:
        await door.join("ada")
        await door.join("bea")
        upload = season.hidden[0].encode().hex().ljust(64, "0")
        ada, bea, hidden = OwnerName("ada"), OwnerName("bea"), BotName(HIDDEN)
        size = len(season.hidden)
        door.record(
            SubmissionTaken(1, ada, BotName("ann"), "0" * 64, 1, 1),
            SubmissionAccepted(1, "d", "v" * 64, 2),
            SubmissionTaken(2, bea, hidden, upload, size, 1),
            SubmissionRefused(2, f"it printed {season.hidden}", 2),
            SubmissionTaken(3, bea, hidden, upload, size, 1),
            SubmissionAccepted(3, upload, upload, 2),
        )
        found.extend(await everything(door, door.tokens[owner], (*MATCHES, "test-f00001")))

    before_a_season(folder, story, settings)
    return found


@pytest.fixture
def secret_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Install the game with a die that only seat 0 sees."""
    secret = EntryPoint("secret", "tests.web.secret:SECRET", registry.GROUP)
    found = (*entry_points(group=registry.GROUP), secret)
    monkeypatch.setattr(registry, "entry_points", lambda *, group: found)
    registry.names.cache_clear()
    registry.load.cache_clear()


class TestTwins:
    """Seasons that differ only in what is hidden from an owner send it the same bytes."""

    @pytest.mark.parametrize("most", [2, 3])
    def test_what_another_bot_prints_notes_and_thinks_is_in_no_byte(
        self, tmp_path: Path, most: int
    ) -> None:
        """Nor are the reasons of its faults, its crashes, its archives and its refusals."""
        red, blue = (
            seen_by(tmp_path / word, "ada", Season(hidden=word, most=most))
            for word in ("red", "indigo")
        )
        assert red == blue
        assert (b"ann is glad" in b"".join(red)) == (most == len(MATCHES))
        assert b"I am ann" in b"".join(red)
        assert not [sent for sent in red if b"red" in sent.lower().replace(b"shared", b"")]

    def test_the_other_owner_sees_the_difference(self, tmp_path: Path) -> None:
        """The twins are not twins for the owner of the bot that hides something."""
        red, blue = (
            seen_by(tmp_path / word, "bea", Season(hidden=word)) for word in ("red", "indigo")
        )
        differing = [one for one, other in zip(red, blue, strict=True) if one != other]
        assert len(differing) >= len(MATCHES) * 2  # records and output

    @pytest.mark.usefixtures("secret_game")
    def test_cards_are_in_no_byte_before_the_set_is_over(self, tmp_path: Path) -> None:
        """Seasons with other draws, which change nothing that all seats see."""
        season = Season(game=SECRET.name, most=2, faults=2)
        one, other = (
            seen_by(tmp_path / str(draws), "ada", replace(season, draws=draws)) for draws in (0, 1)
        )
        assert one == other
        assert MATCHES[1].encode() in b"".join(one)

    @pytest.mark.usefixtures("secret_game")
    def test_draws_are_shown_when_the_set_is_over(self, tmp_path: Path) -> None:
        """The seasons with other draws are no twins when nothing is hidden any more."""
        one, other = (
            seen_by(tmp_path / str(draws), "ada", Season(draws=draws, game=SECRET.name))
            for draws in (0, 1)
        )
        assert one != other


class TestFriendlies:
    def test_a_friendly_is_listed_and_shown_like_a_match(self, tmp_path: Path) -> None:
        """It has no plan, so its faults and times come from its record."""
        season = played(tmp_path, Season())
        friendly = season.records / "friendlies"
        friendly.mkdir()
        data = (season.records / f"{MATCHES[0]}.tianming").read_bytes()
        (friendly / "test-f00001.tianming").write_bytes(data)
        bots = tuple(BotName(bot) for bot in parse(data, MATCHES[0]).header.bots)
        MatchOutputs(season.records).keep(MatchId("test-f00001"), BotName("ann"), b"for fun")
        seats = "[[1,2,0,0],[2,1,0,0],[3,0,0,0]]"
        with open_ledger(season) as ledger:
            ledger.write(
                FriendlyEnded(1, bots, "It is over.", 9_000_000, 1, seats, "00"),
                FriendlyEnded(2, bots, "It was not played.", 9_000_000),
            )

        async def story(door: SeasonDoor) -> None:
            await door.join("ada")
            found = await listed(door, "ada")
            assert [(one.match_id, one.friendly) for one in found[:2]] == [
                ("test-f00001", True),
                (MATCHES[2], False),
            ]
            assert [one.number for one in found] == [4, 3, 2, 1]
            assert found[0].record_open
            for seat in found[0].seats:
                assert (seat.all_answers > 0) == seat.yours
            bearing = door.tokens["ada"]
            request = pb.ReadOutputRequest(match_id="test-f00001", bot="ann")
            assert await whole(door.stub.ReadOutput(request, metadata=bearing)) == b"for fun"
            wanted = pb.ReadRecordRequest(match_id="test-f00001")
            assert b"ann is glad" in await whole(door.stub.ReadRecord(wanted, metadata=bearing))
            gone = pb.ReadRecordRequest(match_id="test-f00002")
            call = door.stub.ReadRecord(gone, metadata=bearing)
            assert (await refused(call)).startswith("NOT_YOURS")

        before_a_season(tmp_path, story, season)
