"""Create the results of a season, and measure the time for its ratings."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from referee.identifier import BotName, MatchId
from referee.league.pairing import MatchResult, Pairing
from referee.league.planning.estimate import LadderEstimator
from referee.league.season.season import Season
from referee.league.statistics.rating.finish import Forfeits, finishes_of
from referee.league.statistics.rating.rating import Ratings
from referee.league.statistics.results_table import results_of
from referee.match.outcome import Outcome, SeatResult, Termination
from tests.bench.sample import job_of, report


@dataclass(frozen=True, slots=True)
class Job:
    """The job of the worker: numbers of bots, of rotated sets of four, and of a ladder's bots."""

    bots: int
    sets: int
    ladder: int


Found = TypeVar("Found")


def season(bots: int, sets: int) -> list[MatchResult]:
    """Return deterministic results of `sets` rotated sets of four, with ties and forfeits."""
    dice = np.random.default_rng(1)
    strengths = np.linspace(-2, 2, bots)
    names = [f"bot-{number:04}" for number in range(bots)]
    results = []
    for number in range(1, sets + 1):
        group = dice.choice(bots, 4, replace=False)
        for turn in range(4):
            held = np.roll(group, -turn)
            form = strengths[held] + dice.gumbel(size=4)
            if dice.random() < 0.1:
                form[0] = form[1]
            gone = dice.random(4) < 0.01
            keys = [
                (bool(out), -float(each) * (not out)) for out, each in zip(gone, form, strict=True)
            ]
            seats = tuple(
                SeatResult(1 + sum(other < key for other in keys), 40, 3 * key[0], key[0])
                for key in keys
            )
            pairing = Pairing(
                MatchId(f"s{number:06}-{turn}"),
                1 + number // 100,
                number,
                tuple(names[bot] for bot in held),
                bytes(32),
            )
            ending = Termination.FORFEITED if gone.any() else Termination.FINISHED
            results.append(MatchResult(pairing, Outcome(ending, seats, ""), bytes(16)))
    return results


def seconds(work: Callable[[], Found]) -> tuple[float, Found]:
    """Return the time of a call in seconds, and its result."""
    began = time.perf_counter()
    found = work()
    return time.perf_counter() - began, found


def main() -> None:
    """Measure the rating of the season, its table, and the rating of a ladder."""
    job: Job = job_of(Job)
    results = season(job.bots, job.sets)
    reading, table_of_results = seconds(lambda: results_of(results))
    rating, _ = seconds(lambda: Ratings(finishes_of(table_of_results, Forfeits.LAST)))
    table, _ = seconds(lambda: Season("", results_of(results), lambda _: None).rows)
    names = [f"bot-{number:04}" for number in range(job.ladder)]
    ladder, _ = seconds(
        lambda: LadderEstimator()(tuple(map(BotName, names)), results[: 50 * job.ladder])
    )
    report({"fit": reading + rating, "table": table, "ladder": ladder, "matches": len(results)})


if __name__ == "__main__":
    main()
