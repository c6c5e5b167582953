"""Run checks against a mutant."""

import sys

import uvloop

from referee.conformance.bot import DialingBot, Timeouts
from referee.conformance.check import Check
from referee.conformance.checks import CHECKS
from referee.conformance.suite import run
from referee.identifier import BotName
from referee.launch.command import BotCommand

PATIENCE = Timeouts(startup=10, step=2)

BY_NAME = {check.name: check for check in CHECKS}
"""All checks by name."""


def failures(module: str, name: str, checks: list[Check]) -> list[str]:
    """Run checks against a mutant; return the names of those that it fails.

    Args:
        module: the module in `tests.conformance` that starts the mutant.
        name: the name of the mutant.
        checks: the checks to run.
    """
    command = BotCommand(BotName(name), (sys.executable, "-m", f"tests.conformance.{module}", name))

    async def work() -> list[str]:
        findings = [one async for one in run(checks, lambda: DialingBot(command, PATIENCE))]
        return [finding.check.name for finding in findings if finding.is_failure]

    return uvloop.run(work())


def with_target(checks: list[Check], name: str) -> list[Check]:
    """Return these checks, with the check `name` added if it is missing."""
    return checks if BY_NAME[name] in checks else [*checks, BY_NAME[name]]
