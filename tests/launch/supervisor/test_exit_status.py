"""How a bot ended is said in a clause, and read as it was written."""

import signal
from typing import Any

import pytest

from referee.launch.supervisor.exit_status import MIB, ExitStatus


class TestExitStatus:
    """Each way to end has its own words."""

    @pytest.mark.parametrize(
        ("ending", "cause"),
        [
            (ExitStatus(code=0), "its process ended with code 0"),
            (
                ExitStatus(code=1, peak=70 * MIB),
                "its process ended with code 1, having used 70 MiB",
            ),
            (ExitStatus(signal=signal.SIGSEGV), "its process was killed by SIGSEGV"),
            (ExitStatus(signal=62), "its process was killed by signal 62"),
            (ExitStatus(signal=signal.SIGXFSZ), "killed (SIGXFSZ) because it wrote a larger file"),
            (ExitStatus(limit="it had 9 processes"), "it was killed because it had 9 processes"),
            (ExitStatus(refused="No such file"), "it could not be started: No such file"),
            (ExitStatus(lost="its supervisor is gone"), "its process is gone: its supervisor"),
            (ExitStatus(), "the referee stopped it"),
        ],
    )
    def test_the_cause_says_what_happened(self, ending: ExitStatus, cause: str) -> None:
        assert cause in ending.cause
        assert ending.by_itself is (cause != "the referee stopped it")
        assert ExitStatus.from_json(ending.to_json()) == ending


class TestReport:
    """A report is read only if a supervisor may have written it."""

    @pytest.mark.parametrize(
        "report",
        [
            b"",
            b"\n",
            b"{]}",
            b"\xff\xfe",
            b"[" * 8000,
            b"9" * 5000,
            b'{"code":"1"}',
            b'{"code":true}',
            b'{"code":1.5}',
            b'{"code":0,"signal":9}',
            b'{"code":null,"peak":null}',
            b'{"peak":1' + b"0" * 30 + b"}",
            b'{"limit":"' + b"x" * 1001 + b'"}',
            b'{"cause":"x"}',
            b'[["code",1]]',
            b" " * 8192 + b"{}",
        ],
    )
    def test_anything_else_is_no_report(self, report: bytes) -> None:
        assert ExitStatus.from_json(report) is None

    def test_what_a_bot_wrote_before_its_end_is_not_the_report(self) -> None:
        true = ExitStatus(code=3).to_json().encode()
        assert ExitStatus.from_json(b'{"stopped":0}\n' + true) == ExitStatus(code=3)

    def test_a_clause_is_cut_and_harmless_for_a_terminal(self) -> None:
        read: Any = ExitStatus.from_json(ExitStatus(refused="\x1b" * 5000).to_json())
        assert read.refused == "?" * 1000
