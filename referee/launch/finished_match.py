"""The result of playing a match: it finishes with an outcome, or it fails."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from referee.identifier import BotName, MatchId
from referee.launch.sentence import LaunchSentence
from referee.launch.supervisor.exit_status import ExitStatus
from referee.match.outcome import Outcome
from referee.record.outline import Header
from referee.record.summary import RecordSummary
from referee.server.metrics import Metrics


@dataclass(frozen=True, slots=True)
class Absence:
    """The absence of a bot from a match: it crashed, did not start, or did not come back.

    Attributes:
        bot: the name of the bot.
        reason: why it was absent, as a clause.
        last_words: its last output, safe for a terminal.
        crash: the id of the crash, which may affect many matches; empty if it did not crash.
        line: the command of a local bot.
        ending: how its process ended; None if it did not end.
    """

    bot: BotName
    reason: str
    last_words: str = ""
    crash: str = ""
    line: str = ""
    ending: ExitStatus | None = None

    def __str__(self) -> str:
        """Return the absence as a sentence."""
        return LaunchSentence.ABSENT.value.format(bot=self.bot, why=self.reason)


@dataclass(frozen=True, slots=True)
class FinishedMatch:
    """A match with an outcome. Workers and the ledger of a league use this type.

    Attributes:
        match_id: the name of the match, as in its record.
        outcome: the outcome, which may be void.
        digest: the digest of the seal of its record.
        header: the header of the record, if the match was read from it; None if this run played
            the match.
        versions: the versions of the bots by seat, empty for unknown ones; an empty tuple if all
            are unknown.
        absences: the absences of bots during the match or at its end.
        record: the sealed record if the worker returns it; None if it is on disk.
        reasoning: the reasoning of the bots, which lies beside a record that is on disk.
        summary: times and faults; None if the record was not read for them.
        metrics: what a worker in another process has counted since its last match; else None.
        outputs: what local bots printed, at most 64 KiB each; empty unless the task keeps it.
    """

    match_id: MatchId
    outcome: Outcome
    digest: bytes
    header: Header | None = None
    versions: tuple[str, ...] = ()
    absences: tuple[Absence, ...] = ()
    record: bytes | None = None
    reasoning: bytes = b""
    summary: RecordSummary | None = None
    metrics: Metrics | None = None
    outputs: Mapping[BotName, bytes] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class FailedMatch:
    """A match without an outcome: it has no sealed record.

    Attributes:
        match_id: the name of the match.
        reason: why it failed, as a sentence.
        is_lost: whether the worker that played it is gone.
        absences: the absences of bots.
        metrics: what a worker in another process has counted since its last match; else None.
        by_machine: whether the machine that runs the referee is at fault, and no bot.
        connected: the bots of the match that were connected when it failed.
    """

    match_id: MatchId
    reason: str
    is_lost: bool = False
    absences: tuple[Absence, ...] = ()
    metrics: Metrics | None = None
    by_machine: bool = False
    connected: tuple[BotName, ...] = ()


PlayedMatch = FinishedMatch | FailedMatch
"""What a worker returns for a match."""
