"""Measure the processor time to plan the rounds of a season with random results."""

import time
from dataclasses import dataclass
from random import Random

from referee.league.format.swiss import Swiss
from referee.league.pairing import MatchResult
from referee.league.planning.planner import Planner
from tests.bench.sample import job_of, report
from tests.league.play import by_strength, league, names, result


@dataclass(frozen=True, slots=True)
class Planning:
    """The job of the worker: numbers of bots, of seats and of rounds of a Swiss."""

    bots: int
    seats: int
    rounds: int


def main(job: Planning) -> None:
    """Plan every round, then the last one again with a new planner; report both times."""
    bots = names(job.bots)
    dice = Random(job.bots)
    play = by_strength({bot: dice.gauss(0, 1) for bot in bots}, dice)
    settings = league(Swiss(rounds=job.rounds), bots, job.seats)
    planner = Planner(settings)
    results: list[MatchResult] = []
    slowest = 0.0
    for number in range(1, job.rounds + 1):
        earlier = list(results)
        began = time.process_time()
        pairings = planner.next_round(number, bots, earlier)
        slowest = max(slowest, time.process_time() - began)
        results += [result(pairing, play(pairing)) for pairing in pairings]
    began = time.process_time()
    again = Planner(settings).next_round(job.rounds, bots, earlier)
    fresh = time.process_time() - began
    if again != pairings:
        raise SystemExit("two planners have planned two rounds")
    report({"slowest": slowest, "fresh": fresh, "results": len(earlier)})


if __name__ == "__main__":
    main(job_of(Planning))
