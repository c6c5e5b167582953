"""Listening bots attack the referee that dials them: honest bots play on, and memory stays."""

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest

import tianming
from tests.attack.network.listener import ATTACKS
from tests.attack.network.victim import NAMES, Honest, Report, victim, watch

pytestmark = pytest.mark.full

MEMORY = 48 << 20
"""Maximum growth in bytes of the referee and its front; without the front it was 1 GiB."""

SHORT = 2.0
LONG = 5.0
"""Duration in seconds of one attack, and of all at once."""


@contextmanager
def listener(attack: str) -> Iterator[str]:
    """Run a listener that attacks, and return its address."""
    words = (sys.executable, "-m", "tests.attack.network.listener", attack)
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield f"http://127.0.0.1:{process.stdout.readline().strip()}"
        finally:
            process.kill()


async def attacked(attacks: list[str], seconds: float) -> Report:
    """Let honest bots play for some seconds while the referee dials bots that attack it."""
    report, honest = Report(), Honest()
    with ExitStack() as stack:
        addresses = [stack.enter_context(listener(attack)) for attack in attacks]
        dials = [f"evil{number}={where}" for number, where in enumerate(addresses)]
        server = stack.enter_context(victim("--listen", "127.0.0.1:0", *dials))
        report.before = server.memory
        watching = asyncio.create_task(watch(server, report))
        bots = [
            asyncio.create_task(tianming.run_async(honest, server.address, server.tokens[bot]))
            for bot in NAMES[:2]
        ]
        while not honest.times:
            await asyncio.sleep(0.02)
        await asyncio.sleep(seconds)
        report.loud = honest.times.copy()
        await server.has_record()
        watching.cancel()
        server.verdicts(report)
        await asyncio.to_thread(server.stop)
        for bot in bots:
            bot.cancel()
        await asyncio.gather(*bots, return_exceptions=True)
    return report


def check(report: Report) -> None:
    """Check that memory stayed, that honest bots played, and that no match was changed."""
    assert report.most - report.before < MEMORY
    assert report.played
    assert report.changed == 0


class TestListeners:
    """Several bots that listen attack at the same time."""

    @pytest.mark.parametrize("attack", ATTACKS)
    def test_two_bots_with_the_same_attack_do_no_harm(self, attack: str) -> None:
        check(asyncio.run(attacked([attack] * 2, SHORT)))

    def test_and_with_all_at_once(self) -> None:
        check(asyncio.run(attacked(list(ATTACKS), LONG)))
