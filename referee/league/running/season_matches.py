"""The matches of a run: start them within the limits, and process their results.

Each attempt at a match passes through four states, and each change is durable before it has an
effect:

1. It waits in the queue. Nobody knows of it but the plan.
2. It is in progress. "Begun" is in the journal before a bot hears of the attempt.
3. Its worker has sealed the record. The result counts from here on, even if the run is killed: the
   next run finds the record, and ingests it.
4. Its result is in the ledger, once. If the attempt has no result, "failed" is in the journal, and
   the match returns to the queue under the name of a new attempt.
"""

import secrets
import time
from collections import Counter
from collections.abc import Sequence, Set
from concurrent.futures import Future
from dataclasses import replace
from datetime import datetime
from functools import partial

from referee.identifier import BotName, MatchId
from referee.launch.finished_match import FailedMatch, FinishedMatch, PlayedMatch
from referee.launch.match_task import MatchTask
from referee.league.attempt import AttemptName
from referee.league.configuration.settings import LeagueSettings
from referee.league.executor.execution_backend import ExecutionBackend
from referee.league.ledger import Ledger, journal_event
from referee.league.ledger.ledger_queries import PlannedMatch
from referee.league.ledger.renaming import PresentNames, renamed
from referee.league.match_output import MatchOutputs
from referee.league.pairing import Pairing
from referee.league.running import match_queue
from referee.league.running.absence_handler import AbsenceHandler
from referee.league.running.attempts import Attempts
from referee.league.running.in_flight_task import InFlightTasks, result_of
from referee.league.running.league_event import (
    AttemptFailedEvent,
    AttemptPostponedEvent,
    MatchVoidedEvent,
    Notify,
    PaceWaitEvent,
    RerunCancelledEvent,
)
from referee.league.running.machine_trouble import MachineTrouble
from referee.league.running.match_queue import MatchQueue
from referee.league.running.pace import PaceLimit, PaceWait, SeasonPace, utc_now
from referee.league.running.progress import RunProgress
from referee.league.running.recovery import quarantine_part
from referee.league.running.roster import Roster
from referee.league.running.sealed_attempt import sealed_event
from referee.league.running.set_machine import machine_of_set
from referee.league.running.task_factory import TaskFactory
from referee.league.running.version_watch import VersionWatch
from referee.match.clock import Instant, seconds
from referee.match.outcome import Outcome, Termination
from referee.record.signature import signing_key
from referee.record.summary import read_summary
from tianming_games.match_terms import SEED_BYTES

_VOID = "Its match was not to be played any more."


def now() -> Instant:
    """Return the current time of the monotonic clock."""
    return Instant(time.monotonic_ns())


