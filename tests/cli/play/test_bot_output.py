"""What a bot prints is seen while `referee play` plays, and a traceback is short."""

import shlex
import sys
from pathlib import Path

import pytest

from referee.launch.output_text import own_lines
from tests.cli.shell import referee

_FAILING = """
import tianming

asked = []

def choose(question):
    asked.append(question)
    print("asked", len(asked))
    return [0][len(asked)]

tianming.run(choose)
"""


@pytest.fixture
def failing(tmp_path: Path) -> str:
    """A bot that prints, and fails at its first question."""
    program = tmp_path / "failing.py"
    program.write_text(_FAILING)
    return shlex.join((sys.executable, str(program)))


def test_output_of_one_own_bot_is_live_and_a_traceback_is_shown_once_in_own_frames(
    failing: str,
) -> None:
    done = referee("play", "dragon", failing, "random", "--seed", "7", "--strikes", "1")
    assert "failing: asked 1\n" in done.stderr
    assert "random: " not in done.stderr
    assert done.stderr.count("in choose\n") == 1
    assert "client.py" not in done.stderr
    assert "failing: (the same traceback as before)" in done.stderr
    assert "  Output as before." in done.stderr
    assert "`referee games rules dragon` explains the notation." in done.stderr


def test_a_match_that_an_own_bot_lost_is_offered_for_replay(failing: str, tmp_path: Path) -> None:
    words = ("play", "dragon", failing, "random", "--seed", "7", "--strikes", "1")
    said = referee(*words).stdout
    assert "With --record FILE, `referee replay` can show how failing played." in said
    record = tmp_path / "my match.tianming"
    said = referee(*words, "--record", record).stdout
    _, offered = said.rstrip().rsplit("For a replay: ", 1)
    _, command, path = shlex.split(offered)
    assert path == str(record)
    assert referee(command, path, "--all").returncode == 0


def test_frames_of_libraries_leave_with_their_code_and_nothing_else_does() -> None:
    lines = [
        "said before",
        "Traceback (most recent call last):",
        '  File "/lib/python3.11/asyncio/runners.py", line 1, in run',
        "    return loop()",
        '  File "/home/ada/bot.py", line 2, in choose',
        "    return [][1]",
        "           ~~^^^",
        '  File "/x/site-packages/tianming/session.py", line 3, in play',
        "    end.result()",
        "IndexError: list index out of range",
    ]
    assert own_lines(lines) == [*lines[:2], *lines[4:7], lines[9]]
