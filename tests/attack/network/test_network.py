"""During attacks over the network, honest bots continue to play and memory stays bounded."""

import asyncio

import pytest

from tests.attack.network.flood import ATTACKS
from tests.attack.network.victim import Report, attacked

pytestmark = pytest.mark.full

MEMORY = 256 << 20
"""Maximum growth in bytes of the referee and its front, as published in `docs/guarantees.md`."""

FIELDS = 32 << 20
"""The same for header fields, for which gRPC needs more memory than their bytes."""

CAPS = dict.fromkeys(ATTACKS, MEMORY) | {"header-fields": FIELDS}

LENGTH = 2.0
"""Duration of an attack in seconds."""


def check(report: Report, cap: int) -> None:
    """Check that memory grew by less than `cap` bytes, and that the attack changed no match."""
    assert report.most - report.before < cap
    assert report.loud, "no decision was made under the attack"
    assert report.played
    assert report.changed == 0


class TestAttacks:
    """Each attack runs while honest bots play."""

    @pytest.mark.parametrize("one_core", [False, True])
    @pytest.mark.parametrize("name", ATTACKS)
    def test_no_verdict_changes_and_memory_stays_within_its_cap(
        self, name: str, one_core: bool
    ) -> None:
        check(asyncio.run(attacked(name, LENGTH, one_core=one_core)), CAPS[name])