class SeasonMatches:
    """The matches of a run that wait, that are in progress, and that completed."""

    def __init__(
        self,
        settings: LeagueSettings,
        ledger: Ledger,
        backend: ExecutionBackend,
        roster: Roster,
        absences: AbsenceHandler,
        progress: RunProgress,
        notify: Notify,
    ) -> None:
        """Create it without matches; see `Runner` for the arguments."""
        self._settings = settings
        self._ledger = ledger
        self._backend = backend
        self._roster = roster
        self._absences = absences
        self._progress = progress
        self._notify = notify
        self._outputs = MatchOutputs(ledger.folder)
        self._tasks = TaskFactory(settings, ledger.folder if backend.here else None)
        self._key = None if settings.signing_key is None else signing_key(settings.signing_key)
        limits = settings.limits
        self.queue = MatchQueue(
            limits.matches,
            limits.matches_per_bot,
            wanted=absences.attendance.wanted,
            quota=roster.quota,
        )
        self.in_flight = InFlightTasks()
        self.attempts = Attempts(ledger)
        self.finished = 0
        """How many matches got a result in this run."""
        self.voided: set[MatchId] = set()
        """The matches that this run voided."""
        self._trouble = MachineTrouble()
        self.pace = SeasonPace.of(settings, ledger.starts_since, utc_now())
        self.pace_wait: PaceWait | None = None
        """Why no waiting match may start now; None if one may, or none waits."""
        self._reported = set[tuple[PaceLimit, datetime | None]]()
        self._started: dict[AttemptName, Instant] = {}
        self._reopened: set[str] = set()
        self._watch = VersionWatch(settings, ledger, roster, notify)
        self._rounds: dict[AttemptName, int] = {}
        """The round of each attempt in progress."""
        self._rounds_in_flight: Counter[int] = Counter()

    @property
    def is_waiting(self) -> bool:
        """Whether no match may start for a while after a fault of this machine."""
        return self._trouble.is_waiting(now())

    # -- starting

    @property
    def resting(self) -> frozenset[BotName]:
        """The bots that may start no match now, because of `pace.matches_per_bot`."""
        return self.pace.resting(utc_now())

    def hand_out(self) -> None:
        """Start the matches that limits and pace allow, except those of bots that are away."""
        self._hand_out(self._roster.benched | self._absences.away)

    def _hand_out(self, held: Set[BotName]) -> None:
        """Start the matches that limits and pace allow and that have none of the `held` bots."""
        self.queue.hold(held | self.resting)
        self._start(self._within_pace())
        self.pace_wait = self._paced(held)
        self._report_pace()

    def hand_out_of_away(self) -> None:
        """Start the matches of remote bots that are away, for no other match is left to play.

        Such a match waits for its bots, and a bot that does not connect in time is absent from it.
        """
        if self.pace_wait is None:
            self._hand_out(self._roster.benched)

    @property
    def has_place(self) -> bool:
        """Whether another match may start now, within the limits and the pace."""
        return self.queue.has_place and self.pace_wait is None and not self.is_paused

    @property
    def is_paused(self) -> bool:
        """Whether the pace of the season allows no match now, whatever its bots are."""
        return self.pace.may_start(utc_now()) is not None

    def wait_for_pace(self) -> bool:
        """Report what delays the next matches, which are not planned yet; return whether any is."""
        at = utc_now()
        wait = self.pace.may_start(at)
        if wait is None:
            waits = (self.pace.may_start(at, (bot,)) for bot in sorted(self.pace.resting(at)))
            delays = [one for one in waits if one is not None]
            wait = min(delays, key=lambda one: one.until or at, default=None)
        self.pace_wait = wait or self.pace_wait
        self._report_pace()
        return wait is not None

    def _within_pace(self) -> list[PlannedMatch]:
        """Take the matches that may start within the limits and the pace of the season."""
        if self.pace.is_unlimited:
            return list(self.queue.take())
        now, taken = utc_now(), list[PlannedMatch]()
        for match in self.queue.take(lambda bots: self.pace.may_start(now, bots) is None):
            self.pace.started(now, match.pairing.bots)
            taken.append(match)
        return taken

    def _paced(self, held: Set[BotName]) -> PaceWait | None:
        """Return what delays the waiting matches that have none of the `held` bots."""
        if self.pace.is_unlimited:
            return None
        at, lineups = utc_now(), self.queue.lineups(held)
        waits = [self.pace.may_start(at, bots) for bots in lineups]
        delays = [one for one in waits if one is not None]
        if not delays or len(delays) < len(waits):
            return None
        return min(delays, key=lambda one: one.until or at)

    def _report_pace(self) -> None:
        """Report once that the season waits; quiet hours and a full disk each time they come."""
        wait = self.pace_wait
        if wait is None:
            self._reported = {one for one in self._reported if one[0] is not PaceLimit.DISK}
        elif (key := (wait.limit, wait.until if wait.limit is PaceLimit.QUIET else None)) not in (
            self._reported
        ):
            self._reported.add(key)
            self._notify(PaceWaitEvent(wait.limit.value, wait.reason, wait.until))

    def is_open(self, number: int) -> bool:
        """Whether a match of a round waits or is in progress."""
        return self.queue.rounds[number] > 0 or self._rounds_in_flight[number] > 0

    @property
    def live_rounds(self) -> frozenset[int]:
        """The rounds with a match that is in progress, or may start, and that no bot has left."""
        away = self._absences.away
        in_flight = (
            self._rounds[AttemptName.parse(task.settings.match_id)]
            for task in self.in_flight.tasks
            if away.isdisjoint(task.settings.bots)
        )
        return self.queue.ready_rounds(self._stuck).union(in_flight)

    def delayed_of(self, number: int) -> int:
        """Return how many matches of a round wait for a bot that is away, or for one it plays."""
        return self.queue.delayed_of(number, self._stuck)

    @property
    def _stuck(self) -> frozenset[BotName]:
        """The bots that may start no match while they wait in one for a bot that left it."""
        away = self._absences.away
        left = (task.settings.bots for task in self.in_flight.tasks)
        waiting = (bot for bots in left if not away.isdisjoint(bots) for bot in bots)
        return frozenset(bot for bot in waiting if self.queue.is_full(bot))

    def void_held(self, number: int, bots: Set[BotName], reason: str) -> None:
        """Void the matches of a round if it has only waiting ones, each with one of these bots."""
        if not self._rounds_in_flight[number] and self.queue.rounds[number]:
            left = self.queue.of_round(number)
            if not any(bots.isdisjoint(match.pairing.bots) for match in left):
                self.void(self.queue.drop_if(lambda one: one.pairing.round == number), reason)

    def is_unattended(self, is_short: bool = False) -> bool:
        """Whether no match of the round was or can be played, as no remote bot is there.

        If the round `is_short` of bots, a match that was played makes no difference.
        """
        bots = (*self._roster.active_network_bots, *self._roster.active_listening_bots)
        if self.in_flight or not bots or (self._absences.is_attended and not is_short):
            return False
        if self.is_paused:
            return False
        self.queue.hold(self._roster.benched | self._absences.away)
        if not self.queue.has_only_held:
            return False
        return is_short or not self._ledger.has_result(self._progress.round)

    def dial(self) -> bool:
        """Start the held matches if one has a listening bot that was not dialled yet.

        Returns whether there was one.
        """
        self.queue.hold(self._roster.benched | self._absences.not_connected)
        silent = self._absences.silent.keys()
        dialled = frozenset(self._roster.active_listening_bots) & self.queue.waiting_bots <= silent
        if not dialled:
            self._start(self._within_pace())
        return not dialled

    def check_time(self) -> None:
        """Void the matches that have not started of rounds that exceed `limits.round_minutes`."""
        minutes = self._settings.limits.round_minutes
        is_resting = self.pace_wait is not None and not self.in_flight
        self._progress.rest(now(), is_resting=is_resting)
        if minutes:
            ends = now() - seconds(60 * minutes)
            late = {number for number, began in self._progress.began.items() if began < ends}
            dropped = self.queue.drop_if(lambda one: one.pairing.round in late) if late else []
            self.void(dropped, match_queue.too_late(minutes))

    def _start(self, matches: Sequence[PlannedMatch]) -> None:
        tasks = [(self.attempts.next(match), match) for match in matches]
        begun = [_begun(attempt.name) for attempt, _ in tasks if attempt.is_new]
        if begun:
            self._ledger.write(*begun)
        names = self._ledger.renamed() if tasks else {}
        for attempt, match in tasks:
            self.attempts.start(attempt.name)
            self._started[attempt.name] = now()
            pairing = self._present(match.pairing, names)
            players = self._roster.players(pairing.bots)
            seed = pairing.seed if attempt.name.number == 1 else self._later_seed(attempt.name)
            here = self._backend.here
            machine = "" if here else machine_of_set(self._ledger.folder, pairing)
            task = self._tasks.task(pairing, attempt.name, seed, players, attempt.resume, machine)
            self._rounds_in_flight[pairing.round] += 1
            self._rounds[attempt.name] = pairing.round
            self.in_flight.add(task, self._backend.begin(task))

    def _present(self, planned: Pairing, names: PresentNames) -> Pairing:
        """Return a planned match with the present names, if a bot was renamed a moment ago."""
        bots = renamed(planned.bots, names)
        if bots == planned.bots:
            return planned
        self._roster.refresh()
        self.queue.rename(planned.bots, bots)
        return replace(planned, bots=bots)

    def _later_seed(self, name: AttemptName) -> bytes:
        """Return the seed of a later attempt, or a new one if the journal is too old to have it."""
        return self._ledger.seed(name) or secrets.token_bytes(SEED_BYTES)

    # -- results

    def count(self, completed: Sequence[tuple[MatchTask, Future[PlayedMatch]]]) -> None:
        """Write the results of completed tasks into the ledger, then process each of them."""
        results = [
            (task, result_of(task, future, self._ledger, self._key)) for task, future in completed
        ]
        listening = set(self._roster.active_listening_bots)
        for task, result in results:
            self.queue.release(task.settings.bots)
            self._absences.attendance.played(listening.intersection(task.settings.bots), result)
            if result.metrics is not None:
                self._backend.metrics.add(result.metrics)
        finished, failures = list[FinishedMatch](), list[journal_event.JournalEvent]()
        unattended = set[AttemptName]()
        has_result = partial(self._ledger.has_result, self._progress.round)
        for task, result in results:
            name = AttemptName.parse(result.match_id)
            if isinstance(result, FinishedMatch):
                finished.append(self._summarised(name, result))
                for bot, output in result.outputs.items():
                    self._outputs.keep(name.match_id, bot, output)
                continue
            if self._absences.is_unanswered(result) and not has_result():
                unattended.add(name)
            if not self.attempts.postpone(name, result, task.resume, name in unattended):
                quarantine_part(self._ledger, name)
                failed = journal_event.AttemptFailed(name.match_id, name.number, result.reason)
                failures.append(failed)
        if failures:
            self._ledger.write(*failures)
        if finished:
            self._ledger.seal(finished)
        for task, result in results:
            name = AttemptName.parse(result.match_id)
            started = self._started.pop(name)
            self._rounds_in_flight[self._rounds.pop(name)] -= 1
            if name not in unattended:
                excused = self._watch.played(task, result)
                self._absences.handle(task.settings.bots, result, started, now(), excused)
            self._end_attempt(task, name, result)

    def _summarised(self, name: AttemptName, result: FinishedMatch) -> FinishedMatch:
        """Return a result with the summary of its record, which a worker may have made."""
        if result.summary is not None:
            return result
        return replace(result, summary=read_summary(name.record(self._ledger.folder)))

    def _end_attempt(self, task: MatchTask, name: AttemptName, result: PlayedMatch) -> None:
        """Report a completed attempt, and repeat its match if it has no result."""
        match result:
            case FailedMatch(_, reason, is_lost):
                if result.by_machine:
                    self._trouble.met(reason, now(), is_alone=not self.in_flight)
                is_over = self.attempts.is_over(name)
                event = AttemptFailedEvent if is_over else AttemptPostponedEvent
                self._notify(event(name.match_id, name.number, reason))
                self._start_again(name, reason, is_lost)
            case FinishedMatch(_, Outcome(Termination.VOID, _, reason)):
                self._notify(sealed_event(result, task.settings.bots, self._ledger.folder))
                self._start_again(name, reason, is_lost=False)
            case FinishedMatch():
                self._end_match(task, name, result)

    def _end_match(self, task: MatchTask, name: AttemptName, result: FinishedMatch) -> None:
        """Count and report a match that has a result."""
        self.finished += 1
        self._trouble.passed()
        self._progress.finished(now())
        if name.match_id in self._reopened:
            self._reopened.discard(name.match_id)
            self.reopen(name.match_id)
        self._notify(sealed_event(result, task.settings.bots, self._ledger.folder))

    def _start_again(self, name: AttemptName, reason: str, is_lost: bool) -> None:
        """Queue the match of an attempt without a result, or void it after too many attempts."""
        self._reopened.discard(name.match_id)
        match = self._ledger.find(name.match_id)
        if match is None or match.is_settled:
            return
        attempts = self.attempts.limit_reached(name, is_lost)
        if attempts:
            self.void([match], match_queue.given_up(attempts, reason))
        else:
            self.queue.add([match])

    # -- matches that are cancelled or come back

    def reopen(self, match_id: MatchId) -> None:
        """Queue a match again, now or when its attempt in progress has ended."""
        match = self._ledger.find(match_id)
        self.attempts.forget(match_id)
        self.voided.discard(match_id)
        if self.in_flight.has(match_id):
            self._reopened.add(match_id)
        elif match is not None and not match.is_settled:
            self.queue.drop(match_id)
            self.queue.add([match])

    def void(self, matches: Sequence[PlannedMatch], reason: str) -> None:
        """Cancel matches. A match with an earlier result keeps it; the others become void."""
        events: list[journal_event.JournalEvent] = []
        for match in matches:
            match_id = match.pairing.match_id
            if match.counting is not None:
                cancelled = journal_event.RerunCancelled(match_id, match.counting, reason)
                events.append(cancelled)
            else:
                events.append(journal_event.MatchVoided(match_id, reason))
                self.voided.add(match_id)
                self._progress.voided()
        if events:
            self._ledger.write(*events)
        for event in events:
            match event:
                case journal_event.MatchVoided(match_id):
                    self._notify(MatchVoidedEvent(match_id, reason))
                case journal_event.RerunCancelled(match_id):
                    self._notify(RerunCancelledEvent(match_id, reason))

    def void_waiting(self) -> None:
        """Void all matches that wait: each has a benched bot."""
        self.void(self.queue.drop_all(), match_queue.BENCHED)

    def close_attempts(self) -> None:
        """End the attempts that no match needs any more."""
        dead = self.attempts.close_left_open(self.queue.matches)
        for name in dead:
            quarantine_part(self._ledger, name)
        if dead:
            ends = (journal_event.AttemptFailed(one.match_id, one.number, _VOID) for one in dead)
            self._ledger.write(*ends)


def _begun(name: AttemptName) -> journal_event.AttemptBegun:
    """Return the event of a new attempt.

    Only the first attempt uses the planned seed; bots may know that seed afterwards.
    """
    seed = "" if name.number == 1 else secrets.token_bytes(SEED_BYTES).hex()
    return journal_event.AttemptBegun(name.match_id, name.number, seed)
