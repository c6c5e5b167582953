"""The season server: hold a season open, and go on with a changed league file.

Theory of operation. The backend, with the lobby and the streams of its bots, stays open from the
start of the server to its end. A runner plays the season on it, with a `StandingRule`: it waits for
the schedule and for bots, and does not end by itself. Commands and changed bots reach that runner.

If other settings of the league file change, the runner drains: it starts no more matches, and ends
when those in progress have ended. Then another runner resumes the season with the new settings, as
after a restart of the server, but on the same backend. So no bot loses its stream.
"""

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import asdict, fields, replace
from typing import Any, Final

from referee.error import UsageError
from referee.identifier import MatchId
from referee.league.configuration.settings import LeagueSettings
from referee.league.executor.execution_backend import ExecutionBackend, open_backend
from referee.league.ledger import Ledger
from referee.league.running.friendlies import Challenges
from referee.league.running.league_event import (
    DrainingEvent,
    LeagueEvent,
    ListeningEvent,
    Notify,
    RoundEndedEvent,
    SettingsReadEvent,
)
from referee.league.running.progress import Look, ignore_status
from referee.league.running.round_interval import RoundWork
from referee.league.running.runner import Runner, known_tokens
from referee.league.running.season_finish import Finish
from referee.league.running.season_note import SeasonNotes
from referee.league.running.standing_rule import StandingRule
from referee.league.sentence import LeagueSentence
from referee.server.log_output import LogSettings

_FIXED: Final = (
    *("name", "seats", "variants", "storage", "executor", "server", "rating", "notify", "entry"),
)
"""The settings that the backend, the ledger and other processes have taken at the start."""


class SeasonServer:
    """Holds one season open on one backend."""

    def __init__(
        self,
        settings: LeagueSettings,
        ledger: Ledger,
        backend: ExecutionBackend,
        read: Callable[[], LeagueSettings],
        notify: Notify,
        look: Look = ignore_status,
        wait: float = 0.0,
        challenges: Challenges = tuple,
        work: RoundWork | None = None,
    ) -> None:
        """Create a server.

        Args:
            settings: the league.
            ledger: its ledger; the caller is inside `Ledger.running`.
            backend: plays the matches; bots connect to it.
            read: reads the league file again.
            notify: receives every event.
            look: receives the status repeatedly.
            wait: how long to wait for remote bots before the first match, in seconds.
            challenges: returns the friendlies that owners asked for.
            work: runs the command after each round; None if there is none.
        """
        self.backend = backend
        self._settings = settings
        self._ledger = ledger
        self._read = read
        self._notify = SeasonNotes(ledger, notify).report
        self._look = look
        self._challenges = challenges
        self._work = work
        self._changed = False
        self._kept: tuple[str, ...] = ()
        """The keys that take effect at the next start, as they were last reported."""
        self._draining = False
        self._earlier: list[Runner] = []
        self._reported: tuple[LeagueEvent, ...] = ()
        """Events that a later runner reports again."""
        self._runner = self._open(wait)

    @property
    def finished(self) -> int:
        """How many matches got a result."""
        return sum(one.finished for one in (*self._earlier, self._runner))

    @property
    def voided(self) -> set[MatchId]:
        """The matches that this server voided."""
        return set[MatchId]().union(*(one.voided for one in (*self._earlier, self._runner)))

    # -- from signal handlers and other threads

    def drain(self) -> None:
        """Start no more matches, and end when those in progress have ended."""
        self._draining = True
        self._runner.drain()

    def stop(self) -> None:
        """End at once. The next start resumes or repeats the matches in progress."""
        self._draining = True
        self._runner.stop()

    def read_again(self) -> None:
        """Read the league file again."""
        self._runner.read_again()

    # -- the season

    def run(self) -> Finish:
        """Play until `drain` or `stop` is called; see `Runner.run`.

        Raises:
            MachineError: when this machine cannot start bots, and waiting does not help.
            StorageError: when the disk fails.
            UsageError: when a planned match cannot be played with the game and the bots.
        """
        while True:
            finish = self._runner.run()
            if self._draining or not self._changed:
                return finish
            self._changed = False
            self._earlier.append(self._runner)
            self._runner = self._open(wait=0.0)
            self._drain_again()

    def _drain_again(self) -> None:
        """Drain the present runner if a signal has reached only the one before."""
        if self._draining:
            self._runner.drain()

    def _open(self, wait: float) -> Runner:
        return Runner(
            self._settings,
            self._ledger,
            self.backend,
            notify=self._report,
            look=self._look,
            read_file=self._read_file,
            wait=wait,
            rule=StandingRule(self._settings, self._ledger, self._notify),
            challenges=self._challenges,
            work=self._work,
        )

    def _report(self, event: LeagueEvent) -> None:
        """Report an event of a runner, unless it is about the change of runners."""
        is_change = self._changed and not self._draining and isinstance(event, DrainingEvent)
        is_repeated = event in self._reported
        if isinstance(event, ListeningEvent | RoundEndedEvent):
            self._reported = tuple({type(one): one for one in (*self._reported, event)}.values())
        if not is_change and not is_repeated:
            self._notify(event)

    def _read_file(self) -> LeagueSettings:
        """Read the league file, and let another runner go on if more than the bots changed.

        Raises:
            UsageError: when the file has errors, or is about another game.
        """
        before, read = self._settings, self._read()
        if read.game != before.game:
            raise UsageError(
                LeagueSentence.OTHER_GAME, league=before.name, found=before.game, game=read.game
            )
        kept = {name: getattr(before, name) for name in _FIXED}
        durable = replace(read.match, durable=before.match.durable)
        self._settings = after = replace(read, **kept, match=durable)
        changed, kept_keys = differences(before, after), differences(after, read)
        if changed or kept_keys != self._kept:
            self._kept = kept_keys
            self._notify(SettingsReadEvent(changed, kept_keys))
        if changed:
            self._changed = True
            self._runner.drain()
        return after


