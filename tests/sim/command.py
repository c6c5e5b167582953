"""Play simulated seasons until enough matches are played, and report broken promises.

A seed determines a season completely. If a season breaks a promise, its seed is printed, and
`--season SEED` plays it again, identical to the byte.
"""

import argparse
import sys
from collections.abc import Sequence
from random import SystemRandom

from referee.cli.report.progress import Progress
from tests.sim import toy
from tests.sim.oracle import Breach
from tests.sim.tally import Tally

SEEDS = 1 << 40
"""Upper bound of a random seed, exclusive."""

_EXAMPLE = "example: tox run -e sim -- --matches 10000 --seed 1 --json"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; return the exit status, 1 if a promise was broken."""
    words = _parser().parse_args(arguments)
    with toy.installed():
        if words.season is not None:
            return _one(words.season)
        return _many(words)


def _one(seed: int) -> int:
    breaches = Tally().season(seed)
    for breach in breaches:
        print(breach)
    print(f"season {seed}: {len(breaches)} promises broken")
    return 1 if breaches else 0


def _many(words: argparse.Namespace) -> int:
    """Play seasons with consecutive seeds; return the exit status."""
    seed = SystemRandom().randrange(SEEDS) if words.seed is None else words.seed
    tally = Tally()
    with Progress() as progress:
        while tally.matches < words.matches:
            breaches = tally.season(seed)
            if breaches:
                _complain(seed, breaches)
            progress.show(tally.line())
            seed += 1
    print(tally.data() if words.json else tally.line())
    return 1 if tally.broken else 0


def _complain(seed: int, breaches: list[Breach]) -> None:
    """Print the first breach of a season, and how to repeat the season."""
    print(f"season {seed}: {len(breaches)} promises broken, the first:", file=sys.stderr)
    print(f"  {breaches[0]}", file=sys.stderr)
    print(f"  again: tox run -e sim -- --season {seed}", file=sys.stderr)


def _number(text: str) -> int:
    """Parse a number of the command line, which must not be negative."""
    number = int(text)
    if number < 0:
        raise argparse.ArgumentTypeError(f"{number} is below 0")
    return number


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tests.sim", description=__doc__, epilog=_EXAMPLE
    )
    parser.add_argument(
        "--matches", type=_number, default=10_000, metavar="N", help="play at least so many (10000)"
    )
    parser.add_argument("--seed", type=_number, help="the seed of the first season; else a new one")
    parser.add_argument("--season", type=_number, metavar="SEED", help="play one season again")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    return parser
