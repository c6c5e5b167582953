"""Each mutant of the SDK fails its check, and still answers questions and pings."""

import pytest

from referee.conformance.checks import network
from tests.conformance.run import BY_NAME, failures
from tests.conformance.sdk_mutant import MUTANTS

pytestmark = pytest.mark.full


@pytest.fixture(autouse=True)
def keepalive_is_quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the check of the keepalive wait for seconds; bots on the SDK run it as it is."""
    monkeypatch.setattr(network, "PING_AFTER", 3.0)
    monkeypatch.setattr(network, "PATIENCE", 12.0)


PLAYS = [BY_NAME["answer"], BY_NAME["ping"]]


@pytest.mark.parametrize(("name", "check"), [(name, check) for name, (_, check) in MUTANTS.items()])
def test_a_mutant_fails_its_check_and_plays(name: str, check: str) -> None:
    assert failures("sdk_mutant", name, PLAYS, check) == [check]


def test_a_bot_that_pings_in_a_silent_network_passes_the_check_of_the_keepalive() -> None:
    assert failures("sdk_mutant", "pings_after_three_seconds", [BY_NAME["keepalive"]]) == []


def test_a_bot_that_pings_too_often_fails_the_check_of_the_keepalive(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(network, "PING_AFTER", 5.0)
    assert failures("sdk_mutant", "pings_after_three_seconds", [BY_NAME["keepalive"]]) != []
