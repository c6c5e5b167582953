"""The runner: plays a league round by round, and loses nothing when it is killed.

It belongs to one thread, which has matches played, waits for what comes back,
and takes that into the ledger. Orders that other processes write into the journal (add,
bench, void, rerun) are heard between two looks at what has come back.
"""

import secrets
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from enum import Enum

from referee.error import UsageError
from referee.launch.match_task import Absence, MatchPlayed, MatchTask
from referee.league.configuration.settings import BotSettings, LeagueSettings
from referee.league.ledger import Ledger
from referee.league.ledger import event as say
from referee.league.ledger.attempt import AttemptName, Sealed
from referee.league.ledger.ledger import OpenMatch
from referee.league.planning.planner import Planner
from referee.league.running.bench import BENCHED, Bench
from referee.league.running.crashes import CRASHED, Crashes, rehearsal
from referee.league.running.execution_backend import ExecutionBackend
from referee.league.running.in_flight_task import InFlightTask, InFlightTasks, landed
from referee.league.running.match_queue import MatchQueue
from referee.league.running.progress import Look, Status, Tell, nobody, nobody_looks
from referee.league.running.recovery import (
    LeftOpen,
    is_cut_off,
    left_open,
    put_aside,
    take_records_in,
)
from referee.league.running.roster import Roster
from referee.league.running.task_factory import TaskFactory
from referee.match.outcome import Termination
from referee.match.settings import SEED_BYTES
from referee.record.signature import signing_key

MOST_ATTEMPTS = 5
"""Times in one run a match is begun, and not more, when each time it comes to nothing."""

MOST_LOSSES = 20
"""The same, when each time whoever played it is gone, which may be nothing of its doing."""

_VOID = "Its match was not to be played any more."
_BENCHED = "A bot of the match is benched."


class Finish(Enum):
    """Why a run of a league has ended."""

    OVER = "over"
    """The plan has no more matches."""
    STUCK = "stuck"
    """The next round of the plan cannot be played with the bots that are left."""
    DRAINED = "drained"
    """It was asked to stop, and what was in flight has ended."""
    STOPPED = "stopped"
    """It was told to stop at once."""


@dataclass(slots=True)
class _Round:
    """The round that is played: its number, its matches, and when it began."""

    number: int
    planned: int
    began: float


