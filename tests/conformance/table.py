"""Write the tables of docs/conformance.md: the checks, and what the bots of all languages pass.

    python -m tests.conformance.table [--check] [LANGUAGE ...]

The checks come from the suite. The other table comes from a run with the bots of the languages,
which are built first; without a language it stays as it is.
`--check` writes nothing, and ends with 1 if the page has other checks.
"""

import argparse
import re
import sys
from collections.abc import Sequence
from pathlib import Path

import uvloop

from referee.conformance import report
from referee.conformance.bot import DialingBot, Timeouts
from referee.conformance.check import Level
from referee.conformance.checks import CHECKS
from referee.conformance.suite import CheckStatus, Finding, run
from referee.launch.command import BotCommand
from tests.languages import LANGUAGES, bot_command

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs/conformance.md"

TITLES = {language.title: language for language in sorted(LANGUAGES, key=lambda one: one.title)}
"""The languages, as people write them."""

BOTS = {"minimal": Level.CORE, "random": Level.FULL, "greedy": Level.FULL}
"""The bots of each language, and the level that each keeps."""


def table_of_checks() -> str:
    """The checks, with their levels and promises."""
    rows = [f"| `{check.name}` | {check.level.value} | {check.promise} |" for check in CHECKS]
    return "\n".join(("| check | level | promise |", "|---|---|---|", *rows))


def table_of_languages(languages: list[str]) -> str:
    """What the bots of some languages pass, from a run."""
    rows = [f"| {language} | {' | '.join(cells(language))} |" for language in languages]
    heads = " | ".join(f"`{bot}` ({level.value})" for bot, level in BOTS.items())
    return "\n".join((f"| language | {heads} |", "|---|---|---|---|", *rows))


def cells(language: str) -> list[str]:
    """What each bot of a language passes."""
    here = TITLES[language]
    return [
        cell(bot_command(here, bot), level) if bot in here.bots else "-"
        for bot, level in BOTS.items()
    ]


def cell(command: BotCommand, level: Level) -> str:
    """What a bot passes, as text: the checks that are ok, and those that are not."""
    findings = uvloop.run(conform(command, level))
    ok = sum(finding.status is CheckStatus.OK for finding in findings)
    failed = [f"`{finding.check.name}`" for finding in findings if finding.is_failure]
    print(f"{command.line}: {ok} of {len(findings)} ok", file=sys.stderr)
    for finding in findings:
        if finding.is_failure:
            print(*report.lines(finding), sep="\n", file=sys.stderr)
    return f"{ok} of {len(findings)}" + (f", not {', '.join(failed)}" if failed else "")


async def conform(command: BotCommand, level: Level) -> list[Finding]:
    """Run the checks of a level against a bot."""
    checks = [check for check in CHECKS if level.includes(check.level)]
    return [one async for one in run(checks, lambda: DialingBot(command, Timeouts()))]


def replaced(page: str, name: str, table: str) -> str:
    """The page with another table between the comments of a name."""
    pattern = rf"(<!-- {name} -->\n).*?(\n<!-- end -->)"
    return re.sub(pattern, lambda found: f"{found[1]}{table}{found[2]}", page, flags=re.DOTALL)


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the page, or compare it."""
    parser = argparse.ArgumentParser(description="Write the tables of docs/conformance.md.")
    parser.add_argument("languages", nargs="*", metavar="LANGUAGE", help=", ".join(TITLES))
    parser.add_argument("--check", action="store_true", help="write nothing")
    args = parser.parse_args(arguments)
    if unknown := [name for name in args.languages if name not in TITLES]:
        parser.error(f"no bots in {', '.join(unknown)}")
    before = PAGE.read_text(encoding="utf-8")
    after = replaced(before, "checks", table_of_checks())
    if args.check:
        return int(after != before)
    if args.languages:
        after = replaced(after, "languages", table_of_languages(args.languages))
    PAGE.write_text(after, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
