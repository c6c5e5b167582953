"""A class's league: systemd accepts its unit, and the page leads from names to owners."""

import json
import os
import re
import shlex
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from time import time
from typing import Any

import pytest

from referee.entry.entry_book import EntryQuotas
from referee.entry.entry_store import EntryStore
from referee.identifier import BotName, OwnerName
from tests.cli.running import LEAGUE
from tests.cli.shell import referee

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "class.md").read_text(encoding="utf-8")
UNIT = ROOT / "deploy" / "class" / "tianming-class.service"


@pytest.mark.needs("systemd")
def test_systemd_accepts_the_unit(tmp_path: Path) -> None:
    """Every word is known, and what it starts is there."""
    (tmp_path / "class").mkdir()
    (tmp_path / "class" / ".venv").symlink_to(sys.prefix)
    runtime = tmp_path / "runtime"
    runtime.mkdir(mode=0o700)
    environment = {**os.environ, "HOME": str(tmp_path), "XDG_RUNTIME_DIR": str(runtime)}
    done = subprocess.run(
        ["systemd-analyze", "--user", "verify", UNIT],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_the_schedule_of_the_page_is_valid(tmp_path: Path) -> None:
    """In the file that `referee league new` writes."""
    (table,) = re.findall(r"^\[schedule\]\n(?:\w+ = .*\n)+", PAGE, re.M)
    referee("league", "new", cwd=tmp_path)
    words = [f"--set=schedule.{line.replace(' = ', '=', 1)}" for line in table.splitlines()[1:]]
    done = referee("league", "check", *(word.replace('"', "") for word in words), cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


class TestNames:
    """A list of names becomes invitations on paper, then owners, then bots that wait to be built.

    The organiser's commands write the journal beside the process that takes what owners send.
    """

    def test_each_slip_makes_its_owner_and_the_organiser_sees_who_submitted(
        self, tmp_path: Path
    ) -> None:
        write_files(tmp_path)
        run(tmp_path, "check")
        subprocess.run([*LEAGUE, *command("invite --from names.txt")], cwd=tmp_path, check=True)
        sheet = (tmp_path / "class.html").read_text(encoding="utf-8")
        joins = re.findall(r"referee join (\S+) ([0-9A-Z-]+)<", sheet)
        assert {address for address, _ in joins} == {"https://league.example:50052"}
        with closing(EntryStore(tmp_path / "entry")) as store:
            now = int(time())
            joined = [store.join(code.lower(), "", now)[0] for _, code in joins]
            assert joined == ["Ada", "Ben", "Team 3"]
            upload = store.receive([b"an archive"], 100)
            store.submit(OwnerName("Ada"), BotName("my-bot"), upload, EntryQuotas(), now)
            owners = run(tmp_path, "owners")["owners"]
            assert [(one["owner"], one["submissions"]) for one in owners] == [
                ("Ada", 1),
                ("Ben", 0),
                ("Team 3", 0),
            ]
            (one,) = run(tmp_path, "submissions")["submissions"]
            assert (one["owner"], one["bot"], one["state"]) == ("Ada", "my-bot", "queued")
            run(tmp_path, "owners", "--remove", "Ada")
            store.refresh()
            assert store.book.submissions[1].why == "by the organiser"


def write_files(folder: Path) -> None:
    """Write the files of the page that name themselves in their first line."""
    for name, text in re.findall(r"^```\w+\n# (\S+)\n(.*?)^```$", PAGE, re.M | re.S):
        (folder / name).write_text(text, encoding="utf-8")
    referee("certificate", "tls", "--host", "localhost", cwd=folder)


def command(beginning: str) -> list[str]:
    """Return the words after `referee league` of the first command of the page that begins so."""
    (line, *_) = re.findall(rf"^referee league ({beginning}.*)$", PAGE, re.M)
    return shlex.split(line)


def run(folder: Path, *words: str) -> dict[str, Any]:
    """Run a command of `referee league`; return its JSON, if it prints any."""
    done = referee("league", *words, "--json", cwd=folder)
    assert done.returncode == 0, done.stderr
    return dict(json.loads(done.stdout or "{}"))
