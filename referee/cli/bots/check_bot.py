"""`referee check-bot`: check a whole bot before it enters a league."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from referee.bot_check.sentence import BotCheckSentence
from referee.cli import interruption, output
from referee.cli.command import PATH, command, json_option
from referee.cli.option.bot_words import bots_argument, one_command_of
from referee.cli.option.logs import log_options
from referee.cli.option.match_options import check_seconds, startup_option
from referee.cli.option.sandboxing import SandboxFlags, sandbox_of, sandbox_options_by
from referee.cli.report.progress import Progress
from referee.error import UsageError

if TYPE_CHECKING:
    from referee.bot_check.finding import BotFinding
    from referee.bot_check.settings import CheckSettings

_SANDBOX = "basic"
"""The default preset of leagues."""
_MOST_AT_ONCE = 1_000


@command(
    "check-bot",
    examples=(
        "referee check-bot -- python my_bot.py",
        "referee check-bot --league league.toml -- python my_bot.py",
        "referee check-bot --game dragon --json -- greedy",
    ),
    one="finished; the bot is not ready",
    exclusive=(("league", "named"),),
)
@bots_argument(
    "after `--`: an installed bot, or a command with its arguments; NAME= before it names the bot"
)
@click.option(
    "--league",
    type=PATH,
    metavar="FILE",
    help="take game, clock, strikes and sandbox from a league file",
)
@click.option(
    "--game",
    "named",
    multiple=True,
    metavar="GAME",
    help="play only this game; may be repeated (default: all that the bot names)",
)
@click.option(
    "--matches",
    type=int,
    default=16,
    metavar="N",
    help="matches played at once, as far as the bot takes them (default: 16)",
)
@click.option(
    "--seconds",
    type=float,
    default=300.0,
    metavar="SECONDS",
    help="start no more matches in a part of the check after this time (default: 300)",
)
@startup_option
@json_option(help="print the verdict and all findings")
@sandbox_options_by(_SANDBOX)
@log_options("error")
def check_bot(
    words: tuple[str, ...],
    league: Path | None,
    named: tuple[str, ...],
    matches: int,
    seconds: float,
    startup: float,
    as_json: bool,
    sandbox: SandboxFlags,
) -> int:
    """Check a whole bot before it enters a league: how it starts, plays and ends, what it uses."""
    from referee.bot_check import report
    from referee.bot_check.finding import Verdict, verdict_of
    from referee.bot_check.settings import CheckSettings

    _check_options(named, matches, seconds, startup)
    settings = CheckSettings(
        bot=one_command_of(words),
        sandbox=sandbox_of(sandbox),
        startup=startup,
        games=named,
        at_once=matches,
        seconds=seconds,
    )
    if league is not None:
        settings = _of_league(settings, league, sandbox)
    findings = interruption.run(_check(settings, prints=not as_json))
    if as_json:
        output.print_json(report.as_json(settings.bot.line, findings))
    else:
        print(output.printable(report.verdict_line(settings.bot.name, findings)))
    return int(verdict_of(findings) is Verdict.NOT_READY)


def _check_options(named: Sequence[str], matches: int, seconds: float, startup: float) -> None:
    """Raise `UsageError` if an option is wrong."""
    from tianming_games.registry import load

    check_seconds("seconds", seconds)
    check_seconds("startup", startup)
    if not 1 <= matches <= _MOST_AT_ONCE:
        wrong = BotCheckSentence.WRONG_MATCHES_AT_ONCE
        raise UsageError(wrong, matches=matches, most=_MOST_AT_ONCE)
    for game in named:
        load(game)


def _of_league(settings: CheckSettings, file: Path, sandbox: SandboxFlags) -> CheckSettings:
    """Return the settings with game, clock, strikes and sandbox of a league file.

    Raises:
        UsageError: if the user also gave sandbox flags, or the file is wrong.
    """
    from referee.league.configuration.league_file import read_league
    from referee.league.configuration.local_sandbox import local_sandbox

    flags = [word for word in sandbox.words() if word.startswith("--")]
    if sandbox.sandbox == _SANDBOX:
        flags.remove("--sandbox")
    if flags:
        both = BotCheckSentence.LEAGUE_AND_FLAGS
        raise UsageError(both, file=file, flags=", ".join(flags))
    league = read_league(file, {}, os.environ, to_play=False)
    return replace(
        settings,
        sandbox=local_sandbox(league),
        clock=league.clock.settings,
        strikes=league.match.strikes,
        startup=league.match.startup,
        games=(league.game,),
    )


async def _check(settings: CheckSettings, prints: bool) -> list[BotFinding]:
    """Check the bot and return all findings; if `prints`, print each at once."""
    from contextlib import aclosing

    from referee.bot_check import report
    from referee.bot_check.suite import BotSuite

    findings: list[BotFinding] = []
    with Progress(prints) as progress:
        async with aclosing(BotSuite(settings, progress.show).run()) as coming:
            async for finding in coming:
                findings.append(finding)
                if prints:
                    print("\n".join(map(output.printable, report.lines(finding))), flush=True)
    return findings
