"""Run a league round by round. If a run is killed, the next one resumes where it stopped.

One thread owns the runner. It submits matches to the execution backend, collects completed ones,
and writes their results into the ledger. In between it carries out the commands that other
processes write into the journal (add, bench, void, rerun).
"""

import contextlib
import queue
import secrets
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, replace
from enum import Enum

from referee.error import UsageError
from referee.identifier import BotName, MatchId
from referee.launch.finished_match import FailedMatch, FinishedMatch, PlayedMatch
from referee.launch.match_task import MatchTask
from referee.league.attempt import AttemptName
from referee.league.configuration.settings import BotSettings, LeagueSettings
from referee.league.ledger import Ledger, journal_event
from referee.league.ledger.ledger import PlannedMatch
from referee.league.planning.planner import Planner
from referee.league.running import void_reason
from referee.league.running.absence_handler import AbsenceHandler
from referee.league.running.attempts import Attempts
from referee.league.running.attendance import nobody_connected
from referee.league.running.execution_backend import ExecutionBackend
from referee.league.running.in_flight_task import InFlightTasks, result_of
from referee.league.running.league_event import (
    AttemptFailedEvent,
    AttemptPostponedEvent,
    AttemptVoidEvent,
    BotsAwaitedEvent,
    BotsKeptEvent,
    BotsMissingEvent,
    BotsNotInFileEvent,
    BotsReadEvent,
    CommandsReceivedEvent,
    DrainingEvent,
    LedgerAwayEvent,
    ListeningEvent,
    MatchEndedEvent,
    MatchVoidedEvent,
    Notify,
    RerunCancelledEvent,
    RoundEndedEvent,
    RoundPlannedEvent,
    RoundUnattendedEvent,
    SeasonStoppedEvent,
    ignore,
)
from referee.league.running.machine_trouble import MachineTrouble
from referee.league.running.match_queue import MatchQueue
from referee.league.running.progress import Count, Look, Pace, Status, ignore_status
from referee.league.running.recovery import ingest_records, left_open, quarantine_part
from referee.league.running.roster import Roster
from referee.league.running.task_factory import TaskFactory
from referee.league.running.unattended_round import UnattendedRound
from referee.match.clock import Instant, seconds
from referee.match.outcome import Outcome, Termination
from referee.match.settings import SEED_BYTES
from referee.record.signature import signing_key
from referee.record.summary import read_summary

_VOID = "Its match was not to be played any more."


class Finish(Enum):
    """Why a run of a league ended."""

    OVER = "over"
    """The plan has no more matches."""
    ABSENT = "absent"
    """None of the round's network bots connected; the round stays open."""
    STUCK = "stuck"
    """The next round cannot be planned with the bots that are left."""
    DRAINED = "drained"
    """The run was asked to drain, and the matches in progress have ended."""
    STOPPED = "stopped"
    """The run was told to stop at once."""


@dataclass(slots=True)
class _Round:
    """The current round.

    Attributes:
        number: its number; 0 before the first round.
        planned: its matches that are not void, and the open matches of earlier rounds.
        began: when this run began to play it.
        earlier: the matches of earlier rounds, without void and open ones.
    """

    number: int
    planned: int
    began: Instant
    earlier: Count


