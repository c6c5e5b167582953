"""The season and the processes of its entries are killed, and nothing is lost or half."""

from pathlib import Path

import pytest

from tests.crash.entries import EntriesRun

pytestmark = [pytest.mark.full, pytest.mark.needs("strict")]


class TestKilled:
    def test_no_submission_is_lost_or_twice_and_no_half_version_plays(
        self, tmp_path: Path, fresh_seed: int
    ) -> None:
        tally = EntriesRun(tmp_path, fresh_seed).run(kills=3)
        assert tally.is_sound, tally
        assert tally.taken >= 2
        assert tally.played >= 2
        assert tally.friendlies
