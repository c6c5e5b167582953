"""Make all files of a release, install the wheels in empty environments, and play with them.

    python -m tests.release [FOLDER] [--compile-here]

The files stay in FOLDER (default: `dist`). Each supported version of Python that this machine has
gets compiled wheels and plays with them; `--compile-here`, or TIANMING_COMPILE_HERE=1 in the
environment, compiles for this version only, without optimisation: such a release is only checked.
All versions play with the pure wheels as well, and all builds play the same match with the same
result.
"""

import argparse
import itertools
import os
import shutil
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.release import inventory
from tests.release.build import COMPILED, FOLDERS, build, check_no_overlap, compile_wheel, wheel_of
from tests.release.environment import Environment
from tests.release.interpreter import OWN, interpreters
from tests.release.sdk import SDKS


@contextmanager
def step(what: str) -> Iterator[None]:
    """Print a step and its duration in seconds when it is done."""
    began = time.monotonic()
    yield
    print(f"{time.monotonic() - began:6.1f} s  {what}", flush=True)


class Release:
    """The files of a release in a folder, made by as many jobs at once as there are cores."""

    def __init__(self, dist: Path, scratch: Path, *, here: bool) -> None:
        """Start with an empty folder; `here` compiles as `--compile-here` does."""
        shutil.rmtree(dist, ignore_errors=True)
        dist.mkdir(parents=True)
        self._dist = dist
        self._scratch = scratch
        self._numbers = itertools.count()
        self._pythons = interpreters()
        self._here = here
        self._compiled = [OWN] if here else list(self._pythons)
        self._pure = [version for version in self._pythons if version not in self._compiled]

    def make(self) -> None:
        """Make all files, and try them out."""
        print(f"Python {', '.join(self._pythons)}; compiled: {', '.join(self._compiled)}")
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            _all([pool.submit(self._build, folder) for folder in FOLDERS])
            compiles = [
                pool.submit(self._compile, name, version)
                for version in sorted(self._compiled, key=lambda version: version != OWN)
                for name in COMPILED
            ]
            matches = [pool.submit(self._try, version) for version in self._pure]
            others = [pool.submit(self._package, name) for name in SDKS]
            others.append(pool.submit(self._lock))
            _all(compiles)
            self._check_wheels()
            matches += [pool.submit(self._try, version) for version in self._compiled]
            _all(others)
            results = _all(matches)
        assert all(result == results[0] for result in results), results
        inventory.checksum(self._dist)

    def _build(self, folder: str) -> None:
        with step(f"sdist and pure wheel of {folder}"):
            build(folder, self._dist)

    def _compile(self, name: str, version: str) -> None:
        with step(f"compiled wheel of {name}, Python {version}"):
            python, folder = self._pythons[version], self._folder()
            compile_wheel(name, python, self._dist, folder, optimised=not self._here)

    def _package(self, name: str) -> None:
        with step(name):
            SDKS[name](self._dist, self._folder())

    def _lock(self) -> None:
        with step("lock file"):
            inventory.lock(self._dist)

    def _check_wheels(self) -> None:
        """Check that no file is in two distributions, whatever build of each is installed."""
        pure = list(self._dist.glob("*-py3-none-any.whl"))
        check_no_overlap(pure)
        for version in self._compiled:
            rest = [path for path in pure if not path.name.startswith(COMPILED)]
            check_no_overlap(rest + [wheel_of(self._dist, name, version) for name in COMPILED])

    def _try(self, version: str) -> dict[str, Any]:
        """Play with the wheels of a version; return the result of the match."""
        environment = Environment(self._folder(), self._pythons[version])
        with step(f"empty environment, Python {version}"):
            extras = inventory.EXTRAS if version == OWN else "postgres"
            environment.install(self._dist, extras, by_uv=version != OWN)
            if version == OWN:
                inventory.describe(environment.python, self._dist)
        is_compiled = version in self._compiled
        assert set(environment.compiled().values()) == {is_compiled}, "pip took another build"
        with step(f"match and league, Python {version}, compiled: {is_compiled}"):
            match = environment.play("first")
            environment.play_league("league")
        if is_compiled:
            with step(f"the other builds in its place, Python {version}"):
                self._exchange(environment, version, match)
        environment.uninstall()
        if version == OWN:
            with step("the folders of a clone, in another order"):
                environment.install_clone()
        return match

    def _exchange(self, environment: Environment, version: str, match: dict[str, Any]) -> None:
        """Replace one build after the other, and play with each mixture."""
        for kind, name in itertools.product((None, version), COMPILED):
            environment.replace(wheel_of(self._dist, name, kind))
            builds = environment.compiled()
            assert builds[name] == (kind is not None), builds
            assert environment.play(f"{name}-{kind}") == match, builds
            if not any(builds.values()):
                environment.play_league("pure-league")

    def _folder(self) -> Path:
        folder = self._scratch / str(next(self._numbers))
        folder.mkdir()
        return folder


def _all(jobs: list[Future[Any]]) -> list[Any]:
    """Return the results of jobs; raise the first exception."""
    return [job.result() for job in jobs]


def main() -> None:
    """Make a release in the folder that the command line names."""
    parser = argparse.ArgumentParser(prog="python -m tests.release")
    parser.add_argument("folder", nargs="?", default="dist", type=Path)
    parser.add_argument(
        "--compile-here", action="store_true", help="compile for this Python, without optimisation"
    )
    words = parser.parse_args()
    dist = words.folder.resolve()
    is_here = words.compile_here or os.environ.get("TIANMING_COMPILE_HERE") == "1"
    with TemporaryDirectory(prefix="tianming-release-") as scratch:
        Release(dist, Path(scratch), here=is_here).make()
    for path in sorted(path for path in dist.rglob("*") if path.is_file()):
        print(f"{path.stat().st_size / 1e6:8.2f} MB  {path.relative_to(dist)}")


if __name__ == "__main__":
    main()
