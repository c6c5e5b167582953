"""`referee league run`: play a league, or resume it."""

from __future__ import annotations

import contextlib
import signal
import time
from collections.abc import Iterator
from dataclasses import asdict, replace
from typing import TYPE_CHECKING

import click

from referee.cli import output
from referee.cli.command import FiniteRange, command, json_option
from referee.cli.exit import INTERRUPTED
from referee.cli.league.event_reporter import EventReporter
from referee.cli.league.rerun import PLAY_VOID_AGAIN
from referee.cli.option.league_file import LeagueFile, league_file, league_of
from referee.cli.option.logs import log_options
from referee.cli.option.metrics import check_metrics, metrics_option, shown_here
from referee.cli.option.pages import PagesOptions, pages_served, web_option
from referee.cli.report.progress import Progress
from referee.error import StorageError, UnavailableError

if TYPE_CHECKING:
    from referee.league.configuration.settings import LeagueSettings
    from referee.league.ledger import Ledger
    from referee.league.running.league_event import LeagueEndedEvent
    from referee.league.running.runner import Runner
    from referee.league.running.season_finish import Finish
    from referee.server.log_output import LogSettings

_SOME_ARE_VOID = 1

_MOST_MINUTES = 60.0 * 24 * 365
"""Maximum of `--wait` in minutes."""


@command(
    "run",
    examples=(
        "referee league run",
        "referee league run autumn.toml --events > events.jsonl",
        "referee league run --set limits.matches=8 --json",
        "referee league run --wait 30",
        "referee league run --web 127.0.0.1:8080",
        "referee league run --cluster tcp://127.0.0.1:8786",
    ),
    one="finished, but some matches produced no result",
    exclusive=(("events", "as_json"),),
)
@league_file
@click.option("--cluster", metavar="ADDRESS", help="play on a Dask cluster, e.g. tcp://host:8786")
@click.option(
    "--wait",
    type=FiniteRange(0, _MOST_MINUTES),
    default=5.0,
    metavar="MINUTES",
    help="how long to wait for remote bots before the first match (default: 5)",
)
@click.option("--no-wait", is_flag=True, help="start without bots that are not connected")
@click.option("--events", is_flag=True, help="print every event as a line of JSON")
@json_option(help="print the final state as JSON")
@metrics_option
@web_option
@log_options("error")
@click.pass_context
def run(
    context: click.Context,
    source: LeagueFile,
    cluster: str | None,
    wait: float,
    no_wait: bool,
    events: bool,
    as_json: bool,
    metrics: str | None,
    web: PagesOptions,
) -> int:
    """Play a league, or resume it."""
    from referee.league.ledger import Ledger
    from referee.league.running.league_event import LedgerAwayEvent
    from referee.league.running.season_finish import Finish
    from referee.server.grpc_version import check_grpc

    check_grpc()
    check_metrics(metrics)
    if cluster is not None:
        dask = ("executor.kind=dask", f"executor.address={cluster}")
        source = replace(source, overrides=(*source.overrides, *dask))
    settings = league_of(source)
    reporter = EventReporter(context.command_path, events)
    began = time.monotonic()
    with (
        Ledger.of(
            settings, begin=True, when_away=lambda wait: reporter.report(LedgerAwayEvent(wait))
        ) as ledger,
        pages_served(web, source.file, source.overrides),
    ):
        seconds = 0.0 if no_wait else 60 * wait
        finish, runner = _run(
            source, settings, ledger, reporter, metrics, wait=seconds, log=context.obj
        )
        spent = time.monotonic() - began
        if finish is not Finish.STOPPED and not reporter.is_lost:
            end = _end(settings, ledger, finish, runner, spent)
            with output.read_or_not():
                if events:
                    reporter.report(end)
                elif as_json:
                    output.print_json(asdict(end))
                else:
                    _print(settings, ledger, end)
    if reporter.is_lost:
        return StorageError.exit_code
    if finish is Finish.OVER:
        return _SOME_ARE_VOID if runner.matches.voided else 0
    is_unplayable = finish in (Finish.STUCK, Finish.ABSENT)
    return UnavailableError.exit_code if is_unplayable else INTERRUPTED


def _run(
    source: LeagueFile,
    settings: LeagueSettings,
    ledger: Ledger,
    reporter: EventReporter,
    metrics: str | None,
    wait: float,
    log: LogSettings,
) -> tuple[Finish, Runner]:
    """Play; return why the run ended, and the runner with its counts."""
    from referee.league.running.runner import open_runner

    with (
        Progress() as progress,
        open_runner(
            settings,
            ledger,
            notify=reporter.report,
            look=lambda status: progress.show(str(status)),
            read_file=lambda: league_of(source),
            wait=wait,
            log=log,
        ) as runner,
        shown_here(metrics, runner.backend.metrics, runner.backend.referee),
        _signals(runner),
    ):
        reporter.when_lost = runner.drain
        return runner.run(), runner


@contextlib.contextmanager
def _signals(runner: Runner) -> Iterator[None]:
    """Handle signals: the first Ctrl-C or SIGTERM drains, the second stops, SIGHUP reads again."""
    received: list[int] = []

    def handle(number: int, _: object) -> None:
        (runner.stop if received else runner.drain)()
        received.append(number)

    before = {number: signal.signal(number, handle) for number in (signal.SIGINT, signal.SIGTERM)}
    before[signal.SIGHUP] = signal.signal(signal.SIGHUP, lambda *_: runner.read_again())
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _end(
    settings: LeagueSettings, ledger: Ledger, finish: Finish, runner: Runner, spent: float
) -> LeagueEndedEvent:
    """Return the state of a league at the end of a run of `spent` seconds."""
    from referee.league.planning.planner import Planner
    from referee.league.running.league_event import LeagueEndedEvent
    from referee.league.season.reading import season_of_league

    results, season = ledger.results(), season_of_league(ledger, settings)
    active = [bot.name for bot in ledger.bots() if bot.benched is None]
    return LeagueEndedEvent(
        league=settings.name,
        finish=finish.value,
        rounds=ledger.last_round(),
        matches=len(results),
        played=runner.matches.finished,
        voided=len(runner.matches.voided),
        seconds=round(spent, 2),
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
