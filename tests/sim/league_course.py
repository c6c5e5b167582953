"""The course of a league's season: the real runner and ledger, with matches and bots of the world.

The runner waits in one place for events, `collect`. Here, the world goes on in that place: matches
end, bots come and go, the process is killed.
"""

import contextlib
import queue
from collections.abc import Iterator, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field
from types import SimpleNamespace
from unittest.mock import patch

from referee.identifier import BotName, SessionId
from referee.launch.finished_match import PlayedMatch
from referee.launch.local_bot import Crash
from referee.launch.match_task import MatchTask
from referee.league.attempt import AttemptName
from referee.league.executor.execution_backend import NetworkBots
from referee.league.running import season_matches
from referee.league.running.in_flight_task import InFlightTasks
from referee.league.running.league_event import LeagueEvent
from referee.league.running.runner import Runner
from referee.league.running.standing_rule import StandingRule
from referee.match.clock import SECOND
from referee.server.bench_notice import BenchNotice
from referee.server.dial import DialTarget
from referee.server.lobby import BarredSession
from referee.server.metrics import Metrics
from referee.server.referee import Referee
from tests.league.running.fake_backend import Killed, make_up, open_ledger
from tests.sim.league_season import SPAN, LeagueSeason, utc
from tests.sim.world import START, World, span

_LOOK = SECOND // 5
_ASLEEP = 60 * SECOND
"""Nanoseconds between two looks of the runner while nothing happens."""


@dataclass(slots=True)
class Course:
    """What happened in a season.

    Attributes:
        season: the season.
        events: every event, with its time.
        looks: the state of the run, whenever it waited.
        absent: each match that began without some of its bots, with its time and these bots.
        now: the time.
    """

    season: LeagueSeason
    events: list[tuple[int, LeagueEvent]] = field(default_factory=list)
    looks: list["Look"] = field(default_factory=list)
    absent: list[tuple[int, str, tuple[BotName, ...]]] = field(default_factory=list)
    now: int = START


@dataclass(frozen=True, slots=True)
class Look:
    """A moment in which the run waited: the bots of the matches in progress, and who plays."""

    time: int
    playing: tuple[tuple[BotName, ...], ...]
    active: frozenset[BotName]


class _Network:
    """The connections of the remote bots."""

    address = "sim"

    def __init__(self, course: Course) -> None:
        self._course = course

    def admit(self, remote: Mapping[BotName, str]) -> None:
        """Do nothing: every bot of the season is admitted."""

    def streams(self) -> Mapping[BotName, SessionId]:
        now = self._course.now
        return {
            bot.name: SessionId(str(come))
            for bot in self._course.season.bots.values()
            for come, go in bot.visits
            if come <= now < go
        }

    def versions(self) -> Mapping[BotName, str]:
        """Return the version of each connected bot, which is the same for all."""
        return dict.fromkeys(self.streams(), "1")

    def hold(self, versions: Mapping[BotName, str]) -> None:
        """Do nothing: no bot of the season changes."""

    def barred(self) -> Mapping[BotName, BarredSession]:
        """Return nothing: every version plays."""
        return {}

    def wanted(self, bot: BotName) -> int:
        """Return 0: no bot asks for a limit."""
        return 0

    def send_notice(self, bot: BotName, notice: BenchNotice) -> None:
        """Do nothing."""

    def dial(self, bot: DialTarget) -> None:
        """Do nothing: every bot connects by itself."""

    def drain(self, grace: float) -> None:
        """Do nothing."""


