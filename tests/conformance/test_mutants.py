"""For each check there is a wrong bot that fails it, and passes the others."""

import sys

import pytest
import uvloop

from referee.conformance.bot import DialingBot, Patience
from referee.conformance.check import Check, Level
from referee.conformance.checks import CHECKS
from referee.conformance.suite import Finding, run
from referee.launch.command import BotCommand
from tests.conformance.mutant import MUTANTS

pytestmark = pytest.mark.timeout(120)
"""Each test starts processes, and a bot that fails makes the suite wait."""

PATIENCE = Patience(startup=20, step=2)


def command(name: str) -> BotCommand:
    """The command of a mutant, or of the bot that keeps the level `core`."""
    return BotCommand(name, (sys.executable, "-m", "tests.conformance.mutant", name))


def findings(name: str, checks: list[Check]) -> list[Finding]:
    """Run some checks against a bot."""

    async def work() -> list[Finding]:
        return [one async for one in run(checks, lambda: DialingBot(command(name), PATIENCE))]

    return uvloop.run(work())


def failures(name: str, checks: list[Check]) -> list[str]:
    """The checks that a bot fails."""
    return [finding.check.name for finding in findings(name, checks) if finding.is_failure]


CORE = [check for check in CHECKS if check.level is Level.CORE]
ON_STREAM = [check for check in CORE if check.on_stream is not None]


def test_the_bot_without_a_mutation_passes_core() -> None:
    assert failures("Bare", CORE) == []


@pytest.mark.parametrize(("name", "check"), [(name, check) for name, (_, check) in MUTANTS.items()])
def test_a_mutant_fails_its_check_and_no_other(name: str, check: str) -> None:
    (target,) = [one for one in CHECKS if one.name == check]
    checks = [*ON_STREAM, *([] if target in ON_STREAM else [target])]
    assert failures(name, checks) == [check]


def test_every_check_has_a_mutant() -> None:
    assert {check.name for check in CORE} - {check for _, check in MUTANTS.values()} == set()
