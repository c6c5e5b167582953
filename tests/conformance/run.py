"""Run checks against a mutant, and the whole suite against a bot."""

import sys

import uvloop

from referee.conformance.bot import DiallingBot, Timeouts
from referee.conformance.check import Check
from referee.conformance.checks import CHECKS
from referee.conformance.suite import run
from referee.identifier import BotName
from referee.launch.command import BotCommand
from tests.cli.shell import referee
from tests.patience import PATIENCE

SHORT = Timeouts(startup=10, step=2)
LONG = Timeouts(startup=PATIENCE, step=PATIENCE / 10)

BY_NAME = {check.name: check for check in CHECKS}
"""All checks by name."""


def failures(module: str, name: str, checks: list[Check], target: str = "") -> list[str]:
    """Run checks against a mutant; return the names of those that it fails.

    Args:
        module: the module in `tests.conformance` that starts the mutant.
        name: the name of the mutant.
        checks: the checks that a slow machine must not fail.
        target: the check that the mutant must fail, which waits for little time.
    """
    command = BotCommand(BotName(name), (sys.executable, "-m", f"tests.conformance.{module}", name))

    async def work() -> list[str]:
        others = [check for check in checks if check.name != target]
        findings = [one async for one in run(others, lambda: DiallingBot(command, LONG))]
        if target:
            findings += [
                one async for one in run([BY_NAME[target]], lambda: DiallingBot(command, SHORT))
            ]
        return [finding.check.name for finding in findings if finding.is_failure]

    return uvloop.run(work())


def conform(*arguments: str) -> str:
    """Check a bot patiently, and return the last line of the report; name the failed checks."""
    patience = ("--timeout", f"{LONG.step:g}", "--startup", f"{LONG.startup:g}")
    done = referee("conform", *patience, *arguments)
    lines = done.stdout.splitlines()
    failed = [line for line in lines if line.startswith("FAILED")]
    assert done.returncode == 0, "\n".join([*failed, "", done.stdout, done.stderr])
    return lines[-1]
