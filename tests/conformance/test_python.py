"""The greedy Python bot, which uses the SDK, passes the level `full`.

`tests/e2e/test_other_languages.py` tests the random bots of all languages.
"""

import pytest

from tests.conformance.run import conform


@pytest.mark.full
def test_the_greedy_bot_on_the_python_sdk_passes_full() -> None:
    assert " passes full: " in conform("--", "greedy")
