"""Write the tables of docs/conformance.md: all checks, and how many the bots of a language pass.

    python -m tests.conformance.table [--check] [LANGUAGE ...]

The table of checks comes from the suite. The table of languages comes from a run with the bots of
the named languages, which it builds first. If no language is named, that table does not change.
`--check` writes nothing, and exits with 1 if the page's table of checks differs.
"""

import argparse
import re
import sys
from collections.abc import Sequence
from pathlib import Path

import uvloop

from referee.conformance import report
from referee.conformance.bot import DiallingBot, Timeouts
from referee.conformance.check import Level
from referee.conformance.checks import CHECKS
from referee.conformance.suite import CheckStatus, Finding, run
from referee.launch.command import BotCommand
from tests.languages import LANGUAGES, bot_command

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs/conformance.md"

TITLES = {language.title: language for language in sorted(LANGUAGES, key=lambda one: one.title)}
"""The languages by title, in alphabetical order."""

BOTS = {"minimal": Level.CORE, "random": Level.FULL, "greedy": Level.FULL}
"""The bots of each language, and the level that each must pass."""


def table_of_checks() -> str:
    """Return the table of checks, with their levels and promises."""
    rows = [f"| `{check.name}` | {check.level.value} | {check.promise} |" for check in CHECKS]
    return "\n".join(("| check | level | promise |", "|---|---|---|", *rows))


def table_of_languages(languages: list[str]) -> str:
    """Run the bots of some languages; return the table of what they pass."""
    rows = [f"| {language} | {' | '.join(cells(language))} |" for language in languages]
    heads = " | ".join(f"`{bot}` ({level.value})" for bot, level in BOTS.items())
    return "\n".join((f"| language | {heads} |", "|---|---|---|---|", *rows))


def cells(language: str) -> list[str]:
    """Return the cells of a language, by its title: what each of its bots passes."""
    here = TITLES[language]
    return [
        cell(bot_command(here, bot), level) if bot in here.bots else "-"
        for bot, level in BOTS.items()
    ]


def cell(command: BotCommand, level: Level) -> str:
    """Run a bot; return the number of passed checks and the names of failed ones, as text."""
    findings = uvloop.run(conform(command, level))
    ok = sum(finding.status is CheckStatus.OK for finding in findings)
    failed = [f"`{finding.check.name}`" for finding in findings if finding.is_failure]
    print(f"{command.line}: {ok} of {len(findings)} ok", file=sys.stderr)
    for finding in findings:
        if finding.is_failure:
            print(*report.lines(finding), sep="\n", file=sys.stderr)
    return f"{ok} of {len(findings)}" + (f", not {', '.join(failed)}" if failed else "")


async def conform(command: BotCommand, level: Level) -> list[Finding]:
    """Run the checks of a level against a bot; return the findings."""
    checks = [check for check in CHECKS if level.includes(check.level)]
    return [one async for one in run(checks, lambda: DiallingBot(command, Timeouts()))]


def replaced(page: str, name: str, table: str) -> str:
    """Return the page with a new table between the comments `name` and `end`."""
    pattern = rf"(<!-- {name} -->\n).*?(\n<!-- end -->)"
    return re.sub(pattern, lambda found: f"{found[1]}{table}{found[2]}", page, flags=re.DOTALL)


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the page, or compare it; return the exit status."""
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
