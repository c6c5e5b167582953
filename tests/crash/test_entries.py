"""The season and the writer of its entries are killed, and nothing is lost or half."""

from pathlib import Path

import pytest

from tests.crash.entries import EntriesRun

pytestmark = pytest.mark.full


class TestKilled:
    def test_no_half_version_plays_and_no_friendly_is_lost_or_played_twice(
        self, tmp_path: Path, fresh_seed: int
    ) -> None:
        tally = EntriesRun(tmp_path, fresh_seed).run(kills=3)
        assert tally.is_sound, tally
        assert tally.played >= 2
        assert tally.friendlies
