"""`referee bridge`: a program that speaks JSON lines plays as a bot."""

import asyncio
import contextlib
import json
import os
import shlex
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

import tianming
from referee.conformance.scripted_referee import ScriptedReferee
from referee.conformance.transcript import Transcript
from referee.identifier import BotName
from tests.cli.shell import referee
from tests.e2e.test_docs import DOCS, blocks
from tests.patience import PATIENCE
from tests.sdk.test_client import dragon
from tests.server.harness import started_referee
from tianming_bots.bridge.answer import answer_of
from tianming_bots.bridge.bot import Bridge
from tianming_bots.bridge.error import WrongLine
from tianming_bots.bridge.program import Program
from tianming_proto.v1 import play_pb2 as pb

CALM = ("--stall", "500")
"""A busy machine makes no match void."""

BRIDGE = shlex.join((str(Path(sys.executable).parent / "referee"), "bridge", "--"))

HEAD = """
import json, sys, time
def questions():
    for line in sys.stdin:
        heard = json.loads(line)
        with open(__file__ + ".log", "a") as log:
            log.write(line)
        if heard["kind"] == "question":
            yield heard
"""
"""The beginning of a program in Python, which keeps what it reads."""

LAST = HEAD + 'for one in questions(): print(one["option_count"] - 1, flush=True)'


def program(folder: Path, text: str) -> str:
    """The command of a bridge with a program."""
    path = folder / "bot.py"
    path.write_text(f"#!{sys.executable}\n{text}")
    path.chmod(0o755)
    return f"{BRIDGE} {path}"


def received(folder: Path) -> list[dict[str, Any]]:
    """The lines that a program has read."""
    lines = (folder / "bot.py.log").read_text().splitlines()
    return [json.loads(line) for line in lines]


def notes(record: Path) -> dict[int, str]:
    """The notes in a record, by the number of their questions."""
    done = referee("export", "--to", "jsonl", record)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    return {one["number"]: one["note"] for one in lines if one.get("note")}


class TestShell:
    """The shell script of the documentation."""

    def test_it_plays_without_a_fault(self, tmp_path: Path) -> None:
        (script,) = [text for kind, text in blocks(DOCS / "bridge.md") if kind == "bash"]
        path = tmp_path / "bot.sh"
        path.write_text(script)
        path.chmod(0o755)
        done = referee("play", "china", f"{BRIDGE} {path}", "random", "random", *CALM, "--json")
        assert done.returncode == 0, done.stderr
        results = json.loads(done.stdout)["results"]
        assert {one["strikes"] for one in results} == {0}
        assert "bot" in {one["bot"] for one in results}


