"""`referee league run`: play a league, or go on with it."""

from __future__ import annotations

import argparse
import contextlib
import json
import signal
import sys
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from referee.cli import logs, metrics, output
from referee.cli.command import Command
from referee.cli.league import file
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


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    file.configure(parser)
    parser.add_argument(
        "--cluster", metavar="ADDRESS", help="play on a Dask cluster, e.g. tcp://host:8786"
    )
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--events", action="store_true", help="print every event as a line of JSON")
    form.add_argument("--json", action="store_true", help="print the final state as JSON")
    metrics.configure(parser)
    logs.configure(parser, "error")


def run(args: argparse.Namespace) -> int:
    """Play until the plan is through, or until a signal."""
    from referee.cli.league.ledger import open_ledger
    from referee.league.running.runner import Finish

    logs.start(args)
    metrics.check(args)
    if args.cluster is not None:
        args.set += ["executor.kind=dask", f"executor.address={args.cluster}"]
    settings = file.league_of(args)
    voice = _Voice(args)
    began = time.monotonic()
    with open_ledger(settings, begin=True) as ledger:
        finish, runner = _run(args, settings, ledger, voice)
        spent = time.monotonic() - began
        if finish is not Finish.STOPPED and not voice.is_lost:
            end = _end(settings, ledger, finish, runner, spent)
            with output.read_or_not():
                _report(args, voice, ledger, end)
    if voice.is_lost:
        return StorageError.exit_code
    if finish is Finish.OVER:
        return _SOME_ARE_VOID if runner.voided else 0
    return UnavailableError.exit_code if finish is Finish.STUCK else _INTERRUPTED


def _run(
    args: argparse.Namespace, settings: LeagueSettings, ledger: Ledger, voice: _Voice
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
            lambda: file.league_of(args).bots,
        )
        voice.when_lost = runner.drain
        with metrics.shown_here(args, place.referee), _signals(runner):
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

    def __init__(self, args: argparse.Namespace) -> None:
        self._events: bool = args.events
        self._prog: str = args.prog
        self.is_lost = False
        """Whether events are wanted that cannot be written any more."""
        self.when_lost: Callable[[], None] = lambda: None

    def tell(self, kind: str, facts: dict[str, Any]) -> None:
        """Something has happened; of a bot that crashes people hear once."""
        if self._events:
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
        self._events, self.is_lost = False, True
        self._say(
            f"the events cannot be written: {error.strerror}; the same command resumes the league"
        )
        self.when_lost()


def _print_event(kind: str, facts: dict[str, Any]) -> None:
    """One event as a line of JSON, at once."""
    print(json.dumps({"event": kind, **facts}, separators=(",", ":")), flush=True)


def _end(
    settings: LeagueSettings, ledger: Ledger, finish: Finish, runner: Runner, spent: float
) -> dict[str, Any]:
    """What a run has come to, for programs."""
    from referee.league.planning.planner import Planner
    from referee.league.statistics.standing import rows, standings

    results = ledger.results()
    active = [bot.name for bot in ledger.bots() if bot.benched is None]
    return {
        "league": settings.name,
        "finish": finish.value,
        "rounds": ledger.last_round(),
        "matches": len(results),
        "played": runner.finished,
        "voided": len(runner.voided),
        "seconds": round(spent, 2),
        "conclusion": Planner(settings).conclusion(results, active, ledger.entrants()),
        "benched": {bot.name: bot.benched for bot in ledger.bots() if bot.benched is not None},
        "table": rows(standings((result.pairing.bots, result.outcome) for result in results)),
    }


def _report(args: argparse.Namespace, voice: _Voice, ledger: Ledger, end: dict[str, Any]) -> None:
    """Print where everybody stands: for people the table that `referee table` prints."""
    from referee.cli.table import print_ratings
    from referee.league.ledger.index_season import season_of

    season = season_of(ledger)
    ratings = season.data()
    if args.events:
        voice.tell("league_ended", {**end, "ratings": ratings})
    elif args.json:
        output.print_json({**end, "ratings": ratings})
    else:
        print_ratings(season)
        goes_on = "" if end["finish"] == "over" else " Run the same command to resume."
        print(
            f"{end['league']}: {output.counted(end['matches'], 'result')}, "
            f"{end['played']} of them from this run, in {end['seconds']:.1f} s.{goes_on}"
        )
        if end["conclusion"]:
            print(end["conclusion"])


COMMAND = Command(
    name="run",
    help="play a league, or resume it",
    examples=(
        "referee league run",
        "referee league run autumn.toml --events > events.jsonl",
        "referee league run --set limits.matches=8 --json",
        "referee league run --cluster tcp://127.0.0.1:8786",
    ),
    configure=configure,
    run=run,
    one="finished, but some matches produced no result",
)
