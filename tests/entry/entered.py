"""The entries of a season, written as the process of entries writes them, without builds."""

import shutil
from collections.abc import Sequence
from pathlib import Path

from referee.entry.build import BuildLimits
from referee.entry.entry_book import EntryQuotas
from referee.entry.entry_event import (
    BotTokenMade,
    Challenged,
    EntryEvent,
    EntryWithdrawn,
    SubmissionAccepted,
    SubmissionBegun,
    VersionUsed,
)
from referee.entry.entry_store import EntryStore
from referee.entry.freeze import freeze
from referee.entry.take import TakeLimits, take
from referee.identifier import BotName, OwnerName
from referee.server.identity import hashed
from tests.entry.archives import zip_of

GOOD = "import tianming\ntianming.run(lambda question: 0)\n"
"""A bot that plays."""

CRASHES = "import os, tianming\ntianming.run(lambda question: os._exit(3))\n"
"""A bot that connects, and ends at its first question."""

SEASON = """
name = "open"
game = "dragon"
seats = 2
seed = "seven"
[format]
kind = "{kind}"
rounds = {rounds}
[limits]
matches = 2
[sandbox]
preset = "none"
[server]
listen = "127.0.0.1:0"
[entry]
connected = true
friendlies = true
[[bot]]
name = "house"
command = "random"
[[bot]]
name = "yard"
command = "random"
"""


def write_season(folder: Path, kind: str = "round-robin", rounds: int = 1) -> None:
    """Write the file of a league with two bots of the organiser."""
    (folder / "league.toml").write_text(SEASON.format(kind=kind, rounds=rounds))


class Entered:
    """The entries of the season in a folder. Each method writes one event, durably."""

    def __init__(self, folder: Path) -> None:
        self.store = EntryStore(folder / "entry")
        self._versions = folder / "entries"
        self._work = folder / "work"
        self._work.mkdir(exist_ok=True)

    def join(self, owner: str, bots: int = 1) -> OwnerName:
        """Make an owner."""
        return self.store.join(self.store.invite(0, owner=owner, bots=bots), "", 0)[0]

    def submit(self, owner: str, bot: str, program: str) -> int:
        """Take a submission of a bot in Python; return its number."""
        data = f"{program}# {len(self.store.book.submissions)}\n"
        upload = self.store.receive([zip_of({"main.py": data.encode()})], 1 << 20)
        quotas = EntryQuotas(10_000, 10_000)
        taken = self.store.submit(OwnerName(owner), BotName(bot), upload, quotas, 0)
        return taken.taken.number

    def accept(self, number: int) -> None:
        """Freeze a submission as a version, and accept it."""
        submission = self.store.book.submissions[number]
        self.record(SubmissionBegun(number, 0))
        built = self._work / str(number)
        shutil.rmtree(built, ignore_errors=True)
        tree = BuildLimits().result
        limits = TakeLimits(packed=tree.size, tree=tree)
        digest = take(self.store.archive(submission), built, limits)
        taken = submission.taken
        version = self._versions / taken.owner / taken.bot / str(number)
        if not version.exists():
            freeze(built, version)
        self.record(SubmissionAccepted(number, digest, digest, 0))

    def enter(self, owner: str, bot: str, program: str = GOOD) -> int:
        """Submit and accept a version; return its number."""
        number = self.submit(owner, bot, program)
        self.accept(number)
        return number

    def use(self, owner: str, bot: str, number: int) -> None:
        """Choose a version."""
        self.record(VersionUsed(OwnerName(owner), BotName(bot), number))

    def withdraw(self, owner: str, bot: str) -> None:
        """Take a bot out of the season."""
        self.record(EntryWithdrawn(OwnerName(owner), BotName(bot)))

    def connect(self, owner: str, bot: str, token: str) -> None:
        """Let a bot connect with a token."""
        self.record(BotTokenMade(OwnerName(owner), BotName(bot), hashed(token), 0))

    def challenge(self, owner: str, bots: Sequence[str], at: int) -> int:
        """Ask for a friendly; return its number."""
        number = max(self.store.book.challenges, default=0) + 1
        first, *others = map(BotName, bots)
        self.record(Challenged(number, OwnerName(owner), first, tuple(others), at))
        return number

    def record(self, event: EntryEvent) -> None:
        """Write an event."""
        self.store.record(lambda book: [event])