class TestLines:
    """What the program reads, and what it may answer."""

    def test_a_match_comes_as_lines_from_its_beginning_to_its_end(self, tmp_path: Path) -> None:
        bot = program(tmp_path, LAST)
        done = referee("play", "dragon", bot, "random", *CALM, "--json")
        assert done.returncode == 0, done.stderr
        started, *asked, ended = received(tmp_path)
        assert (started["kind"], started["game"], started["seat"]) == ("match_started", "dragon", 0)
        assert started["bots"] == ["bot", "random"]
        assert len(bytes.fromhex(started["bot_seed"])) == 32
        assert {one["kind"] for one in asked} == {"question"}
        assert all(one["option_count"] == len(one["options"]) for one in asked)
        assert asked[0]["observation"]["players"][0].keys() >= {"yuan", "palaces"}
        assert asked[0]["since"][0]["seat"] is None
        assert (ended["kind"], ended["fair"], ended["termination"]) == (
            "match_ended",
            True,
            "finished",
        )
        places = {one["bot"]: one["place"] for one in json.loads(done.stdout)["results"]}
        assert ended["place"] == places["bot"]

    def test_an_answer_may_have_a_note_and_a_thought(self, tmp_path: Path) -> None:
        text = HEAD + (
            'thought = {"value": 0.5, "nodes": 7, "depth": 2, "principal_line": ["pass"]}\n'
            'for one in questions(): print(json.dumps({"option": 0, "note": "so", '
            '"thought": thought}), flush=True)'
        )
        record = tmp_path / "match.tianming"
        bot = program(tmp_path, text)
        done = referee("play", "dragon", bot, "random", *CALM, "--record", record)
        assert done.returncode == 0, done.stderr
        assert set(notes(record).values()) == {"so"}

    def test_a_program_may_resign(self, tmp_path: Path) -> None:
        text = HEAD + "for one in questions(): print('{\"resign\": true}', flush=True)"
        bot = program(tmp_path, text)
        done = referee("play", "dragon", bot, "random", *CALM, "--json")
        assert done.returncode == 1
        assert [one["forfeited"] for one in json.loads(done.stdout)["results"]] == [False, True]
        (fault,) = [one for one in received(tmp_path) if one["kind"] == "fault"]
        assert (fault["fault"], fault["strikes_left"]) == ("RESIGNED", 0)

    def test_a_line_that_comes_too_late_answers_no_other_question(self, tmp_path: Path) -> None:
        text = HEAD + (
            "for number, one in enumerate(questions()):\n"
            "    time.sleep(0 if number else 2)\n"
            '    print(json.dumps({"option": 0, "note": str(one["number"])}), flush=True)'
        )
        record = tmp_path / "match.tianming"
        words = ("--decision", "1", "--bank", "0", "--first", "0", "--record", record, "--json")
        done = referee("play", "dragon", program(tmp_path, text), "random", *CALM, *words)
        failure, *_ = json.loads(done.stdout)["failures"]  # of its opponent, on a busy machine
        assert failure["faults"][0]["question"] == 1  # on a busy machine, more may follow
        noted = notes(record)
        assert noted
        assert all(str(number) == note for number, note in noted.items())

    async def test_one_process_answers_the_questions_of_all_matches(self, tmp_path: Path) -> None:
        path = tmp_path / "bot.py"
        path.write_text(LAST)
        async with started_referee() as harness, Program((sys.executable, str(path))) as one:
            token, stop = harness.referee.identities.admit(BotName("a")), tianming.Stop()
            bot = Bridge(one, "a")
            run = asyncio.create_task(
                tianming.run_async(bot, harness.referee.address, token, stop=stop)
            )
            assert not await harness.referee.lobby.wait_for([BotName("a")], PATIENCE)
            hosts = [
                dragon(harness, (BotName("a"), BotName("a")), f"m{number}") for number in range(5)
            ]
            for host in hosts:
                outcome = (await host.done).outcome
                assert [seat.strikes for seat in outcome.results] == [0, 0]
            stop.set()
            await run
            assert not one.failure.done()