def differences(one: LeagueSettings, other: LeagueSettings) -> tuple[str, ...]:
    """Return the keys, such as `format.rounds`, in which settings differ, without the bots."""
    first, second = _keys(one), _keys(other)
    names = [*first, *(name for name in second if name not in first)]
    return tuple(name for name in names if first.get(name) != second.get(name))


def _keys(settings: LeagueSettings) -> dict[str, Any]:
    """Return the settings by key, without bots, owners and the place of the file."""
    found: dict[str, Any] = {}
    for field in fields(settings):
        value = getattr(settings, field.name)
        if field.name == "format":
            found["format.kind"] = value.kind
        if field.name in ("bots", "owners", "folder", "file"):
            continue
        if hasattr(type(value), "__dataclass_fields__"):
            found |= {f"{field.name}.{name}": inner for name, inner in asdict(value).items()}
        else:
            found[field.name] = value
    return found


@contextlib.contextmanager
def open_season_server(
    settings: LeagueSettings,
    ledger: Ledger,
    read: Callable[[], LeagueSettings],
    notify: Notify,
    look: Look = ignore_status,
    wait: float = 0.0,
    log: LogSettings | None = None,
    challenges: Challenges = tuple,
    work: RoundWork | None = None,
) -> Iterator[SeasonServer]:
    """Lock a league, open its execution backend, which always listens, and return the server.

    Raises:
        StorageError: when another process or machine runs the league.
        UnavailableError: when the execution backend cannot be opened.
        UsageError: when tokens or tickets would cross a network unencrypted.
    """
    network = known_tokens(settings, ledger)
    with ledger.running(), open_backend(settings, network, log) as backend:
        yield SeasonServer(
            settings,
            ledger,
            backend,
            read,
            notify,
            look=look,
            wait=wait,
            work=work,
            challenges=challenges,
        )
