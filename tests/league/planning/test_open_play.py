"""Open play: whoever is here plays, until it is closed or a record cannot be kept."""

import asyncio
from collections import Counter
from pathlib import Path

import pytest

from referee.error import StorageError
from referee.identifier import BotName, MatchId
from referee.league.planning.open_play import OpenPlay, seating
from referee.match.settings import MatchSettings
from referee.record.file import RecordFile
from referee.record.reader import read
from referee.record.sentence import RecordSentence
from referee.record.signature import SigningKey, check_signature, make_key
from referee.record.writer import RecordWriter
from tests.errors import raises
from tests.server.raw import Raw, RefereeHarness, play_all, play_on, running, started_referee
from tianming_proto.v1 import play_pb2 as pb


def test_those_that_have_played_least_are_taken_and_sit_in_that_order() -> None:
    played = Counter(dict(zip(map(BotName, "abcd"), (2, 1, 3, 1), strict=True)))
    assert seating(tuple(map(BotName, "cbad")), played, 3) == ("b", "d", "a")
    assert seating(tuple(map(BotName, "ca")), played, 2) == ("a", "c")
    assert seating(tuple(map(BotName, "c")), played, 2) is None


def open_play(
    harness: RefereeHarness, folder: Path, at_once: int = 1, key: SigningKey | None = None
) -> OpenPlay:
    """Open play of the toy game for two seats."""

    def agree(match_id: str, bots: tuple[BotName, ...]) -> MatchSettings:
        options = {"together": "no", "broken": "no"}
        return MatchSettings(MatchId(match_id), "toy", options, bots, bytes(32), bytes(32))

    return OpenPlay(harness.referee, agree, "toy", 2, folder, at_once=at_once, key=key)


def test_an_open_match_ends_and_none_begins_once_it_is_closed(tmp_path: Path) -> None:
    async def test() -> None:
        async with started_referee() as harness:
            a, b = await harness.bot("a"), await harness.bot("b")
            play = open_play(harness, tmp_path)
            playing = asyncio.create_task(play.run(None))
            await a.receive("match_started")
            play.close()
            await asyncio.gather(play_on(a), play_on(b))
            await playing
            assert play.finished == 1

    running(test)


def test_the_records_are_signed_if_there_is_a_key(tmp_path: Path) -> None:
    key = make_key(tmp_path / "signing.key")

    async def test() -> None:
        async with started_referee() as harness:
            a, b = await harness.bot("a"), await harness.bot("b")
            playing = asyncio.create_task(open_play(harness, tmp_path, key=key).run(1))
            await asyncio.gather(play_on(a), play_on(b))
            await playing

    running(test)
    (record,) = tmp_path.glob("*.tianming")
    check_signature(read(record), bytes.fromhex(key.public))


def test_a_record_that_cannot_be_kept_ends_it_with_that_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(self: RecordFile, data: bytes) -> None:
        raise StorageError(RecordSentence.RECORD_DISK_FULL, path="m1.tianming")

    async def test() -> None:
        monkeypatch.setattr(RecordFile, "append", full)
        async with started_referee() as harness:
            await harness.bot("a")
            await harness.bot("b")
            with raises(StorageError, RecordSentence.RECORD_DISK_FULL):
                await open_play(harness, tmp_path).run(None)

    running(test)


def test_a_match_that_cannot_be_set_up_leaves_no_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("a bug in the set-up")

    async def test() -> None:
        monkeypatch.setattr(RecordWriter, "header", broken)
        async with started_referee() as harness:
            await harness.bot("a")
            await harness.bot("b")
            with pytest.raises(ZeroDivisionError):
                await open_play(harness, tmp_path).run(None)

    running(test)
    assert list(tmp_path.iterdir()) == []


async def entered(harness: RefereeHarness, name: str, hello: pb.Hello) -> Raw:
    """A bot that has introduced itself, and said what it wants."""
    raw = harness.dial(BotName(name))
    hello.revision_min = hello.revision_max = 1
    await raw.send(pb.BotMessage(hello=hello))
    await raw.receive("welcome")
    return raw


def plays(*games: str) -> pb.Hello:
    """What a bot says that plays these games."""
    return pb.Hello(games=[pb.SupportedGame(name=game) for game in games])


async def matches_of(raw: Raw, count: int) -> set[str]:
    """Names of the first matches that a bot is told of."""
    return {(await raw.receive("match_started")).match_id for _ in range(count)}


def test_a_bot_that_plays_other_games_is_not_paired(tmp_path: Path) -> None:
    async def test() -> None:
        async with started_referee() as harness:
            await entered(harness, "a", plays("china", "ming"))
            bots = [await entered(harness, name, plays("china", "toy")) for name in ("b", "c")]
            playing = asyncio.create_task(open_play(harness, tmp_path).run(1))
            started = await bots[0].receive("match_started")
            assert sorted(seat.bot for seat in started.seats) == ["b", "c"]
            await asyncio.gather(*(play_on(bot) for bot in bots))
            await playing

    running(test)


def test_a_bot_plays_as_many_matches_at_once_as_both_sides_allow(tmp_path: Path) -> None:
    async def test() -> None:
        async with started_referee() as harness:
            bots = [
                await entered(harness, name, pb.Hello(max_matches=most))
                for name, most in (("a", 0), ("b", 2), ("c", 7))
            ]
            playing = asyncio.create_task(open_play(harness, tmp_path, at_once=3).run(None))
            a, b, c = await asyncio.gather(
                *(matches_of(bot, n) for bot, n in zip(bots, (3, 2, 3), strict=True))
            )
            assert len(harness.referee.lobby.hosts) == 4
            assert a | b | c == {host.settings.match_id for host in harness.referee.lobby.hosts}
            await asyncio.sleep(0.5)
            assert len(harness.referee.lobby.hosts) == 4
            playing.cancel()
            await asyncio.wait((playing,))

    running(test)


def test_a_bot_that_wants_one_match_gets_the_next_when_that_is_over(tmp_path: Path) -> None:
    async def test() -> None:
        async with started_referee() as harness:
            hello = pb.Hello(max_matches=1)
            bots = [await entered(harness, name, hello) for name in ("a", "b")]
            playing = asyncio.create_task(open_play(harness, tmp_path, at_once=5).run(2))
            ends = await asyncio.gather(*(play_all(bot, 2) for bot in bots))
            assert len({end.match_id for end in ends[0]}) == 2
            await playing

    running(test)
