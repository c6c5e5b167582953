"""Ratings: the time for a whole season, and for its table."""

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby
from pathlib import Path

from referee.launch.finished_match import FinishedMatch
from referee.league.configuration.league_file import read_league
from referee.league.configuration.settings import LeagueSettings
from referee.league.ledger import Ledger
from referee.league.ledger.journal_event import RoundPlanned
from referee.league.pairing import MatchResult
from tests.bench import command
from tests.bench.figure import Figure, Series, at_most
from tests.bench.sample import FULL, Scale, in_turn, take
from tests.bench.worker.rating import Job, season

_FIELDS = (50, 1000)
"""Numbers of bots of a season."""


def _command(scale: Scale, sets: int) -> Iterator[Figure]:
    """Yield the time of `referee table` in the folder of a finished league."""
    with tempfile.TemporaryDirectory(prefix="tianming-bench-") as scratch:
        folder = Path(scratch)
        run = partial(_referee, folder)
        run("league", "new")
        index(read_league(folder / "league.toml", {}, {}), season(_FIELDS[0], sets))
        spent = Series(tuple(run("table", "--csv") for _ in range(scale.rounds)))
        floor = Series(tuple(run("--version") for _ in range(scale.rounds)))
    yield Figure("referee --version", "s", floor)
    subject = f"referee table of {4 * sets:,} results, from the index"
    yield Figure(subject, "s", spent, target=at_most(2))


def _referee(folder: Path, *words: str) -> float:
    """Run a command in a folder; return its time in seconds."""
    began = time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "referee.cli.main", *words],
        cwd=folder,
        stdout=subprocess.DEVNULL,
        check=True,
    )
    return time.perf_counter() - began


def index(settings: LeagueSettings, results: Sequence[MatchResult]) -> None:
    """Insert results into the ledger of a league, as if the league had played them."""
    bots = tuple(sorted({bot for result in results for bot in result.pairing.bots}))
    settings.records.mkdir(exist_ok=True)
    with Ledger(settings.ledger_url, settings.records, settings.name, begin=True) as ledger:
        for number, matches in groupby(results, lambda result: result.pairing.round):
            pairings = tuple(result.pairing for result in matches)
            ledger.write(RoundPlanned(number, bots, pairings))
        for start in range(0, len(results), 20_000):
            ledger.seal([_sealed(result) for result in results[start : start + 20_000]])


def _sealed(result: MatchResult) -> FinishedMatch:
    return FinishedMatch(result.pairing.match_id, result.outcome, result.digest)


def bench(scale: Scale) -> Iterator[Figure]:
    """Yield the figures of ratings; a short run has a tenth of the matches."""
    sets = 25_000 if scale.rounds == FULL.rounds else 2_500
    for bots in _FIELDS:
        job = Job(bots, sets)
        taken = in_turn(
            {"ours": partial(take, "rating", job, {"OPENBLAS_NUM_THREADS": "1"})}, scale.rounds
        )
        ours = taken["ours"]
        of = f"of {4 * sets:,} results of four, {bots} bots"
        yield Figure(f"rating {of}", "s", ours["fit"], target=at_most(10))
        yield Figure(f"table {of}", "s", ours["table"], target=at_most(2))
    yield from _command(scale, sets)


if __name__ == "__main__":
    command.main({"rating": bench})