class Runner:
    """Runs one league on one execution backend."""

    def __init__(
        self,
        settings: LeagueSettings,
        ledger: Ledger,
        backend: ExecutionBackend,
        notify: Notify = ignore,
        look: Look = ignore_status,
        read_bots: Callable[[], Sequence[BotSettings]] | None = None,
        wait: float = 0.0,
    ) -> None:
        """Create a runner.

        Args:
            settings: the league.
            ledger: its ledger; the caller is inside `Ledger.running`.
            backend: plays the matches.
            notify: receives every event.
            look: receives the status repeatedly.
            read_bots: reads the bots of the league file again; None to always use the bots of
                the settings.
            wait: how long to wait for network bots before the first match, in seconds.
        """
        self._settings = settings
        self._ledger = ledger
        ledger.when_away = lambda _, wait: notify(LedgerAwayEvent(wait))
        self._backend = backend
        self._notify = notify
        self._look = look
        self._wait = wait
        self._planner = Planner(settings)
        folder = ledger.folder if backend.here else None
        self._tasks = TaskFactory(settings, folder, backend.lobby, backend.log)
        key = settings.signing_key
        self._key = None if key is None else signing_key(key)
        self._roster = Roster(ledger)
        self._read_bots = read_bots or (lambda: settings.bots)
        self._absences = AbsenceHandler(
            settings, ledger, self._roster, backend.streams, backend.send_notice, notify
        )
        limits = settings.limits
        self._queue = MatchQueue(limits.matches, limits.matches_per_bot)
        self._in_flight = InFlightTasks()
        self._attempts = Attempts(ledger)
        self._unattended = UnattendedRound(settings.match.startup, wait)
        self._trouble = MachineTrouble()
        self._started: dict[AttemptName, Instant] = {}
        self._pace = Pace(_now())
        self._round = _Round(0, 0, _now(), Count(0, 0))
        self.finished = 0
        """How many matches got a result in this run."""
        self.voided: set[str] = set()
        """The matches that this run voided."""
        self._strays: frozenset[MatchId] = frozenset()
        """Matches with a record that are not planned yet, as in an older copy of the journal."""
        self._reopened: set[str] = set()
        self._missing: tuple[BotName, ...] = ()
        self._draining = self._draining_reported = False
        self._stopping = self._asked_to_read = False

    # -- from signal handlers and other threads

    def drain(self) -> None:
        """Start no more matches, and end the run when those in progress have ended."""
        self._draining = True
        self._in_flight.wake()

    def stop(self) -> None:
        """End the run at once. The next run resumes or repeats the matches in progress."""
        self._draining = self._stopping = True
        self._ledger.patience.give_up()
        self._ledger.outage.give_up()
        self._in_flight.wake()

    def read_again(self) -> None:
        """Read the bots of the league file and their tokens again."""
        self._asked_to_read = True
        self._in_flight.wake()

    # -- the run

    def run(self) -> Finish:
        """Play until the season is over, or until `drain` or `stop` is called.

        Raises:
            MachineError: when this machine cannot start bots, and waiting does not help.
            StorageError: when the disk fails.
            UsageError: when the first round cannot be planned, or a planned match cannot be
                played with the game and the bots of the league.
        """
        if self._backend.address is not None:
            self._notify(ListeningEvent(self._backend.address))
        self._strays = ingest_records(self._ledger, self._notify)
        self._attempts.left_open = left_open(self._ledger, self._backend.here, self._notify)
        self._roster.read_file(self._settings.bots)
        self._report_unlisted(self._settings.bots)
        self._backend.admit(self._roster.tokens)
        return self._run()

    def _report_unlisted(self, bots: Sequence[BotSettings]) -> None:
        """Report the bots that play although the league file does not name them."""
        names = {bot.name for bot in bots}
        if others := tuple(name for name in self._roster.active if name not in names):
            self._notify(BotsNotInFileEvent(others))

    def status(self) -> Status:
        """Return the progress of the run."""
        now, current = _now(), self._round
        waiting = len(self._queue) + len(self._in_flight)
        of_round = Count(max(0, current.planned - waiting), current.planned)
        rounds, of_season = self._planner.rounds, None
        if rounds is not None:
            later = max(0, rounds - current.number) * current.planned
            of_season = Count(
                current.earlier.done + of_round.done,
                current.earlier.planned + of_round.planned + later,
            )
        return Status(
            round=current.number,
            rounds=rounds,
            of_round=of_round,
            of_season=of_season,
            running=len(self._in_flight),
            rate=self._pace.rate(now),
            overhead=self._backend.overhead(),
            missing=self._missing,
        )

    def _run(self) -> Finish:
        number = self._ledger.last_round()
        if number:
            self._enter(number)
        self._wait_for_bots()
        while not self._stopping:
            self._catch_up()
            self._report_draining()
            self._look(self.status())
            is_waiting = self._trouble.is_waiting(_now())
            if not self._draining:
                if self._is_unattended():
                    if self._unattended.is_over(_now()):
                        self._notify(RoundUnattendedEvent(self._round.number, self._missing))
                        return Finish.ABSENT
                    self._in_flight.collect()
                    continue
                self._check_time()
                if not is_waiting:
                    self._hand_out()
            if self._in_flight or (is_waiting and not self._draining):
                completed = self._in_flight.collect()
                self._report_crashes()
                if not self._stopping:
                    self._count(completed)
            elif self._draining:
                self._report_draining()
                return Finish.DRAINED
            else:
                self._void(self._queue.drop_all(), void_reason.BENCHED)
                self._close_left_open()
                end = self._next_round()
                if end is not None:
                    return end
        return Finish.STOPPED

    def _report_draining(self) -> None:
        if self._draining and not self._draining_reported:
            self._draining_reported = True
            self._notify(DrainingEvent(len(self._in_flight)))

    def _report_crashes(self) -> None:
        """Report the crashes of local bots in matches that are still in progress."""
        with contextlib.suppress(queue.Empty):
            while True:
                self._absences.report(self._backend.crashes.get_nowait())

    # -- network bots

    def _wait_for_bots(self) -> None:
        """Wait until all active network bots are connected, at most `wait` seconds."""
        until, awaited = _now() + seconds(self._wait), False
        while not self._draining:
            self._catch_up()
            missing = sorted(self._absences.not_connected)
            self._missing = tuple(missing)
            if not missing or not self._wait:
                break
            if not awaited:
                awaited = True
                self._notify(BotsAwaitedEvent(self._missing, self._wait))
            if _now() >= until:
                self._notify(BotsMissingEvent(self._missing))
                break
            self._look(self.status())
            self._in_flight.collect()
        self._missing = ()
        self._round.began = _now()
        self._pace.restart(_now())

    def _is_unattended(self) -> bool:
        """Whether no match of the round was or can be played, as no network bot is connected."""
        absent, network = self._absences.not_connected, self._roster.active_network_bots
        self._missing = ()
        if absent != frozenset(network):
            self._unattended.attended()
        if self._backend.streams is nobody_connected:  # it does not know who is connected
            return False
        if self._in_flight or not network or absent != frozenset(network):
            return False
        self._queue.hold(self._roster.benched | absent)
        if not self._queue.has_only_held or self._ledger.has_result(self._round.number):
            return False
        self._missing = tuple(sorted(network))
        return True

    # -- rounds

    def _enter(self, number: int) -> None:
        """Make a planned round the current one, and queue the open matches of all rounds."""
        matches = self._ledger.open_matches()
        tallies = {one.round: one for one in self._ledger.rounds()}
        current = tallies.pop(number)
        earlier = Count(
            done=sum(one.played for one in tallies.values()),
            planned=sum(one.planned - one.void - one.open for one in tallies.values()),
        )
        done = current.planned - current.void - current.open
        self._round = _Round(number, done + len(matches), _now(), earlier)
        self._queue.add(matches)

    def _next_round(self) -> Finish | None:
        """Plan the next round and return None; if there is none, return why the run ends."""
        number = self._round.number + 1
        if self._round.number:
            self._ledger.rate_rounds()
            self._notify(RoundEndedEvent(self._round.number))
        bots = self._roster.active
        try:
            pairings = self._planner.next_round(
                number,
                bots,
                self._ledger.results(),
                self._ledger.last_set(),
                self._ledger.entrants(),
            )
        except UsageError as error:
            if number == 1:
                raise
            self._notify(SeasonStoppedEvent(str(error)))
            return Finish.STUCK
        if not pairings:
            return Finish.OVER
        self._ledger.write(journal_event.RoundPlanned(number, tuple(bots), pairings))
        if not self._strays.isdisjoint(one.match_id for one in pairings):
            self._strays = ingest_records(self._ledger, self._notify)
        self._enter(number)
        self._notify(RoundPlannedEvent(number, len(pairings), tuple(bots)))
        return None

    def _close_left_open(self) -> None:
        """Mark the open attempts of earlier runs that this run did not resume as failed."""
        dead = self._attempts.close_left_open()
        for name in dead:
            quarantine_part(self._ledger, name)
        if dead:
            ends = (journal_event.AttemptFailed(one.match_id, one.number, _VOID) for one in dead)
            self._ledger.write(*ends)

    def _check_time(self) -> None:
        """If the round exceeds `limits.round_minutes`, void its matches that have not started."""
        minutes = self._settings.limits.round_minutes
        if minutes and _now() - self._round.began > seconds(60 * minutes):
            self._void(self._queue.drop_all(), void_reason.too_late(minutes))

    # -- commands of other processes

    def _catch_up(self) -> None:
        """Carry out commands, read the league file if asked, and take back returned bots."""
        self._receive_commands()
        if self._asked_to_read:
            self._read_file()
        self._absences.take_back()

    def _receive_commands(self) -> None:
        """Carry out the commands that other processes wrote into the journal."""
        events = self._ledger.catch_up()
        for event in events:
            match event:
                case journal_event.MatchVoided(match_id):
                    self._queue.drop(match_id)
                case journal_event.MatchReopened(match_id):
                    self._reopen(match_id)
                case journal_event.BotListed(bot):
                    self._absences.forget(bot)
        if events:
            self._roster.refresh()
            self._backend.admit(self._roster.tokens)
            self._notify(CommandsReceivedEvent(len(events)))

    def _read_file(self) -> None:
        """Read the bots of the league file; if the file has errors, keep the bots as they are."""
        self._asked_to_read = False
        try:
            bots = self._read_bots()
        except UsageError as error:
            self._notify(BotsKeptEvent(str(error)))
            return
        for bot in self._roster.read_file(bots):
            self._absences.forget(bot)
        self._report_unlisted(bots)
        self._backend.admit(self._roster.tokens)
        self._notify(BotsReadEvent(len(bots)))

    def _reopen(self, match_id: MatchId) -> None:
        match = self._ledger.find(match_id)
        self._attempts.forget(match_id)
        self.voided.discard(match_id)
        if self._in_flight.has(match_id):
            self._reopened.add(match_id)
        elif match is not None and not match.is_settled:
            self._queue.drop(match_id)
            self._queue.add([match])

    def _void(self, matches: Sequence[PlannedMatch], reason: str) -> None:
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
                self._round.planned = max(0, self._round.planned - 1)
        if events:
            self._ledger.write(*events)
        for event in events:
            match event:
                case journal_event.MatchVoided(match_id):
                    self._notify(MatchVoidedEvent(match_id, reason))
                case journal_event.RerunCancelled(match_id):
                    self._notify(RerunCancelledEvent(match_id, reason))

    # -- matches

    def _hand_out(self) -> None:
        """Start as many matches as the limits allow.

        Matches of disconnected network bots start only when no other match is left to play. Such
        a match waits for its bots, and a bot that does not connect in time is absent from it.
        """
        benched = self._roster.benched
        absent = self._absences.not_connected
        self._queue.hold(benched | absent)
        self._start(list(self._queue.take()))
        if not self._in_flight and absent:
            self._queue.hold(benched)
            self._start(list(self._queue.take()))

    def _start(self, matches: Sequence[PlannedMatch]) -> None:
        tasks = [(self._attempts.next(match), match) for match in matches]
        begun = [_begun(attempt.name) for attempt, _ in tasks if attempt.is_new]
        if begun:
            self._ledger.write(*begun)
        for attempt, match in tasks:
            self._attempts.start(attempt.name)
            self._started[attempt.name] = _now()
            pairing = match.pairing
            players = self._roster.players(pairing.bots)
            seed = pairing.seed if attempt.name.number == 1 else self._later_seed(attempt.name)
            task = self._tasks.task(pairing, attempt.name, seed, players, attempt.resume)
            self._in_flight.add(task, self._backend.begin(task))

    def _later_seed(self, name: AttemptName) -> bytes:
        """Return the seed of a later attempt, or a new one if the journal is too old to have it."""
        return self._ledger.seed(name) or secrets.token_bytes(SEED_BYTES)

    def _count(self, completed: Sequence[tuple[MatchTask, Future[PlayedMatch]]]) -> None:
        """Write the results of completed tasks into the ledger, then process each of them."""
        finished, failures = list[FinishedMatch](), list[journal_event.JournalEvent]()
        results = []
        for task, future in completed:
            self._queue.release(task.settings.bots)
            result = result_of(task, future, self._ledger, self._key)
            name = AttemptName.parse(result.match_id)
            results.append((task, name, result))
            if result.metrics is not None:
                self._backend.metrics.add(result.metrics)
            if isinstance(result, FinishedMatch):
                summary = read_summary(name.record(self._ledger.folder))
                finished.append(replace(result, summary=summary))
            elif not self._attempts.postpone(name, result, task.resume):
                quarantine_part(self._ledger, name)
                failed = journal_event.AttemptFailed(name.match_id, name.number, result.reason)
                failures.append(failed)
        if failures:
            self._ledger.write(*failures)
        if finished:
            self._ledger.seal(finished)
        for task, name, result in results:
            self._end_attempt(task, name, result)

    def _end_attempt(self, task: MatchTask, name: AttemptName, result: PlayedMatch) -> None:
        """Report a completed attempt, handle absences, and repeat the match if it has no result."""
        started = self._started.pop(name)
        self._absences.handle(task.settings.bots, result, started, _now())
        match result:
            case FailedMatch(_, reason, is_lost):
                if result.by_machine:
                    self._trouble.met(reason, _now(), is_alone=not self._in_flight)
                is_over = self._attempts.is_over(name)
                event = AttemptFailedEvent if is_over else AttemptPostponedEvent
                self._notify(event(name.match_id, name.number, reason))
                self._start_again(name, reason, is_lost)
            case FinishedMatch(_, Outcome(Termination.VOID, _, reason)):
                self._notify(AttemptVoidEvent(name.match_id, name.number, reason))
                self._start_again(name, reason, is_lost=False)
            case FinishedMatch():
                self._end_match(task, name, result)

    def _end_match(self, task: MatchTask, name: AttemptName, result: FinishedMatch) -> None:
        """Count and report a match that has a result."""
        self.finished += 1
        self._trouble.passed()
        self._pace.finished(_now())
        if name.match_id in self._reopened:
            self._reopened.discard(name.match_id)
            self._reopen(name.match_id)
        self._notify(
            MatchEndedEvent(
                match=name.match_id,
                attempt=name.number,
                bots=task.settings.bots,
                versions=result.versions,
                places=tuple(seat.place for seat in result.outcome.results),
                points=tuple(seat.score for seat in result.outcome.results),
                reason=result.outcome.reason,
                record=name.record(self._ledger.folder).name,
            )
        )

    def _start_again(self, name: AttemptName, reason: str, is_lost: bool) -> None:
        """Queue the match of an attempt without a result, or void it after too many attempts."""
        self._reopened.discard(name.match_id)
        match = self._ledger.find(name.match_id)
        if match is None or match.is_settled:
            return
        attempts = self._attempts.limit_reached(name, is_lost)
        if attempts:
            self._void([match], void_reason.given_up(attempts, reason))
        else:
            self._queue.add([match])


def _now() -> Instant:
    """Return the current time of the monotonic clock."""
    return Instant(time.monotonic_ns())


def _begun(name: AttemptName) -> journal_event.AttemptBegun:
    """Return the event of a new attempt.

    Only the first attempt uses the planned seed; bots may know that seed afterwards.
    """
    seed = "" if name.number == 1 else secrets.token_bytes(SEED_BYTES).hex()
    return journal_event.AttemptBegun(name.match_id, name.number, seed)
