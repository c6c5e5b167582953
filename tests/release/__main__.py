"""Build all distributions, install them in an empty environment, and play with them.

    python -m tests.release [FOLDER]

The wheels and sdists stay in FOLDER (default: `dist`). The compiled wheel of the referee is tried
first. Then the pure wheel is tried, which other systems and versions of Python use. Both must play
one match with the same result.
"""

import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.release.build import build, compile_referee
from tests.release.environment import Environment

SAME = ("seed", "options", "results")
"""Keys of a match's result on which two builds must agree; times and names differ."""


@contextmanager
def step(what: str) -> Iterator[None]:
    """Print a step and its duration in seconds when it is done."""
    began = time.monotonic()
    yield
    print(f"{time.monotonic() - began:6.1f} s  {what}", flush=True)


def main(dist: Path) -> None:
    """Build the distributions into `dist` and try them out; raise an exception if a step fails."""
    shutil.rmtree(dist, ignore_errors=True)
    with TemporaryDirectory(prefix="tianming-release-") as scratch:
        folder = Path(scratch)
        with step("sdists, and pure wheels from them"):
            build(dist)
        pure = folder / "pure"
        shutil.copytree(dist, pure, ignore=shutil.ignore_patterns("*.tar.gz"))
        with step("the compiled wheel of the referee"):
            tag = compile_referee(dist, folder / "compiled")
        print(f"          its tag: {tag}")
        with step("an empty environment with the compiled wheel"):
            environment = Environment(folder)
            environment.install(dist)
        matches = []
        for name, build_name in (("first", "compiled"), ("second", "plain Python")):
            with step(f"a match and a league: {build_name}"):
                assert f"({build_name})" in environment.referee(environment.home, "--version")
                matches.append(environment.try_out(name))
            if name == "first":
                with step("the pure wheels in its place"):
                    environment.uninstall()
                    environment.install(pure)
        first, second = ({key: match[key] for key in SAME} for match in matches)
        assert first == second, (first, second)
    for path in sorted(dist.iterdir()):
        print(f"{path.stat().st_size / 1e6:8.2f} MB  {path.name}")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "dist").resolve())
