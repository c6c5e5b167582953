"""The bots in Python, on the SDK, keep the level `full`."""

import pytest

from tests.cli.shell import referee

pytestmark = pytest.mark.timeout(180)
"""The suite starts some fifty processes."""


@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_a_bot_on_the_python_sdk_passes_full(bot: str) -> None:
    done = referee("conform", "--", bot)
    assert done.returncode == 0, done.stdout
    assert " passes full: " in done.stdout.splitlines()[-1]
