"""The command line where its output, its arguments or its end are odd."""

import io
import json
import os
import pty
import shlex
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from referee.cli import output
from referee.cli.main import main
from referee.cli.output import counted
from referee.cli.report.progress import Progress
from tests.cli.shell import STALLED, referee
from tests.patience import PATIENCE
from tests.preloaded_python import REFEREE, PreloadedPopen
from tests.record.samples import bodies, dragon_record, forged

THINKER = """
import pathlib, signal, sys, time, tianming

place = pathlib.Path(sys.argv[1])

def choose(question):
    place.with_suffix(".asked").touch()
    time.sleep(60)

if "deaf" in sys.argv:
    signal.signal(signal.SIGTERM, lambda *_: place.with_suffix(".ended").touch())
tianming.run(choose)
"""
"""Thinks for a minute, and leaves a file when it is asked and another when it is to end."""


def said_into(target: str, *arguments: str) -> tuple[int, str]:
    """The exit code and the errors of a command whose output goes somewhere."""
    done = subprocess.run(
        ["bash", "-c", f'"$@" {target}', "bash", *REFEREE, *arguments],
        stderr=subprocess.PIPE,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    return done.returncode, STALLED.sub("", done.stderr)


class TestCounted:
    """Things are counted as people say it."""

    @pytest.mark.parametrize(
        ("number", "said"),
        [(0, "0 matches"), (1, "1 match"), (2, "2 matches"), (1500, "1,500 matches")],
    )
    def test_one_is_one(self, number: int, said: str) -> None:
        assert counted(number, "match", "matches") == said

    def test_most_take_an_s(self) -> None:
        assert counted(2, "record") == "2 records"


class TestProgress:
    """A line that is written over again stays one row, however wide the terminal is."""

    @pytest.mark.parametrize(("columns", "shown"), [(40, 39), (80, 79), (0, 79), (200, 120)])
    def test_what_does_not_fit_into_the_row_is_cut_off(
        self, columns: int, shown: int, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        leader, follower = pty.openpty()
        termios.tcsetwinsize(follower, (24, columns))
        with os.fdopen(follower, "w") as terminal, os.fdopen(leader, "rb", 0) as screen:
            monkeypatch.setattr(sys, "stderr", terminal)
            with Progress() as progress:
                progress.show("x" * 120)
            terminal.write("what follows")
            terminal.flush()
            said = b""
            while not said.endswith(b"what follows"):
                said += screen.read(1000)
        assert said == b"\r\x1b[K" + b"x" * shown + b"\r\x1b[Kwhat follows"


class TestOutput:
    """An output that cannot be written is named, and spoils no match."""

    @pytest.mark.parametrize("arguments", [("games",), ("games", "--json")])
    def test_a_full_output_is_named(self, arguments: tuple[str, ...]) -> None:
        code, said = said_into(">/dev/full", *arguments)
        assert code == 74
        assert said.startswith("referee")
        assert "No space left on device" in said
        assert len(said.splitlines()) == 1

    def test_a_closed_output_is_quiet(self) -> None:
        assert said_into(">&-", "games") == (0, "")
        assert said_into("| head -0; exit ${PIPESTATUS[0]}", "games") == (0, "")

    @pytest.mark.parametrize("closed", ["2>&-", "<&- >&- 2>&-"])
    def test_a_match_is_played_where_standard_streams_are_closed(
        self, closed: str, tmp_path: Path
    ) -> None:
        record = tmp_path / "a.tianming"
        play = ("play", "dragon", "random", "random", "--record", str(record))
        assert said_into(closed, *play) == (0, "")
        assert said_into(closed, "replay", str(record)) == (0, "")

    @pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
    def test_json_is_json_in_every_encoding(
        self, encoding: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        printed = io.BytesIO()
        monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(printed, encoding=encoding))
        output.prepare()
        output.print_json({"said": "é 天 😀"})
        sys.stdout.flush()
        assert json.loads(printed.getvalue()) == {"said": "é 天 😀"}

    def test_a_watcher_that_goes_leaves_the_match_as_it_is(self, tmp_path: Path) -> None:
        record = tmp_path / "a.tianming"
        play = ("play", "dragon", "random", "random", "--watch", "--record", str(record))
        code, said = said_into("| head -1; exit ${PIPESTATUS[0]}", *play)
        assert code == 0
        assert "Traceback" not in said
        assert referee("verify", record).returncode == 0

    def test_a_log_that_cannot_be_written_spoils_no_match(self, tmp_path: Path) -> None:
        play = ("play", "dragon", "random", "random", "--log-level", "debug", "--json")
        code, _ = said_into("2>/dev/full", *play)
        assert code == 0

    @pytest.mark.parametrize("more", [(), ("--json",)])
    def test_a_path_that_is_no_text_is_shown_anyway(
        self, more: tuple[str, ...], tmp_path: Path
    ) -> None:
        path = os.path.join(os.fsencode(tmp_path), b"\xff.tianming")
        with open(path, "wb") as file:
            file.write(dragon_record())
        done = subprocess.run([*REFEREE, "verify", path, *more], capture_output=True, check=False)
        assert done.returncode == 0, done.stderr
        assert rb"\udcff.tianming" in done.stdout


class TestExport:
    """A file is there when all of it is."""

    def test_an_export_that_fails_midway_leaves_nothing(self, tmp_path: Path) -> None:
        changed = bodies(dragon_record())
        next(body for body in changed if body.HasField("chosen")).chosen.seat = 99
        path = tmp_path / "a.tianming"
        path.write_bytes(forged(changed))
        out = tmp_path / "a.jsonl"
        assert referee("export", "--to", "jsonl", path, "--output", out).returncode == 65
        assert list(tmp_path.iterdir()) == [path]

    def test_a_special_file_is_written_to_and_not_replaced(self, tmp_path: Path) -> None:
        pipe = tmp_path / "pipe"
        os.mkfifo(pipe)
        reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
        with output.replacing(pipe) as part:
            part.write_text("all of it")
        assert os.read(reader, 100) == b"all of it"
        os.close(reader)
        assert pipe.is_fifo()
        assert list(tmp_path.iterdir()) == [pipe]

    def test_a_link_stays_one(self, tmp_path: Path) -> None:
        link = tmp_path / "link"
        link.symlink_to("file")
        with output.replacing(link) as part:
            part.write_text("all of it")
        assert link.is_symlink()
        assert (tmp_path / "file").read_text() == "all of it"

    @pytest.mark.parametrize("name", ["/", "."])
    def test_an_export_to_no_name_is_refused(self, name: str, tmp_path: Path) -> None:
        path = tmp_path / "a.tianming"
        path.write_bytes(dragon_record())
        done = referee("export", "--to", "jsonl", path, "--output", name, cwd=tmp_path)
        assert done.returncode == 74
        assert "cannot be written: " in done.stderr
        assert list(tmp_path.iterdir()) == [path]


class TestDemo:
    """The folder of `referee league demo`."""

    def test_a_folder_that_is_a_file_is_named(self, tmp_path: Path) -> None:
        path = tmp_path / "file"
        path.touch()
        done = referee("league", "demo", "--records", path)
        assert done.returncode == 74
        assert (
            f"{path} cannot be made: there is a file of that name; name another folder."
            in done.stderr
        )


class TestVoid:
    """A match that the referee spoiled."""

    def test_a_void_match_ends_with_the_code_of_a_referees_fault(
        self, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["play", "toy", "random", "random", "--option", "broken=yes"]) == 70
        assert "The referee failed (incident " in capsys.readouterr().out


class TestFailure:
    """An error of ours is told from what bots and people do."""

    def test_it_ends_with_a_code_of_its_own_and_its_place_but_no_values(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        shown = output.print_json

        def broken(value: object) -> None:
            monkeypatch.setattr(output, "print_json", shown)
            token = "".join(["very", "secret"])
            raise OverflowError(f"a bug with {len(token)}\x1b[2J")

        monkeypatch.setattr(output, "print_json", broken)
        assert main(["games", "--json"]) == 70
        lines = capsys.readouterr().err.splitlines()
        assert lines[0].startswith("Traceback")
        assert any(line.endswith("in broken") for line in lines)
        assert lines[-2] == "OverflowError: a bug with 10\N{REPLACEMENT CHARACTER}[2J"
        assert lines[-1] == (
            "referee games list: the referee failed (OverflowError), which is not a bot's fault: "
            "report it with the lines above and the output of `referee doctor`."
        )
        assert not any("verysecret" in line for line in lines)


class TestSignal:
    """Whatever ends a command, its bots end with it."""

    @pytest.fixture
    def marker(self, tmp_path: Path) -> str:
        """What the command lines of the bots have in common; their files begin with it."""
        return str(tmp_path / "bot")

    @contextmanager
    def match(self, marker: str, *more: str) -> Iterator["subprocess.Popen[str]"]:
        """A match of two bots, one of which has been asked."""
        program = Path(marker).with_suffix(".py")
        program.write_text(THINKER)
        bots = [shlex.join((sys.executable, str(program), marker, *more))] * 2
        record = str(Path(marker).with_name("a.tianming"))
        with PreloadedPopen(
            [*REFEREE, "play", "dragon", *bots, "--record", record],
            stderr=subprocess.PIPE,
            text=True,
        ) as process:
            self.wait_for(marker, "asked")
            yield process

    def wait_for(self, marker: str, what: str) -> None:
        """Wait for a file of a bot."""
        while not Path(marker).with_suffix(f".{what}").exists():
            time.sleep(0.01)

    def check(self, marker: str, process: "subprocess.Popen[str]") -> None:
        """The command ends with the last output of the bots, and keeps the record so far."""
        _, said = process.communicate(timeout=PATIENCE)
        assert process.returncode == 130
        assert said.endswith("referee play: interrupted\n")
        assert said.count("  Last output:\n") == 2
        until = time.monotonic() + PATIENCE  # a process that is killed takes a moment to end
        while marker in (running := self.running()):
            assert time.monotonic() < until, running
            time.sleep(0.05)
        kept = [path.name for path in Path(marker).parent.glob("a.tianming*")]
        assert kept == ["a.tianming.part"]

    def running(self) -> str:
        """The command lines of all processes."""
        words = ["ps", "-ewwo", "args"]
        return subprocess.run(words, capture_output=True, text=True, check=True).stdout

    def test_a_second_ctrl_c_ends_at_once_and_leaves_no_bot(self, marker: str) -> None:
        with self.match(marker, "deaf") as process:
            process.send_signal(signal.SIGINT)
            self.wait_for(marker, "ended")
            process.send_signal(signal.SIGINT)
            self.check(marker, process)

    @pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
    def test_a_signal_ends_a_match_and_its_bots(self, number: int, marker: str) -> None:
        with self.match(marker) as process:
            process.send_signal(number)
            self.check(marker, process)
