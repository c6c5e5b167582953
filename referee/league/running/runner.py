"""The season's loop: plan matches, start them, and collect their results.

Theory of operation. One thread owns the runner. It plans matches, starts them on the execution
backend, collects completed ones, and writes their results into the ledger. In between it carries
out the commands that other processes write into the journal (add, bench, void, rerun).

What is planned next, and when, is the part of a `SeasonPlan`:

- a ladder plans set by set (`StepPlan`), whenever a place is free. A set is a step of the journal.
  No bot waits for the match of another, and a round is only a mark between steps;
- a round robin and a gauntlet plan rounds (`RoundPlan`), and begin the next one while the last
  matches of the former are open, at most `limits.open_rounds` of them;
- all other formats need the results of a round before they plan the next one. They wait, and say
  for whom.

At every moment:

- the journal has each round and each step before any of its matches begins. So a later run never
  plans it again in another way. It also has who was at the table when a step was planned, so that
  each step can be derived from the events before it (`season_steps`);
- the journal has "begun", with the seed, for each attempt before a bot hears of it;
- an attempt counts if and only if it has a sealed record of its planned match. The worker seals
  the record; then the runner notifies the ledger, which counts one attempt for each match;
- each open planned match waits in the queue or is in progress. A round ends when no match of it is
  left in either place; matches that cannot be played become void. Rounds end, and are rated, in
  their order.

So a kill at any point is harmless. The next run ingests the sealed records that the ledger does
not know, and resumes attempts with an open record. An attempt without a record starts again under
its old name, because no bot knows of it (see `recovery`). If a match is played twice, the two
attempts have different names and seeds, and one of them counts.

Signal handlers call `drain` and `stop`, which set flags and wake the loop. A run that is stopped
leaves the same files as one that is killed.
"""

import contextlib
import queue
from collections.abc import Callable, Iterator, Sequence

from referee.error import UsageError
from referee.identifier import BotName, MatchId
from referee.league.configuration.settings import BotSettings, LeagueSettings
from referee.league.executor.execution_backend import ExecutionBackend, open_backend
from referee.league.format.field import StepFormat
from referee.league.ledger import Ledger, journal_event
from referee.league.ledger.renaming import present_bots
from referee.league.planning.planner import Planner
from referee.league.running.absence_handler import AbsenceHandler
from referee.league.running.attendance import UnattendedRound
from referee.league.running.friendlies import Challenges, Friendlies
from referee.league.running.held_versions import HeldVersions
from referee.league.running.league_event import (
    BotsAwaitedEvent,
    BotsKeptEvent,
    BotsMissingEvent,
    BotsNotInFileEvent,
    BotsReadEvent,
    CommandsReceivedEvent,
    DrainingEvent,
    LedgerAwayEvent,
    ListeningEvent,
    MachineRefusedEvent,
    Notify,
    RoundUnattendedEvent,
    ignore,
)
from referee.league.running.progress import Look, RunProgress, Status, ignore_status
from referee.league.running.recovery import ingest_records, left_open
from referee.league.running.roster import Roster
from referee.league.running.round_interval import RoundInterval, RoundWork
from referee.league.running.round_plan import RoundPlan
from referee.league.running.season_finish import Finish
from referee.league.running.season_matches import SeasonMatches, now
from referee.league.running.season_plan import PlanContext, SeasonPlan
from referee.league.running.standing_rule import StandingRule
from referee.league.running.start_rule import StartRule
from referee.league.running.step_plan import StepPlan
from referee.match.clock import seconds
from referee.server.log_output import LogSettings
from referee.server.referee import ServerSettings


