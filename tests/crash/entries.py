"""Kill a season and the processes of its entries at random instants, and report what was lost.

Owners submit all the time with the client of `referee submit`, which repeats a call that broke.
The season, the entry process and the build process are killed, one or all.

`python -m tests.crash.entries --kills 500 --owners 12` runs it for long; `--seed` repeats a run.
"""

import argparse
import asyncio
import contextlib
import hashlib
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from unittest.mock import patch

from referee.cli import main as command_line_of_referee
from referee.entry import supervised
from referee.entry.build import BuildLimits
from referee.entry.entry_book import Submission, SubmissionState
from referee.entry.entry_store import EntryStore
from referee.entry.sentence import SubmissionSentence
from referee.entry.take import digest_of
from referee.entry_client.entry_client import EntryClient
from referee.error import DataError, TianmingError, UnavailableError
from referee.league.configuration.league_file import read_league
from referee.league.ledger import Ledger
from referee.league.ledger.chained_journal import JournalPosition
from referee.league.ledger.journal import NAME, Journal
from referee.league.ledger.journal_event import AttemptSealed, FriendlyEnded
from referee.league.running import friendlies
from tests.cli.running import thinking
from tests.entry.archives import zip_of
from tests.entry.entered import CRASHES, GOOD, write_season
from tests.entry.short_check import short_checks
from tests.free_port import free_port
from tests.patience import PATIENCE
from tests.processes import command_line, everybody_below

_SERVE = (sys.executable, "-m", "tests.crash.entries", "--serve")
_LONGEST_LIFE = 4.0
_MOST_WAITING = 2
_THOUGHT = 0.1
"""Seconds that the organiser's bots think, so that their matches leave submissions a processor."""

_VICTIMS = ("season", "referee.entry", "referee.entry.build_process", "all")

_SOMETIMES = """import os, random, tianming
tianming.run(lambda question: random.random() < 0.002 and os._exit(3) or 0)
"""
_OTHER_GAME = b'run = "python3 main.py"\ngames = ["ming"]\n'
_GONE = str(DataError(SubmissionSentence.UPLOAD_CUT))
_BOT = b'run = "python3 main.py"\n'


@dataclass(slots=True)
class EntriesTally:
    """The counts and errors of a run. Every list must be empty.

    Attributes:
        kills: killed processes, by what was killed; `start` counts seasons that did not start,
            because a process of theirs was killed at that time.
        taken: submissions that a client was told of.
        accepted: versions that were accepted.
        played: versions that played.
        friendlies: friendlies that ended.
        half: versions that played, and that no event accepted, or whose files are not those that
            were accepted.
        twice: archives that became two submissions, and friendlies that ended twice.
        lost: submissions that a client was told of and that the journal does not have, or that
            were refused because their archive was gone; bots whose last version does not play;
            friendlies that did not end.
    """

    kills: Counter[str] = field(default_factory=Counter)
    taken: int = 0
    accepted: int = 0
    played: int = 0
    friendlies: int = 0
    half: list[str] = field(default_factory=list)
    twice: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)

    @property
    def is_sound(self) -> bool:
        """Whether nothing was lost, and no half version played."""
        return not (self.half or self.twice or self.lost)


def serve() -> None:
    """Be the season. What was killed starts again at once, and a friendly is soon overdue."""
    sys.argv[1:] = ["league", "serve", "--no-wait", "--events"]
    pauses, overdue = (supervised, "_PAUSES", (0.1,)), (friendlies, "_OVERDUE", 1)
    with patch.object(*pauses), patch.object(*overdue), short_checks():
        sys.exit(command_line_of_referee.main())


