"""What all tests share."""

import json
import random
from collections.abc import Iterator
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

import pytest
import structlog

from referee.games import registry
from referee.server.environment import prepare

GOLDEN = Path(__file__).parent / "golden"

prepare()  # as the command does


@pytest.fixture
def fresh_seed(request: pytest.FixtureRequest) -> int:
    """A seed that is other in every run, and printed where a test fails."""
    seed = random.SystemRandom().randrange(1 << 32)
    print(f"{request.node.name}: seed {seed}")
    return seed


@pytest.fixture(scope="session")
def golden_digests() -> dict[str, str]:
    """Digests of one random play of every game and option set."""
    digests: dict[str, str] = json.loads((GOLDEN / "digests.json").read_text())
    return digests


@pytest.fixture(autouse=True)
def log_is_as_it_was() -> Iterator[None]:
    """What a test has set up for the log is gone after it."""
    yield
    structlog.reset_defaults()


@pytest.fixture(autouse=True)
def toy_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy game of the tests is found like any installed game."""
    toy = EntryPoint("toy", "tests.match.toy:TOY", registry.GROUP)
    found = (*entry_points(group=registry.GROUP), toy)
    monkeypatch.setattr(registry, "entry_points", lambda *, group: found)
