"""`referee conform`: check whether a bot follows the protocol."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import click

from referee.cli import interruption, output
from referee.cli.command import WordChoice, command, json_option
from referee.cli.option.bot_words import joined
from referee.cli.option.logs import log_options
from referee.cli.option.match_options import check_seconds, startup_option
from referee.cli.report.progress import Progress
from referee.cli.sentence import CommandSentence
from referee.error import UsageError

if TYPE_CHECKING:
    from referee.conformance.bot import BotUnderTest
    from referee.conformance.check import Check
    from referee.conformance.suite import Finding

LEVELS = ("core", "full")


@command(
    "conform",
    examples=(
        "referee conform -- python my_bot.py",
        "referee conform --level core -- ./my-bot --fast",
        "referee conform --check ping --check resume --json -- greedy",
        "TIANMING_TOKEN=... referee conform --address 127.0.0.1:7000",
        "referee conform --list",
    ),
    one="finished; the bot fails a check",
)
@click.argument(
    "bot",
    metavar="[BOT]...",
    nargs=-1,
    help="after `--`: an installed bot, or a command with its arguments",
)
@click.option(
    "--address",
    metavar="ADDRESS",
    help="check a bot that listens there, and takes calls with the token in TIANMING_TOKEN",
)
@click.option(
    "--level",
    type=WordChoice(LEVELS),
    default="full",
    help="what to demand: core of a bot on generated stubs, full of an SDK (default: full)",
)
@click.option(
    "--check",
    "named",
    multiple=True,
    metavar="NAME",
    help="run only this check, whatever its level; may be repeated",
)
@click.option("--list", "is_list", is_flag=True, help="list the checks, and run none")
@click.option(
    "--timeout",
    type=float,
    default=5.0,
    metavar="SECONDS",
    help="time for the bot in each step of a check (default: 5)",
)
@startup_option
@json_option(help="print all findings, with the frames of failed checks")
@log_options("warning")
def conform(
    bot: tuple[str, ...],
    address: str | None,
    level: str,
    named: tuple[str, ...],
    is_list: bool,
    timeout: float,
    startup: float,
    as_json: bool,
) -> int:
    """Check whether a bot in any language keeps the protocol."""
    from referee.conformance import report

    checks = _checks(named, level)
    if is_list:
        _list(checks, as_json)
        return 0
    check_seconds("timeout", timeout)
    check_seconds("startup", startup)
    line, make = _bot(bot, address, startup, timeout)
    findings = interruption.run(_conform(checks, make, address, startup, not as_json))
    demanded = "" if named else level
    if as_json:
        output.print_json(report.as_json(line, demanded, findings))
    else:
        print(output.printable(report.verdict(line, demanded, findings)))
    return int(any(finding.is_failure for finding in findings))


def _checks(named: Sequence[str], level: str) -> list[Check]:
    """Return the checks to run: the named ones, or all of the level.

    Raises:
        UsageError: if no check has one of the names.
    """
    from referee.conformance.check import Level
    from referee.conformance.checks import CHECKS
    from tianming_games.ground.text import did_you_mean

    names = [check.name for check in CHECKS]
    for name in named:
        if name not in names:
            raise UsageError(
                CommandSentence.NO_SUCH_CHECK, name=name, hint=did_you_mean(name, names)
            )
    if named:
        return [check for check in CHECKS if check.name in named]
    demanded = Level(level)
    return [check for check in CHECKS if demanded.includes(check.level)]


def _list(checks: Sequence[Check], as_json: bool) -> None:
    rows = [
        {"check": check.name, "level": check.level.value, "promise": check.promise}
        for check in checks
    ]
    if as_json:
        output.print_json(rows)
    else:
        output.print_table(rows)


def _bot(
    words: Sequence[str], address: str | None, startup: float, timeout: float
) -> tuple[str, Callable[[], BotUnderTest]]:
    """Return the bot as the user named it, and a function that creates it for each check.

    Raises:
        UsageError: if the user named no bot, or both a command and an address.
        UnavailableError: if its program does not exist.
    """
    from referee.conformance.bot import DiallingBot, Timeouts
    from referee.conformance.dialer import ServingBot
    from referee.launch.command import commands

    if bool(words) == (address is not None):
        raise UsageError(CommandSentence.NAME_ONE_BOT)
    patience = Timeouts(startup, timeout)
    if address is not None:
        token = os.environ.get("TIANMING_TOKEN", "")
        try:
            ServingBot(address, token, patience)
        except ValueError as error:
            raise UsageError(CommandSentence.WRONG_BOT_ADDRESS, why=error) from None
        return address, lambda: ServingBot(address, token, patience)
    (command,) = commands([joined(words)])
    return command.line, lambda: DiallingBot(command, patience)


async def _conform(
    checks: Sequence[Check],
    make: Callable[[], BotUnderTest],
    address: str | None,
    startup: float,
    prints: bool,
) -> list[Finding]:
    """Run the checks and return all findings; if `prints`, print each at once.

    Raises:
        UnavailableError: if no bot listens at the address.
    """
    from contextlib import aclosing

    from referee.conformance import report
    from referee.conformance.dialer import check_reachable
    from referee.conformance.suite import run as run_suite

    if address is not None:
        await check_reachable(address, startup)
    findings: list[Finding] = []
    with Progress(prints) as progress:
        progress.show(f"{checks[0].name}: 1 of {len(checks)}")
        async with aclosing(run_suite(checks, make)) as coming:
            async for finding in coming:
                findings.append(finding)
                if prints:
                    print("\n".join(map(output.printable, report.lines(finding))), flush=True)
                progress.show(f"{len(findings)} of {len(checks)} checks")
    return findings
