"""The folder of records: one referee at a time."""

from pathlib import Path

from referee.error import StorageError
from referee.record.folder import held, left_open
from referee.record.sentence import RecordSentence
from tests.errors import raises


class TestHeld:
    """Two referees do not write into one folder."""

    def test_a_second_one_is_kept_out_until_the_first_is_gone(self, tmp_path: Path) -> None:
        with (
            held(tmp_path),
            raises(
                StorageError, RecordSentence.FOLDER_NOT_CLAIMED, why="another referee is using it"
            ),
            held(tmp_path),
        ):
            pass
        with held(tmp_path):
            assert list(tmp_path.iterdir()) == []

    def test_a_folder_that_is_not_there_is_named(self, tmp_path: Path) -> None:
        with (
            raises(StorageError, RecordSentence.FOLDER_NOT_USED),
            held(tmp_path / "nowhere"),
        ):
            pass


class TestLeftOpen:
    """What a killed referee has left is found by the name it will have."""

    def test_finished_records_and_torn_copies_are_passed_over(self, tmp_path: Path) -> None:
        for name in ("a.tianming", "b.tianming.part", "c.tianming.torn", "d.part"):
            (tmp_path / name).touch()
        assert left_open(tmp_path) == [tmp_path / "b.tianming"]
