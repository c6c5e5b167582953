"""How a bot ended is said in a clause, and read as it was written."""

import signal

import pytest

from referee.launch.warden.ending import MIB, Ending


class TestEnding:
    """Each way to end has its own words."""

    @pytest.mark.parametrize(
        ("ending", "cause"),
        [
            (Ending(code=0), "its process ended with code 0"),
            (Ending(code=1, peak=70 * MIB), "its process ended with code 1, having used 70 MiB"),
            (Ending(signal=signal.SIGSEGV), "its process was killed by SIGSEGV"),
            (Ending(signal=62), "its process was killed by signal 62"),
            (Ending(signal=signal.SIGXFSZ), "killed (SIGXFSZ) because it wrote a larger file"),
            (Ending(limit="it had 9 processes"), "it was killed because it had 9 processes"),
            (Ending(refused="No such file"), "it could not be started: No such file"),
            (Ending(), "the referee stopped it"),
        ],
    )
    def test_the_cause_says_what_happened(self, ending: Ending, cause: str) -> None:
        assert cause in ending.cause
        assert ending.by_itself is (cause != "the referee stopped it")
        assert Ending.from_json(ending.to_json()) == ending