class Runner:
    """Runs one league on one execution backend."""

    def __init__(
        self,
        settings: LeagueSettings,
        ledger: Ledger,
        backend: ExecutionBackend,
        notify: Notify = ignore,
        look: Look = ignore_status,
        read_file: Callable[[], LeagueSettings] | None = None,
        wait: float = 0.0,
        rule: StartRule | None = None,
        is_closed: bool = False,
        challenges: Challenges = tuple,
        work: RoundWork | None = None,
    ) -> None:
        """Create a runner.

        Args:
            settings: the league.
            ledger: its ledger; the caller is inside `Ledger.running`.
            backend: plays the matches.
            notify: receives every event.
            look: receives the status repeatedly.
            read_file: reads the bots and owners of the league file again; None to always use
                those of the settings.
            wait: how long to wait for remote bots before the first match, in seconds.
            rule: decides when rounds and matches may begin; None if at once.
            is_closed: whether bots that `read_file` does not name play no more.
            challenges: returns the friendlies that owners asked for.
            work: runs the command after each round; None if there is none.
        """
        self.settings = settings
        self.ledger = ledger
        ledger.when_away = lambda longest: notify(LedgerAwayEvent(longest))
        self.backend = backend
        self._notify = notify
        self._look = look
        self._wait = wait
        self._rule = rule or StartRule()
        self._roster = Roster(ledger, is_closed)
        self._read = read_file or (lambda: settings)
        self._absences = AbsenceHandler(settings, ledger, self._roster, backend.network, notify)
        self._held = HeldVersions(
            ledger, self._roster, backend.network, self._absences.attendance, notify
        )
        self._progress = RunProgress(now())
        self.matches = SeasonMatches(
            settings,
            ledger,
            backend,
            roster=self._roster,
            absences=self._absences,
            progress=self._progress,
            notify=notify,
        )
        self._in_flight = self.matches.in_flight
        self._friendlies = Friendlies(
            settings,
            ledger,
            backend,
            matches=self.matches,
            roster=self._roster,
            absences=self._absences,
            notify=notify,
            challenges=challenges,
        )
        planner = Planner(settings)
        self._rounds = planner.rounds
        context = PlanContext(
            settings=settings,
            ledger=ledger,
            planner=planner,
            roster=self._roster,
            absences=self._absences,
            matches=self.matches,
            progress=self._progress,
            notify=notify,
            rule=self._rule,
            interval=RoundInterval(
                settings.format, ledger, notify, work, read_again=self.read_again
            ),
        )
        is_by_step = isinstance(settings.format, StepFormat)
        self._plan: SeasonPlan = StepPlan(context) if is_by_step else RoundPlan(context)
        self._unattended = UnattendedRound(settings.match.startup, wait)
        self._missing: tuple[BotName, ...] = ()
        self._draining = self._draining_reported = False
        self._stopping = self._asked_to_read = False

    @property
    def finished(self) -> int:
        """How many matches got a result in this run."""
        return self.matches.finished

    @property
    def voided(self) -> set[MatchId]:
        """The matches that this run voided."""
        return self.matches.voided

    # -- from signal handlers and other threads

    def drain(self) -> None:
        """Start no more matches, and end the run when those in progress have ended."""
        self._draining = True
        self._in_flight.wake()

    def stop(self) -> None:
        """End the run at once. The next run resumes or repeats the matches in progress."""
        self._draining = self._stopping = True
        self.ledger.patience.give_up()
        self.ledger.outage.give_up()
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
        if self.backend.network is not None:
            self._notify(ListeningEvent(self.backend.network.address))
        self._plan.strays = ingest_records(self.ledger, self._notify)
        left = left_open(self.ledger, self.backend.here, self._notify)
        self.matches.attempts.left_open = left
        self._roster.read_file(self.settings.bots, self.settings.owners)
        self._report_unlisted(self.settings.bots)
        self._admit()
        return self._run()

    def _admit(self) -> None:
        """Admit the remote bots of the roster, and no others."""
        if self.backend.network is not None:
            self.backend.network.admit(self._roster.tokens)

    def _report_unlisted(self, bots: Sequence[BotSettings]) -> None:
        """Report the bots that play although the league file does not name them."""
        names = {bot.name for bot in present_bots(bots, self.ledger.renamed())}
        if others := tuple(name for name in self._roster.active if name not in names):
            self._notify(BotsNotInFileEvent(others))

    def status(self) -> Status:
        """Return the progress of the run."""
        return self._progress.status(
            now(),
            waiting=len(self.matches.queue),
            running=len(self._in_flight),
            rounds=self._rounds,
            overhead=self.backend.metrics.overhead.quantile(0.99),
            missing=self._missing or self._plan.missing,
            awaited=self._plan.awaited,
            pause=self._rule.pause or str(self.matches.pace_wait or ""),
        )

    def _run(self) -> Finish:
        self._plan.begin()
        self._wait_for_bots()
        while not self._stopping:
            self._catch_up()
            self._report_draining()
            self._look(self.status())
            self._friendlies.collect()
            if not self._draining and self._is_unattended():
                self._friendlies.start()
                self._rule.waits(self._progress.round, self._missing)
                if self._unattended.is_over(now()) and not self._rule.stays_up:
                    causes = tuple(f"{bot}: {why}" for bot, why in self._absences.silent.items())
                    self._notify(RoundUnattendedEvent(self._progress.round, self._missing, causes))
                    return Finish.ABSENT
                if self._unattended.is_time_to_dial(now()):
                    self._absences.attendance.dial_again()
                self._in_flight.collect()
                continue
            end = self._step()
            if end is not None:
                return end
        return Finish.STOPPED

    def _step(self) -> Finish | None:
        """Start matches and process completed ones, or go on with the plan.

        Returns why the run ends; None if it does not.
        """
        is_waiting = self.matches.is_waiting or not self._rule.may_begin_match()
        if not self._draining:
            self.matches.check_time()
            self._plan.end_rounds()
            if not is_waiting:
                self._plan.play()
                self._friendlies.start()
        is_waiting |= self.matches.pace_wait is not None
        if self._in_flight or self._friendlies or (is_waiting and not self._draining):
            completed = self._in_flight.collect()
            self._report_crashes()
            if not self._stopping:
                self.matches.count(completed)
            return None
        if self._draining:
            self._report_draining()
            return Finish.DRAINED
        return self._plan.go_on()

    def _report_draining(self) -> None:
        if self._draining and not self._draining_reported:
            self._draining_reported = True
            self._notify(DrainingEvent(len(self._in_flight)))

    def _report_crashes(self) -> None:
        """Report the crashes of local bots in matches that are still in progress."""
        with contextlib.suppress(queue.Empty):
            while True:
                self._absences.report(self.backend.crashes.get_nowait())

    # -- remote bots

    def _wait_for_bots(self) -> None:
        """Wait until all active remote bots are connected, at most `wait` seconds.

        Do not wait if no match can begin soon.
        """
        if not self._plan.begins_soon:
            return
        until, awaited = now() + seconds(self._wait), False
        while not self._draining:
            self._catch_up()
            missing = sorted(self._absences.not_connected)
            self._missing = tuple(missing)
            if not missing or not self._wait:
                break
            if not awaited:
                awaited = True
                self._notify(BotsAwaitedEvent(self._missing, self._wait))
            if now() >= until:
                self._notify(BotsMissingEvent(self._missing))
                break
            self._look(self.status())
            self._in_flight.collect()
        self._missing = ()
        self._progress.restart(now())

    def _is_unattended(self) -> bool:
        """Whether no match of the round was or can be played, as no remote bot is there.

        A listening bot is there if it answers, so the round begins with its matches.
        """
        self._missing = ()
        if self._absences.is_attended:
            self._unattended.attended()
        if not self._plan.is_unattended or self.matches.dial():
            return False
        bots = (*self._roster.active_network_bots, *self._roster.active_listening_bots)
        self._missing = tuple(sorted(bots))
        return True

    # -- commands of other processes

    def _catch_up(self) -> None:
        """Carry out commands, read the league file if asked, and take back returned bots."""
        self._receive_commands()
        if self._asked_to_read:
            self._read_file()
        self._held.look()
        self._absences.take_back()

    def _receive_commands(self) -> None:
        """Carry out the commands that other processes wrote into the journal."""
        events = self.ledger.catch_up()
        for event in events:
            match event:
                case journal_event.MatchVoided(match_id):
                    self.matches.queue.drop(match_id)
                case journal_event.MatchReopened(match_id):
                    self.matches.reopen(match_id)
                case journal_event.BotListed(bot):
                    self._absences.forget(bot)
                case journal_event.BotRenamed(old, new):
                    self._absences.forget(old)
                    self.matches.pace.renamed(old, new)
                    self._queue_again()
        if events:
            self._rule.changed()
            self._roster.refresh()
            self._admit()
            self._notify(CommandsReceivedEvent(len(events)))

    def _queue_again(self) -> None:
        """Queue the waiting matches with the present names of their bots."""
        waiting = {one.pairing.match_id for one in self.matches.queue.drop_all()}
        matches = self.ledger.open_matches()
        self.matches.queue.add(one for one in matches if one.pairing.match_id in waiting)

    def _read_file(self) -> None:
        """Read the bots of the league file; if the file has errors, keep the bots as they are."""
        self._asked_to_read = False
        played = self._roster.active
        try:
            settings = self._read()
            changed = self._roster.read_file(settings.bots, settings.owners)
        except UsageError as error:
            self._notify(BotsKeptEvent(str(error)))
            return
        self._rule.changed()
        for bot in changed:
            self._absences.forget(bot)
        self._report_unlisted(settings.bots)
        self._admit()
        left = tuple(bot for bot in played if bot not in self._roster.active)
        self._notify(BotsReadEvent(len(settings.bots), tuple(changed), left))


