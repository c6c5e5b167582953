"""`referee league run`: play a league, or go on with it."""

from __future__ import annotations

import contextlib
import json
import signal
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING

import click

from referee.cli import output
from referee.cli.command import command, json_option
from referee.cli.league.file import LeagueFile, league_file, league_of
from referee.cli.logs import log_options
from referee.cli.metrics import check_metrics, metrics_option, shown_here
from referee.cli.progress import Progress
from referee.error import StorageError, UnavailableError

if TYPE_CHECKING:
    from referee.league.configuration.settings import LeagueSettings
    from referee.league.ledger import Ledger
    from referee.league.running.runner import Finish, Runner

_SOME_ARE_VOID = 1
_INTERRUPTED = 130

_WORTH_A_LINE = {
    "listening": "listening on {address}",
    "match_voided": "{match} is void: {reason}",
    "bot_crashed": "{bot} crashed: {reason}; its last output is in {file}",
    "bot_benched": "{bot} is benched: {reason}",
    "owner_told": "a message to the owner of {bot} is in {file}",
    "record_missing": "the record of {match} is missing: restore it, or `referee league rebuild`",
    "record_unsound": "{reason}",
    "record_foreign": "{record} is not the record of its match, and is renamed: {reason}",
    "record_stray": "the record of {match} belongs to no match of this league",
    "season_stopped": "{reason} To add a bot or bring one back: `referee league add`.",
    "bots_read": "read {count} bots from the file",
    "bots_kept": "kept the bots as they were: {reason}",
    "draining": "stopping: waiting for running matches to finish; press Ctrl-C again to stop now",
}
"""What people are told on stderr as it happens."""


@command(
    "run",
    examples=(
        "referee league run",
        "referee league run autumn.toml --events > events.jsonl",
        "referee league run --set limits.matches=8 --json",
        "referee league run --cluster tcp://127.0.0.1:8786",
    ),
    one="finished, but some matches produced no result",
    exclusive=("events", "as_json"),
)
@league_file
@click.option("--cluster", metavar="ADDRESS", help="play on a Dask cluster, e.g. tcp://host:8786")
@click.option("--events", is_flag=True, help="print every event as a line of JSON")
@json_option(help="print the final state as JSON")
@metrics_option
@log_options("error")
@click.pass_context
def run(
    context: click.Context,
    source: LeagueFile,
    cluster: str | None,
    events: bool,
    as_json: bool,
    metrics: str | None,
) -> int:
    """Play a league, or resume it."""
    from referee.cli.league.ledger import open_ledger
    from referee.league.running.runner import Finish

    check_metrics(metrics)
    if cluster is not None:
        dask = ("executor.kind=dask", f"executor.address={cluster}")
        source = replace(source, overrides=(*source.overrides, *dask))
    settings = league_of(source)
    voice = _Voice(context.command_path, events)
    began = time.monotonic()
    with open_ledger(settings, begin=True) as ledger:
        finish, runner = _run(source, settings, ledger, voice, metrics)
        spent = time.monotonic() - began
        if finish is not Finish.STOPPED and not voice.is_lost:
            end = _end(settings, ledger, finish, runner, spent)
            with output.read_or_not():
                if events or as_json:
                    _report_as_json(voice, ledger, end)
                else:
                    _report(ledger, end)
    if voice.is_lost:
        return StorageError.exit_code
    if finish is Finish.OVER:
        return _SOME_ARE_VOID if runner.voided else 0
    return UnavailableError.exit_code if finish is Finish.STUCK else _INTERRUPTED


def _run(
    source: LeagueFile,
    settings: LeagueSettings,
    ledger: Ledger,
    voice: _Voice,
    metrics: str | None,
) -> tuple[Finish, Runner]:
    """Play; gives why it ended, and the runner, which has counted."""
    from referee.league.running.execution_backend import workplace
    from referee.league.running.runner import Runner

    tokens = [bot.token for bot in settings.bots] + [bot.token for bot in ledger.bots()]
    network = any(tokens)
    with Progress() as progress, ledger.running(), workplace(settings, network) as place:
        runner = Runner(
            settings,
            ledger,
            place,
            voice.tell,
            lambda status: progress.show(str(status)),
            lambda: league_of(source).bots,
        )
        voice.when_lost = runner.drain
        with shown_here(metrics, place.referee), _signals(runner):
            return runner.run(), runner


