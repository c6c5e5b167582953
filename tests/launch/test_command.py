"""What starts a bot, and the name it gets."""

import sys

import pytest

from referee.launch.command import commands
from referee.server.identity import check_name


class TestNames:
    """Every bot has a name of its own, and one it may have."""

    @pytest.mark.parametrize(
        "bots",
        [
            ["random", "random"],
            ["random", "random", f"{sys.executable} random-1.py"],
            [f"{sys.executable} random-2.py", "random", "random"],
            [f"{sys.executable} a-1.py", f"{sys.executable} a.py", f"{sys.executable} a.py"],
        ],
    )
    def test_no_two_bots_have_one_name(self, bots: list[str]) -> None:
        names = [command.name for command in commands(bots)]
        assert len(set(names)) == len(bots)

    @pytest.mark.parametrize("end", ["-", "_", "."])
    def test_a_long_name_is_cut_to_one_a_bot_may_have(self, end: str) -> None:
        script = "x" * 31 + end + "y" * 20 + ".py"
        for command in commands([f"{sys.executable} {script}"] * 2):
            assert check_name(command.name)
