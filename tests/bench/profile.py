"""Print where a decision's processor time goes, by stage: `python -m tests.bench.profile`.

The rows of a table add up to its last row. The programs of `tests.bench.worker.stages` measure the
stages without a network; matches with a bot in another process give the total. With `--count`, the
same programs run under valgrind, which counts instructions and allocations. These numbers are the
same on a busy machine. The product has no code for this.
"""

import argparse
import json
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

from tests.bench.league import played_season
from tests.bench.sample import Result, take
from tests.bench.wire import SHIPPED
from tests.bench.worker.referee import Load
from tests.bench.worker.stages import Stages

STAGES: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "frame in": ("frame in", ()),
    "choice": ("match", ("questions",)),
    "rules": ("rules", ()),
    "draw": ("draws", ("rules",)),
    "question": ("questions", ("draws",)),
    "encoding": ("encoding", ()),
    "record": ("record", ("match", "digests")),
    "digests": ("digests", ()),
    "frame out": ("frame out", ()),
    "timers": ("timers", ()),
    "metrics": ("metrics", ()),
}
"""What each stage is: a program, less the programs that are in it."""

_REST = "session, lobby, host"
_NETWORK = "gRPC and event loop"

_ALLOCATORS = frozenset({"PyObject_Malloc", "PyObject_Calloc", "PyMem_Malloc", "PyMem_Calloc"})
_MARK = "_PyEval_GetSwitchInterval"
"""The function of CPython that a program calls before and after it runs."""

Numbers = dict[str, float]


def stages(programs: Mapping[str, float]) -> Numbers:
    """Return the numbers of the stages, without a network, from those of the programs."""
    found = {
        name: programs[whole] - sum(programs[part] for part in parts)
        for name, (whole, parts) in STAGES.items()
    }
    return {**found, _REST: programs["host"] - sum(found.values())}


def counted(job: Stages) -> tuple[Numbers, Numbers]:
    """Return instructions and allocations per decision of each program, counted by valgrind."""
    with tempfile.TemporaryDirectory(prefix="tianming-profile-") as folder:
        path = Path(folder) / "counts"
        words = (
            *("valgrind", "--tool=callgrind", f"--callgrind-out-file={path}"),
            *(f"--dump-before={_MARK}", sys.executable, "-m", "tests.bench.worker.stages"),
        )
        run = subprocess.run(
            (*words, json.dumps(asdict(job))), capture_output=True, text=True, check=True
        )
        result: Result = json.loads(run.stdout.splitlines()[-1])
        names = [name for name in result if name not in ("decisions", "frames")]
        last = len(list(path.parent.glob("counts.*")))  # a library may call the mark, too, at first
        firsts = range(last - 2 * len(names) + 2, last + 1, 2)
        parts = [counts(path.with_name(f"counts.{number}")) for number in firsts]
    each = [tuple(number / result["decisions"] for number in part) for part in parts]
    return dict(zip(names, (a for a, _ in each), strict=True)), dict(
        zip(names, (b for _, b in each), strict=True)
    )


def counts(part: Path) -> tuple[int, int]:
    """Return the instructions in a file of callgrind, and its calls of Python's allocators."""
    names: dict[str, str] = {}
    instructions = allocations = 0
    called = ""
    for line in part.read_text().splitlines():
        if found := re.match(r"c?fn=\((\d+)\)(?: (\S+))?", line):
            number, name = found.groups()
            called = names.setdefault(number, (name or "").partition("'")[0])
        elif line.startswith("calls=") and called in _ALLOCATORS:
            allocations += int(line[6:].split()[0])
        elif line.startswith("totals:"):
            instructions = int(line.split()[1])
    return instructions, allocations


def _table(title: str, columns: Mapping[str, Numbers]) -> None:
    """Print a row for each stage, and the total."""
    print(f"\n{title}")
    print(f"{'':24}" + "".join(f"{name:>15}" for name in columns))
    rows = list(next(iter(columns.values())))
    for row in rows:
        print(f"{row:24}" + "".join(f"{each.get(row, 0):15,.2f}" for each in columns.values()))
    total = "".join(f"{sum(each.values()):15,.2f}" for each in columns.values())
    print(f"{'total':24}{total}", flush=True)


def _decision(game: str, at_once: int, scale: int, is_counted: bool) -> None:
    """Print the stages of a decision, with a number of matches at once."""
    job = Stages(game, at_once, max(at_once, 4 * scale), rounds=3 * scale)
    micros = stages(take("stages", job, SHIPPED))
    whole = min(take("referee", Load(game, at_once, scale), SHIPPED)["cpu"] for _ in range(scale))
    micros[_NETWORK] = whole - sum(micros.values())
    columns = {"us": micros}
    if is_counted:
        few = Stages(game, at_once, max(at_once // 4, 4), rounds=1)
        instructions, allocations = map(stages, counted(few))
        columns |= {"instructions": instructions, "allocations": allocations}
    _table(f"{game}, {at_once} at once", columns)


def _rules(game: str, scale: int) -> None:
    """Print the stages of the rules alone."""
    job = Stages(game, 1, 8 * scale, rounds=3 * scale, only=("rules", "draws", "questions"))
    taken = take("stages", job, SHIPPED)
    rows = {name: STAGES[name] for name in ("rules", "draw", "question")}
    _table(
        f"{game}, rules alone",
        {
            "us": {
                name: taken[whole] - sum(taken[part] for part in parts)
                for name, (whole, parts) in rows.items()
            }
        },
    )


def _season(scale: int) -> None:
    """Print the processor time of a season, bots included: of its start, and of a match."""
    spent = {}
    for sets in (2 * scale, 12 * scale):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        matches = played_season(sets)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        spent[matches] = cpu * 1000
    (few, short), (many, long) = sorted(spent.items())
    each = (long - short) / (many - few)
    start = short - few * each
    print(f"\nseason of dragon: {each:.2f} ms a match, {start:,.0f} ms for its start", flush=True)


def main(words: Sequence[str]) -> None:
    """Print all tables."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.profile", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="one short run each: does it work?")
    parser.add_argument("--count", action="store_true", help="count instructions, with valgrind")
    parser.add_argument("--game", default="dragon", help="the game of the decisions")
    arguments = parser.parse_args(words)
    if arguments.count and shutil.which("valgrind") is None:
        parser.error("`--count` needs valgrind: install it, or leave `--count` out")
    scale = 1 if arguments.quick else 5
    for at_once in (64, 1):
        _decision(arguments.game, at_once, scale, arguments.count)
    for game in ("dragon", "china", "ming"):
        _rules(game, scale)
    _season(scale)


if __name__ == "__main__":
    main(sys.argv[1:])