@dataclass
class SubmittingOwner:
    """An owner who submits one archive after another, each until it is taken.

    Attributes:
        name: the name of the owner, and of the bot.
        address: where the service listens.
        token: the owner's token.
        folder: for the archives.
        dice: decides what is submitted.
        others: the names of all owners.
        taken: the digest of each archive, by the number of the submission.
    """

    name: str
    address: str
    token: str
    folder: Path
    dice: random.Random
    others: Sequence[str]
    taken: dict[int, str] = field(default_factory=dict)
    is_ending: bool = False
    _sent: int = 0

    @property
    def bot(self) -> str:
        """The name of the owner's bot."""
        return f"of {self.name}"

    async def run(self) -> None:
        """Submit until the run ends, but do not let too many wait."""
        async with EntryClient(self.address, self.token) as client:
            while not self.is_ending:
                await asyncio.sleep(self.dice.random() * _LONGEST_LIFE)
                if await self._waiting(client) < _MOST_WAITING:
                    await self.submit(client, *self._choose())
                if self.dice.random() < 0.1:
                    await self.challenge(client)

    def _choose(self) -> tuple[str, bytes]:
        """Return a program, and its `bot.toml`: half of them are refused before a build."""
        program = self.dice.choice((GOOD, GOOD, _SOMETIMES, CRASHES))
        return program, self.dice.choice((_BOT, _OTHER_GAME))

    async def submit(self, client: EntryClient, program: str, bot_file: bytes = _BOT) -> int:
        """Submit a new archive until it is taken; return the number of the submission."""
        self._sent += 1
        files = {"main.py": f"{program}# {self.name} {self._sent}\n".encode(), "bot.toml": bot_file}
        archive = self.folder / f"{self.name}.zip"
        archive.write_bytes(zip_of(files))
        while True:
            with contextlib.suppress(UnavailableError):
                number = (await client.submit(archive, self.bot)).number
                self.taken[number] = hashlib.sha256(archive.read_bytes()).hexdigest()
                return number
            await asyncio.sleep(0.1)

    async def settle(self) -> int:
        """Submit a good version until one is accepted, and challenge; return its number."""
        async with EntryClient(self.address, self.token) as client:
            while True:
                number = await self.submit(client, GOOD)
                last = [step.submission async for step in client.follow(number)][-1]
                if last.state == "accepted":
                    await self.challenge(client)
                    return number

    async def challenge(self, client: EntryClient) -> None:
        """Ask for a friendly against each other bot that is there."""
        for other in self.others:
            with contextlib.suppress(TianmingError):
                await client.allow_friendlies(self.bot, allowed=True)
                await client.challenge(self.bot, [f"of {other}"])

    async def _waiting(self, client: EntryClient) -> int:
        """Return how many submissions wait; too many if nobody answers."""
        with contextlib.suppress(UnavailableError):
            return sum(one.state == "queued" for one in await client.submissions())
        return _MOST_WAITING


