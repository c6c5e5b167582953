"""What all tests share."""

import json
import random
from pathlib import Path

import pytest

GOLDEN = Path(__file__).parent / "golden"


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
