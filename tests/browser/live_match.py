"""Matches in play for the pages: real processes, slow enough to be looked at."""

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

ENOUGH = 8
"""Steps that a match in play has at least when somebody comes to see it."""

LAST_ENTRIES = 3000
"""Bytes of a record that come later than its reader."""

PACE = 0.6
YOUNG = 60.0
"""Seconds: of a choice, and of a match that goes on for minutes."""

_NUMBERS = count(1)
"""Numbers of matches: all modules share the pages, which may still know an earlier match."""


class LiveMatch:
    """A match in play. Whoever comes late gets a new one, so that it never ends in a test."""

    def __init__(self, folder: Path, pages: str) -> None:
        self._folder = folder
        self._pages = pages
        self._began = 0.0
        self._name = ""
        self._open = ExitStack()

    def path(self) -> str:
        """Return the path of the page of a match that has just begun, or goes on for minutes."""
        if not self._began or time.monotonic() - self._began > YOUNG:
            self.close()
            self._name = f"slow-{next(_NUMBERS)}"
            self._open.enter_context(_played(self._folder, self._pages, self._name))
            self._began = time.monotonic()
        return f"/matches/{self._name}"

    def close(self) -> None:
        """End the match, and remove its record."""
        self._open.close()


@contextmanager
def _played(folder: Path, pages: str, name: str) -> Iterator[None]:
    """Play a match beside the pages until the end of the block."""
    command = (sys.executable, "-m", "referee.cli.main", "play", "ming", "greedy", "random")
    record = folder / f"{name}.tianming"
    with subprocess.Popen(
        [*command, "random", "--pace", str(PACE), "--record", record],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as match:
        while not is_under_way(f"{pages}/api/v1/matches/{name}/steps"):
            assert match.poll() is None
            time.sleep(0.1)
        yield
        match.terminate()
    for left in folder.glob(f"{name}.*"):
        left.unlink()
    while is_known(f"{pages}/api/v1/matches/{name}"):
        time.sleep(0.1)


class EndingMatch:
    """A match in play, of which the pages get the rest of the record when the test says so."""

    def __init__(self, records: Path, pages: str) -> None:
        self._records = records
        self._whole = (records / "dragon.tianming").read_bytes()
        self._part = records / "ending.tianming.part"
        self._part.write_bytes(self._whole[:-LAST_ENTRIES])
        while not is_under_way(f"{pages}/api/v1/matches/ending/steps"):
            time.sleep(0.1)

    def end(self) -> None:
        """Write the rest of the record, and give it its name."""
        with self._part.open("ab") as file:
            file.write(self._whole[-LAST_ENTRIES:])
        self._part.rename(self._part.with_suffix(""))

    def close(self) -> None:
        """Remove the record."""
        for left in self._records.glob("ending.*"):
            left.unlink()


def is_known(address: str) -> bool:
    """Whether the pages have a match."""
    try:
        with urlopen(address):  # noqa: S310
            return True
    except HTTPError:
        return False


def is_under_way(address: str) -> bool:
    """Whether the pages show enough steps of a match already."""
    try:
        with urlopen(address) as answer:  # noqa: S310
            return len(json.load(answer)["steps"]) >= ENOUGH
    except HTTPError:
        return False
