"""Run all benchmarks, or those that the command line names."""

from tests.bench import (
    command,
    entries,
    frames,
    ladder,
    languages,
    league,
    learning,
    load,
    pages,
    planner,
    rating,
    record,
    rollouts,
    rules,
    sdk,
    simulations,
    wire,
)

if __name__ == "__main__":
    command.main(
        {
            "rules": rules.bench,
            "rollouts": rollouts.bench,
            "simulations": simulations.bench,
            "learning": learning.bench,
            "wire": wire.bench,
            "frames": frames.bench,
            "record": record.bench,
            "load": load.bench,
            "rating": rating.bench,
            "sdk": sdk.bench,
            "languages": languages.bench,
            "ladder": ladder.bench,
            "planner": planner.bench,
            "league": league.bench,
            "pages": pages.bench,
            "entries": entries.bench,
        }
    )