class TestAnswer:
    """A line is an answer, or it is named."""

    @pytest.mark.parametrize(
        "line",
        [
            *(b"", b"\n", b"one", b"[0]", b"null", b"true", b"-1", b"5", b"0.0", b'"0"', b"\xff"),
            *(b"{}", b'{"option": 5}', b'{"option": null}', b'{"resign": false}', b"[" * 5000),
            *(b'{"option": 0, "notes": ""}', b'{"option": 0, "note": 1}', b'{"option": true}'),
            *(b'{"option": 0, "note": "\\ud800"}', b'{"option": 0, "thought": 1}'),
            *(b'{"option": 0, "thought": {"nodes": -1}}', b'{"option": 0, "thought": {"x": 1}}'),
            *(b'{"option": 0, "thought": {"value": "x"}}', b'{"option": 0, "thought": null}'),
            *(
                b'{"option": 0, "thought": {"cost": -1}}',
                b'{"option": 0, "thought": {"cost": NaN}}',
            ),
            b'{"option": 0, "thought": {"cost": 1%b}}' % (b"0" * 400),
            b'{"option": 0, "thought": {"value": 1%b}}' % (b"0" * 400),
            b'{"option": 0, "thought": {"reasoning": ["so"]}}',
            b'{"option": 0, "thought": {"tokens_in": 1.5}}',
        ],
    )
    def test_an_invalid_line_is_shown_with_a_valid_form(self, line: bytes) -> None:
        with pytest.raises(WrongLine, match=r"to question 7: print an index from 0 to 4, or an "):
            answer_of(line, 7, 5)

    @pytest.mark.parametrize(
        ("line", "answer"),
        [
            (b"4\n", tianming.Choice(4)),
            (b' {"option": 0}\r\n', tianming.Choice(0)),
            (b'{"option": 1, "note": "x"}', tianming.Choice(1, "x")),
            (b'{"resign": true}', tianming.Resign()),
            (
                b'{"option": 1, "thought": {"value": 1, "depth": 3}}',
                tianming.Choice(1, "", tianming.Thought(1.0, 0, 3, [])),
            ),
            (
                b'{"option": 1, "thought": {"reasoning": "so", "tokens_in": 9, "cost": 0.5}}',
                tianming.Choice(
                    1, "", tianming.Thought(None, 0, 0, [], "so", tokens_in=9, cost=0.5)
                ),
            ),
        ],
    )
    def test_a_valid_line_is_read(self, line: bytes, answer: tianming.Answer) -> None:
        found = answer_of(line, 7, 5)
        assert (tianming.Choice(found) if isinstance(found, int) else found) == answer


