"""Options and fixtures for all tests."""

import json
import random
import signal
from collections.abc import Iterator
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

import pytest
import structlog
from hypothesis import HealthCheck, settings

from referee.server.environment import prepare
from tests.languages import LANGUAGES
from tianming_games import registry

GOLDEN = Path(__file__).parent / "golden"

SEED = 20
"""The seed of a run, unless `--rolled` or `--randomly-seed` asks for another."""

prepare()  # as `referee` does

# A shell ignores SIGINT in background commands, and the bots of the tests would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option `--rolled`, which `tox run -e rolled` uses."""
    parser.addoption("--rolled", action="store_true", help="use a new seed, and print it")


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Fix all seeds of the run, so that no test fails at random; with `--rolled`, use new ones.

    pytest-randomly prints its seed, from which the others follow; `--randomly-seed` repeats a run.
    Hypothesis has no time limit for its examples, because a busy machine would exceed it.
    """
    is_rolled = config.getoption("rolled")
    common = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
    settings.register_profile("run", common, derandomize=not is_rolled, print_blob=is_rolled)
    settings.load_profile("run")
    if not is_rolled and config.getoption("randomly_seed", None) == "default":
        config.option.randomly_seed = SEED


def pytest_report_header() -> list[str]:
    """Return a line for each language that this run leaves out, with its missing tools."""
    missing = {language.title: language.missing for language in LANGUAGES if not language.is_here}
    return [f"left out: {title}, for want of {', '.join(what)}" for title, what in missing.items()]


@pytest.fixture(scope="session")
def run_seed(request: pytest.FixtureRequest) -> int:
    """Return the seed of the whole run."""
    seed: int = request.config.getoption("randomly_seed", SEED)
    return seed


@pytest.fixture
def fresh_seed(request: pytest.FixtureRequest, run_seed: int) -> int:
    """Return a seed for one test from the run's seed, and print it for a failure."""
    seed = random.Random(f"{run_seed} {request.node.nodeid}").randrange(1 << 32)
    print(f"{request.node.name}: seed {seed}")
    return seed


@pytest.fixture(scope="session")
def golden_digests() -> dict[str, str]:
    """Return the golden digests of random games, by game, number of seats and option set."""
    digests: dict[str, str] = json.loads((GOLDEN / "digests.json").read_text())
    return digests


@pytest.fixture(autouse=True)
def log_is_as_it_was() -> Iterator[None]:
    """Reset the log's settings after each test."""
    yield
    structlog.reset_defaults()


@pytest.fixture(autouse=True)
def toy_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register the toy game of the tests like an installed game."""
    toy = EntryPoint("toy", "tests.match.toy:TOY", registry.GROUP)
    found = (*entry_points(group=registry.GROUP), toy)
    monkeypatch.setattr(registry, "entry_points", lambda *, group: found)
    registry.names.cache_clear()
