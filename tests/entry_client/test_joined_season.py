"""The file of seasons: for the user only, complete at every moment, and never guessed."""

import json
import multiprocessing
import stat
from dataclasses import replace
from pathlib import Path

import pytest

from referee.entry_client.joined_season import (
    JoinedSeason,
    changed_seasons,
    read_seasons,
    season_of,
)
from referee.entry_client.sentence import EntryClientSentence
from referee.error import DataError, StorageError, UsageError
from tests.errors import raises
from tests.patience import PATIENCE

SEASON = JoinedSeason("localhost:1", "a-token", "Ada", "spring")


def add(path: Path, number: int) -> None:
    """Add seasons to a file, one after another."""
    for each in range(5):
        with changed_seasons(path) as joined:
            joined.add(JoinedSeason(f"host:{number}{each}", "token"))


class TestFile:
    """What was written is read, and by the user only."""

    def test_it_is_read_as_it_was_written(self, tmp_path: Path) -> None:
        path = tmp_path / "new" / "seasons.json"
        assert read_seasons(path).seasons == {}
        with changed_seasons(path) as joined:
            joined.add(SEASON)
        assert read_seasons(path).seasons == {SEASON.address: SEASON}
        assert season_of(None, {}, path) == SEASON
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert SEASON.token not in repr(SEASON)

    @pytest.mark.parametrize("mode", [0o640, 0o604, 0o620])
    def test_a_file_that_others_can_open_is_refused(self, mode: int, tmp_path: Path) -> None:
        path = tmp_path / "seasons.json"
        with changed_seasons(path) as joined:
            joined.add(SEASON)
        path.chmod(mode)
        with raises(StorageError, EntryClientSentence.SEASONS_OPEN_TO_OTHERS, path=path):
            read_seasons(path)
        with (
            raises(StorageError, EntryClientSentence.SEASONS_OPEN_TO_OTHERS),
            changed_seasons(path),
        ):
            pass

    @pytest.mark.parametrize(
        "content",
        [
            b"",
            b"\xff",
            b"[" * 100_000,
            b"[]",
            b'{"default": 1, "seasons": {}}',
            b'{"default": "", "seasons": {"a:1": {}}}',
            b" " * ((1 << 20) + 1),
        ],
    )
    def test_another_content_is_an_error_that_names_the_file(
        self, content: bytes, tmp_path: Path
    ) -> None:
        path = tmp_path / "seasons.json"
        path.touch(0o600)
        path.write_bytes(content)
        with raises(DataError, EntryClientSentence.SEASONS_MALFORMED, path=path):
            read_seasons(path)
        with raises(DataError, EntryClientSentence.SEASONS_MALFORMED), changed_seasons(path):
            pass
        assert path.read_bytes() == content

    @pytest.mark.parametrize("token", ["", "two words", "line\n", "é"])
    def test_a_token_that_is_none_reaches_no_call(self, token: str, tmp_path: Path) -> None:
        path = tmp_path / "seasons.json"
        path.touch(0o600)
        season = {"owner": "Ada", "league": "", "token": token}
        path.write_text(json.dumps({"default": "a:1", "seasons": {"a:1": season}}))
        with raises(UsageError, EntryClientSentence.TOKEN_MALFORMED, where=str(path)):
            season_of(None, {}, path)

    def test_a_service_cannot_make_the_file_unusable(self, tmp_path: Path) -> None:
        path = tmp_path / "seasons.json"
        with changed_seasons(path) as joined:
            joined.add(SEASON)
            joined.add(replace(SEASON, address="b:1", owner="x" * 10**7, league="\n" * 10**7))
        with (
            raises(UsageError, EntryClientSentence.TOKEN_MALFORMED, where="c:1"),
            changed_seasons(path) as joined,
        ):
            joined.add(JoinedSeason("c:1", "two\nlines"))
        assert season_of("localhost:1", {}, path) == SEASON
        assert read_seasons(path).last == "b:1"

    def test_a_block_that_fails_changes_nothing(self, tmp_path: Path) -> None:
        path = tmp_path / "seasons.json"

        def fail() -> None:
            with changed_seasons(path) as joined:
                joined.add(SEASON)
                raise KeyError

        with pytest.raises(KeyError):
            fail()
        assert read_seasons(path).seasons == {}

    def test_a_link_stays_and_its_target_is_replaced(self, tmp_path: Path) -> None:
        path = tmp_path / "seasons.json"
        path.symlink_to(tmp_path / "elsewhere.json")
        with changed_seasons(path) as joined:
            joined.add(SEASON)
        assert path.is_symlink()
        assert read_seasons(path).seasons == {SEASON.address: SEASON}

    def test_nothing_is_lost_if_processes_write_at_once(self, tmp_path: Path) -> None:
        path = tmp_path / "seasons.json"
        context = multiprocessing.get_context("spawn")
        writers = [context.Process(target=add, args=(path, number)) for number in range(3)]
        for writer in writers:
            writer.start()
        for writer in writers:
            writer.join(PATIENCE)
            assert writer.exitcode == 0
        assert len(read_seasons(path).seasons) == 15
