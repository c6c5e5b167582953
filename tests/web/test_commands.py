"""The commands of the pages, as a user gives them."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from contextlib import redirect_stderr
from http.client import HTTPConnection
from io import StringIO
from pathlib import Path

import pytest

from referee.cli.main import main
from referee.cli.option.pages import PagesOptions, pages_served
from tests.match.driver import Driver
from tests.preloaded_python import PreloadedPopen
from tests.record.samples import dragon_record, record_of, toy_record

SEED = bytes(range(32))


@pytest.fixture
def season(tmp_path: Path) -> Path:
    """A folder with two records of finished matches and one of a match in play."""
    folder = tmp_path / "season"
    folder.mkdir()
    (folder / "m1.tianming").write_bytes(toy_record())
    (folder / "m2.tianming").write_bytes(dragon_record())
    (folder / "m3.tianming.part").write_bytes(record_of(Driver(seed=SEED))[:-250])
    return folder


class TestSite:
    """`referee site` writes pages that need no server."""

    def test_each_match_and_bot_has_a_page_with_its_answers(
        self, season: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["site", str(season), str(tmp_path / "out"), "--json"]) == 0
        out = tmp_path / "out"
        assert json.loads(capsys.readouterr().out)["pages"] == len(list(out.rglob("*.html")))
        match = (out / "matches" / "m1.html").read_text()
        answers = re.findall(r'data-api="(.*?)"', match)
        assert answers == ["matches/m1", "fair/m1", "matches/m1/steps"]
        assert {path.stem for path in (out / "bots").iterdir()} == {"bot0", "bot1", "bot2"}

    def test_a_match_in_play_has_no_steps(
        self, season: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["site", str(season), str(tmp_path / "out")]) == 0
        page = (tmp_path / "out" / "matches" / "m3.html").read_text()
        assert re.findall(r'data-api="(.*?)"', page) == ["matches/m3", "fair/m3"]
        assert SEED.hex() not in page

    def test_it_can_be_written_again(self, season: Path, tmp_path: Path) -> None:
        for _ in range(2):
            assert main(["site", str(season), str(tmp_path / "out")]) == 0

    def test_a_folder_that_cannot_be_made_is_said(
        self, season: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["site", str(season), str(season / "m1.tianming")]) == 74
        assert "the site cannot be written" in capsys.readouterr().err


class TestDuringPlay:
    """A command that plays passes the address of the pages on to their process."""

    def test_the_pages_have_the_root_that_the_command_was_given(self, season: Path) -> None:
        options = PagesOptions("127.0.0.1:0", ("--root", "/tianming/", "--proxy", "127.0.0.1"))
        with redirect_stderr(StringIO()) as said, pages_served(options, season):
            (address,) = re.findall(r"http://\S+", said.getvalue())
            assert address.endswith("/tianming/")
            connection = HTTPConnection(address.split("/")[2])
            connection.request("GET", "/tianming/matches/m1")
            assert 'data-root="/tianming/"' in connection.getresponse().read().decode()
            connection.close()


class TestRecords:
    """`referee web RECORD...` shows everything to this machine, also of a match in play."""

    @pytest.mark.timeout(180)
    def test_a_browser_opens_the_pages_of_a_match_that_is_being_played(
        self, season: Path, tmp_path: Path
    ) -> None:
        browser, opened = tmp_path / "browser", tmp_path / "opened"
        browser.write_text(f'#!/bin/sh\necho "$1" > {opened}\n')
        browser.chmod(0o755)
        with PreloadedPopen(
            [sys.executable, "-m", "referee.cli.main", "web", season / "m3.tianming.part"],
            env={**os.environ, "BROWSER": f"{browser} %s"},
            stdout=subprocess.PIPE,
            text=True,
        ) as process:
            assert process.stdout is not None
            line = process.stdout.readline()
            address = line.removeprefix("The pages are at http://127.0.0.1:").rstrip("/\n")
            connection = HTTPConnection("127.0.0.1", int(address))
            connection.request("GET", "/api/v1/matches/m3")
            shown = json.loads(connection.getresponse().read())
            connection.close()
            while not (opened.exists() and opened.read_text()):
                time.sleep(0.05)
            process.send_signal(signal.SIGINT)
        assert process.returncode == 130
        assert (shown["state"], shown.get("hidden")) == ("live", None)
        assert opened.read_text() == f"http://127.0.0.1:{address}/\n"

    @pytest.mark.parametrize(
        "words",
        [
            ("--listen", "127.0.0.1:0"),
            ("--live",),
            ("--delay", "3"),
            ("--root", "/a/"),
            ("--host", "pages.example"),
            ("--proxy", "127.0.0.1"),
            ("--notes",),
            ("--set", "pages.live=true"),
        ],
    )
    def test_an_option_of_a_season_is_refused(
        self, words: tuple[str, ...], season: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        for files in ([season / "m1.tianming"], [season, season]):
            assert main(["web", *map(str, files), *words]) == 2
            assert f"{words[0]} applies to a season only: name" in capsys.readouterr().err


class TestMistakes:
    """What cannot be shown is said before a server starts."""

    @pytest.mark.parametrize(
        ("words", "code", "said"),
        [
            (["web", "nothing"], 2, "neither a league file nor a folder"),
            (["web", "{season}", "--delay", "-1"], 2, "--delay is -1"),
            (["web", "{season}", "--listen", "here"], 2, "is not an address: give host:port"),
            (["web", "{season}", "--listen", "127.0.0.1:99999"], 69, "cannot listen"),
            (["web", "{season}", "--listen", "unix:/nowhere/s"], 69, "cannot listen"),
            (["web", "{season}", "--root", "/a b/"], 2, "give the path of the first page"),
            (["web", "{season}", "--host", "a:80"], 2, "give a host name without a port"),
            (["web", "{season}", "--proxy", "here"], 2, "the IP address or the network"),
            (["web", "{season}", "--entries", "here"], 2, "the address of the service of entries"),
            (["web", "a.toml", "b.toml", "--entries", "unix:/e"], 2, "--entries applies to one"),
            (["web", "a.toml", "b.toml", "--set", "seats=2"], 2, "--set applies to one"),
            (["league", "run", "--web-root", "/a/"], 2, "--web-root needs --web"),
            (["league", "run", "--web-host", "a"], 2, "--web-host needs --web"),
            (["league", "run", "--web-proxy", "10.0.0.1"], 2, "--web-proxy needs --web"),
            (["web", "{season}/none.tianming"], 65, "the record cannot be read"),
            (["web", "{season}/../empty", "{season}/../empty"], 2, "has no record"),
        ],
    )
    def test_it_is_one_sentence(
        self,
        season: Path,
        capsys: pytest.CaptureFixture[str],
        words: list[str],
        code: int,
        said: str,
    ) -> None:
        (season.parent / "empty").mkdir()
        assert main([word.format(season=season) for word in words]) == code
        err = capsys.readouterr().err
        assert said in err
        assert "Traceback" not in err