@contextlib.contextmanager
def _signals(runner: Runner) -> Iterator[None]:
    """The first Ctrl-C or SIGTERM drains, the second stops at once; SIGHUP has it read again."""
    heard: list[int] = []

    def hear(number: int, _: object) -> None:
        (runner.stop if heard else runner.drain)()
        heard.append(number)

    before = {number: signal.signal(number, hear) for number in (signal.SIGINT, signal.SIGTERM)}
    before[signal.SIGHUP] = signal.signal(signal.SIGHUP, lambda *_: runner.read_again())
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


class _Voice:
    """Tells what happens: lines of JSON for programs, a few sentences for people."""

    def __init__(self, prog: str, events: bool) -> None:
        """`events` has it print every event as a line of JSON."""
        self.events = events
        self._prog = prog
        self.is_lost = False
        """Whether events are wanted that cannot be written any more."""
        self.when_lost: Callable[[], None] = lambda: None

    def tell(self, kind: str, facts: Mapping[str, object]) -> None:
        """Something has happened; of a bot that crashes people hear once."""
        if self.events:
            try:
                _print_event(kind, facts)
            except OSError as error:
                self._lose(error)
        elif kind in _WORTH_A_LINE and facts.get("crashes", 1) == 1:
            self._say(_WORTH_A_LINE[kind].format(**facts))

    def _say(self, text: str) -> None:
        output.print_aside(f"{self._prog}: {text}")

    def _lose(self, error: OSError) -> None:
        """Programs hear no more, so people do; matches in flight are not cut off for that."""
        output.give_up(sys.stdout)
        self.events, self.is_lost = False, True
        self._say(
            f"the events cannot be written: {error.strerror}; the same command resumes the league"
        )
        self.when_lost()


def _print_event(kind: str, facts: Mapping[str, object]) -> None:
    """One event as a line of JSON, at once."""
    print(json.dumps({"event": kind, **facts}, separators=(",", ":")), flush=True)


@dataclass(frozen=True, slots=True)
class _End:
    """What a run has come to."""

    league: str
    finish: str
    rounds: int
    matches: int
    played: int
    voided: int
    seconds: float
    conclusion: str | None
    benched: Mapping[str, str]
    table: Sequence[Mapping[str, object]]


def _end(
    settings: LeagueSettings, ledger: Ledger, finish: Finish, runner: Runner, spent: float
) -> _End:
    from referee.league.planning.planner import Planner
    from referee.league.statistics.standing import rows, standings

    results = ledger.results()
    active = [bot.name for bot in ledger.bots() if bot.benched is None]
    return _End(
        league=settings.name,
        finish=finish.value,
        rounds=ledger.last_round(),
        matches=len(results),
        played=runner.finished,
        voided=len(runner.voided),
        seconds=round(spent, 2),
        conclusion=Planner(settings).conclusion(results, active, ledger.entrants()),
        benched={bot.name: bot.benched for bot in ledger.bots() if bot.benched is not None},
        table=rows(standings((result.pairing.bots, result.outcome) for result in results)),
    )


def _report_as_json(voice: _Voice, ledger: Ledger, end: _End) -> None:
    """Print where everybody stands, for programs."""
    from referee.league.ledger.index_season import season_of

    whole = {**asdict(end), "ratings": season_of(ledger).data()}
    if voice.events:
        voice.tell("league_ended", whole)
    else:
        output.print_json(whole)


def _report(ledger: Ledger, end: _End) -> None:
    """Print where everybody stands, for people: the table that `referee table` prints."""
    from referee.cli.table import print_ratings
    from referee.league.ledger.index_season import season_of

    print_ratings(season_of(ledger))
    goes_on = "" if end.finish == "over" else " Run the same command to resume."
    print(
        f"{end.league}: {output.counted(end.matches, 'result')}, "
        f"{end.played} of them from this run, in {end.seconds:.1f} s.{goes_on}"
    )
    if end.conclusion:
        print(end.conclusion)
