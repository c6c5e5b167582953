"""`referee conform`: check whether a bot keeps the protocol."""

import argparse
import os
import shlex
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from referee.cli import interruption, logs, output, terms
from referee.cli.command import Command
from referee.cli.progress import Progress
from referee.error import UsageError

if TYPE_CHECKING:
    from referee.conformance.bot import Bot
    from referee.conformance.check import Check
    from referee.conformance.suite import Finding

LEVELS = ("core", "full")


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument(
        "bot",
        metavar="BOT",
        nargs="*",
        help="after `--`: an installed bot, or a command with its arguments",
    )
    parser.add_argument(
        "--address",
        metavar="ADDRESS",
        help="check a bot that listens there, and takes calls with the token in TIANMING_TOKEN",
    )
    parser.add_argument(
        "--level",
        choices=LEVELS,
        default="full",
        help="what to demand: core of a bot on generated stubs, full of an SDK (default: full)",
    )
    parser.add_argument(
        "--check",
        action="append",
        default=[],
        metavar="NAME",
        help="run only this check, whatever its level; may be repeated",
    )
    parser.add_argument("--list", action="store_true", help="list the checks, and run none")
    parser.add_argument(
        "--timeout",
        type=float,
        default=5.0,
        metavar="SECONDS",
        help="time for the bot in each step of a check (default: 5)",
    )
    parser.add_argument(
        "--startup",
        type=float,
        default=20.0,
        metavar="SECONDS",
        help="time for the bot to connect after its start (default: 20)",
    )
    parser.add_argument(
        "--json", action="store_true", help="print all findings, with the frames of failed checks"
    )
    logs.configure(parser, "warning")


def run(args: argparse.Namespace) -> int:
    """Run the checks, and show what each came to; 1 when one fails."""
    from referee.conformance import report

    logs.start(args)
    checks = _checks(args)
    if args.list:
        _list(args, checks)
        return 0
    terms.check_seconds("timeout", args.timeout)
    terms.check_seconds("startup", args.startup)
    line, make = _bot(args)
    findings = interruption.run(_conform(args, checks, make))
    level = "" if args.check else args.level
    if args.json:
        output.print_json(report.as_json(line, level, findings))
    else:
        print(output.printable(report.verdict(line, level, findings)))
    return int(any(finding.is_failure for finding in findings))


def _checks(args: argparse.Namespace) -> "list[Check]":
    """The checks to run.

    Raises:
        UsageError: when a name is none of a check.
    """
    from referee.conformance.check import Level
    from referee.conformance.checks import CHECKS
    from tianming_games.ground.text import did_you_mean

    names = [check.name for check in CHECKS]
    for name in args.check:
        if name not in names:
            raise UsageError(f"--check {name}: no such check; {did_you_mean(name, names)}")
    if args.check:
        return [check for check in CHECKS if check.name in args.check]
    level = Level(args.level)
    return [check for check in CHECKS if level.includes(check.level)]


def _list(args: argparse.Namespace, checks: "Sequence[Check]") -> None:
    rows = [
        {"check": check.name, "level": check.level.value, "promise": check.promise}
        for check in checks
    ]
    if args.json:
        output.print_json(rows)
    else:
        output.print_table(rows)


def _bot(args: argparse.Namespace) -> "tuple[str, Callable[[], Bot]]":
    """The bot as the user named it, and what makes it for each check.

    Raises:
        UsageError: when none is named, or two are.
        UnavailableError: when its program does not exist.
    """
    from referee.conformance.bot import DialingBot, Patience
    from referee.conformance.dialer import ListeningBot
    from referee.launch.command import commands

    if bool(args.bot) == (args.address is not None):
        raise UsageError("name one bot: give its command after `--`, or its --address.")
    patience = Patience(args.startup, args.timeout)
    if args.address is not None:
        token = os.environ.get("TIANMING_TOKEN", "")
        try:
            ListeningBot(args.address, token, patience)
        except ValueError as error:
            raise UsageError(f"{error}.") from None
        return args.address, lambda: ListeningBot(args.address, token, patience)
    (command,) = commands([args.bot[0] if len(args.bot) == 1 else shlex.join(args.bot)])
    return command.line, lambda: DialingBot(command, patience)


async def _conform(
    args: argparse.Namespace, checks: "Sequence[Check]", make: "Callable[[], Bot]"
) -> "list[Finding]":
    """Run the checks; print each finding as it comes.

    Raises:
        UnavailableError: when no bot listens at the address.
    """
    from contextlib import aclosing

    from referee.conformance import report
    from referee.conformance.dialer import check_reachable
    from referee.conformance.suite import run as run_suite

    if args.address is not None:
        await check_reachable(args.address, args.startup)
    findings: list[Finding] = []
    with Progress(prints=not args.json) as progress:
        progress.show(f"{checks[0].name}: 1 of {len(checks)}")
        async with aclosing(run_suite(checks, make)) as coming:
            async for finding in coming:
                findings.append(finding)
                if not args.json:
                    print("\n".join(map(output.printable, report.lines(finding))), flush=True)
                progress.show(f"{len(findings)} of {len(checks)} checks")
    return findings


COMMAND = Command(
    name="conform",
    help="check whether a bot in any language keeps the protocol",
    examples=(
        "referee conform -- python my_bot.py",
        "referee conform --level core -- ./my-bot --fast",
        "referee conform --check ping --check resume --json -- greedy",
        "TIANMING_TOKEN=... referee conform --address 127.0.0.1:7000",
        "referee conform --list",
    ),
    configure=configure,
    run=run,
    one="finished; the bot fails a check",
)
