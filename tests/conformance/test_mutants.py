"""Each mutant of the small bot fails its check, and passes the other checks on a stream."""

import signal

import pytest

from referee.conformance.check import Level
from tests.conformance import sdk_mutant
from tests.conformance.mutant import MUTANTS
from tests.conformance.run import BY_NAME, failures

pytestmark = pytest.mark.full

CORE = [check for check in BY_NAME.values() if check.level is Level.CORE]
ON_STREAM = [check for check in CORE if check.on_stream is not None]


def test_the_bot_without_a_mutation_passes_core() -> None:
    assert failures("mutant", "Bare", CORE) == []


@pytest.mark.parametrize(("name", "check"), [(name, check) for name, (_, check) in MUTANTS.items()])
def test_a_mutant_fails_its_check_and_no_other(name: str, check: str) -> None:
    assert failures("mutant", name, ON_STREAM, check) == [check]


def test_every_check_has_a_mutant() -> None:
    mutants = [*MUTANTS.values(), *sdk_mutant.MUTANTS.values()]
    assert sorted(check for _, check in mutants) == sorted(BY_NAME)


def test_a_suite_in_the_background_still_ends_its_bots_with_sigint() -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        assert failures("mutant", "Bare", [BY_NAME["sigint-ends"]]) == []
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)
