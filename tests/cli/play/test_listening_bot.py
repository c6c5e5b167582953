"""Listening bots, as an organiser names them: in `play`, `rehearse`, `serve` and in a league."""

import contextlib
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.shell import referee, referee_process
from tests.patience import PATIENCE
from tests.preloaded_python import PreloadedPopen

PROGRAM = "import tianming; tianming.run(lambda question: question.option_count - 1)"


@contextlib.contextmanager
def listening(token: str = "") -> Iterator[str]:
    """A bot of the SDK that listens, as a process; its address."""
    own = {"TIANMING_LISTEN": "127.0.0.1:0", "TIANMING_TOKEN": token}
    with PreloadedPopen(
        (sys.executable, "-c", PROGRAM), env=os.environ | own, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr is not None
        found = re.fullmatch(r"tianming: listening on (\S+)\n", process.stderr.readline())
        assert found
        try:
            yield f"http://{found[1]}"
        finally:
            process.terminate()
        assert process.wait(PATIENCE) == 0


class TestPlay:
    """`referee play GAME ADDRESS ...`."""

    def test_a_match_is_played_and_recorded_and_rehearsed(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        record = tmp_path / "match.tianming"
        monkeypatch.setenv("TIANMING_BOT_TOKEN", "secret")
        with listening("secret") as address:
            done = referee("play", "dragon", address, "random", "--record", record, "--json")
            assert done.returncode == 0, done.stderr
            results = json.loads(done.stdout)["results"]
            name = address.removeprefix("http://").replace(":", "-")
            assert {result["bot"] for result in results} == {name, "random"}
            again = referee("rehearse", record, "--seat", "0", "--", address)
            assert again.returncode == 0, again.stderr
            assert "0 choices different from the record" in again.stdout
        assert b"secret" not in record.read_bytes()

    def test_two_seats_may_be_played_by_one_bot_at_one_address(self) -> None:
        with listening() as address:
            done = referee("play", "ming", address, address, "--json")
            assert done.returncode == 0, done.stderr

    @pytest.mark.parametrize(
        ("address", "code", "sentence"),
        [
            ("http://127.0.0.1:1", 69, "does not play: it did not connect within 5 s (no bot at"),
            (
                "http://nowhere",
                2,
                "'http://nowhere' is not an address of a bot: give http://host:port",
            ),
            (
                "unix:",
                2,
                "'unix:' is not an address of a bot: give http://host:port, https://host:po",
            ),
        ],
    )
    def test_an_address_where_nobody_is_or_can_be(
        self, address: str, code: int, sentence: str
    ) -> None:
        done = referee("play", "dragon", address, "random", "--startup", "5")
        assert done.returncode == code
        assert sentence in done.stderr
        assert done.stderr.count("\n") == 1

    def test_a_wrong_token(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("TIANMING_BOT_TOKEN", "wrong")
        with listening("right") as address:
            done = referee("play", "dragon", address, "random")
        assert done.returncode == 69
        assert f"the bot at {address} refuses the referee's token: the bot expects" in done.stderr
        assert done.stderr.count("\n") == 1
        assert "wrong" not in done.stderr


class TestServe:
    """`referee serve GAME NAME=ADDRESS`."""

    def test_a_bot_that_is_dialled_meets_those_that_connect(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("TIANMING_BOT_TOKEN", "secret")
        with listening("secret") as one, listening("secret") as other:
            (tmp_path / "tokens.txt").touch()
            words = ("--seats", "2", "--tokens", "tokens.txt", "--records", "season")
            dials = (f"one={one}", f"other={other}")
            more = ("--listen", "127.0.0.1:0", "--matches", "1")
            done = referee_process("serve", "dragon", *dials, *words, *more, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        assert done.stdout == "1 match played.\n"
        table = referee("table", tmp_path / "season").stdout
        assert {"one", "other"} <= set(table.split())


LEAGUE = """
name = "small"
game = "dragon"
seats = 2
seed = "seven"
[match]
startup = {startup}
[limits]
bench_after = 1
[executor]
kind = "{kind}"
workers = 1
[sandbox]
preset = "none"
[[bot]]
name = "ann"
command = "random"
[[bot]]
name = "hosted"
address = "{address}"
token_env = "TIANMING_TOKEN_OF_HOSTED"
"""


class TestLeague:
    """`[[bot]]` with an `address`."""

    def league(self, folder: Path, address: str, kind: str = "here", startup: float = 20) -> Path:
        """Write the file of a league with a bot at an address."""
        path = folder / "league.toml"
        path.write_text(LEAGUE.format(address=address, kind=kind, startup=startup))
        return path

    @pytest.mark.parametrize("kind", ["here", "processes"])
    def test_its_matches_are_played_and_its_token_is_written_nowhere(
        self, kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("TIANMING_TOKEN_OF_HOSTED", "very-secret")
        with listening("very-secret") as address:
            self.league(tmp_path, address, kind)
            done = referee("league", "run", "--events", "--log-level", "debug", cwd=tmp_path)
            assert done.returncode == 0, done.stderr
        records = list((tmp_path / "records").glob("*.tianming"))
        assert len(records) == 2
        kept = [path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()]
        assert not any(b"very-secret" in data for data in (*kept, done.stderr.encode()))

    def test_a_round_to_which_no_bot_comes_stays_open_and_the_cause_is_named(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("TIANMING_TOKEN_OF_HOSTED", "secret")
        self.league(tmp_path, "http://127.0.0.1:1", startup=5)
        done = referee("league", "run", cwd=tmp_path)
        assert done.returncode == 69
        assert "none of hosted is connected: round 1 stays open" in done.stderr
        assert "it did not connect within 5 s (no bot at http://127.0.0.1:1: " in done.stderr

    def test_a_token_that_nobody_has_set_is_an_error_of_the_file(self, tmp_path: Path) -> None:
        self.league(tmp_path, "http://127.0.0.1:1")
        done = referee("league", "check", cwd=tmp_path)
        assert done.returncode == 2
        assert (
            "there is no variable TIANMING_TOKEN_OF_HOSTED with the token of 'hosted': set it in "
            "the environment of this command" in done.stderr
        )

    @pytest.mark.parametrize(
        ("old", "new", "sentence"),
        [
            ('token_env = "TIANMING_TOKEN_OF_HOSTED"', 'token_env = "PATH"', "the name of a varia"),
            ('"http://127.0.0.1:1"', '"127.0.0.1:1"', "address is '127.0.0.1:1': give http://"),
            (
                '"http://127.0.0.1:1"',
                '"http://x"',
                "'http://x' is not an address of a bot: give http",
            ),
            ('command = "random"', 'token_env = "TIANMING_A"', "token_env of the bot 'ann' needs"),
            ('command = "random"', 'command = "unix:x"', "the address of a listening bot, not"),
            ('command = "random"', "", "the bot 'ann' needs either a command, to be started here"),
        ],
    )
    def test_what_is_wrong_in_the_file_is_named(
        self, old: str, new: str, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("TIANMING_TOKEN_OF_HOSTED", "secret")
        path = self.league(tmp_path, "http://127.0.0.1:1")
        path.write_text(path.read_text().replace(old, new, 1))
        done = referee("league", "check", cwd=tmp_path)
        assert done.returncode == 2
        assert sentence in done.stderr

    def test_one_is_added_by_a_command(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("TIANMING_TOKEN_OF_HOSTED", "secret")
        monkeypatch.setenv("TIANMING_OTHER", "secret")
        with listening("secret") as address:
            self.league(tmp_path, address)
            words = ("--address", address, "--token-env", "TIANMING_OTHER")
            done = referee("league", "add", "other", *words, cwd=tmp_path)
            assert done.returncode == 0, done.stderr
            done = referee("league", "run", cwd=tmp_path)
            assert done.returncode == 0, done.stderr
        assert len(list((tmp_path / "records").glob("*.tianming"))) == 6

    @pytest.mark.parametrize(
        ("words", "sentence"),
        [
            (("--token-env", "TIANMING_A"), "--token-env needs --address."),
            (("--address", "http://x"), "'http://x' is not an address of a bot"),
            (("--address", "http://x:1", "--token-env", "HOME"), "--token-env is 'HOME': give a n"),
        ],
    )
    def test_a_bot_that_cannot_be_added_is_named(
        self, words: tuple[str, ...], sentence: str, tmp_path: Path
    ) -> None:
        self.league(tmp_path, "http://127.0.0.1:1")
        done = referee("league", "add", "other", *words, cwd=tmp_path)
        assert done.returncode == 2
        assert sentence in done.stderr
