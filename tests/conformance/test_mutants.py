"""For each check there is a wrong bot that fails it, and passes the others."""

import sys

import pytest
import uvloop

from referee.conformance.bot import DialingBot, Patience
from referee.conformance.check import Check, Level
from referee.conformance.checks import CHECKS
from referee.conformance.suite import run
from referee.launch.command import BotCommand
from tests.conformance import sdk_mutant
from tests.conformance.mutant import MUTANTS

pytestmark = pytest.mark.timeout(120)
"""Each test starts processes, and a bot that fails makes the suite wait."""

PATIENCE = Patience(startup=20, step=2)

BY_NAME = {check.name: check for check in CHECKS}
CORE = [check for check in CHECKS if check.level is Level.CORE]
ON_STREAM = [check for check in CORE if check.on_stream is not None]
PLAYS = [BY_NAME["answer"], BY_NAME["ping"]]


def failures(module: str, name: str, checks: list[Check]) -> list[str]:
    """The checks that a bot fails."""
    command = BotCommand(name, (sys.executable, "-m", f"tests.conformance.{module}", name))

    async def work() -> list[str]:
        findings = [one async for one in run(checks, lambda: DialingBot(command, PATIENCE))]
        return [finding.check.name for finding in findings if finding.is_failure]

    return uvloop.run(work())


def with_target(checks: list[Check], name: str) -> list[Check]:
    """Some checks, and one more where it is not among them."""
    return checks if BY_NAME[name] in checks else [*checks, BY_NAME[name]]


def test_the_bot_without_a_mutation_passes_core() -> None:
    assert failures("mutant", "Bare", CORE) == []


@pytest.mark.parametrize(("name", "check"), [(name, check) for name, (_, check) in MUTANTS.items()])
def test_a_mutant_fails_its_check_and_no_other(name: str, check: str) -> None:
    assert failures("mutant", name, with_target(ON_STREAM, check)) == [check]


@pytest.mark.parametrize(
    ("name", "check"), [(name, check) for name, (_, check) in sdk_mutant.MUTANTS.items()]
)
def test_a_mutant_of_the_sdk_fails_its_check_and_plays(name: str, check: str) -> None:
    assert failures("sdk_mutant", name, with_target(PLAYS, check)) == [check]


def test_every_check_has_a_mutant() -> None:
    mutants = [*MUTANTS.values(), *sdk_mutant.MUTANTS.values()]
    assert sorted(check for _, check in mutants) == sorted(BY_NAME)
