"""Each mutant of the SDK fails its check, and still answers questions and pings."""

import pytest

from referee.conformance.broken_promise import Violation
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


@pytest.mark.parametrize(
    ("pings", "given_up"),
    [((30.0,), 40.0), ((0.2, 30.0), 40.0), ((0.2,), 40.0), ((0.2, 29.4), 39.4)],
    ids=str,
)
def test_the_ping_that_measures_the_bandwidth_may_be_that_of_the_keepalive(
    pings: tuple[float, ...], given_up: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(network, "PING_AFTER", 30.0)
    network.expect_kept_alive([*pings], given_up)


@pytest.mark.parametrize(
    ("pings", "given_up"), [((), 40.0), ((20.0,), 40.0), ((0.2,), 20.0)], ids=str
)
def test_a_bot_that_gives_up_without_a_ping_or_too_early_breaks_the_promise(
    pings: tuple[float, ...], given_up: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(network, "PING_AFTER", 30.0)
    with pytest.raises(Violation, match="a ping after 30 s of silence"):
        network.expect_kept_alive([*pings], given_up)


def test_a_bot_that_pings_too_often_fails_the_check_of_the_keepalive(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(network, "PING_AFTER", 5.0)
    assert failures("sdk_mutant", "pings_after_three_seconds", [BY_NAME["keepalive"]]) != []
