"""The size of a folder, measured rarely."""

from pathlib import Path

from referee.league.running.folder_size import FolderSize


class TestFolderSize:
    def test_it_counts_everything_and_looks_again_only_after_a_pause(self, tmp_path: Path) -> None:
        (tmp_path / "a").write_bytes(bytes(100))
        (tmp_path / "more").mkdir()
        (tmp_path / "more" / "b").write_bytes(bytes(11))
        time = 0.0
        folder = FolderSize(tmp_path, lambda: time)
        assert folder.size() == 111
        (tmp_path / "c").write_bytes(bytes(1000))
        time = 9.9
        assert folder.size() == 111
        time = 10.0
        assert folder.size() == 1111

    def test_a_slow_measurement_makes_the_pause_longer(self, tmp_path: Path) -> None:
        readings = iter([0.0, 2.0, 199.0, 202.0, 202.0])
        folder = FolderSize(tmp_path, lambda: next(readings))
        assert folder.size() == 0
        (tmp_path / "a").write_bytes(bytes(5))
        assert [folder.size(), folder.size()] == [0, 5]

    def test_a_folder_that_is_not_there_is_empty(self, tmp_path: Path) -> None:
        assert FolderSize(tmp_path / "none").size() == 0
