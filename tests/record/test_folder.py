"""The folder of records."""

from pathlib import Path

from referee.record.folder import left_open


class TestLeftOpen:
    """What a killed referee has left is found by the name it will have."""

    def test_finished_records_and_torn_copies_are_passed_over(self, tmp_path: Path) -> None:
        for name in ("a.tianming", "b.tianming.part", "c.tianming.torn", "d.part"):
            (tmp_path / name).touch()
        assert left_open(tmp_path) == [tmp_path / "b.tianming"]
