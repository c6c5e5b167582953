"""The report of a run, as text and as JSON."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from referee.conformance.check import Level
from referee.conformance.suite import CheckStatus, Finding
from referee.conformance.transcript import Line

_MOST_LINES = 24
"""Maximum of lines of a transcript that are printed, the last ones."""

_WIDTH = 300
"""Maximum of characters of a printed line."""


def lines(finding: Finding) -> Iterator[str]:
    """Yield a line for a check; if it failed, also the details of the failure."""
    name, status = finding.check.name, finding.status
    if status is CheckStatus.SKIPPED:
        yield f"skipped  {name}: {finding.why}"
    elif status is CheckStatus.OK:
        yield f"ok       {name}"
    else:
        yield f"FAILED   {name}: {finding.check.promise}"
        yield from _failure(finding)


def _failure(finding: Finding) -> Iterator[str]:
    yield f"  expected  {finding.expected}"
    yield f"  came      {finding.came}"
    shown = finding.lines[-_MOST_LINES:]
    left_out = len(finding.lines) - len(shown)
    if left_out:
        yield f"  {left_out} earlier lines (--json has them)"
    for line in shown:
        yield f"  {_cut(str(line))}"
    for text in finding.process:
        yield f"  {_cut(text)}"


def _cut(text: str) -> str:
    return text if len(text) <= _WIDTH else f"{text[: _WIDTH - 3]}..."


def verdict(bot: str, level: str, findings: Sequence[Finding]) -> str:
    """Return the outcome of the run in a sentence; `level` is empty if the user named checks."""
    counts = Counter(finding.status for finding in findings)
    summary = ", ".join(
        f"{counts[status]} {status.value}" for status in CheckStatus if counts[status]
    )
    if not level:
        return f"{bot}: {summary}."
    reached = _reached(findings, Level(level))
    if reached is Level(level):
        return f"{bot} passes {level}: {summary}."
    also = f", passes {reached.value}" if reached is not None else ""
    return f"{bot} fails {level}{also}: {summary}."


def as_json(bot: str, level: str, findings: Sequence[Finding]) -> dict[str, Any]:
    """Return the run as JSON; `level` is empty if the user named checks."""
    reached = _reached(findings, Level(level)) if level else None
    return {
        "bot": bot,
        "level": level or None,
        "passes": None if reached is None else reached.value,
        "checks": [_as_json(finding) for finding in findings],
    }


def _reached(findings: Sequence[Finding], level: Level) -> Level | None:
    """Return the highest level up to `level` without a failed check; None if there is none."""
    failed = {finding.check.level for finding in findings if finding.is_failure}
    if Level.CORE in failed:
        return None
    return Level.CORE if failed else level


def _as_json(finding: Finding) -> dict[str, Any]:
    return {
        "check": finding.check.name,
        "level": finding.check.level.value,
        "promise": finding.check.promise,
        "status": finding.status.value,
        "seconds": round(finding.seconds, 3),
        "why": finding.why,
        "expected": finding.expected,
        "came": finding.came,
        "frames": [_line_as_json(line) for line in finding.lines],
        "process": list(finding.process),
    }


def _line_as_json(line: Line) -> dict[str, Any]:
    return {
        "at": round(line.at, 6),
        "kind": line.kind.value,
        "stream": line.stream,
        "from": line.sender,
        "text": line.text,
        "bytes": line.data.hex(),
    }
