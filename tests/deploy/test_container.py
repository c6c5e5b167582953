"""The image of `deploy/Containerfile` is built and plays: `tox run -e container`.

It needs buildah and a base image with Python: the one that the file names, or the one in the
environment variable `TIANMING_BASE_IMAGE`.
"""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
IMAGE = "localhost/tianming-test"

pytestmark = [pytest.mark.full, pytest.mark.needs("buildah"), pytest.mark.timeout(1200)]


def buildah(*words: str) -> str:
    """Run buildah; return what it prints."""
    done = subprocess.run(["buildah", *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.fixture(scope="module")
def container() -> Iterator[str]:
    """Build the image; yield the name of a container, and remove both at the end."""
    base = os.environ.get("TIANMING_BASE_IMAGE")
    base_words = ("--build-arg", f"BASE={base}") if base else ()
    file = str(ROOT / "deploy" / "Containerfile")
    words = ("build", "--isolation", "chroot", "--network", "host", *base_words)
    buildah(*words, "-f", file, "-t", IMAGE, str(ROOT))
    name = buildah("from", IMAGE)
    yield name
    buildah("rm", name)
    buildah("rmi", IMAGE)


def run(container: str, *words: str) -> str:
    """Run `referee` as the user of the image; return what it prints."""
    return buildah("run", "--isolation", "chroot", container, "--", "referee", *words)


def test_the_image_plays_a_league_in_its_volume(container: str) -> None:
    run(container, "league", "new", "/season/league.toml")
    no_sandbox = ("--set", "sandbox.preset=none")  # a chroot has no user namespaces
    run(container, "league", "run", "/season/league.toml", *no_sandbox)
    assert "greedy" in run(container, "table", "/season/league.toml")


def test_the_image_has_the_drivers_of_postgresql_and_parquet(container: str) -> None:
    program = "import psycopg, pyarrow, os; print(os.getuid())"
    words = ("run", "--isolation", "chroot", container, "--", "python3", "-c", program)
    assert buildah(*words) == "1000"
