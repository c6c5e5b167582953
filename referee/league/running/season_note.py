"""Note events of a season that stays up in its journal, for processes that follow the journal.

The journal has what a season needs to go on. Some events are not needed for that, but others want
to hear of them: that a round or the season is over, and what the organiser should look at.
"""

from referee.league.ledger import Ledger, journal_event
from referee.league.running.league_event import (
    BotsKeptEvent,
    EntriesLostEvent,
    IntervalOverEvent,
    LeagueEvent,
    MachineRefusedEvent,
    Notify,
    PaceWaitEvent,
    RecordForeignEvent,
    RecordMissingEvent,
    RecordUnsoundEvent,
    RoundEndedEvent,
    SeasonOverEvent,
    SeasonStoppedEvent,
)

_MOST_ALERTS = 1_000
"""The most alerts of one run."""


class SeasonNotes:
    """Notes the events of one run. Use it before whoever else receives the events."""

    def __init__(self, ledger: Ledger, notify: Notify) -> None:
        """`notify` receives every event after it was noted."""
        self._ledger = ledger
        self._notify = notify
        self._alerts: set[str] = set()

    def report(self, event: LeagueEvent) -> None:
        """Note an event once, and pass it on."""
        noted = self._note_of(event)
        if noted is not None:
            self._ledger.write(noted)
        self._notify(event)

    def _note_of(self, event: LeagueEvent) -> journal_event.JournalEvent | None:
        """Return what the journal is to have of an event; None if nothing, or if it has it."""
        match event:
            case RoundEndedEvent(number):
                is_new = number > self._ledger.rounds_ended()
                return journal_event.RoundEnded(number) if is_new else None
            case SeasonOverEvent(rounds):
                is_new = rounds != self._ledger.season_ended()
                return journal_event.SeasonEnded(rounds) if is_new else None
        what = _alert_of(event)
        if what is None or what in self._alerts or len(self._alerts) == _MOST_ALERTS:
            return None
        self._alerts.add(what)
        return journal_event.OrganiserAlerted(what)


def _alert_of(event: LeagueEvent) -> str | None:
    """Return what the organiser should look at, as a sentence; None if the event needs nobody."""
    match event:
        case SeasonStoppedEvent(reason) | MachineRefusedEvent(reason):
            return reason
        case BotsKeptEvent(reason):
            return f"The league file has an error, so the bots stay as they were: {reason}"
        case EntriesLostEvent(reason):
            return f"The season goes on with the entries that it knows: {reason}"
        case PaceWaitEvent(_, reason, None):
            return f"No match starts: {reason}."
        case IntervalOverEvent(number, problem) if problem:
            return f"The command after round {number} {problem}."
        case RecordMissingEvent(match):
            return f"The record of {match} is missing."
        case RecordUnsoundEvent(_, reason):
            return reason
        case RecordForeignEvent(record, reason):
            return f"{record.name} is not the record of its match: {reason}"
    return None
