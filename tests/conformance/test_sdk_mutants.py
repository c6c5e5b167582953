"""Each mutant of the SDK fails its check, and still answers questions and pings."""

import pytest

from tests.conformance.run import BY_NAME, failures
from tests.conformance.sdk_mutant import MUTANTS

pytestmark = pytest.mark.full

PLAYS = [BY_NAME["answer"], BY_NAME["ping"]]


@pytest.mark.parametrize(("name", "check"), [(name, check) for name, (_, check) in MUTANTS.items()])
def test_a_mutant_fails_its_check_and_plays(name: str, check: str) -> None:
    assert failures("sdk_mutant", name, PLAYS, check) == [check]
