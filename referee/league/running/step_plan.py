"""Plan a season set by set, without rounds: whenever a place is free.

The plan follows the journal. Before each step it writes which remote bots have come and gone, so
that every step can be planned again from the journal alone. A round is a mark: it begins with a
`RoundPlanned` without matches, and it holds a fixed number of sets. The next round begins when all
sets of the former are planned, whether or not they have ended.
"""

from math import ceil

from referee.error import UsageError
from referee.identifier import BotName
from referee.league.attempt import AttemptName
from referee.league.ledger import journal_event
from referee.league.ledger.chained_journal import JournalPosition
from referee.league.ledger.journal_event import JournalEvent, StepPlanned
from referee.league.pairing import MatchResult
from referee.league.running import match_queue
from referee.league.running.league_event import (
    RoundPlannedEvent,
    SeasonStoppedEvent,
    StepPlannedEvent,
    TooFewBotsEvent,
)
from referee.league.running.season_finish import Finish
from referee.league.running.season_plan import PlanContext, SeasonPlan
from referee.league.running.season_steps import SeasonSteps


class StepPlan(SeasonPlan):
    """Plans set by set."""

    def __init__(self, run: PlanContext) -> None:
        super().__init__(run)
        self._known: dict[AttemptName, MatchResult] = {}
        self._steps = SeasonSteps(run.settings, run.planner, self._result_of)
        self._position = JournalPosition()
        self._reported: tuple[BotName, ...] | None = None
        self._starts: tuple[JournalEvent, ...] | None = None
        """The next start of the schedule, which is written with the first step of a round; None if
        no round is about to begin."""

    def begin(self) -> None:
        """Read the journal, and queue the open matches of earlier runs."""
        self._known = self._run.ledger.sealed_results()
        self._run.ledger.write(journal_event.RunBegan())
        self._follow()
        super().begin()
        if self._last:
            self._enter(later=self._later)

    def extend(self) -> bool:
        """Plan the next set, if one can begin now."""
        self._catch_up()
        if self._is_over or self._is_certain():
            return False
        if not self._may_plan:
            return False
        step = self._steps.next_step(self._per_bot, self._resting)
        if step is None or (not self._steps.has_round and self._violation() is not None):
            return False
        return self._plan(step) or self.extend()

    @property
    def can_go_on(self) -> bool:
        """Whether the season is not over: then the matches of bots that are away can wait."""
        return not self._is_over

    @property
    def is_unattended(self) -> bool:
        """Whether nothing can be played, because no remote bot is there."""
        if not self.can_go_on:
            return super().is_unattended
        run = self._run
        if run.rule.stays_up and not self._steps.has_round:
            return False
        remote = run.roster.active_network_bots or run.roster.active_listening_bots
        if run.matches.in_flight or not remote or run.absences.is_attended:
            return False
        if run.matches.is_paused:
            return False
        self._catch_up()
        return not run.matches.queue.ready_rounds() and self._lacks_bots

    def go_on(self) -> Finish | None:
        """Wait for bots and return None; if no set can follow, return why the run ends."""
        run = self._run
        if self._is_over and self._waits_for_away:
            return self._wait_for_away()
        if self._is_over:
            run.matches.void_waiting()
            self.end_rounds()
            return self._end(Finish.OVER)
        if not self._may_plan:
            return self._idle()
        violation = self._violation()
        if violation is not None:
            if not self._last and not run.rule.stays_up:
                raise violation
            run.matches.void_waiting()
            self.end_rounds()
            run.notify(SeasonStoppedEvent(str(violation)))
            return self._end(Finish.STUCK)
        if not run.matches.wait_for_pace():
            self._report_too_few()
        run.matches.in_flight.collect()
        return None

    # -- inside

    @property
    def _has_barrier(self) -> bool:
        return False

    @property
    def _last_whole(self) -> int:
        return self._last - 1 if self._steps.has_round else self._last

    @property
    def _is_over(self) -> bool:
        """Whether no set follows: all are planned, or the ranks are certain."""
        return self._steps.is_over or self._certainty is not None

    @property
    def _may_plan(self) -> bool:
        """Whether the current round holds another set, or the next round may begin."""
        has_begun = self._steps.has_round or self._starts is not None
        return has_begun or self._is_due(self._run.absences.away)

    @property
    def _later(self) -> int:
        """How many matches of the current round are planned later."""
        return self._steps.sets_left * self._run.settings.seats

    @property
    def _lacks_bots(self) -> bool:
        return len(self._steps.here(self._per_bot)) < self._run.settings.seats

    @property
    def _per_bot(self) -> int:
        """How many matches of one bot may be open: its share of the places and half as many more.

        So a slow bot cannot fill the places of the others. If every bot had exactly its share, only
        the bots of the last set would have room for the next one, and would meet again and again.
        """
        limits, seats = self._run.settings.limits, self._run.settings.seats
        share = limits.matches * seats / max(seats, self._steps.bots_there)
        return min(limits.matches_per_bot, ceil(1.5 * share))

    @property
    def _resting(self) -> tuple[BotName, ...]:
        """The bots that may start no match now, because of the pace or their owner's quota."""
        matches = self._run.matches
        return tuple(sorted(matches.resting | matches.queue.at_quota(self._run.roster.active)))

    def _result_of(self, name: AttemptName) -> MatchResult | None:
        return self._known.pop(name, None) or self._run.ledger.sealed_result(name)

    def _follow(self) -> None:
        events, self._position = self._run.ledger.events_after(self._position)
        self._steps.apply(events)

    def _catch_up(self) -> None:
        """Read new events of the journal, and write which remote bots have come and gone."""
        self._follow()
        run = self._run
        away = run.absences.away
        moved: list[JournalEvent] = []
        for bot in (*run.roster.active_network_bots, *run.roster.active_listening_bots):
            if self._steps.is_at_table(bot) is (bot in away):
                event = journal_event.BotLeft if bot in away else journal_event.BotArrived
                moved.append(event(bot))
        if moved:
            run.ledger.write(*moved)
            self._follow()

    def _violation(self) -> UsageError | None:
        """Return why no round can follow with the bots that play; None if one can."""
        run = self._run
        return run.planner.violation(self._last + 1, run.roster.active)

    def _plan(self, step: StepPlanned) -> bool:
        """Write a step into the journal, after the mark of its round if it is the first one.

        Returns:
            Whether it was written; if another process wrote an event meanwhile, such as a bot's new
            name, the step must be planned again.
        """
        run, bots, is_first = self._run, tuple(self._run.roster.active), not self._steps.has_round
        number = step.pairings[0].round
        mark: list[JournalEvent] = []
        if is_first:
            self._starts = run.rule.planned() if self._starts is None else self._starts
            mark = [journal_event.RoundPlanned(number, bots, ()), *self._starts]
        is_written = run.ledger.write_next(*mark, step)
        self._follow()
        if not is_written:
            return False
        self._queue(step.pairings)
        self._last, self._starts, self._reported, self.missing = number, None, None, ()
        if is_first:
            self._enter(later=self._later)
            sets = run.planner.round_sets(bots)
            run.notify(RoundPlannedEvent(number, sets * run.settings.seats, bots))
        else:
            run.progress.planned(len(step.pairings))
        group = step.pairings[0].bots
        run.notify(StepPlannedEvent(step.number, number, group, step.why))
        return True

    def _give_up(self, number: int) -> None:
        """Void the matches of bots that are benched, or away for too many rounds."""
        super()._give_up(number)
        run = self._run
        if self._last - number >= run.settings.limits.open_rounds:
            gone = run.roster.benched | run.absences.away
            run.matches.void_held(number, gone, match_queue.AWAY)

    def _report_too_few(self) -> None:
        """Say which bots a set lacks, once until that changes."""
        away, seats = self._steps.away(), self._run.settings.seats
        if self._lacks_bots and self._reported != away:
            self._reported = away
            here = len(self._steps.here(self._per_bot))
            self._run.notify(TooFewBotsEvent(here, seats, away))
        self.missing = away
