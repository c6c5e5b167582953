"""Sealed attempts: the event of an attempt whose record is sealed."""

from collections.abc import Sequence
from pathlib import Path

from referee.identifier import BotName
from referee.launch.finished_match import FinishedMatch
from referee.league.attempt import AttemptName
from referee.league.running.league_event import AttemptVoidEvent, MatchEndedEvent
from referee.match.outcome import Termination


def sealed_event(
    finished: FinishedMatch, bots: Sequence[BotName], folder: Path
) -> MatchEndedEvent | AttemptVoidEvent:
    """Return the event of an attempt whose record in `folder` is sealed; `bots` are by seat."""
    name, outcome = AttemptName.parse(finished.match_id), finished.outcome
    if outcome.termination is Termination.VOID:
        return AttemptVoidEvent(name.match_id, name.number, outcome.reason)
    return MatchEndedEvent(
        match=name.match_id,
        attempt=name.number,
        bots=tuple(bots),
        versions=finished.versions,
        places=tuple(seat.place for seat in outcome.results),
        points=tuple(seat.score for seat in outcome.results),
        reason=outcome.reason,
        record=name.record(folder).name,
    )
