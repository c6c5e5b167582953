"""Plan a season round by round.

Some formats need the results of a round before they can plan the next one. They wait until its
last match has ended, and say for whom they wait. So does each format with an interval after each
round. The others begin the next round while the last
matches of the former are open. Then the matches of a bot that is away delay no others: they wait
until the bot is back, or until nothing else is left to play. A match that a bot has left may wait
for it until its clock runs out; the rounds go on without that match, too.
"""

from referee.error import UsageError
from referee.identifier import BotName
from referee.league.format.apart import owners_together
from referee.league.ledger import journal_event
from referee.league.running.league_event import (
    OwnersMeetEvent,
    RoundAwaitedEvent,
    RoundPlannedEvent,
    SeasonStoppedEvent,
)
from referee.league.running.season_finish import Finish
from referee.league.running.season_matches import now
from referee.league.running.season_plan import PlanContext, SeasonPlan
from referee.match.clock import Instant, seconds

_SOON = 1.0
"""Seconds of a free place after which the plan says for whom it waits."""


class RoundPlan(SeasonPlan):
    """Plans whole rounds."""

    def __init__(self, run: PlanContext) -> None:
        super().__init__(run)
        self._size = 0
        """The number of matches of the last planned round."""
        self._is_over = False
        """Whether no round can follow, as far as known."""
        self._overlaps = not self._has_barrier and run.settings.limits.open_rounds > 1
        """Whether a round may begin before the former one has ended."""
        self._idle_since: Instant | None = None
        self._reported = 0

    def begin(self) -> None:
        """Queue the open matches of earlier runs."""
        super().begin()
        tallies = self._run.ledger.rounds()
        self._size = tallies[-1].planned if tallies else 0

    def play(self) -> None:
        """Start matches, and say for whom the next round waits."""
        super().play()
        self._report_awaited()

    def extend(self) -> bool:
        """Plan the next round if the format needs no results and few rounds are open."""
        if not self.can_go_on:
            return False
        live = self._run.matches.live_rounds
        if len(live) >= self._run.settings.limits.open_rounds or not self._may_begin:
            return False
        try:
            return self._plan()
        except UsageError:
            self._is_over = True
            return False

    @property
    def can_go_on(self) -> bool:
        """Whether the next round may begin before the last one has ended.

        It may not while every match of the last round is delayed by a bot that is away.
        """
        if not self._overlaps or not self._last or self._is_over:
            return False
        return self._run.matches.delayed_of(self._last) < self._size

    @property
    def awaited(self) -> tuple[BotName, ...]:
        """The bots whose matches must end before the next round, if nothing else can start."""
        run = self._run
        queue, rounds = run.matches.queue, run.planner.rounds
        is_last = rounds is not None and self._last >= rounds
        if self._overlaps or is_last or not queue.has_place or queue.ready_rounds():
            return ()
        return run.matches.in_flight.bots

    def go_on(self) -> Finish | None:
        """Plan the next round and return None; if there is none, return why the run ends."""
        run = self._run
        if self._waits_for_away:
            return self._wait_for_away()
        if self._holds() or not self._may_begin:
            return self._idle()
        run.matches.void_waiting()
        self.end_rounds()
        if self._holds():
            return self._idle()
        try:
            return None if self._plan() else self._end(Finish.OVER)
        except UsageError as error:
            if not self._last and not run.rule.stays_up:
                raise
            run.notify(SeasonStoppedEvent(str(error)))
            return self._end(Finish.STUCK)

    # -- inside

    def _holds(self) -> bool:
        """Return whether the last round has ended, and the next one waits for its interval."""
        run, rounds = self._run, self._run.planner.rounds
        is_last = rounds is not None and self._last >= rounds
        if not self._last or is_last or self._first_open <= self._last:
            return False
        return run.interval.holds(self._last)

    @property
    def _may_begin(self) -> bool:
        """Whether the next round may begin now, or must be planned to see that there is none."""
        run, rounds = self._run, self._run.planner.rounds
        is_last = rounds is not None and self._last >= rounds
        if is_last and not run.rule.is_ended(run.roster.active):
            return True
        return self._is_due(run.absences.away)

    def _plan(self) -> bool:
        """Plan the next round; return whether there is one.

        Raises:
            UsageError: when the format cannot plan the round with these bots.
        """
        run, number = self._run, self._last + 1
        self._is_over = self._is_certain()
        if self._is_over:
            return False
        bots = tuple(run.roster.active)
        ledger = run.ledger
        pairings = run.planner.next_round(
            number,
            bots,
            ledger.results(),
            ledger.last_set(),
            ledger.entrants(),
            run.roster.owner_of,
        )
        self._is_over = not pairings
        if not pairings:
            return False
        plan = journal_event.RoundPlanned(number, bots, pairings)
        ledger.write(plan, *run.rule.planned())
        self._queue(pairings)
        self._last, self._size = number, len(pairings)
        self._enter(later=0)
        run.notify(RoundPlannedEvent(number, len(pairings), bots))
        if meet := owners_together((one.bots for one in pairings), run.roster.owner_of):
            run.notify(OwnersMeetEvent(number, meet))
        return True

    def _report_awaited(self) -> None:
        """Say for whom the next round waits, once a round, if a place has been free for a while."""
        awaited = self.awaited
        if not awaited:
            self._idle_since = None
            return
        self._idle_since = self._idle_since or now()
        if self._reported < self._last and now() - self._idle_since >= seconds(_SOON):
            self._reported = self._last
            matches = len(self._run.matches.in_flight)
            self._run.notify(RoundAwaitedEvent(self._last, matches, awaited))
