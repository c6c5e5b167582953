"""A finding: one fact that a check found about a bot, and its severity."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum


class Severity(Enum):
    """Whether a finding keeps a bot from a league."""

    OK = "ok"
    UNKNOWN = "unknown"
    """This machine could not observe it."""
    WARNING = "warning"
    """The bot can play, but its author should know."""
    FAILURE = "failure"
    """The bot would lose matches because of it."""


@dataclass(frozen=True, slots=True)
class BotFinding:
    """A finding.

    Attributes:
        subject: the subject, such as `memory`.
        severity: whether it keeps the bot from a league.
        text: a sentence on what was found, and how to fix it.
        details: more lines, such as a list of files.
        data: the numbers, for JSON.
    """

    subject: str
    severity: Severity
    text: str
    details: tuple[str, ...] = ()
    data: Mapping[str, object] = field(default_factory=dict)


class Verdict(Enum):
    """The result of a check."""

    READY = "ready"
    WARNINGS = "ready_with_warnings"
    NOT_READY = "not_ready"


def verdict_of(findings: Iterable[BotFinding]) -> Verdict:
    """Return the verdict that follows from the findings."""
    found = {finding.severity for finding in findings}
    if Severity.FAILURE in found:
        return Verdict.NOT_READY
    return Verdict.WARNINGS if Severity.WARNING in found else Verdict.READY
