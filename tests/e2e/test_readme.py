"""Every command of the README is run, as it stands there.

The two that begin with `python3 -m venv` set tox up and run the environments `demo` and
all tests, for many minutes. `.ci/run` runs both letter by letter, beside everything else, and the
tests here check that it does.
"""

import configparser
import re
import subprocess
from pathlib import Path

import pytest

from tests.source_tree import ROOT, copy_to

README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    """The code blocks of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```", README, re.MULTILINE | re.DOTALL)


def commands() -> list[str]:
    """Every command of the README, in order."""
    return [line for block in blocks("sh") for line in block.splitlines() if line]


def test_the_commands_are_the_two_set_ups_and_those_run_here() -> None:
    """Nothing in the README escapes."""
    set_ups = [line for line in commands() if "tox run" in line]
    assert [line.rpartition("tox ")[2] for line in set_ups] == ["run -e demo", "run"]
    others = [line for line in commands() if line not in set_ups]
    assert all(re.match(r"referee |python3 -m venv ", line) for line in others)


def test_ci_runs_both_set_ups_letter_by_letter() -> None:
    """The lines that `.ci/run` takes from the README are exactly the two."""
    script = (ROOT / ".ci/run").read_text(encoding="utf-8")
    pattern = re.search(r"grep -E '(.*?)' README\.md", script)
    assert pattern is not None
    taken = [line for line in README.splitlines() if re.search(pattern[1], line)]
    assert taken == [line for line in commands() if "tox run" in line]


def test_the_environment_demo_runs_the_command_that_is_tested() -> None:
    """`tests/cli/test_commands.py::TestDemo` plays it."""
    tox = configparser.ConfigParser(interpolation=None)
    tox.read(ROOT / "tox.ini")
    assert tox["testenv:demo"]["commands"].strip() == "referee league demo {posargs}"


@pytest.mark.full
def test_the_other_commands_do_what_they_say(tmp_path: Path) -> None:
    """A newcomer's shell: a fresh copy of the project, the README's lines in their order."""
    copy_to(tmp_path)
    (tmp_path / "bot.py").write_text(blocks("python")[0], encoding="utf-8")
    script = "\n".join(["set -ex", *(line for line in commands() if "tox run" not in line)])
    done = subprocess.run(
        ["bash", "-c", script], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "match.tianming: sound" in done.stdout
