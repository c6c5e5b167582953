"""A local bot in the folder of `league.toml` opens and locks the files of its league."""

import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from referee.cli.main import main
from referee.error import StorageError, UnavailableError
from referee.launch.preset import Preset
from referee.league.ledger import Ledger
from referee.league.ledger.chained_journal import JournalPosition
from referee.league.ledger.database import connect
from referee.league.ledger.journal import Journal
from referee.league.lock import Patience
from tests.cli.shell import referee
from tests.patience import PATIENCE

WALLED = pytest.mark.parametrize("preset", [Preset.BASIC, Preset.STRICT])

LEAGUE = """
name = "locked"
game = "dragon"
seats = 2
seed = "the secret of all draws"
[format]
kind = "round-robin"
sets = 1
[clock]
decision = 20
[sandbox]
preset = "{preset}"
[[bot]]
name = "locker"
command = "{python} locker.py {opened}"
[[bot]]
name = "random"
command = "random"
"""

LOCKER = """
import fcntl, json, os, pathlib, sys, tianming
opened, held = [], []
for path in pathlib.Path.cwd().rglob("*"):
    try:
        file = os.open(path, os.O_RDONLY)
    except OSError:
        continue
    held.append(file)
    opened.append(path.name)
    for lock, kind in ((fcntl.flock, fcntl.LOCK_EX), (fcntl.lockf, fcntl.LOCK_SH)):
        try:
            lock(file, kind | fcntl.LOCK_NB)
        except OSError:
            pass
print("opened", json.dumps(opened), file=sys.stderr)
if sys.argv[1] != "-":
    pathlib.Path(sys.argv[1]).write_text(json.dumps(opened))
tianming.run(lambda question: 0)
"""
"""A bot that locks every file in the league's folder forever, and continues to play."""


def league(folder: Path, preset: Preset, opened: str = "-") -> list[str]:
    """Write a league with the bot; return the command that plays it.

    The bot writes the names of the files that it opened to the file `opened`, unless that is `-`.
    """
    (folder / "locker.py").write_text(LOCKER)
    (folder / "league.toml").write_text(
        LEAGUE.format(preset=preset.value, python=sys.executable, opened=opened)
    )
    return [sys.executable, "-m", "referee.cli.main", "league", "run", "--json"]


class TestHidden:
    """A sandboxed bot cannot open the files of its league."""

    @WALLED
    def test_a_league_with_a_bot_that_locks_all_it_finds_ends_as_planned(
        self, preset: Preset, tmp_path: Path
    ) -> None:
        league(tmp_path, preset)
        done = referee("league", "run", "--json", cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        end = json.loads(done.stdout)
        assert end["finish"] == "over"
        assert end["benched"] == {}
        assert sorted(path.name for path in tmp_path.glob("*.db")) == ["ledger.db"]

    def test_records_among_the_bots_are_refused_before_a_match_is_played(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        league(tmp_path, Preset.BASIC)
        monkeypatch.chdir(tmp_path)
        assert main(["league", "check", "--set", "storage.records=."]) == 2
        said = capsys.readouterr().err
        assert "keep bots and the league's records in separate folders" in said


class TestWaits:
    """Without a sandbox a bot can hold these locks, but every wait for a lock ends."""

    def test_a_second_ctrl_c_ends_a_league_that_waits_for_a_lock(self, tmp_path: Path) -> None:
        opened = tmp_path / "told"
        with subprocess.Popen(
            league(tmp_path, Preset.NONE, str(opened)),
            cwd=tmp_path,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        ) as process:
            until = time.monotonic() + PATIENCE
            while not opened.exists() and process.poll() is None:
                assert time.monotonic() < until
                time.sleep(0.05)
            assert "league.journal" in json.loads(opened.read_text() or "[]")
            process.send_signal(signal.SIGINT)
            with pytest.raises(subprocess.TimeoutExpired):
                process.wait(1)
            process.send_signal(signal.SIGINT)
            assert process.wait(PATIENCE) == 130

    def test_a_journal_that_another_process_holds_is_named(self, tmp_path: Path) -> None:
        path = tmp_path / "league.journal"
        journal = Journal(path, JournalPosition(), Patience(0.1))
        named = r"has held the journal .* for 0\.1 s: end it"
        with holding(path), pytest.raises(StorageError, match=named):
            journal.append([])
        journal.append([])
        journal.close()

    def test_a_ledger_that_another_process_locks_is_named(self, tmp_path: Path) -> None:
        address = f"sqlite:///{tmp_path / 'ledger.db'}"
        with connect(address).connect():
            attack = "fcntl.lockf(file, fcntl.LOCK_SH, 8, 120)"
            with (
                holding(tmp_path / "ledger.db-shm", attack),
                pytest.raises(UnavailableError, match="database is locked"),
                connect(address, patience=Patience(0.1)).execution_options(write=True).begin(),
            ):
                pass

    def test_patience_that_is_given_up_ends_every_wait(self, tmp_path: Path) -> None:
        with Ledger(f"sqlite:///{tmp_path / 'ledger.db'}", tmp_path, "l", begin=True) as ledger:
            ledger.patience.give_up()
            with holding(tmp_path / "league.journal"), pytest.raises(KeyboardInterrupt):
                ledger.write()


@contextmanager
def holding(path: Path, lock: str = "fcntl.flock(file, fcntl.LOCK_EX)") -> Iterator[None]:
    """Lock a file in another process, which opens it only for reading."""
    program = (
        f"import fcntl, sys\nfile = open(sys.argv[1], 'rb')\n{lock}\nprint(1, flush=True)\ninput()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"1\n"
        try:
            yield
        finally:
            process.communicate(b"\n")
