"""A finding: one thing that a check found out about a bot, and whether it matters."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum


class Severity(Enum):
    """Whether a finding keeps a bot from a league."""

    OK = "ok"
    UNKNOWN = "unknown"
    """It could not be observed on this machine."""
    WARNING = "warning"
    """The bot can play, and its author should know."""
    FAILURE = "failure"
    """The bot would lose matches by it."""


@dataclass(frozen=True, slots=True)
class BotFinding:
    """What was found.

    Attributes:
        subject: what it is about, such as `memory`.
        severity: whether it matters.
        text: what was found, in a sentence, and how to mend it.
        details: more lines, such as the files that it is about.
        data: the numbers, for programs.
    """

    subject: str
    severity: Severity
    text: str
    details: tuple[str, ...] = ()
    data: Mapping[str, object] = field(default_factory=dict)


class Verdict(Enum):
    """What a check comes to."""

    READY = "ready"
    WARNINGS = "ready_with_warnings"
    NOT_READY = "not_ready"


def verdict_of(findings: Iterable[BotFinding]) -> Verdict:
    """The verdict on a bot with some findings."""
    found = {finding.severity for finding in findings}
    if Severity.FAILURE in found:
        return Verdict.NOT_READY
    return Verdict.WARNINGS if Severity.WARNING in found else Verdict.READY
