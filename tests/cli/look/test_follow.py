"""`referee replay --follow` follows the record of a match in play."""

import subprocess
import sys
from pathlib import Path

from tests.cli.shell import referee
from tests.preloaded_python import PreloadedPopen
from tests.record.samples import dragon_record
from tests.terminal.pseudo_terminal import PseudoTerminal

DATA = dragon_record()


def test_elsewhere_each_step_is_printed_when_it_happens(tmp_path: Path) -> None:
    """And the command ends with the match."""
    part = tmp_path / "m.tianming.part"
    part.write_bytes(DATA[:1000])
    command = [sys.executable, "-m", "referee.cli.main", "replay", "m.tianming", "--follow"]
    with PreloadedPopen(command, cwd=tmp_path, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        assert running.stdout.readline().split()[0] == "1"
        part.write_bytes(DATA)
        part.rename(tmp_path / "m.tianming")
        rest = running.stdout.readlines()
    assert running.returncode == 0
    assert "won" in rest[-1]


def test_a_match_that_has_ended_is_printed_whole(tmp_path: Path) -> None:
    """There is nothing to wait for."""
    (tmp_path / "m.tianming").write_bytes(DATA)
    done = referee("replay", "m.tianming", "--follow", cwd=tmp_path)
    assert done.returncode == 0
    assert "won" in done.stdout.splitlines()[-1]


def test_a_record_that_cannot_grow_ends_the_command(tmp_path: Path) -> None:
    """After its steps; the error says where the record ends."""
    (tmp_path / "m.tianming").write_bytes(DATA[:-100])
    done = referee("replay", "--follow", "m.tianming", cwd=tmp_path)
    assert done.returncode == 65
    assert len(done.stdout.splitlines()) > 100
    assert "is cut off or damaged" in done.stderr


def test_a_record_that_is_not_there_is_named(tmp_path: Path) -> None:
    """With the exit code of a file that cannot be read."""
    done = referee("replay", "m.tianming", "--follow", cwd=tmp_path)
    assert done.returncode == 65
    assert "m.tianming: the record cannot be read" in done.stderr


def test_in_a_terminal_the_screen_continues_with_the_match(tmp_path: Path) -> None:
    """A reader at the last step goes along, until the match is over."""
    part = tmp_path / "m.tianming.part"
    part.write_bytes(DATA[:1000])
    with PseudoTerminal("replay", str(part), "--follow") as terminal:
        terminal.wait_for(lambda rows: "live" in rows[0])
        part.write_bytes(DATA)
        part.rename(tmp_path / "m.tianming")
        terminal.wait_for(lambda rows: "entry" in rows[0] and "live" not in rows[0])
        terminal.wait_for(lambda rows: any("won" in row for row in rows))
        terminal.press("q")
        assert terminal.finish() == 0