@contextlib.contextmanager
def open_runner(
    settings: LeagueSettings,
    ledger: Ledger,
    notify: Notify = ignore,
    look: Look = ignore_status,
    read_file: Callable[[], LeagueSettings] | None = None,
    wait: float = 0.0,
    log: LogSettings | None = None,
    server: ServerSettings | None = None,
    work: RoundWork | None = None,
) -> Iterator[Runner]:
    """Lock a league, open its execution backend, and return the runner; see `Runner`.

    `log` is how worker processes log. `server` is the listener of a season that stays open for the
    bots that `read_file` names; None for that of the settings, and a season that ends.

    Raises:
        StorageError: when another process or machine runs the league.
        UnavailableError: when the execution backend cannot be opened.
        UsageError: when tokens or tickets would cross a network unencrypted.
    """
    is_open = server is not None
    known = known_tokens(settings, None if is_open else ledger)
    with (
        ledger.running(),
        open_backend(
            settings,
            known if known or is_open else None,
            log,
            warn=lambda why: notify(MachineRefusedEvent(why)),
            server=server,
        ) as backend,
    ):
        yield Runner(
            settings,
            ledger,
            backend,
            notify=notify,
            look=look,
            read_file=read_file,
            wait=wait,
            rule=StandingRule(settings, ledger, notify) if is_open else None,
            is_closed=is_open,
            work=work,
        )


def known_tokens(settings: LeagueSettings, ledger: Ledger | None) -> dict[BotName, str]:
    """Return the hashes of the tokens of the remote bots in a league file and a ledger, if any."""
    listed = [] if ledger is None else ledger.bots()
    names = {} if ledger is None else ledger.renamed()
    network = {bot.name: bot.token for bot in listed if bot.token}
    in_file = present_bots(settings.bots, names)
    return network | {bot.name: bot.token for bot in in_file if bot.token}