class TestFailure:
    """A program that cannot play on ends its bridge with one sentence and a code."""

    @pytest.mark.parametrize(
        ("text", "code", "sentence"),
        [
            ("raise SystemExit(3)", 69, "the program ended with code 3"),
            (
                "import os, signal\nfor one in questions(): os.kill(os.getpid(), signal.SIGKILL)",
                69,
                "the program was killed by SIGKILL before it answered question 1 ({line}).",
            ),
            (
                "import os\nfor one in questions(): os.close(1); time.sleep(60)",
                69,
                "the program closed its standard output before it answered question 1 ({line}).",
            ),
            (
                "for one in questions(): print('what?', flush=True)",
                65,
                "the program answered 'what?' to question 1: print an index from 0 to ",
            ),
            (
                "for one in questions(): print(one['option_count'], flush=True)",
                65,
                "' to question 1: print an index from 0 to ",
            ),
            (
                "import os\nis_first = not os.path.exists(__file__ + '.log')\n"
                "for one in questions(): print('0\\n0' if is_first else '0', flush=True)",
                65,
                "the program printed '0' after '0', its answer to question 1: print one line for ",
            ),
            (
                "for one in questions(): print('0' * 100_000, flush=True)",
                65,
                "the program printed a line of over 65536 bytes before it answered question 1: ",
            ),
        ],
    )
    def test_the_sentence_and_the_code_say_why(
        self, text: str, code: int, sentence: str, tmp_path: Path
    ) -> None:
        bot = program(tmp_path, HEAD + text)
        words = ("--decision", "5", "--bank", "0", "--first", "60", "--strikes", "1", "--json")
        done = referee("play", "dragon", bot, "random", *CALM, *words, "--stderr", tmp_path)
        printed = (tmp_path / "bot.txt").read_text().splitlines()
        reported = [text for text in printed if not text.startswith("tianming: connected to ")]
        assert reported[0].startswith("referee bridge: ")
        assert sentence.format(line=tmp_path / "bot.py") in reported[0]
        found = json.loads(done.stdout)
        if "failures" in found:
            assert found["failures"][0]["exit_code"] == code
        else:  # the bot ended before it was connected
            assert f"ended with code {code}" in found["error"]["message"]

    def test_a_program_that_is_not_there(self) -> None:
        done = referee("bridge", "--", "./nothing")
        assert done.returncode == 69
        assert "there is no program './nothing'" in done.stderr

    def test_a_referee_that_is_not_there(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("TIANMING_SERVER", "127.0.0.1:1")
        monkeypatch.setenv("TIANMING_WAIT", "0")
        path = tmp_path / "bot.py"
        path.write_text(LAST)
        done = referee("bridge", "--", sys.executable, path)
        assert done.returncode == 1
        assert "no referee at 127.0.0.1:1 for 0 s: start the referee, or check" in done.stderr


class TestBanner:
    """A line that answers nothing is shown with the line before it, which may be the wrong one."""

    @pytest.mark.parametrize(
        ("script", "sentence"),
        [
            ("echo welcome; read x", "printed 'welcome' before it was asked anything: print one"),
            (
                "read x; echo welcome; echo 0; read x",
                "printed '0' after 'welcome', its answer to question 7: print one line for each",
            ),
        ],
    )
    async def test_a_banner_is_shown_as_the_program_printed_it(
        self, script: str, sentence: str
    ) -> None:
        async with Program(("sh", "-c", script)) as program:
            if script.startswith("read"):
                assert await program.ask(b"{}\n", 7) == b"welcome\n"
            with pytest.raises(WrongLine, match=sentence):
                await program.failure


class TestUnknownGame:
    """A bridge says what is missing for a game whose messages are not installed."""

    async def test_a_match_of_such_a_game_ends_the_bridge_with_the_missing_package(
        self, tmp_path: Path
    ) -> None:
        async with referee_of_go() as address:
            done = await asyncio.create_subprocess_exec(
                *shlex.split(program(tmp_path, LAST)),
                env={**os.environ, "TIANMING_SERVER": address, "TIANMING_TOKEN": "t"},
                stderr=subprocess.PIPE,
            )
            _, printed = await done.communicate()
        assert done.returncode == 69
        assert printed.decode().splitlines()[-1] == (
            "referee bridge: the program cannot play this match: the messages of the "
            "package 'tianming.games.go.v1' are not installed: install the distribution of "
            "the game into the Python of the bot."
        )


@contextlib.asynccontextmanager
async def referee_of_go() -> AsyncIterator[str]:
    """A referee that starts a match of a game that nobody has; yield its address."""
    started = pb.MatchStarted(match_id="m1", game="go", seats=[{"bot": "a"}])
    started.setup.type_url = "type.googleapis.com/tianming.games.go.v1.Setup"

    async def welcomes(scripted: ScriptedReferee) -> None:
        stream = await scripted.stream()
        await stream.welcome()
        await stream.send(pb.RefereeMessage(match_started=started))

    scripted = ScriptedReferee(Transcript(), 20)
    await scripted.listen("127.0.0.1:0")
    task = asyncio.create_task(welcomes(scripted))
    try:
        yield scripted.address
    finally:
        task.cancel()
        await scripted.stop()


class TestLeaving:
    """SIGTERM ends the bridge and its program."""

    @pytest.mark.parametrize("is_deaf", [False, True])
    def test_the_program_gets_the_end_of_its_input_and_then_a_signal(
        self, is_deaf: bool, tmp_path: Path
    ) -> None:
        deaf = "for line in sys.stdin: pass\nimport time; time.sleep(60)" if is_deaf else LAST
        path = tmp_path / "bot.py"
        path.write_text(f"import sys; print('up', file=sys.stderr, flush=True)\n{deaf}")
        words = (*shlex.split(BRIDGE), sys.executable, str(path))
        own = {"TIANMING_LISTEN": "127.0.0.1:0"}
        with subprocess.Popen(words, env=os.environ | own, stderr=subprocess.PIPE) as bridge:
            assert bridge.stderr is not None
            lines = {bridge.stderr.readline()[:9], bridge.stderr.readline()[:9]}
            assert lines == {b"up\n", b"tianming:"}
            bridge.send_signal(signal.SIGTERM)
            assert bridge.wait(PATIENCE) == 0
            assert bridge.stderr.read() == b""
