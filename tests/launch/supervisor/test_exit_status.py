"""How a bot ended is said in a clause, and read as it was written."""

import signal

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
            (ExitStatus(), "the referee stopped it"),
        ],
    )
    def test_the_cause_says_what_happened(self, ending: ExitStatus, cause: str) -> None:
        assert cause in ending.cause
        assert ending.by_itself is (cause != "the referee stopped it")
        assert ExitStatus.from_json(ending.to_json()) == ending
