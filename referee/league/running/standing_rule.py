"""The rule of a season that stays up: rounds begin by a schedule, once enough bots are there."""

from collections.abc import Callable, Collection, Sequence
from datetime import UTC, datetime

from referee.identifier import BotName
from referee.league.configuration.settings import LeagueSettings
from referee.league.ledger import Ledger, journal_event
from referee.league.running.league_event import (
    Notify,
    RoundScheduledEvent,
    RoundWaitsEvent,
    SeasonOverEvent,
)
from referee.league.running.pace import utc_now
from referee.league.running.start_rule import StartRule
from referee.league.schedule import next_start


class StandingRule(StartRule):
    """Lets a round begin at its start of the schedule, if enough bots for a match are there.

    The journal has the next start. So a start that passes while the machine is off, or while too
    few bots are there, is not lost: its round begins as soon as it can. If several starts pass,
    one round begins.
    """

    stays_up = True

    def __init__(
        self,
        settings: LeagueSettings,
        ledger: Ledger,
        notify: Notify,
        time: Callable[[], datetime] = utc_now,
    ) -> None:
        """Create the rule, and write the next start of a new or changed schedule into the journal.

        Args:
            settings: the league.
            ledger: its ledger.
            notify: receives the events.
            time: returns the current time.
        """
        self._settings = settings
        self._notify = notify
        self._time = time
        self._schedule = settings.rounds_schedule
        self._told: object = None
        self._ended: tuple[BotName, ...] | None = None
        """The bots that play since the season has had no next round; None if it may have one."""
        self.start = ledger.next_start()
        """When the next round begins; None if at once, or never if there is a schedule."""
        is_due = self.start is not None and self.start <= time() and self._schedule is not None
        if not is_due and (events := self.planned()):
            ledger.write(*events)

    def _next(self) -> datetime | None:
        return None if self._schedule is None else next_start(self._time(), self._schedule)

    def may_begin_round(
        self, number: int, bots: Sequence[BotName], absent: Collection[BotName]
    ) -> bool:
        """Return whether it is time for a round, and enough of its bots are there."""
        if self.is_ended(bots):
            return False
        self._ended = None
        if self._schedule is not None:
            if self.start is None:
                self._tell(SeasonOverEvent(number - 1, "schedule"))
                self.pause = "the schedule has ended"
                return False
            if self.start > self._time():
                local = self.start.astimezone(self._schedule.zone).isoformat(timespec="seconds")
                self._tell(RoundScheduledEvent(number, local))
                self.pause = f"round {number} begins at {local}"
                return False
        if self.lacks_bots(bots, absent):
            self.waits(number, tuple(sorted(absent)))
            return False
        self.pause = ""
        return True

    def lacks_bots(self, bots: Sequence[BotName], absent: Collection[BotName]) -> bool:
        """Return whether the bots that are there cannot play, but all bots together could."""
        kind, seats = self._settings.format, self._settings.seats
        there = sorted(set(bots).difference(absent))
        if len(there) == len(bots) or kind.violation(seats, there) is None:
            return False
        return kind.violation(seats, bots) is None

    def waits(self, number: int, missing: tuple[BotName, ...]) -> None:
        """Report that a round waits for bots."""
        self._tell(RoundWaitsEvent(number, missing))
        self.pause = f"round {number} waits for {', '.join(missing)}"

    def planned(self) -> tuple[journal_event.JournalEvent, ...]:
        """Return the next start, for the journal."""
        self._told = None
        start = self._next()
        if start == self.start:
            return ()
        self.start = start
        return (journal_event.RoundScheduled(_text(start)),)

    def has_ended(self, number: int, bots: Sequence[BotName], is_stuck: bool) -> None:
        """Report that the season is over, and wait until its bots or its file change."""
        self._ended = tuple(bots)
        self.pause = "too few bots" if is_stuck else "all rounds are played"
        if not is_stuck:
            self._tell(SeasonOverEvent(number - 1, "rounds"))

    def is_ended(self, bots: Sequence[BotName]) -> bool:
        """Return whether the season has ended, and neither its bots nor its file have changed."""
        return self._ended == tuple(bots)

    def changed(self) -> None:
        """Ask the format again whether there is a next round."""
        self._ended = None

    def _tell(self, event: RoundScheduledEvent | RoundWaitsEvent | SeasonOverEvent) -> None:
        """Report an event, unless it was the last one."""
        if event != self._told:
            self._told = event
            self._notify(event)


def _text(start: datetime | None) -> str:
    return "" if start is None else start.astimezone(UTC).isoformat()
