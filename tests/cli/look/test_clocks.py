"""`referee replay --clocks`: what it prints, for people and for programs."""

import json
from pathlib import Path

import pytest

from referee.cli.main import main
from referee.match.clock import seconds
from tests.cli.shell import referee
from tests.match.driver import Driver
from tests.record.samples import dragon_record
from tianming_games.chance import Chance


def written(folder: Path, data: bytes) -> Path:
    """A record in a file."""
    path = folder / "a.tianming"
    path.write_bytes(data)
    return path


class TestClocks:
    """Where each seat's time went."""

    def test_people_get_a_line_a_seat_and_a_sentence(self, tmp_path: Path) -> None:
        done = referee("replay", written(tmp_path, dragon_record()), "--clocks")
        assert done.returncode == 0
        lines = done.stdout.splitlines()
        assert lines[1].split() == [
            *("seat", "bot", "answers", "late", "thinking", "network"),
            *("unanswered", "referee", "waiting", "bank"),
        ]
        assert [line.split()[1] for line in lines[2:4]] == ["bot0", "bot1"]
        assert lines[4].startswith("slowest, seat 0: question ")
        assert lines[-2] == "`referee games rules dragon` explains the notation."
        assert lines[-1].endswith("The referee's machine never stalled (limit: 10 s).")

    def test_programs_get_every_time_in_nanoseconds(self, tmp_path: Path) -> None:
        done = referee("replay", written(tmp_path, dragon_record()), "--clocks", "--json")
        assert done.returncode == 0
        times = json.loads(done.stdout)
        for seat in times["seats"]:
            parts = ("thinking", "network", "unanswered", "referee", "waiting")
            assert sum(seat[f"{part}_ns"] for part in parts) == times["length_ns"]
            assert seat["thinking_ns"] == 10_000_000 * seat["answers"]
            assert seat["slowest"]["took_ns"] == 10_000_000

    def test_a_match_between_processes_has_every_way_measured(self, tmp_path: Path) -> None:
        path = tmp_path / "m.tianming"
        referee("play", "dragon", "random", "random", "--record", path)
        times = json.loads(referee("replay", path, "--clocks", "--json").stdout)
        for seat in times["seats"]:
            assert seat["answers"] > 20
            assert seat["measured"] >= seat["answers"] - 1
            assert seat["network_ns"] > 0

    def test_late_answers_and_stalls_are_shown(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        driver = Driver()
        driver.start()
        for span in (1.5, 0.25):
            driver.match.stalled(seconds(span), driver.now)
        driver.play_out(driver.wait(6), Chance(bytes(32), "answers"))
        driver.writer.flush()
        path = written(tmp_path, bytes(driver.file.data))
        assert main(["replay", str(path), "--clocks"]) == 0
        lines = capsys.readouterr().out.splitlines()
        assert lines[3].split()[:6] == ["1", "bot1", "2", "1", "0.020", "0.000"]
        assert "late, seat 1: questions 1" in lines
        assert "The referee's machine stalled 2 times, 1.750 s in total" in lines[-1]
        assert main(["replay", str(path), "--clocks", "--json"]) == 0
        times = json.loads(capsys.readouterr().out)
        assert times["record"] == str(path)
        assert times["stalls_ns"] == [1_500_000_000, 250_000_000]
        assert times["stall_limit_ns"] == 10_000_000_000
        assert [seat["late"] for seat in times["seats"]] == [[], [1], []]

    def test_an_open_record_is_added_up_as_far_as_it_goes(self, tmp_path: Path) -> None:
        data = dragon_record()
        done = referee("replay", written(tmp_path, data[: len(data) // 2]), "--clocks")
        assert done.returncode == 65
        assert "is cut off or damaged" in done.stderr
        assert "slowest, seat 0" in done.stdout
