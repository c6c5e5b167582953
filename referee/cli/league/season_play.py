"""Play a season on the command line: what `referee league run` and `serve` have in common."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING

import click

from referee.cli import interruption, output
from referee.cli.command import FiniteRange, collected, json_option
from referee.cli.league.event_reporter import EventReporter
from referee.cli.league.notified import notified
from referee.cli.league.rerun import PLAY_VOID_AGAIN
from referee.cli.option.league_file import LeagueFile, league_file, league_of
from referee.cli.option.metrics import check_metrics, metrics_option, shown_here
from referee.cli.option.pages import PagesOptions, pages_served, web_option
from referee.cli.report.progress import Progress
from referee.error import StorageError

if TYPE_CHECKING:
    from referee.cli.league.followed_entries import FollowedEntries
    from referee.entry.entry_process import EntryProcess
    from referee.league.configuration.settings import LeagueSettings
    from referee.league.ledger import Ledger
    from referee.league.running.league_event import LeagueEndedEvent
    from referee.league.running.progress import Status
    from referee.league.running.round_interval import RoundWork
    from referee.league.running.runner import Runner
    from referee.league.running.season_finish import Finish
    from referee.league.running.season_server import SeasonServer
    from referee.server.log_output import LogSettings

_MOST_MINUTES = 60.0 * 24 * 365
"""Maximum of `--wait` in minutes."""


@dataclass(frozen=True, slots=True)
class SeasonOptions:
    """The options of a command that plays a season."""

    source: LeagueFile
    cluster: str | None
    wait: float
    no_wait: bool
    events: bool
    as_json: bool
    metrics: str | None
    web: PagesOptions

    @property
    def seconds(self) -> float:
        """How long to wait for remote bots before the first match, in seconds."""
        return 0.0 if self.no_wait else 60 * self.wait

    @property
    def played(self) -> LeagueFile:
        """The league file, with what `--cluster` overrides."""
        if self.cluster is None:
            return self.source
        dask = ("executor.kind=dask", f"executor.address={self.cluster}")
        return replace(self.source, overrides=(*self.source.overrides, *dask))


season_options = collected(
    "options",
    SeasonOptions,
    (
        league_file,
        click.option(
            "--cluster", metavar="ADDRESS", help="play on a Dask cluster, e.g. tcp://host:8786"
        ),
        click.option(
            "--wait",
            type=FiniteRange(0, _MOST_MINUTES),
            default=5.0,
            metavar="MINUTES",
            help="how long to wait for remote bots before the first match (default: 5)",
        ),
        click.option("--no-wait", is_flag=True, help="start without bots that are not connected"),
        click.option("--events", is_flag=True, help="print every event as a line of JSON"),
        json_option(help="print the final state as JSON"),
        metrics_option,
        web_option,
    ),
)
"""Adds the options of a command that plays a season, collected as `options`."""


@dataclass(frozen=True, slots=True)
class SeasonEnd:
    """How a command that plays a season ends.

    Attributes:
        finish: why it ends.
        voided: how many matches it voided.
        seconds: how long it played.
        matches: how many matches got a result.
    """

    finish: Finish
    voided: int
    seconds: float
    matches: int


def play_season(
    context: click.Context, options: SeasonOptions, settings: LeagueSettings, stays_up: bool
) -> SeasonEnd:
    """Play a season, and print its events and its final state.

    Args:
        context: the context of the command; its object are the settings of the log.
        options: the options of the command.
        settings: the league.
        stays_up: whether to hold the season open until a signal.

    Raises:
        StorageError: when the events cannot be written any more.
    """
    from referee.league.ledger import Ledger
    from referee.league.running.league_event import LedgerAwayEvent
    from referee.league.running.season_finish import Finish

    check_metrics(options.metrics)
    reporter = EventReporter(context.command_path, options.events)
    with (
        Ledger.of(
            settings, begin=True, when_away=lambda wait: reporter.report(LedgerAwayEvent(wait))
        ) as ledger,
        pages_served(options.web, options.source.file, options.source.overrides),
        _entries_served(settings, reporter, context.obj) if stays_up else nullcontext(),
        notified(settings, context.obj) if stays_up else nullcontext(),
    ):
        end = _play(options, settings, ledger, reporter, stays_up, context.obj)
        if end.finish is not Finish.STOPPED and not reporter.is_lost:
            final = _end(settings, ledger, end)
            with output.read_or_not():
                if options.events:
                    reporter.report(final)
                elif options.as_json:
                    output.print_json(asdict(final))
                else:
                    _print(settings, ledger, final)
    if reporter.is_lost:
        context.exit(StorageError.exit_code)
    return end


@contextmanager
def _entries_served(
    settings: LeagueSettings, reporter: EventReporter, log: LogSettings
) -> Iterator[EntryProcess | None]:
    """Run the entry process inside the block, if the league has one; report where it listens.

    Raises:
        UnavailableError: when it cannot be confined, or does not start.
        UsageError: when its settings are wrong.
    """
    if not settings.entry.listen:
        yield None
        return
    from referee.entry.entry_process import EntryProcess
    from referee.entry.season_socket import season_socket
    from referee.league.running.attendance import advice
    from referee.league.running.league_event import EntriesListeningEvent

    with (
        EntryProcess(settings, log) as process,
        season_socket(process.season_socket, settings, advice),
    ):
        reporter.report(EntriesListeningEvent(process.link))
        yield process


def _play(
    options: SeasonOptions,
    settings: LeagueSettings,
    ledger: Ledger,
    reporter: EventReporter,
    stays_up: bool,
    log: LogSettings,
) -> SeasonEnd:
    """Play, and return how the command ends."""
    from referee.cli.league.followed_entries import FollowedEntries, following
    from referee.interval.command_work import command_work

    began = time.monotonic()
    entries = FollowedEntries(settings, ledger, lambda: league_of(options.played), reporter.report)
    signals = _Signals(entries)
    with (
        Progress() as progress,
        interruption.stopping(
            interruption.in_two_steps(signals.drain, signals.stop), signals.read_again
        ),
        command_work(settings, entries.book) as work,
        _opened(
            options, entries, ledger, reporter, progress, work, stays_up=stays_up, log=log
        ) as player,
        shown_here(options.metrics, player.backend.metrics, player.backend.referee),
        following(entries, player.read_again),
    ):
        reporter.when_lost = player.drain
        signals.open(player)
        finish = player.run()
        return SeasonEnd(finish, len(player.voided), time.monotonic() - began, player.finished)


class _Signals:
    """What signals do to a season. A first one that comes before it is open ends it when it is."""

    def __init__(self, entries: FollowedEntries) -> None:
        self._entries = entries
        self._player: Runner | SeasonServer | None = None
        self._is_ending = False

    def open(self, player: Runner | SeasonServer) -> None:
        """Give signals the season to act on."""
        self._player = player
        if self._is_ending:
            player.drain()

    def drain(self) -> None:
        """End when the matches in progress have ended."""
        self._is_ending = True
        if self._player is not None:
            self._player.drain()

    def stop(self) -> None:
        """End at once."""
        if self._player is None:
            raise KeyboardInterrupt
        self._player.stop()

    def read_again(self) -> None:
        """Let the season read its file again."""
        self._entries.ask()
        if self._player is not None:
            self._player.read_again()


def _opened(
    options: SeasonOptions,
    entries: FollowedEntries,
    ledger: Ledger,
    reporter: EventReporter,
    progress: Progress,
    work: RoundWork,
    stays_up: bool,
    log: LogSettings,
) -> AbstractContextManager[Runner | SeasonServer]:
    """Open what plays the season: a runner, or a server that stays up."""
    from referee.league.running.runner import open_runner
    from referee.league.running.season_server import open_season_server

    def look(status: Status) -> None:
        progress.show(str(status))

    wait, notify, settings = options.seconds, reporter.report, entries.settings
    if stays_up:
        return open_season_server(
            settings,
            ledger,
            entries.read,
            notify,
            look,
            wait=wait,
            log=log,
            work=work,
            challenges=entries.challenges,
        )
    return open_runner(
        settings, ledger, notify, look, read_file=entries.read, wait=wait, log=log, work=work
    )


def _end(settings: LeagueSettings, ledger: Ledger, end: SeasonEnd) -> LeagueEndedEvent:
    """Return the state of a league at the end of a command that plays it."""
    from referee.league.planning.planner import Planner
    from referee.league.running.league_event import LeagueEndedEvent
    from referee.league.season.reading import season_of_league

    results, season = ledger.results(), season_of_league(ledger, settings)
    active = [bot.name for bot in ledger.bots() if bot.benched is None]
    return LeagueEndedEvent(
        league=settings.name,
        finish=end.finish.value,
        rounds=ledger.last_round(),
        matches=len(results),
        played=end.matches,
        voided=end.voided,
        seconds=round(end.seconds, 2),
        conclusion=Planner(settings).conclusion(results, active, ledger.entrants()),
        benched={bot.name: bot.benched for bot in ledger.bots() if bot.benched is not None},
        table=season.scores,
        ratings=season.data(),
    )


def _print(settings: LeagueSettings, ledger: Ledger, end: LeagueEndedEvent) -> None:
    """Print the table as `referee table` does, and a sentence on the run."""
    from referee.cli.report.season_table import print_ratings
    from referee.league.running.match_queue import voided_by_runs
    from referee.league.season.reading import season_of_league

    print_ratings(season_of_league(ledger, settings))
    resumes = "" if end.finish == "over" else " Run the same command to resume."
    print(
        f"{end.league}: {output.counted(end.matches, 'result')}, "
        f"{end.played} of them from this run, in {end.seconds:.1f} s.{resumes}"
    )
    if void := voided_by_runs(ledger.void_reasons()):
        print(f"{output.counted(void, 'match is', 'matches are')} void. {PLAY_VOID_AGAIN}")
    if end.conclusion:
        print(end.conclusion)
