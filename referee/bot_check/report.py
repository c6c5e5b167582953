"""The report of a check, as text and as JSON."""

from collections.abc import Iterator, Sequence
from typing import Any

from referee.bot_check.finding import BotFinding, Severity, Verdict, verdict_of
from tianming_games.ground.text import counted

_MARKS = {
    Severity.OK: "ok",
    Severity.UNKNOWN: "unknown",
    Severity.WARNING: "WARNING",
    Severity.FAILURE: "FAILURE",
}
_SENTENCES = {
    Verdict.READY: "is ready for a league",
    Verdict.WARNINGS: "can enter a league",
    Verdict.NOT_READY: "is not ready",
}


def lines(finding: BotFinding) -> Iterator[str]:
    """Yield a finding as lines: its mark, subject and sentence, then its details."""
    yield f"{_MARKS[finding.severity]:<8} {finding.subject}: {finding.text}"
    yield from (f"{'':<8}   {line}" for line in finding.details)


def verdict_line(bot: str, findings: Sequence[BotFinding]) -> str:
    """Return the last line: whether the bot is ready, and the numbers of failures and warnings."""
    counts = {
        "failure": sum(each.severity is Severity.FAILURE for each in findings),
        "warning": sum(each.severity is Severity.WARNING for each in findings),
    }
    found = [counted(number, name) for name, number in counts.items() if number]
    more = f", with {' and '.join(found)}" if found else ""
    return f"{bot} {_SENTENCES[verdict_of(findings)]}{more}."


def as_json(bot: str, findings: Sequence[BotFinding]) -> dict[str, Any]:
    """Return the verdict and all findings as JSON."""
    return {
        "bot": bot,
        "verdict": verdict_of(findings).value,
        "findings": [
            {
                "subject": finding.subject,
                "severity": finding.severity.value,
                "text": finding.text,
                "details": list(finding.details),
                "data": dict(finding.data),
            }
            for finding in findings
        ],
    }
