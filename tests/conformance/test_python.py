"""The greedy Python bot, which uses the SDK, passes the level `full`.

`tests/e2e/test_other_languages.py` tests the random bots of all languages.
"""

import pytest

from tests.cli.shell import referee


@pytest.mark.full
def test_the_greedy_bot_on_the_python_sdk_passes_full() -> None:
    done = referee("conform", "--", "greedy")
    assert done.returncode == 0, done.stdout
    assert " passes full: " in done.stdout.splitlines()[-1]
