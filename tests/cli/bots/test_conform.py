"""`referee conform`: checks of a bot, one line for each, and a verdict."""

import json
import os
import shlex
import signal
import subprocess
import sys

import pytest

from tests.cli.shell import referee, refused
from tests.preloaded_python import PreloadedPopen
from tests.processes import command_line, running

MUTE = (sys.executable, "-c", "print('I cannot play'); raise SystemExit(3)")


class TestConform:
    """What the command prints, and its exit code."""

    def test_a_bot_that_passes_has_a_line_for_each_check(self) -> None:
        done = referee("conform", "--check", "answer", "--check", "ping", "--", "random")
        assert done.returncode == 0, done.stdout
        assert done.stdout.splitlines()[:2] == ["ok       answer", "ok       ping"]
        assert done.stdout.splitlines()[2].endswith(": 2 ok.")
        assert done.stderr == ""

    def test_a_failure_shows_what_was_expected_and_what_came(self) -> None:
        done = referee("conform", "--check", "answer", "--", *MUTE)
        assert done.returncode == 1
        assert "FAILED   answer: The bot answers questions" in done.stdout
        assert "  expected  a stream of the bot\n" in done.stdout
        assert "  came      the end of its process, with code 3\n" in done.stdout
        assert "  stdout: I cannot play\n" in done.stdout

    @pytest.mark.parametrize("words", [("conform", "--check", "answer", "--"), ("check-bot",)])
    def test_the_bot_gets_no_variable_of_a_proxy(
        self, words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
        monkeypatch.setenv("HTTPS_PROXY", "http://127.0.0.1:9")
        code = (
            "import os; print([n for n in os.environ if 'proxy' in n.lower()]); raise SystemExit(3)"
        )
        command = (sys.executable, "-c", code)
        bot = command if words[0] == "conform" else (shlex.join(command),)
        done = referee(*words, *bot)
        assert "[]" in done.stdout + done.stderr
        assert "http_proxy" not in done.stdout.replace(code, "")

    def test_json_has_the_frames_of_a_failure(self) -> None:
        bot = (sys.executable, "-m", "tests.conformance.mutant", "TiresOfMatch")
        done = referee("conform", "--json", "--timeout", "1", "--check", "answer", "--", *bot)
        (check,) = json.loads(done.stdout)["checks"]
        assert (check["check"], check["status"]) == ("answer", "failed")
        assert check["came"] == "nothing within 1 s"
        assert {frame["from"] for frame in check["frames"]} == {"", "bot", "referee"}
        last = check["frames"][-1]
        assert last["from"] == "referee"
        assert "question {" in last["text"]
        assert last["bytes"]

    def test_the_checks_are_listed_by_level(self) -> None:
        core = json.loads(referee("conform", "--list", "--json", "--level", "core").stdout)
        full = json.loads(referee("conform", "--list", "--json").stdout)
        assert {check["level"] for check in core} == {"core"}
        assert [check for check in full if check["level"] == "core"] == core
        assert len(full) > len(core) > 30

    @pytest.mark.parametrize(
        ("words", "code", "fields"),
        [
            (
                ("--check", "pings", "--", "random"),
                "no_such_check",
                {"name": "pings", "hint": "did you mean ping?"},
            ),
            ((), "name_one_bot", {}),
            (("--address", "nowhere"), "wrong_bot_address", {}),
            (("--timeout", "-1", "--", "random"), "seconds_out_of_range", {"name": "timeout"}),
        ],
    )
    def test_wrong_usage_says_what_to_give(
        self, words: tuple[str, ...], code: str, fields: dict[str, object]
    ) -> None:
        error, _ = refused("conform", *words)
        assert (error["code"], error["exit_code"]) == (code, 2)
        assert error["fields"].items() >= fields.items()


class TestInterruption:
    """Ctrl-C ends the suite and its bots."""

    def test_an_interrupted_run_ends_its_bots_and_says_nothing_else(self) -> None:
        mark = f"--mark-{os.getpid()}"
        bot = (sys.executable, "-m", "tianming_bots.random_bot", mark)
        run = PreloadedPopen(
            [sys.executable, "-m", "referee.cli.main", "conform", "--", *bot],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        with run:
            assert run.stdout is not None
            run.stdout.readline()
            run.send_signal(signal.SIGINT)
            _, errors = run.communicate()
        assert (run.returncode, errors) == (130, "referee conform: interrupted\n")
        assert not [pid for pid in running() if mark.encode() in command_line(pid)]


class TestAddress:
    """A listening bot is dialed."""

    def test_an_address_without_a_bot_is_named(self) -> None:
        address = "127.0.0.1:9"
        done = referee("conform", "--address", address, "--startup", "0.5")
        assert done.returncode == 69
        assert f"no bot listens at {address}: start it with TIANMING_LISTEN" in done.stderr

    def test_a_bot_that_listens_passes_the_checks_of_a_stream(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("TIANMING_TOKEN", "shared")
        bot = PreloadedPopen(
            [sys.executable, "-m", "tianming_bots.random_bot"],
            env=os.environ | {"TIANMING_LISTEN": "127.0.0.1:0"},
            stderr=subprocess.PIPE,
            text=True,
        )
        with bot:
            assert bot.stderr is not None
            address = bot.stderr.readline().removeprefix("tianming: listening on ").strip()
            done = referee("conform", "--json", "--address", address)
            bot.terminate()
        assert done.returncode == 0, done.stdout
        found = json.loads(done.stdout)
        assert (found["bot"], found["passes"]) == (address, "full")
        ok = [check["check"] for check in found["checks"] if check["status"] == "ok"]
        assert {"hello", "answer", "many-matches", "ping-under-load"} <= set(ok)
        skipped = [check for check in found["checks"] if check["status"] == "skipped"]
        assert {check["why"] for check in skipped} == {"the suite did not start this bot"}
        assert bot.returncode == 0
