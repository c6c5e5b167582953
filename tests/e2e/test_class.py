"""A class's league: systemd accepts its unit, and the page leads from names to owners."""

import json
import os
import re
import shlex
import subprocess
import sys
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from tests.cli.shell import referee
from tests.entry_client.served_door import served_door

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

    The owners' service is a process of its own, with the certificate of the page.
    """

    def test_each_slip_makes_its_owner_and_the_organiser_sees_who_submitted(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        write_files(tmp_path)
        monkeypatch.setenv("TIANMING_CA", str(tmp_path / "tls" / "authority.pem"))
        tls = [tmp_path / "tls" / name for name in ("server.pem", "server-key.pem")]
        run(tmp_path, "check")
        with served_door(tmp_path / "entry", tls) as door:
            address = f"entry.address=https://{door.address}"
            run(tmp_path, *command("league invite --from names.txt")[1:], "--set", address)
            slips = commands_of(tmp_path / "class.html")
            assert len(slips) == 3
            for number, words in enumerate(slips):
                monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / f"student-{number}"))
                done = referee(*words, cwd=tmp_path)
                assert done.returncode == 0, done.stderr
            for words in (command("new bot"), [*command("submit"), "--no-wait"]):
                done = referee(*words, cwd=tmp_path)
                assert done.returncode == 0, done.stderr
            owners = run(tmp_path, "owners")["owners"]
            assert [(one["owner"], one["submissions"]) for one in owners] == [
                ("Ada", 0),
                ("Ben", 0),
                ("Team 3", 1),
            ]
            (one,) = run(tmp_path, "submissions")["submissions"]
            assert (one["owner"], one["bot"], one["state"]) == ("Team 3", "my-bot", "queued")
            run(tmp_path, "owners", "--remove", "Team 3")
            (one,) = run(tmp_path, "submissions", "--state", "refused")["submissions"]
            assert one["why"] == "by the organiser"
            assert "has no token of an owner" in referee("mine").stderr


def write_files(folder: Path) -> None:
    """Write the files of the page that name themselves in their first line."""
    for name, text in re.findall(r"^```\w+\n# (\S+)\n(.*?)^```$", PAGE, re.M | re.S):
        (folder / name).write_text(text, encoding="utf-8")
    referee("certificate", "tls", "--host", "localhost", cwd=folder)


def commands_of(sheet: Path) -> list[list[str]]:
    """Return the words after `referee` of the command on each slip."""
    lines = re.findall(r"<code>referee (.*?)</code>", sheet.read_text(encoding="utf-8"))
    return [shlex.split(unescape(line)) for line in lines]


def command(beginning: str) -> list[str]:
    """Return the words after `referee` of the first command of the page that begins so."""
    (line, *_) = re.findall(rf"^referee ({beginning}.*)$", PAGE, re.M)
    return shlex.split(line)


def run(folder: Path, *words: str) -> dict[str, Any]:
    """Run a command of `referee league`; return its JSON, if it prints any."""
    done = referee("league", *words, "--json", cwd=folder)
    assert done.returncode == 0, done.stderr
    return dict(json.loads(done.stdout or "{}"))