class Runner:
    """Runs one league in one place."""

    def __init__(
        self,
        settings: LeagueSettings,
        ledger: Ledger,
        place: ExecutionBackend,
        tell: Tell = nobody,
        look: Look = nobody_looks,
        read_bots: Callable[[], Sequence[BotSettings]] | None = None,
    ) -> None:
        """Set it up.

        Args:
            settings: the league.
            ledger: its ledger, with the lock of the one that runs.
            place: where the matches are played.
            tell: is told of everything that happens.
            look: is shown the status now and then.
            read_bots: gives the bots of the league's file as they are by now; without it
                they are always those of the settings.
        """
        self._settings = settings
        self._ledger = ledger
        self._place = place
        self._tell = tell
        self._look = look
        self._planner = Planner(settings)
        self._terms = TaskFactory(settings, ledger.folder if place.here else None, place.lobby)
        key = settings.signing_key
        self._key = None if key is None else signing_key(key)
        self._roster = Roster(ledger)
        self._read_bots = read_bots or (lambda: settings.bots)
        self._crashes = Crashes(ledger.folder / CRASHED)
        self._bench = Bench(settings.limits.bench_after, ledger.folder / BENCHED)
        limits = settings.limits
        self._queue = MatchQueue(limits.matches, limits.matches_per_bot)
        self._flights = InFlightTasks()
        self._round = _Round(0, 0, 0.0)
        self._began = time.monotonic()
        self.finished = 0
        """Matches that have got a result in this run."""
        self.voided: set[str] = set()
        """Matches that this run has given up, or never begun: they count for nobody."""
        self._left_open = LeftOpen(frozenset(), frozenset())
        self._handed_out: set[AttemptName] = set()
        self._put_off: Counter[AttemptName] = Counter()
        self._failures: Counter[str] = Counter()
        self._losses: Counter[str] = Counter()
        self._reopened: set[str] = set()
        self._draining = self._told_draining = False
        self._stopping = self._asked_to_read = False

    # -- from signal handlers and other threads

    def drain(self) -> None:
        """Begin no more matches, and end when those in flight have."""
        self._draining = True
        self._flights.wake()

    def stop(self) -> None:
        """End at once: what is in flight stays as it is."""
        self._draining = self._stopping = True
        self._ledger.patience.give_up()
        self._flights.wake()

    def read_again(self) -> None:
        """Take the bots of the league's file as they are by now, and their tokens."""
        self._asked_to_read = True
        self._flights.wake()

    # -- the run

    def run(self) -> Finish:
        """Play until the plan is through, or until told to end.

        Raises:
            StorageError: when the disk fails.
            UsageError: when the game or the bots do not allow what is planned.
        """
        if self._place.address is not None:
            self._say("listening", address=self._place.address)
        take_records_in(self._ledger, self._say)
        self._left_open = left_open(self._ledger, self._place.here, self._say)
        self._roster.read_file(self._settings.bots)
        self._place.admit(self._roster.guests)
        return self._run()

    def status(self) -> Status:
        """How far it is."""
        spent = time.monotonic() - self._began
        rate = self.finished / spent if spent > 0 else 0.0
        waiting = len(self._queue) + len(self._flights)
        done = max(0, self._round.planned - waiting)
        left = waiting / rate if rate > 0 else None
        return Status(
            round=self._round.number,
            planned=self._round.planned,
            done=done,
            flying=len(self._flights),
            rate=rate,
            overhead=self._place.overhead(),
            left=left,
        )

    def _run(self) -> Finish:
        number = self._ledger.last_round()
        if number:
            self._enter(number)
        while not self._stopping:
            self._hear()
            if self._asked_to_read:
                self._read_file()
            self._tell_draining()
            self._look(self.status())
            if not self._draining:
                self._check_time()
                self._hand_out()
            if self._flights:
                came = self._flights.collect()
                if not self._stopping:
                    self._take_in(came)
            elif self._draining:
                self._tell_draining()
                return Finish.DRAINED
            elif not self._queue:
                self._close_left_open()
                end = self._next_round()
                if end is not None:
                    return end
        return Finish.STOPPED

    def _tell_draining(self) -> None:
        if self._draining and not self._told_draining:
            self._told_draining = True
            self._say("draining", flying=len(self._flights))

    # -- rounds

    def _enter(self, number: int) -> None:
        """Go on with a round that is planned."""
        planned = self._ledger.planned(number)
        self._round = _Round(number, planned, time.monotonic())
        self._queue.add(self._ledger.open_matches())
        self._drop_benched()

    def _next_round(self) -> Finish | None:
        """Plan the next round; where there is none, gives why the season ends."""
        number = self._round.number + 1
        if self._round.number:
            self._say("round_ended", round=self._round.number)
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
            self._say("season_stopped", reason=str(error))
            return Finish.STUCK
        if not pairings:
            return Finish.OVER
        self._ledger.write(say.RoundPlanned(number, tuple(bots), pairings))
        self._enter(number)
        self._say("round_planned", round=number, matches=len(pairings), bots=bots)
        return None

    def _close_left_open(self) -> None:
        """Nothing waits any more: what a killed run has left of void matches comes to nothing."""
        dead = sorted(self._left_open.all - self._handed_out, key=str)
        self._left_open = LeftOpen(frozenset(), frozenset())
        for name in dead:
            put_aside(self._ledger, name)
        if dead:
            ends = (say.AttemptFailed(name.match_id, name.number, _VOID) for name in dead)
            self._ledger.write(*ends)

    def _check_time(self) -> None:
        """A round over its time begins no more matches: the rest of it counts for nobody."""
        bound = 60 * self._settings.limits.round_minutes
        if bound and time.monotonic() - self._round.began > bound:
            reason = f"The round was over its {self._settings.limits.round_minutes:g} minutes."
            self._void(self._queue.drop(self._roster.all), reason)

    # -- orders of others

    def _hear(self) -> None:
        """Take in what other processes have written into the journal."""
        events = self._ledger.catch_up()
        for event in events:
            match event:
                case say.MatchVoided(match_id):
                    self._queue.forget(match_id)
                case say.MatchReopened(match_id):
                    self._reopen(match_id)
                case say.BotListed(bot):
                    self._bench.forget(bot)
        if events:
            self._roster.refresh()
            self._heed_roster()
            self._say("orders_heard", count=len(events))

    def _read_file(self) -> None:
        """Take in what has changed in the league's file; one with errors changes nothing."""
        self._asked_to_read = False
        try:
            bots = self._read_bots()
        except UsageError as error:
            self._say("bots_kept", reason=str(error))
            return
        for bot in self._roster.read_file(bots):
            self._bench.forget(bot)
        self._heed_roster()
        self._say("bots_read", count=len(bots))

    def _heed_roster(self) -> None:
        """The roster may be another one: let its bots in, and play no match of benched ones."""
        self._place.admit(self._roster.guests)
        self._drop_benched()

    def _reopen(self, match_id: str) -> None:
        match = self._ledger.find(match_id)
        self._failures.pop(match_id, None)
        self._losses.pop(match_id, None)
        self.voided.discard(match_id)
        if self._flights.has(match_id):
            self._reopened.add(match_id)
        elif match is not None and not match.is_settled:
            self._queue.forget(match_id)
            self._queue.add([match])

    def _drop_benched(self) -> None:
        self._void(self._queue.drop(self._roster.benched), _BENCHED)

    def _void(self, matches: Sequence[OpenMatch], reason: str) -> None:
        """Some matches are not played, and count for nobody."""
        if matches:
            ids = [match.pairing.match_id for match in matches]
            self._ledger.write(*(say.MatchVoided(match_id, reason) for match_id in ids))
            self._round.planned = max(0, self._round.planned - len(ids))
            self.voided.update(ids)
            for match_id in ids:
                self._say("match_voided", match=match_id, reason=reason)

    # -- matches

    def _hand_out(self) -> None:
        """Have as many matches played as there is room for."""
        flights = [self._flight(match) for match in self._queue.take()]
        begun = [_begun(flight.attempt) for flight in flights if flight.is_new]
        if begun:
            self._ledger.write(*begun)
        for flight in flights:
            self._handed_out.add(flight.attempt)
            self._flights.begin(flight, self._place.begin(self._task(flight)))

    def _flight(self, match: OpenMatch) -> InFlightTask:
        """The next attempt at a match, or the last one if it was cut off."""
        last = AttemptName(match.pairing.match_id, match.begun)
        if match.begun >= match.from_attempt:
            if last in self._left_open.cut_off - self._handed_out:
                return InFlightTask(match, last, is_new=False, resume=True)
            if last in self._left_open.unseen - self._handed_out:
                return InFlightTask(match, last, is_new=False, resume=False)
        new = AttemptName(match.pairing.match_id, match.next_attempt)
        return InFlightTask(match, new, is_new=True, resume=False)

    def _task(self, flight: InFlightTask) -> MatchTask:
        pairing = flight.match.pairing
        players = self._roster.players(pairing.bots)
        seed = pairing.seed if flight.attempt.number == 1 else self._later_seed(flight.attempt)
        return self._terms.task(pairing, flight.attempt, seed, players, flight.resume)

    def _later_seed(self, name: AttemptName) -> bytes:
        """Return the seed of a later attempt; an old journal does not have it."""
        return self._ledger.seed(name) or secrets.token_bytes(SEED_BYTES)

    def _take_in(self, came: Sequence[tuple[InFlightTask, Future[MatchPlayed]]]) -> None:
        sealed, failed, played = [], [], []
        for flight, future in came:
            self._queue.back(flight.match)
            result = landed(flight, future, self._ledger, self._key)
            played.append((flight, result))
            if result.outcome is not None:
                sealed.append(Sealed(flight.attempt, result.outcome, result.digest))
            elif self._goes_on(flight, result):
                self._left_open = self._left_open.and_cut_off(flight.attempt)
                self._handed_out.discard(flight.attempt)
            else:
                put_aside(self._ledger, flight.attempt)
                number = flight.attempt.number
                failed.append(say.AttemptFailed(flight.attempt.match_id, number, result.failure))
        if failed:
            self._ledger.write(*failed)
        if sealed:
            self._ledger.seal(sealed)
        for flight, result in played:
            self._ended(flight, result)

    def _goes_on(self, flight: InFlightTask, played: MatchPlayed) -> bool:
        """Whether an attempt goes on later where it was cut off.

        It was so now, for whoever played it is gone, or it was before, and a bot of it is not
        there yet.
        """
        if played.is_lost and is_cut_off(self._ledger, flight.attempt):
            self._losses[flight.attempt.match_id] += 1
            return self._losses[flight.attempt.match_id] < MOST_LOSSES
        if not flight.resume or not played.absences:
            return False
        self._put_off[flight.attempt] += 1
        return self._put_off[flight.attempt] < MOST_ATTEMPTS

    def _ended(self, flight: InFlightTask, played: MatchPlayed) -> None:
        """A match is over: tell it, bench who is due, and play it again if it must be."""
        name, outcome = flight.attempt, played.outcome
        for crash in self._crashes.new(played.absences):
            self._crashed(crash, flight, is_recorded=outcome is not None)
        for due in self._bench.played(flight.match.pairing.bots, played.absences):
            self._put_on_bench(due.bot, self._bench.reason(due))
            path = self._bench.tell_owner(due, str(name))
            self._say("owner_told", bot=due.bot, file=str(path))
        if outcome is None:
            kind = "attempt_failed" if name in self._handed_out else "attempt_put_off"
            self._say(kind, match=name.match_id, attempt=name.number, reason=played.failure)
            self._again(flight, played.failure, played.is_lost)
        elif outcome.termination is Termination.VOID:
            self._say(
                "attempt_void", match=name.match_id, attempt=name.number, reason=outcome.reason
            )
            self._again(flight, outcome.reason)
        else:
            self.finished += 1
            if name.match_id in self._reopened:
                self._reopened.discard(name.match_id)
                self._reopen(name.match_id)
                self._drop_benched()
            self._say(
                "match_ended",
                match=name.match_id,
                attempt=name.number,
                bots=flight.match.pairing.bots,
                places=[seat.place for seat in outcome.results],
                points=[seat.score for seat in outcome.results],
                reason=outcome.reason,
                record=name.record(self._ledger.folder).name,
            )

    def _again(self, flight: InFlightTask, reason: str, is_lost: bool = False) -> None:
        """A match came to nothing: it waits for another attempt, unless it is given up or void."""
        match_id = flight.attempt.match_id
        self._reopened.discard(match_id)
        match = self._ledger.find(match_id)
        if match is None or match.is_settled:
            return
        if flight.attempt in self._handed_out:
            count = self._losses if is_lost else self._failures
            most = MOST_LOSSES if is_lost else MOST_ATTEMPTS
            count[match_id] += 1
            if count[match_id] >= most:
                self._void([match], f"Given up after {most} attempts: {reason}")
                return
        if self._roster.benched.isdisjoint(match.pairing.bots):
            self._queue.add([match])
        else:
            self._void([match], _BENCHED)

    def _crashed(self, crash: Absence, flight: InFlightTask, is_recorded: bool) -> None:
        """Tell of a crash, and keep what the bot printed."""
        name, again = flight.attempt, ""
        if is_recorded:
            (player,) = self._roster.players([crash.bot])
            seat = flight.match.pairing.bots.index(crash.bot)
            record = name.record(self._ledger.folder)
            again = rehearsal(player.command or "", record, seat, self._settings.folder)
        self._say(
            "bot_crashed",
            bot=crash.bot,
            match=name.match_id,
            reason=crash.reason,
            crashes=self._crashes.counts[crash.bot],
            file=str(self._crashes.keep(crash, str(name), again)),
        )

    def _put_on_bench(self, bot: str, reason: str) -> None:
        self._ledger.write(say.BotBenched(bot, reason))
        self._roster.refresh()
        self._say("bot_benched", bot=bot, reason=reason)
        self._drop_benched()

    def _say(self, kind: str, **facts: object) -> None:
        self._tell(kind, facts)


def _begun(name: AttemptName) -> say.AttemptBegun:
    """Begin an attempt; the seed of the plan serves once, for others may know it after that."""
    seed = "" if name.number == 1 else secrets.token_bytes(SEED_BYTES).hex()
    return say.AttemptBegun(name.match_id, name.number, seed)
