"""Friendlies: matches on request, which are not rated.

A friendly starts when no match of the season can start: it takes a free place, and bots that may
begin another match. One that has waited for a minute gets the next place. Its draws follow from the
season's seed under a name of their own, so they tell nothing about other draws. Nothing of it is in
the plan, the results or the ratings. If the run is killed, the next one plays the friendly again;
the first ending in the journal stands.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError, Future
from time import time

from referee.error import MachineError
from referee.event_log import structlog
from referee.identifier import BotName
from referee.launch.finished_match import FailedMatch, FinishedMatch, PlayedMatch
from referee.launch.match_task import MatchTask
from referee.league.attempt import AttemptName
from referee.league.configuration.settings import LeagueSettings
from referee.league.executor.execution_backend import ExecutionBackend
from referee.league.friendly import FOLDER, friendly_match
from referee.league.hosted_version import Challenge
from referee.league.ledger import Ledger
from referee.league.ledger.ingest import read_all
from referee.league.ledger.journal_event import FriendlyEnded
from referee.league.ledger.renaming import renamed
from referee.league.ledger.rows import seats_text
from referee.league.ledger.season_check import make_folder
from referee.league.match_output import MatchOutputs
from referee.league.pairing import Pairing
from referee.league.planning.planner import Planner
from referee.league.running.absence_handler import AbsenceHandler
from referee.league.running.league_event import FriendlyEndedEvent, Notify
from referee.league.running.roster import Roster
from referee.league.running.season_matches import SeasonMatches
from referee.league.running.task_factory import TaskFactory
from referee.record.companion import remove_record
from referee.record.file import write_record
from referee.record.folder import part_of
from referee.record.signature import signing_key

log = structlog.get_logger()

PATIENCE = 86_400
"""Seconds that a friendly waits for a place and for its bots."""

_OVERDUE = 60
"""Seconds after which the next free place is kept for a friendly."""

_MOST_ATTEMPTS = 3
"""Attempts without a result after which a friendly ends."""

_SHARE = 4
"""Friendlies take at most one place in so many, and at least one."""

_LATE = "It found no time within a day at which its bots were free."

Challenges = Callable[[], Sequence[Challenge]]
"""Returns the friendlies that owners asked for, by number."""


class Friendlies:
    """The friendlies of a run."""

    def __init__(
        self,
        settings: LeagueSettings,
        ledger: Ledger,
        backend: ExecutionBackend,
        matches: SeasonMatches,
        roster: Roster,
        absences: AbsenceHandler,
        notify: Notify,
        challenges: Challenges,
    ) -> None:
        """Create it; see `Runner` for the arguments. `challenges` is called in its thread."""
        self._settings = settings
        self._ledger = ledger
        self._backend = backend
        self._matches = matches
        self._roster = roster
        self._absences = absences
        self._notify = notify
        self._challenges = challenges
        self._planner = Planner(settings)
        self._folder = ledger.folder / FOLDER
        self._tasks = TaskFactory(settings, self._folder if backend.here else None)
        self._key = None if settings.signing_key is None else signing_key(settings.signing_key)
        self._most = max(1, settings.limits.matches // _SHARE)
        self._ended: set[int] | None = None
        self._failures: Counter[int] = Counter()
        self._running: dict[Future[PlayedMatch], tuple[Challenge, MatchTask]] = {}

    def __bool__(self) -> bool:
        """Whether a friendly is in progress."""
        return bool(self._running)

    def collect(self) -> None:
        """Process the friendlies that completed."""
        for future in [one for one in self._running if one.done()]:
            challenge, task = self._running.pop(future)
            self._matches.queue.free(task.settings.bots)
            self._count(challenge, task, future)

    def start(self) -> None:
        """Start friendlies in free places; end those that cannot be played any more."""
        if not self._settings.entry.friendlies or self._matches.is_paused:
            return
        self._matches.queue.kept = 0
        running = {challenge.number for challenge, _ in self._running.values()}
        for challenge in self._challenges():
            if challenge.number in self._known_endings or challenge.number in running:
                continue
            bots = renamed(challenge.bots, self._ledger.renamed())
            if self._found_sealed(challenge):
                continue
            if (why := self._obstacle(challenge, bots)) is not None:
                self._write(FriendlyEnded(challenge.number, bots, why, int(1000 * time())))
            elif len(self._running) >= self._most or not self._absences.away.isdisjoint(bots):
                continue
            elif self._matches.queue.reserve(bots):
                self._begin(challenge, bots)
            elif time() > challenge.at + _OVERDUE and not self._running:
                self._matches.queue.kept = 1

    # -- inside

    @property
    def _known_endings(self) -> set[int]:
        if self._ended is None:
            self._ended = {one.number for one in self._ledger.friendlies()}
        return self._ended

    def _obstacle(self, challenge: Challenge, bots: Sequence[BotName]) -> str | None:
        """Return why a friendly can never be played, as a sentence; None if it can."""
        seats = self._settings.seats
        if len(set(bots)) != seats or len(bots) != seats:
            return f"A friendly needs {seats} different bots."
        for bot in bots:
            if bot not in self._roster.all:
                return f"{bot} has not joined the season."
            if self._roster.bot(bot).benched is not None:
                return f"{bot} does not play now: {self._roster.bot(bot).benched}"
        if self._failures[challenge.number] >= _MOST_ATTEMPTS:
            return f"It was given up after {_MOST_ATTEMPTS} attempts."
        return _LATE if time() > challenge.at + PATIENCE else None

    def _begin(self, challenge: Challenge, bots: tuple[BotName, ...]) -> None:
        number, settings = challenge.number, self._settings
        name = self._name(challenge)
        make_folder(self._folder)
        turn = number % len(bots)
        pairing = Pairing(
            match_id=name.match_id,
            round=0,
            set_number=0,
            bots=bots[turn:] + bots[:turn],
            seed=self._planner.friendly_seed(number),
            variant=number % len(settings.variants),
        )
        resumes = part_of(name.record(self._folder)).exists()
        players = self._roster.players(pairing.bots)
        task = self._tasks.task(pairing, name, pairing.seed, players, resumes)
        future = self._backend.begin(task)
        self._running[future] = challenge, task
        future.add_done_callback(lambda _: self._matches.in_flight.wake())

    def _name(self, challenge: Challenge) -> AttemptName:
        return AttemptName(friendly_match(self._settings.name, challenge.number), 1)

    def _found_sealed(self, challenge: Challenge) -> bool:
        """End a friendly whose record was sealed when its run was killed; return whether it was."""
        name = self._name(challenge)
        if not name.record(self._folder).exists():
            return False
        (read,) = read_all(self._folder, [name])
        if not isinstance(read, FinishedMatch) or read.header is None:
            remove_record(name.record(self._folder))
            return False
        self._write(_ending(challenge, read.header.bots, read))
        return True

    def _count(self, challenge: Challenge, task: MatchTask, future: Future[PlayedMatch]) -> None:
        """Process a friendly that completed. Whatever its fault, the season goes on."""
        name = self._name(challenge)
        try:
            played = future.result()
        except (MachineError, CancelledError):
            return
        except Exception as error:
            log.error("friendly_failed", match=str(name), why=str(error))
            played = FailedMatch(name.as_match, str(error))
        if isinstance(played, FailedMatch):
            if not played.by_machine:
                self._failures[challenge.number] += 1
                remove_record(part_of(name.record(self._folder)))
            return
        if played.record is not None:
            path = name.record(self._folder)
            write_record(path, played.record, played.reasoning, self._key)
        for bot, printed in played.outputs.items():
            MatchOutputs(self._ledger.folder).keep(name.match_id, bot, printed)
        self._write(_ending(challenge, task.settings.bots, played))

    def _write(self, ended: FriendlyEnded) -> None:
        """Write how a friendly ended into the journal, and report it."""
        self._ledger.write(ended)
        self._known_endings.add(ended.number)
        match = friendly_match(self._settings.name, ended.number)
        self._notify(FriendlyEndedEvent(match, ended.bots, ended.reason, bool(ended.termination)))


def _ending(challenge: Challenge, bots: Sequence[BotName], played: FinishedMatch) -> FriendlyEnded:
    outcome = played.outcome
    return FriendlyEnded(
        number=challenge.number,
        bots=tuple(bots),
        reason=outcome.reason,
        ended=int(1000 * time()),
        termination=int(outcome.termination),
        seats=seats_text(outcome),
        digest=played.digest.hex(),
    )
