"""Attacks over the socket: honest bots play on, and the referee stays within its caps."""

import asyncio

import pytest

from tests.attack.network.flood import ATTACKS
from tests.attack.network.victim import Report, attacked

MEMORY = 256 << 20
"""Bytes that peers can make a referee and its front hold, as `docs/guarantees.md` publishes."""

FIELDS = 32 << 20
"""The same for fields of headers, which cost gRPC more than the bytes they take."""

SHORT = 1.5
LONG = 10.0
"""Seconds of an attack."""

pytestmark = pytest.mark.timeout(240)


def check(report: Report, cap: int = MEMORY) -> None:
    """Nothing that honest bots came for has changed."""
    assert report.most - report.before < cap
    assert report.loud, "no decision was made under the attack"
    assert report.played
    assert report.changed == 0


class TestAttacks:
    """Each attack, beside honest bots."""

    @pytest.mark.parametrize(
        ("name", "cap"),
        [
            ("header-fields", FIELDS),
            ("allowed-fields", MEMORY),
            ("connections", MEMORY),
            ("hellos", MEMORY),
        ],
    )
    def test_no_verdict_changes_and_memory_stays_within_its_cap(self, name: str, cap: int) -> None:
        check(asyncio.run(attacked(name, SHORT)), cap)

    @pytest.mark.long
    @pytest.mark.parametrize("one_core", [False, True])
    @pytest.mark.parametrize("name", ATTACKS)
    def test_so_it_is_for_longer_and_on_one_core(self, name: str, one_core: bool) -> None:
        check(asyncio.run(attacked(name, LONG, one_core=one_core)))
