"""Kill a season and the writer of its entries at random instants, and report what was lost.

`python -m tests.crash.entries --kills 500` runs it for long; `--seed` repeats a run.
"""

import argparse
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import asdict, dataclass, field
from pathlib import Path

from referee.entry.entry_book import SubmissionState
from referee.entry.entry_store import EntryStore
from referee.league.configuration.league_file import read_league
from referee.league.ledger import Ledger
from referee.league.ledger.chained_journal import JournalPosition
from referee.league.ledger.journal import NAME, Journal
from referee.league.ledger.journal_event import AttemptSealed, FriendlyEnded
from tests.entry.entered import CRASHES, GOOD, Entered, write_season
from tests.patience import PATIENCE

_SERVE = (sys.executable, "-m", "referee.cli.main", "league", "serve", "--no-wait", "--events")
_WRITE = (sys.executable, "-m", "tests.crash.entries", "--write")
_LONGEST_LIFE = 4.0
_OWNERS = ("ada", "eve")


@dataclass(slots=True)
class EntriesTally:
    """The counts and errors of a run. Every list must be empty.

    Attributes:
        lives: processes that were killed.
        accepted: versions that were accepted.
        played: versions that played.
        friendlies: friendlies that ended.
        half: versions that played, and that no event accepted.
        twice: friendlies that ended twice.
        lost: bots whose last version does not play, and friendlies that did not end.
    """

    lives: int = 0
    accepted: int = 0
    played: int = 0
    friendlies: int = 0
    half: list[str] = field(default_factory=list)
    twice: list[int] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)

    @property
    def is_sound(self) -> bool:
        """Whether nothing was lost, and no half version played."""
        return not (self.half or self.twice or self.lost)


def write(folder: Path, seed: int) -> None:
    """Submit, accept and challenge until killed; finish what an earlier writer left."""
    dice, entered = random.Random(seed), Entered(folder)
    while True:
        for number, one in tuple(entered.store.book.submissions.items()):
            if one.state is SubmissionState.QUEUED:
                entered.accept(number)
        owner = dice.choice(_OWNERS)
        entered.submit(owner, f"of {owner}", dice.choice((GOOD, GOOD, CRASHES)))
        if dice.random() < 0.3:
            entered.challenge(owner, ("of ada", "of eve"), int(time.time()) - 100)
        time.sleep(dice.random())


class EntriesRun:
    """One season with owners who submit all the time."""

    def __init__(self, folder: Path, seed: int) -> None:
        self._folder = folder
        self._dice = random.Random(seed)
        self.tally = EntriesTally()
        write_season(folder, "ladder", rounds=10_000)
        entered = Entered(folder)
        for owner in _OWNERS:
            entered.join(owner)
            entered.enter(owner, f"of {owner}")
        entered.store.close()

    def run(self, kills: int) -> EntriesTally:
        """Kill the season, the writer, or both, and look at what is left."""
        season, writer = self._start(_SERVE), self._start(self._writer())
        for _ in range(kills):
            time.sleep(self._dice.random() * _LONGEST_LIFE)
            choice = self._dice.choice(("season", "writer", "both"))
            if choice != "writer":
                season = self._again(season, _SERVE)
            if choice != "season":
                writer = self._again(writer, self._writer())
        writer.kill()
        writer.wait()
        self._settle()
        season.terminate()
        season.wait(PATIENCE)
        self._look()
        return self.tally

    def _writer(self) -> tuple[str, ...]:
        return (*_WRITE, str(self._folder), "--seed", str(self._dice.getrandbits(32)))

    def _start(self, command: tuple[str, ...]) -> "subprocess.Popen[bytes]":
        output = subprocess.DEVNULL
        here = {**os.environ, "PYTHONPATH": os.getcwd()}
        place = self._folder if command is _SERVE else None
        return subprocess.Popen(command, cwd=place, stdout=output, stderr=output, env=here)

    def _again(
        self, process: "subprocess.Popen[bytes]", command: tuple[str, ...]
    ) -> "subprocess.Popen[bytes]":
        assert process.poll() is None, f"it ended by itself with {process.returncode}"
        process.kill()
        process.wait()
        self.tally.lives += 1
        return self._start(command)

    def _settle(self) -> None:
        """Accept a last, good version of each bot, and wait until they have played."""
        entered = Entered(self._folder)
        for number, one in tuple(entered.store.book.submissions.items()):
            if one.state is SubmissionState.QUEUED:
                entered.accept(number)
        last = {f"{entered.enter(owner, f'of {owner}')}-" for owner in _OWNERS}
        number = entered.challenge("ada", ("of ada", "of eve"), int(time.time()) - 100)
        entered.store.close()
        until = time.monotonic() + PATIENCE / 2
        while time.monotonic() < until:
            played, ended = self._played()
            if all(any(one.startswith(new) for one in played) for new in last) and number in ended:
                return
            time.sleep(0.5)
        self.tally.lost.append(f"the versions {last} do not play, or {number} has not ended")

    def _played(self) -> tuple[set[str], list[int]]:
        """Return the names of the hosted versions that played, and the friendlies that ended."""
        played, ended = set[str](), list[int]()
        path = self._folder / "records" / NAME
        if not path.exists():
            return played, ended
        journal = Journal(path, JournalPosition(), to_read=True)
        for event in journal.catch_up():
            match event:
                case AttemptSealed(versions=versions):
                    played.update(one for one in versions if "-" in one)
                case FriendlyEnded(number):
                    ended.append(number)
        journal.close()
        return played, ended

    def _look(self) -> None:
        store = EntryStore(self._folder / "entry")
        versions = {
            f"{number}-{one.version[:12]}"
            for number, one in store.book.submissions.items()
            if one.state is SubmissionState.ACCEPTED
        }
        played, ended = self._played()
        tally, times = self.tally, Counter(ended)
        tally.accepted, tally.played, tally.friendlies = len(versions), len(played), len(ended)
        tally.half += sorted(played - versions)
        tally.twice += sorted(number for number, count in times.items() if count > 1)
        tally.lost += [f"friendly {one}" for one in store.book.challenges if one not in times]
        store.close()
        settings = read_league(self._folder / "league.toml", {}, os.environ)
        with Ledger.of(settings) as ledger:
            assert [one.number for one in ledger.friendlies()] == sorted(times)


def main() -> int:
    """Run it, or be the writer of a run."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=random.getrandbits(32))
    parser.add_argument("--write", type=Path)
    words = parser.parse_args()
    if words.write is not None:
        write(words.write, words.seed)
    with tempfile.TemporaryDirectory() as folder:
        tally = EntriesRun(Path(folder), words.seed).run(words.kills)
    print(words.seed, asdict(tally))
    return 0 if tally.is_sound else 1


if __name__ == "__main__":
    sys.exit(main())
