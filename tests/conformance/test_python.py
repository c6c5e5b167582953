"""The greedy bot in Python, on the SDK, keeps the level `full`.

`tests/e2e/test_other_languages.py` holds the random bots of all languages to it.
"""

import pytest

from tests.cli.shell import referee


@pytest.mark.timeout(180)  # the suite starts some fifty processes
def test_the_greedy_bot_on_the_python_sdk_passes_full() -> None:
    done = referee("conform", "--", "greedy")
    assert done.returncode == 0, done.stdout
    assert " passes full: " in done.stdout.splitlines()[-1]
