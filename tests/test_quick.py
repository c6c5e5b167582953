"""`tox run -e quick` finds the tests of a change."""

import pytest

from tests.quick import MOST, selected


@pytest.mark.parametrize(
    ("changed", "test"),
    [
        ("referee/match/clock.py", "tests/match/test_clock.py"),
        ("clients/python/tianming/channel.py", "tests/sdk/test_channel.py"),
        ("games/tianming_games/ming/scoring.py", "tests/games/ming/test_scoring.py"),
        ("tests/match/test_clock.py", "tests/match/test_clock.py"),
        ("README.md", "tests/e2e/test_docs.py::TestReferences"),
        ("tox.ini", "tests/test_tox.py"),
    ],
)
def test_a_changed_file_has_its_test(changed: str, test: str) -> None:
    assert selected([changed])[0][0] == test


def test_of_many_importers_some_are_chosen_and_the_others_counted() -> None:
    tests, left = selected(["referee/identifier.py"])
    assert len(tests) == MOST
    assert left > MOST
