"""Print the digests of some seasons: `python -m tests.sim.digest SEED ...`."""

import sys
from collections.abc import Iterable
from hashlib import blake2b

from tests.sim import toy
from tests.sim.course import play
from tests.sim.season import season


def digests(seeds: Iterable[int]) -> list[str]:
    """Return for each season two digests: of all traffic in order, and of all files."""
    return [_digest(seed) for seed in seeds]


def _digest(seed: int) -> str:
    course = play(season(seed))
    files = blake2b(digest_size=16)
    for name, file in sorted(course.disk.names.items()):
        files.update(f"{name} {len(file.data)}\n".encode() + file.data)
    return f"{course.witness.digest.hex()} {files.hexdigest()}"


if __name__ == "__main__":
    with toy.installed():
        print("\n".join(digests(map(int, sys.argv[1:]))))
