"""What a run plays next: the plan of a season, and the end of its rounds.

`RoundPlan` plans whole rounds, `StepPlan` set by set. In both, a round ends when no match of it is
open. Rounds end in their order, even if a later one has no open match before.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from referee.identifier import BotName, MatchId
from referee.league.configuration.settings import LeagueSettings
from referee.league.ledger import Ledger
from referee.league.ledger.ledger_queries import PlannedMatch
from referee.league.pairing import Pairing
from referee.league.planning.planner import Planner
from referee.league.running import match_queue
from referee.league.running.absence_handler import AbsenceHandler
from referee.league.running.certain_end import CertainEnd
from referee.league.running.league_event import (
    Notify,
    RoundEndedEvent,
    SeasonCertainEvent,
)
from referee.league.running.progress import RunProgress
from referee.league.running.recovery import ingest_records
from referee.league.running.roster import Roster
from referee.league.running.round_interval import RoundInterval
from referee.league.running.season_finish import Finish
from referee.league.running.season_matches import SeasonMatches, now
from referee.league.running.start_rule import StartRule


@dataclass(frozen=True, slots=True)
class PlanContext:
    """What a plan needs of the run."""

    settings: LeagueSettings
    ledger: Ledger
    planner: Planner
    roster: Roster
    absences: AbsenceHandler
    matches: SeasonMatches
    progress: RunProgress
    notify: Notify
    rule: StartRule
    interval: RoundInterval


class SeasonPlan(ABC):
    """Plans and starts the matches of a run, and ends its rounds."""

    def __init__(self, run: PlanContext) -> None:
        self._run = run
        self._last = 0
        """The number of the last planned round."""
        self._first_open = 1
        """The number of the first round that has not ended."""
        self.strays: frozenset[MatchId] = frozenset()
        """Matches with a record that are not planned yet, as in an older copy of the journal."""
        self._certain_end = CertainEnd(run.settings, run.ledger)
        self._certainty: float | None = None
        self.missing: tuple[BotName, ...] = ()
        """The bots without which nothing can be played."""

    def begin(self) -> None:
        """Queue the open matches of earlier runs."""
        self._last = self._run.ledger.last_round()
        if self._last:
            tallies = self._run.ledger.rounds()
            is_open = (one.round for one in tallies if one.open)
            self._first_open = min(next(is_open, self._last), self._last)
            matches = self._run.ledger.open_matches()
            self._run.matches.queue.add(matches)
            self._enter(later=0)

    def play(self) -> None:
        """Start matches while places are free, and plan more as far as the format allows."""
        matches = self._run.matches
        matches.hand_out()
        while matches.has_place and self.extend():
            matches.hand_out()
        if not matches.in_flight and not self.can_go_on and not self._waits_for_away:
            matches.hand_out_of_away()

    def end_rounds(self) -> None:
        """End the rounds without an open match, and rate them."""
        ended = []
        while self._first_open <= self._last_whole:
            self._give_up(self._first_open)
            if self._run.matches.is_open(self._first_open):
                break
            ended.append(self._first_open)
            self._run.progress.ended(self._first_open)
            self._first_open += 1
        if ended:
            self._run.matches.close_attempts()
            self._run.ledger.rate_rounds()
            for number in ended:
                self._run.notify(RoundEndedEvent(number))

    @abstractmethod
    def extend(self) -> bool:
        """Plan more matches now that a place is free; return whether any were planned."""

    @abstractmethod
    def go_on(self) -> Finish | None:
        """Plan more matches now that none is in progress; if there are none, say why."""

    @property
    def awaited(self) -> tuple[BotName, ...]:
        """The bots whose matches must end before the next round, if nothing else can start."""
        return ()

    @property
    @abstractmethod
    def can_go_on(self) -> bool:
        """Whether more can be played although the matches of some bots wait."""

    @property
    def is_unattended(self) -> bool:
        """Whether nothing was or can be played, because no remote bot is there."""
        run = self._run
        is_short = run.rule.lacks_bots(run.roster.active, run.absences.away)
        return run.matches.is_unattended(is_short)

    @property
    def begins_soon(self) -> bool:
        """Whether a match waits, or it is time for the next round."""
        run = self._run
        return bool(run.matches.queue) or self._is_due(absent=())

    # -- inside

    def _is_due(self, absent: Collection[BotName]) -> bool:
        """Return whether the next round may begin now; say why if it may not."""
        return self._run.rule.may_begin_round(self._last + 1, self._run.roster.active, absent)

    @property
    def _waits_for_away(self) -> bool:
        """Whether matches wait for bots that are away, and can do so because the run stays up."""
        run = self._run
        return run.rule.stays_up and not self._has_barrier and bool(run.matches.queue)

    @property
    def _has_barrier(self) -> bool:
        """Whether a round needs all results of the one before, or waits for its interval."""
        return not self._run.settings.format.plans_ahead or self._run.interval.is_used

    def _wait_for_away(self) -> Finish | None:
        """Say for whom the matches wait, and wait."""
        run = self._run
        run.rule.waits(self._last, tuple(sorted(run.absences.away)))
        return self._idle()

    def _idle(self) -> Finish | None:
        """Wait for an event of the run, and go on with it."""
        self._run.matches.in_flight.collect()
        return None

    def _end(self, finish: Finish) -> Finish | None:
        """Return why the run ends now that no round follows; None if it stays up."""
        run = self._run
        if not run.rule.stays_up:
            return finish
        run.rule.has_ended(self._last + 1, run.roster.active, finish is Finish.STUCK)
        return self._idle()

    def _is_certain(self) -> bool:
        """Whether every rank is decided as `pace.certain` demands; reports it once."""
        run = self._run
        if self._certainty is None:
            self._certainty = self._certain_end.certainty(run.roster.active, run.matches.finished)
            if self._certainty is not None:
                run.notify(SeasonCertainEvent(self._certainty))
        return self._certainty is not None

    @property
    def _last_whole(self) -> int:
        """The number of the last round whose matches are all planned."""
        return self._last

    def _give_up(self, number: int) -> None:
        """Void the matches of benched bots if nothing else of the round is open."""
        benched = self._run.roster.benched
        self._run.matches.void_held(number, benched, match_queue.BENCHED)

    def _queue(self, planned: Sequence[Pairing]) -> None:
        """Queue the matches of a plan that is in the journal.

        If an older copy of the journal lacked the plan, some matches have a record already.
        """
        run = self._run
        matches = (PlannedMatch(one, 1, 0, None, None) for one in planned)
        if not self.strays.isdisjoint(one.match_id for one in planned):
            self.strays = ingest_records(run.ledger, run.notify)
            found = (run.ledger.find(one.match_id) for one in planned)
            matches = (one for one in found if one is not None and not one.is_settled)
        run.matches.queue.add(matches)

    def _enter(self, later: int) -> None:
        """Make the last planned round the current one; `later` matches are not planned yet."""
        run = self._run
        waiting = len(run.matches.queue) + len(run.matches.in_flight)
        run.progress.enter(self._last, run.ledger.rounds(), waiting, now(), later)
