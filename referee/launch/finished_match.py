"""What becomes of a match that somebody plays: it finishes with a verdict, or it fails."""

from dataclasses import dataclass

from referee.identifier import BotName, MatchId
from referee.launch.supervisor.exit_status import ExitStatus
from referee.match.outcome import Outcome
from referee.record.outline import Header
from referee.record.summary import RecordSummary
from referee.sentence.launch import LaunchSentence
from referee.server.metrics import Metrics


@dataclass(frozen=True, slots=True)
class Absence:
    """A bot was absent from a match: it crashed, did not start, or did not come back.

    `crash` identifies the crash, which may be that of a bot in many matches at once. `ending` is
    how its process ended then, and `line` the command of a local bot.
    """

    bot: BotName
    reason: str
    last_words: str = ""
    crash: str = ""
    line: str = ""
    ending: ExitStatus | None = None

    def __str__(self) -> str:
        """The absence as a sentence."""
        return LaunchSentence.ABSENT.value.format(bot=self.bot, why=self.reason)


@dataclass(frozen=True, slots=True)
class FinishedMatch:
    """A match with a verdict. Workers, records and the ledger of a league all have this type.

    Attributes:
        match_id: the name of the match, as in its record.
        outcome: the verdict; it may say that the match is void.
        digest: the digest of the seal of its record.
        header: the header of the record, if the match was read from there; None if this run
            played the match.
        versions: the versions of the bots, by seat; empty texts for unknown ones, and an empty
            tuple if nobody knows any.
        absences: the bots that were absent, at the end or before.
        record: the sealed record, if a worker returns it; None if it is on disk.
        summary: times and faults, if the record was read for them.
        metrics: what a worker in another process has counted since its last match.
    """

    match_id: MatchId
    outcome: Outcome
    digest: bytes
    header: Header | None = None
    versions: tuple[str, ...] = ()
    absences: tuple[Absence, ...] = ()
    record: bytes | None = None
    summary: RecordSummary | None = None
    metrics: Metrics | None = None


@dataclass(frozen=True, slots=True)
class FailedMatch:
    """A match without a verdict: no record of it is sealed.

    Attributes:
        match_id: the name of the match.
        reason: why, in a sentence.
        is_lost: whether the worker that played it is gone.
        absences: the bots that were absent.
        metrics: what a worker in another process has counted since its last match.
    """

    match_id: MatchId
    reason: str
    is_lost: bool = False
    absences: tuple[Absence, ...] = ()
    metrics: Metrics | None = None


PlayedMatch = FinishedMatch | FailedMatch
"""What a worker returns of a match."""