class _Backend:
    """Plays matches in the time of the world."""

    here = True

    def __init__(self, course: Course, world: World) -> None:
        self.network: NetworkBots | None = _Network(course)
        self.referee: Referee | None = None
        self.metrics = Metrics()
        self.crashes = queue.SimpleQueue[Crash]()
        self._course, self._world = course, world
        self.is_alive = True

    def begin(self, task: MatchTask) -> Future[PlayedMatch]:
        """Play a match between its bots, or fail if one does not come in time."""
        bots = [self._course.season.bots[bot] for bot in task.settings.bots]
        now, future = self._world.now, Future[PlayedMatch]()
        startup = round(self._course.season.settings.match.startup * SECOND)
        begin = max(now if bot.is_there(now) else bot.comes(now) for bot in bots)
        away = tuple(bot.name for bot in bots if not bot.is_there(now))
        if away:
            self._course.absent.append((now, task.settings.match_id, away))
        late = [bot for bot in bots if not bot.is_there(now) and bot.comes(now) > now + startup]
        if late:
            end, fate = now + startup, f"failed {late[0].name}"
        else:
            end = begin + max(bot.pace for bot in bots)
            gone = [bot for bot in bots if bot.leaves(max(begin, now)) < end]
            fate = f"gone {gone[0].name}" if gone else "played"

        def complete() -> None:
            if self.is_alive:
                future.set_result(make_up(task, fate))

        self._world.at(end, complete)
        return future


def play_league(season: LeagueSeason) -> Course:
    """Play a season until its time is over, with a new process after each kill."""
    course, world = Course(season), World(season.seed)
    for bot in season.bots.values():
        for time in (time for visit in bot.visits for time in visit):
            world.at(time, lambda: None)
    for time in season.kills:
        world.at(time, _kill)
    world.at(START + SPAN, lambda: None)
    while world.now < START + SPAN:
        backend = _Backend(course, world)
        with contextlib.suppress(Killed), _living(course, world):
            _live(course, world, backend)
        backend.is_alive = False
        if world.now < START + SPAN:
            _pass(course, world, world.now + span(world.dice(f"pause {world.now}"), 1, 3_600))
    return course


def _pass(course: Course, world: World, until: int) -> None:
    """Let time pass without a process; a kill changes nothing."""
    while world.next is not None and world.next < until:
        with contextlib.suppress(Killed):
            world.step()
    course.now = world.now = max(world.now, until)


def _kill() -> None:
    raise Killed


def _live(course: Course, world: World, backend: _Backend) -> None:
    settings = course.season.settings

    def note(event: LeagueEvent) -> None:
        course.events.append((world.now, event))

    with open_ledger(settings) as ledger, ledger.running():
        rule = StandingRule(settings, ledger, note, lambda: utc(world.now))
        runner = Runner(settings, ledger, backend, note, rule=rule)

        def collect(tasks: SimulatedTasks) -> list[tuple[MatchTask, Future[PlayedMatch]]]:
            """Let the world go on until something happens that the runner would notice."""
            active = frozenset(bot.name for bot in ledger.bots() if bot.benched is None)
            playing = tuple(task.settings.bots for task in tasks.tasks)
            course.looks.append(Look(world.now, playing, active))
            if world.now >= START + SPAN:
                runner.stop()
                return []
            is_new = len(course.looks) < 2 or course.looks[-2].time < world.now - _LOOK
            patience = _LOOK if is_new else _ASLEEP
            start = rule.start
            until = world.now + patience
            if start is not None and utc(world.now) < start < utc(until):
                until = world.now + int((start - utc(world.now)).total_seconds() * SECOND) + 1
            if world.next is not None and world.next <= until:
                world.step()
            else:
                world.now = until
            course.now = world.now
            return tasks.completed()

        with patch.object(SimulatedTasks, "collect", collect):
            runner.run()


class SimulatedTasks(InFlightTasks):
    """The tasks in progress, without a thread."""

    def completed(self) -> list[tuple[MatchTask, Future[PlayedMatch]]]:
        """Remove and return the completed tasks."""
        done = [future for future in self._tasks if future.done()]
        return [(self._tasks.pop(future), future) for future in done]


@contextlib.contextmanager
def _living(course: Course, world: World) -> Iterator[None]:
    """Give the runner the time of the world."""
    time = SimpleNamespace(monotonic_ns=lambda: world.now)
    with (
        patch.object(season_matches, "time", time),
        patch.object(season_matches, "InFlightTasks", SimulatedTasks),
    ):
        yield


def matches_of(course: Course) -> dict[AttemptName, int]:
    """Return how many results that count each planned match has."""
    with open_ledger(course.season.settings) as ledger:
        counts = {AttemptName(one.pairing.match_id, 1): 0 for one in ledger.round_matches()}
        for result in ledger.results():
            counts[AttemptName(result.pairing.match_id, 1)] += 1
    return counts
