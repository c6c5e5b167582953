"""`referee play --resume` resumes an interrupted match."""

import json
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from referee.record.framing import Scan
from referee.record.reader import read
from referee.record.resume import reopen
from tests.cli.shell import referee, refused
from tests.patience import PATIENCE
from tests.preloaded_python import PreloadedPopen

MATCH = ("play", "dragon", "random", "random", "--json")


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The bytes of a match with seed 7."""
    path = tmp_path_factory.mktemp("whole") / "m.tianming"
    done = referee(*MATCH, "--seed", "7", "--record", path)
    assert done.returncode == 0, done.stderr
    return path.read_bytes()


@pytest.fixture
def cut(whole: bytes, tmp_path: Path) -> Path:
    """A record of that match that was cut off within an entry; its name when it is finished."""
    entries = list(Scan(whole).entries())
    last = entries[len(entries) * 2 // 3]
    (tmp_path / "m.tianming.part").write_bytes(whole[: last.offset + 5])
    return tmp_path / "m.tianming"


class TestPlay:
    """`--resume` resumes, begins, or prints the result."""

    def test_a_match_that_was_cut_off_is_played_to_its_end(self, cut: Path) -> None:
        torn = cut.with_name("m.tianming.part").read_bytes()
        done = referee(*MATCH, "--record", cut, "--resume")
        assert done.returncode == 0, done.stderr
        result = json.loads(done.stdout)
        assert result["seed"] == 7
        assert result["digest"] == read(cut).digest.hex()
        assert any(entry.body.HasField("resumed") for entry in read(cut).entries)
        assert cut.with_name("m.tianming.torn").read_bytes() == torn
        assert referee("verify", cut).returncode == 0

    def test_a_match_that_is_over_has_the_same_result_again(self, cut: Path) -> None:
        first = json.loads(referee(*MATCH, "--record", cut, "--resume").stdout)
        again = referee(*MATCH, "--record", cut, "--resume")
        assert again.returncode == 0
        second = json.loads(again.stdout)
        for name in ("results", "digest", "seed", "match", "reason"):
            assert second[name] == first[name]

    @pytest.mark.parametrize("left", [None, b"", b"torn"])
    def test_a_match_that_had_not_begun_is_begun(self, left: bytes | None, tmp_path: Path) -> None:
        path = tmp_path / "m.tianming"
        if left is not None:
            path.with_name("m.tianming.part").write_bytes(left)
        done = referee(*MATCH, "--seed", "9", "--record", path, "--resume")
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout)["digest"] == read(path).digest.hex()

    @pytest.mark.parametrize(
        ("command", "what"),
        [
            (("play", "dragon", "random", "greedy"), "other bots"),
            (("play", "china", "random", "random", "random"), "another game"),
            (("play", "dragon", "random", "random", "--decision", "1"), "another clock"),
            (("play", "dragon", "random", "random", "--strikes", "1"), "another number of strikes"),
            (("play", "dragon", "random", "random", "--seed", "8"), "another seed"),
            (
                ("play", "dragon", "random", "random", "--option", "great_wall=yes"),
                "other options",
            ),
        ],
    )
    def test_another_match_is_not_taken_for_it(
        self, command: tuple[str, ...], what: str, cut: Path
    ) -> None:
        before = cut.with_name("m.tianming.part").stat().st_size
        error, _ = refused(*command, "--record", cut, "--resume")
        assert (error["code"], error["exit_code"]) == ("other_match", 2)
        assert error["fields"] == {"path": str(cut), "difference": what}
        assert not cut.exists()
        assert 0 < cut.with_name("m.tianming.part").stat().st_size <= before

    def test_a_match_interrupted_by_ctrl_c_can_be_resumed(self, tmp_path: Path) -> None:
        path = tmp_path / "m.tianming"
        slow = (
            sys.executable,
            "-c",
            "import tianming, time; tianming.run(lambda q: time.sleep(0.5) or 0)",
        )
        command = ("play", "dragon", shlex.join(slow), "random", "--json", "--record", str(path))
        with PreloadedPopen(
            [sys.executable, "-m", "referee.cli.main", *command, "--resume"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        ) as process:
            assert process.stderr is not None
            part = path.with_name("m.tianming.part")
            while not (part.exists() and part.stat().st_size > 600):
                time.sleep(0.01)
            process.send_signal(signal.SIGINT)
            assert process.wait(PATIENCE) == 130
        assert reopen(path) is not None

    def test_without_resume_it_is_not_written_over(self, cut: Path) -> None:
        before = cut.with_name("m.tianming.part").read_bytes()
        error, _ = refused(*MATCH, "--record", cut)
        assert (error["code"], error["exit_code"]) == ("record_left_open", 74)
        assert error["fields"]["part"] == "m.tianming.part"
        assert cut.with_name("m.tianming.part").read_bytes() == before

    @pytest.mark.parametrize("flags", [("--resume",), ("--durable", "power")])
    def test_a_record_has_to_be_named(self, flags: tuple[str, ...]) -> None:
        error, _ = refused(*MATCH, *flags)
        assert (error["code"], error["exit_code"]) == ("needs_record", 2)
        assert error["fields"] == {"option": " ".join(flags)}

    def test_a_match_whose_decisions_survive_a_loss_of_power_says_so(self, tmp_path: Path) -> None:
        path = tmp_path / "m.tianming"
        done = referee(*MATCH, "--record", path, "--durable", "power")
        assert done.returncode == 0, done.stderr
        assert read(path).header.durability == 2
        assert referee("verify", path).returncode == 0