class EntriesRun:
    """One season with owners who submit all the time."""

    def __init__(self, folder: Path, seed: int, owners: int = 2) -> None:
        self._folder = folder
        self._dice = random.Random(seed)
        self._address = f"127.0.0.1:{free_port()}"
        self.tally = EntriesTally()
        write_season(folder, "ladder", rounds=10_000)
        file = folder / "league.toml"
        listen = f'listen = "{self._address}"\nsubmissions_per_day = 100000\nwaiting = 1000\n'
        text = file.read_text().replace("127.0.0.1:0", f"127.0.0.1:{free_port()}")
        text = text.replace('command = "random"', f"command = {json.dumps(thinking(_THOUGHT))}")
        file.write_text(text.replace("[entry]\n", f"[entry]\n{listen}"))
        store = EntryStore(folder / "entry")
        names = [f"owner {number}" for number in range(owners)]
        self._owners = [self._joined(store, name, names) for name in names]
        self._patience = PATIENCE * owners
        store.close()

    def _joined(self, store: EntryStore, name: str, names: Sequence[str]) -> SubmittingOwner:
        _, token = store.join(store.invite(0, owner=name), "", 0)
        dice = random.Random(self._dice.getrandbits(32))
        return SubmittingOwner(name, self._address, token, self._folder, dice, names)

    def run(self, kills: int) -> EntriesTally:
        """Kill processes while owners submit, and look at what is left."""
        season = self._start()
        try:
            season = asyncio.run(self._run(season, kills))
            season.terminate()
            season.wait(PATIENCE)
        finally:
            season.kill()
            season.wait()
        self._look()
        return self.tally

    async def _run(
        self, season: "subprocess.Popen[bytes]", kills: int
    ) -> "subprocess.Popen[bytes]":
        """Kill so often, and let everything end; return the process of the season."""
        async with asyncio.TaskGroup() as tasks:
            for owner in self._owners:
                tasks.create_task(owner.run())
            while _processes(self.tally.kills) < kills:
                if self._dice.random() < 0.8:  # else also while it starts
                    season = await self._served(season)
                await asyncio.sleep(self._dice.random() * _LONGEST_LIFE)
                season = self._kill(season, self._dice.choice(_VICTIMS))
            season = await self._served(season)
            for owner in self._owners:
                owner.is_ending = True
        await self._settle()
        return season

    async def _served(self, season: "subprocess.Popen[bytes]") -> "subprocess.Popen[bytes]":
        """Wait until the service answers; return the season, which starts again if it ended."""
        async with EntryClient(self._address) as client, asyncio.timeout(PATIENCE):
            while True:
                season = self._started_again(season)
                with contextlib.suppress(UnavailableError):
                    await client.describe()
                    return season
                await asyncio.sleep(0.1)

    def _started_again(self, season: "subprocess.Popen[bytes]") -> "subprocess.Popen[bytes]":
        """Return the season, which starts again if a kill while it started has ended it."""
        if season.poll() is None:
            return season
        assert season.returncode == UnavailableError.exit_code, "it ended by itself"
        self.tally.kills["start"] += 1
        return self._start()

    def _start(self) -> "subprocess.Popen[bytes]":
        output = (self._folder / "season.log").open("ab")
        here = {**os.environ, "PYTHONPATH": os.getcwd()}
        with output:
            return subprocess.Popen(
                _SERVE, cwd=self._folder, stdout=output, stderr=output, env=here
            )

    def _kill(self, season: "subprocess.Popen[bytes]", victim: str) -> "subprocess.Popen[bytes]":
        """Kill one process or all; return the season, which starts again if it ended."""
        if season.poll() is not None:
            return self._started_again(season)
        for module in _VICTIMS[1:3] if victim == "all" else (victim,):
            if found := _running(season.pid, module):  # with what confines it
                with contextlib.suppress(ProcessLookupError):
                    os.kill(self._dice.choice(found), signal.SIGKILL)
                    self.tally.kills[module] += 1
        if victim not in ("season", "all"):
            return season
        season.kill()
        season.wait()
        self.tally.kills["season"] += 1
        return self._start()

    async def _settle(self) -> None:
        """Wait until a last version of each bot has played, and a last friendly."""
        async with asyncio.timeout(self._patience):
            numbers = await asyncio.gather(*(owner.settle() for owner in self._owners))
        store = EntryStore(self._folder / "entry")
        waiting, until = {""}, time.monotonic() + self._patience / 2
        while waiting and time.monotonic() < until:
            await asyncio.sleep(0.5)
            store.refresh()
            played, ended = self._played()
            waiting = {f"{one}-" for one in numbers} - {one.split("-")[0] + "-" for one in played}
            waiting |= {f"friendly {one}" for one in store.book.challenges if one not in ended}
        store.close()
        self.tally.lost += sorted(f"{one} does not play" for one in waiting)

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
        submissions = store.book.submissions
        accepted = [one for one in submissions.values() if one.state is SubmissionState.ACCEPTED]
        versions = {f"{one.taken.number}-{one.version[:12]}" for one in accepted}
        played, ended = self._played()
        tally, times = self.tally, Counter(ended)
        tally.accepted, tally.played, tally.friendlies = len(versions), len(played), len(ended)
        tally.half += sorted(played - versions)
        tally.half += [f"{one.taken.number}" for one in accepted if not self._is_whole(one)]
        tally.twice += sorted(f"friendly {one}" for one, count in times.items() if count > 1)
        tally.twice += _twice(submissions.values())
        tally.lost += [f"friendly {one}" for one in store.book.challenges if one not in times]
        self._look_for_taken(submissions)
        store.close()
        settings = read_league(self._folder / "league.toml", {}, os.environ)
        with Ledger.of(settings) as ledger:
            assert [one.number for one in ledger.friendlies()] == sorted(times)

    def _look_for_taken(self, submissions: dict[int, Submission]) -> None:
        """Look for what clients were told of, and for archives that were gone."""
        tally = self.tally
        for owner in self._owners:
            tally.taken += len(owner.taken)
            for number, digest in owner.taken.items():
                found = submissions.get(number)
                wanted = (owner.name, owner.bot, digest)
                if found is None or wanted != (
                    found.taken.owner,
                    found.taken.bot,
                    found.taken.upload,
                ):
                    tally.lost.append(f"submission {number}")
        for number, one in submissions.items():
            if one.state is SubmissionState.QUEUED or one.why == _GONE:
                tally.lost.append(f"submission {number}: {one.state.name} {one.why}")

    def _is_whole(self, one: Submission) -> bool:
        folder = self._folder / "entries" / one.taken.owner / one.taken.bot / f"{one.taken.number}"
        tree = BuildLimits().result
        return digest_of(folder, tree) == one.version


def _processes(kills: Counter[str]) -> int:
    """Return how many processes were killed."""
    return kills.total() - kills["start"]


def _running(season: int, module: str) -> list[int]:
    """Return the processes below a season that run a module."""
    found = everybody_below(season)
    return [pid for pid in found if module.encode() in command_line(pid).split(b"\0")]


def _twice(submissions: Iterable[Submission]) -> list[str]:
    """Return the archives that are two submissions. One that was refused may come again."""
    kept = Counter(
        one.taken.upload for one in submissions if one.state is not SubmissionState.REFUSED
    )
    return [f"archive {digest[:12]}" for digest, count in kept.items() if count > 1]


def main() -> int:
    """Run it, or be the season of a run."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--owners", type=int, default=2)
    parser.add_argument("--seed", type=int, default=random.getrandbits(32))
    parser.add_argument("--serve", action="store_true")
    words = parser.parse_args()
    if words.serve:
        serve()
    with tempfile.TemporaryDirectory() as folder:
        tally = EntriesRun(Path(folder), words.seed, words.owners).run(words.kills)
    print(words.seed, tally)
    return 0 if tally.is_sound else 1


if __name__ == "__main__":
    sys.exit(main())
