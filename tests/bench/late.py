"""Late answers of the search bot over gRPC, on a machine that other processes keep busy.

    python -m tests.bench.late --matches 1000 --busy 2

Two search bots play short matches through `referee compare`. Every late answer of either is a fault
in a record, and these are counted. With a `--time` above half of the budget, which `--decision`
sets, the clock decides when the bots stop.
"""

import argparse
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

from referee.match.fault import Fault
from referee.record.summary import RecordSummary, read_summary

_SPIN = "while True: pass"

_GRACE = 0.1


def command(game: str, matches: int, time: float, decision: float, folder: Path) -> list[str]:
    """Return the command that plays the matches."""
    bots = [f"{name}=search --time {time}s" for name in ("ann", "bob")]
    words = [sys.executable, "-m", "referee.cli.main", "compare", *bots, "--game", game]
    words += ["--matches", str(matches), "--decision", str(decision), "--bank", "0"]
    return [*words, "--grace", str(_GRACE), "--records", str(folder)]


def count(summaries: list[RecordSummary]) -> tuple[int, int]:
    """Return the numbers of answers and of late answers."""
    seats = [seat for summary in summaries for seat in summary.seats]
    return sum(seat.answers for seat in seats), sum(seat.faults[Fault.LATE] for seat in seats)


def main() -> None:
    """Play, and print what was late."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("game", nargs="?", default="dragon")
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--time", type=float, default=0.005, metavar="SECONDS")
    parser.add_argument("--decision", type=float, default=0.5, metavar="SECONDS")
    parser.add_argument("--busy", type=int, default=2, metavar="N", help="processes that compute")
    given = parser.parse_args()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="tianming-late-")))
        for _ in range(given.busy):
            spinner = stack.enter_context(subprocess.Popen([sys.executable, "-c", _SPIN]))
            stack.callback(spinner.kill)
        words = command(given.game, given.matches, given.time, given.decision, folder)
        exit_code = subprocess.run(words, check=False).returncode
        found = [summary for path in folder.rglob("*.tianming") if (summary := read_summary(path))]
    answers, late = count(found)
    print(f"{len(found)} matches of {given.game}, exit code {exit_code}: {late} late of {answers}")


if __name__ == "__main__":
    main()
