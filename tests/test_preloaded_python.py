"""A program that is forked from the preloaded process is like any child of the test."""

import os
import resource
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from referee.import_path import own_python
from referee.launch.supervisor.exit_status import ExitStatus
from referee.launch.supervisor.spec import SandboxSpec
from tests.preloaded_python import REFEREE, PreloadedPopen, run_preloaded


def printed(program: str, **settings: Any) -> str:
    """Return what a program of Python prints."""
    done = run_preloaded(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, text=True, **settings
    )
    assert done.returncode == 0
    return str(done.stdout)


def test_its_parent_is_the_test() -> None:
    program = "import os; print(os.getppid())"
    assert int(printed(program)) == os.getpid()


def test_it_has_its_imports_already() -> None:
    assert printed("import sys; print('referee.server.host' in sys.modules)") == "True\n"


def test_it_has_the_folder_the_variables_and_the_session_that_it_gets(tmp_path: Path) -> None:
    program = "import os; print(os.getcwd(), os.environ['A'], os.getsid(0) == os.getpid())"
    said = printed(program, cwd=tmp_path, env=os.environ | {"A": "b"}, start_new_session=True)
    assert said == f"{tmp_path} b True\n"


def test_it_has_no_other_open_file() -> None:
    program = "import os; print(sorted(map(int, os.listdir('/proc/self/fd')))[:-1])"
    assert printed(program) == "[0, 1, 2]\n"


def test_it_reads_its_input_and_writes_both_outputs() -> None:
    program = "import sys; print(input()); print('err', file=sys.stderr)"
    words = [sys.executable, "-c", program]
    done = run_preloaded(words, input="in", capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("in\n", "err\n")


@pytest.mark.parametrize(("program", "code"), [("raise SystemExit(3)", 3), ("1 / 0", 1), ("", 0)])
def test_its_exit_status_arrives(program: str, code: int) -> None:
    words = [sys.executable, "-c", program]
    assert run_preloaded(words, stderr=subprocess.DEVNULL).returncode == code


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_a_signal_ends_it(number: signal.Signals) -> None:
    words = [sys.executable, "-c", "import time; print('here', flush=True); time.sleep(999)"]
    streams = (None, subprocess.PIPE, subprocess.DEVNULL)
    with PreloadedPopen(words, -1, None, *streams, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "here\n"
        process.send_signal(number)
        assert process.wait() == -number


def test_two_have_different_random_numbers() -> None:
    program = "import random; print(random.random())"
    assert printed(program) != printed(program)


def test_another_interpreter_is_started_as_usual() -> None:
    environment = os.environ | {"PYTHONOPTIMIZE": "1"}
    assert printed("import sys; print(sys.flags.optimize)", env=environment) == "1\n"


def test_a_command_prints_the_same_as_one_that_is_started_as_usual() -> None:
    words = [*REFEREE, "games", "--json"]
    usual = subprocess.run(words, capture_output=True, text=True, check=True)
    done = run_preloaded(words, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == (usual.stdout, usual.stderr)


def supervised(folder: Path) -> tuple[int | None, bool]:
    """Run a program in a supervisor; return its exit code, and whether the supervisor forked."""
    report, reported = os.pipe()
    spec = SandboxSpec(reported).to_json()
    program = ("sh", "-c", "until [ -e end ]; do sleep 0.01; done; exit 3")
    words = own_python("referee.launch.supervisor", spec, *program)
    with subprocess.Popen(
        words, stdin=subprocess.PIPE, cwd=folder, pass_fds=(reported,)
    ) as process:
        os.close(reported)
        command_line = Path(f"/proc/{process.pid}/cmdline").read_bytes()
        (folder / "end").touch()
        with open(report, "rb") as answers:
            ending = ExitStatus.from_json(answers.read())
    assert ending is not None
    return ending.code, b"preloaded_python" in command_line


def test_a_supervisor_forks_with_the_descriptor_of_its_report(tmp_path: Path) -> None:
    assert supervised(tmp_path) == (3, True)


def test_a_supervisor_with_other_limits_is_started_as_usual(tmp_path: Path) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft - 1, hard))
    try:
        assert supervised(tmp_path) == (3, False)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
