"""Kill the referee repeatedly for minutes, and report what was lost.

With `league`, `pool` or `cluster` as the first argument, kill such a league during a season.
"""

import argparse
import dataclasses
import json
import random
import sys
import tempfile
from pathlib import Path

from tests.crash import season
from tests.crash.cluster import ClusterSeason
from tests.crash.loop import Loop, Tally
from tests.crash.pool import PoolSeason

SEASONS = {"league": season.Season, "pool": PoolSeason, "cluster": ClusterSeason}

_EXAMPLE = "example: tox run -e crash -- --kills 200 --seed 7 --json"


def main() -> int:
    """Run the loop; return the exit status, 1 if something was lost."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.crash", description=__doc__, epilog=_EXAMPLE
    )
    parser.add_argument("--kills", type=int, default=100, help="of `referee serve` (default: 100)")
    parser.add_argument(
        "--plays", type=int, help="kills of `referee play --resume` (default: a tenth of --kills)"
    )
    parser.add_argument("--seed", type=int, help="of the times at which it kills")
    parser.add_argument("--durable", choices=("process", "power"), default="process")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    args = parser.parse_args()
    seed = random.SystemRandom().randrange(1 << 32) if args.seed is None else args.seed
    print(f"crash loop, seed {seed}", file=sys.stderr)
    with tempfile.TemporaryDirectory(prefix="crash-") as folder:
        loop = Loop(Path(folder), seed, args.durable)
        tally = loop.run(args.kills)
        loop.play(args.kills // 10 if args.plays is None else args.plays)
    print(json.dumps(dataclasses.asdict(tally)) if args.json else _text(tally))
    return bool(tally.findings.wrong)


def _text(tally: Tally) -> str:
    found = tally.findings
    return "\n".join(
        (
            f"{tally.kills} kills of `referee serve`, {tally.bot_kills} of its bots, "
            f"{tally.play_kills} of `referee play --resume`, in {tally.seconds:.0f} s; "
            f"durable: {tally.durable}, seed {tally.seed}",
            f"{found.matches} matches, {found.resumed} of them resumed after a kill; "
            f"{found.results_received} results told, {found.questions_shown} questions shown; "
            f"{tally.play_matches} matches of local bots",
            f"results lost {len(found.results_lost)}, results twice {len(found.results_twice)}, "
            f"matches lost {len(found.matches_lost)}, decisions lost {len(found.decisions_lost)}, "
            f"records that do not verify {len(found.unsound)}",
            *found.wrong,
        )
    )


if __name__ == "__main__":
    if sys.argv[1:2] and sys.argv[1] in SEASONS:
        kind = sys.argv.pop(1)
        sys.exit(season.main(SEASONS[kind], SEASONS[kind].__doc__, kind))
    sys.exit(main())
