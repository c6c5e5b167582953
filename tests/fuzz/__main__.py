"""Fuzz targets for a given time.

    python -m tests.fuzz [--seconds N] [TARGET ...]

If atheris (libFuzzer) is installed, coverage guides the fuzzing. Otherwise, inputs of the corpus
are changed at random. An input that finds a fault is added to the corpus, and becomes a test.
"""

import argparse
import hashlib
import importlib.util
import random
import subprocess
import sys
import tempfile
import time
import traceback
from contextlib import AbstractContextManager
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from unittest.mock import patch

from tests.fuzz.change import changed
from tests.fuzz.targets import CORPUS, MODULES, corpus, target_of
from tianming_games import registry


def main() -> int:
    """Run the fuzzing; return the exit status, 1 if a fault was found."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.fuzz",
        description="Fuzz some targets.",
        epilog="example: tox run -e fuzz -- --seconds 600 frame record",
    )
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=", ".join(MODULES))
    parser.add_argument("--seconds", type=int, default=60, help="for each target (default: 60)")
    parser.add_argument(
        "--seed", type=int, default=time.time_ns() % (1 << 31), help="of what is made up"
    )
    args = parser.parse_args()
    unknown = set(args.targets) - MODULES.keys()
    if unknown:
        parser.error(f"no target {', '.join(sorted(unknown))}; known: {', '.join(MODULES)}")
    guided = importlib.util.find_spec("atheris") is not None
    found = False
    for what in args.targets or MODULES:
        run = _guided if guided else _blind
        found |= run(what, args.seconds, args.seed)
    return int(found)


def _guided(what: str, seconds: int, seed: int) -> bool:
    """Run libFuzzer in a separate process; return whether it found a fault."""
    with tempfile.TemporaryDirectory() as folder:
        for number, data in enumerate(corpus(what)):
            (Path(folder) / f"seed-{number}").write_bytes(data)
        (CORPUS / what).mkdir(parents=True, exist_ok=True)
        done = subprocess.run(
            [
                *(sys.executable, "-m", "tests.fuzz.guided", what, folder),
                *(f"-max_total_time={seconds}", f"-seed={seed}", "-max_len=8192"),
                *("-rss_limit_mb=2048", "-timeout=20", f"-artifact_prefix={CORPUS / what}/"),
            ],
            check=False,
        )
    return done.returncode != 0


def _blind(what: str, seconds: int, seed: int) -> bool:
    """Change inputs of the corpus at random; return whether a fault was found."""
    dice, target = random.Random(seed), target_of(what)
    inputs, count, end = list(corpus(what)), 0, time.monotonic() + seconds
    while time.monotonic() < end:
        changes = [
            (dice.randrange(5), dice.randrange(1 << 16), dice.randrange(64), dice.randbytes(4))
            for _ in range(dice.randrange(8))
        ]
        data = changed(dice.choice(inputs), changes)
        count += 1
        try:
            target(data)
        except Exception:
            path = CORPUS / what / f"crash-{hashlib.sha256(data).hexdigest()[:16]}"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
            traceback.print_exc()
            print(f"{what}: a fault after {count} inputs (seed {seed}); kept as {path}")
            return True
    print(f"{what}: {count} inputs in {seconds} s, no fault (seed {seed})")
    return False


def with_toy() -> AbstractContextManager[object]:
    """Return a context in which the toy game of the tests is installed."""
    toy = EntryPoint("toy", "tests.match.toy:TOY", registry.GROUP)
    found = (*entry_points(group=registry.GROUP), toy)
    return patch.object(registry, "entry_points", lambda *, group: found)


if __name__ == "__main__":
    with with_toy():
        sys.exit(main())
