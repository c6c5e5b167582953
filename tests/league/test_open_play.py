"""Open play: whoever is here plays, until it is closed or a record cannot be kept."""

import asyncio
from pathlib import Path

import pytest

from referee.error import StorageError
from referee.league.open_play import OpenPlay
from referee.match.match import MatchSettings
from referee.record.file import RecordFile
from tests.server.raw import Arena, arena, play_on, running


def open_play(ring: Arena, folder: Path) -> OpenPlay:
    """Open play of the toy game for two seats."""

    def terms(match_id: str, bots: tuple[str, ...]) -> MatchSettings:
        options = {"together": "no", "broken": "no"}
        return MatchSettings(match_id, "toy", options, bots, bytes(32), bytes(32))

    return OpenPlay(ring.referee, terms, "toy", 2, folder)


def test_an_open_match_ends_and_none_begins_once_it_is_closed(tmp_path: Path) -> None:
    async def test() -> None:
        async with arena() as ring:
            a, b = await ring.bot("a"), await ring.bot("b")
            play = open_play(ring, tmp_path)
            playing = asyncio.create_task(play.run(None))
            await a.hear("match_started")
            play.close()
            await asyncio.gather(play_on(a), play_on(b))
            await playing
            assert play.finished == 1

    running(test)


def test_a_record_that_cannot_be_kept_ends_it_with_that_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(self: RecordFile, data: bytes) -> None:
        raise StorageError("the disk is full.")

    async def test() -> None:
        monkeypatch.setattr(RecordFile, "append", full)
        async with arena() as ring:
            await ring.bot("a")
            await ring.bot("b")
            with pytest.raises(StorageError, match="the disk is full"):
                await open_play(ring, tmp_path).run(None)

    running(test)
