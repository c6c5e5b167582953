"""The work on one submission: unpack, build, check and freeze it.

Each part is repeated after a kill. Only two steps count: the version gets its place in one rename,
and then the journal says so. So no version is half, and no submission becomes two.
"""

import asyncio
import shutil
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import time
from typing import Final

from referee.bot_check import report
from referee.bot_check.finding import BotFinding, Verdict, verdict_of
from referee.bot_check.settings import CheckSettings
from referee.bot_check.suite import BotSuite
from referee.entry.bot_file import BotFile, read_bot_file
from referee.entry.build import BuildLimits, build
from referee.entry.entry_book import EntryBook, Submission, SubmissionState
from referee.entry.entry_event import (
    SubmissionAccepted,
    SubmissionBegun,
    SubmissionBuilt,
    SubmissionRefused,
)
from referee.entry.entry_store import EntryStore
from referee.entry.freeze import freeze
from referee.entry.hosted_command import hosted_command, outside_of
from referee.entry.organiser_act import place_of
from referee.entry.removal import crowded_out, remove_needless, remove_version
from referee.entry.sentence import SubmissionSentence
from referee.entry.stored_bytes import note_versions
from referee.entry.take import TakeLimits, digest_of, take
from referee.entry.toolchain import Toolchain
from referee.entry.work_progress import WorkProgress, WorkStage
from referee.error import DataError, StorageError
from referee.launch.command import BotCommand
from referee.launch.preset import Preset
from referee.launch.sandbox import Sandbox, SandboxLimits
from referee.match.clock import ClockSettings

_WORK: Final = ".work"

_CROWDED: Final = str(SubmissionSentence.VERSION_CROWDED_OUT.value)

_Step = SubmissionBegun | SubmissionAccepted | SubmissionBuilt | SubmissionRefused
"""An event of the work on a submission."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonTerms:
    """What a season demands of a bot.

    Attributes:
        game: the game of the season.
        clock: its clock.
        strikes: faults after which a seat is forfeited.
        startup: seconds that a bot has to connect.
        limits: the limits of a bot's sandbox.
        hidden: files and folders of the league, which no bot may open.
        by_hand: whether the organiser decides on what passed the check.
        at_once: maximum of matches that the check plays at once.
        seconds: seconds after which a part of the check starts no more matches.
    """

    game: str
    clock: ClockSettings = field(default_factory=ClockSettings)
    strikes: int = 3
    startup: float = 20.0
    limits: SandboxLimits = field(default_factory=SandboxLimits)
    hidden: tuple[Path, ...] = ()
    by_hand: bool = False
    at_once: int = 4
    seconds: float = 60.0


CheckOfBot = Callable[[CheckSettings], AsyncGenerator[BotFinding, None]]
"""Yields the findings on a bot."""


def check_of_suite(settings: CheckSettings) -> AsyncGenerator[BotFinding, None]:
    """Yield the findings of `check-bot`."""
    return BotSuite(settings).run()


class EntryWorker:
    """Works on submissions. Each worker has a store of its own, which its tasks use in turn."""

    def __init__(
        self,
        store: EntryStore,
        entries: Path,
        terms: SeasonTerms,
        toolchains: Callable[[], dict[str, Toolchain]] = dict,
        limits: BuildLimits | None = None,
        check: CheckOfBot = check_of_suite,
        share: int = 0,
    ) -> None:
        """Prepare a worker.

        Args:
            store: the submissions.
            entries: the folder of all versions.
            terms: what the season demands.
            toolchains: returns the toolchains of this host by language, before each build.
            limits: the limits of builds; the default ones if None.
            check: checks a built bot.
            share: bytes that the versions of an owner may take; 0: unlimited.
        """
        self._store = store
        self._entries = entries
        self._terms = terms
        self._toolchains = toolchains
        self._limits = limits or BuildLimits()
        self._check = check
        self._share = share
        self._turn = asyncio.Lock()

    async def refresh(self) -> None:
        """Read what other processes wrote into the store."""
        async with self._turn:
            await asyncio.to_thread(self._store.refresh)

    async def measure(self) -> None:
        """Remove what is not needed any more, and measure the rest, for the limit of the disk."""
        store, book = self._store.folder, self._store.book
        async with self._turn:
            await asyncio.to_thread(remove_needless, store, self._entries, book, time())
        size = await asyncio.to_thread(note_versions, store, self._entries)
        if 0 < self._share < size:  # else no owner can have more
            async with self._turn:
                await asyncio.to_thread(self._make_room)
            await asyncio.to_thread(note_versions, store, self._entries)

    def _make_room(self) -> None:
        """Remove versions of owners who have more than their share, and tell them."""
        gone: list[int] = []

        def decide(book: EntryBook) -> list[SubmissionRefused]:
            gone[:] = crowded_out(self._entries, book, self._share)
            return [SubmissionRefused(number, _CROWDED, int(time())) for number in gone]

        self._store.record(decide)
        for number in gone:
            remove_version(self.version(self._store.book.submissions[number]))

    def version(self, submission: Submission) -> Path:
        """Return the place of the version that a submission becomes."""
        return place_of(self._entries, submission)

    async def work(self, submission: Submission) -> None:
        """Make a submission a version, or refuse it; the store then says which.

        Raises:
            MachineError: if this machine lacks something; the submission waits on.
            StorageError: if a file cannot be written; the submission waits on.
        """
        number = submission.taken.number
        await self._record(SubmissionBegun(number, int(time())))
        folder = self._entries / _WORK / str(number)
        await asyncio.to_thread(_fresh, folder)
        progress = _progress(self._store.folder, number)
        event: _Step
        try:
            event = await self._passed(submission, folder, progress)
        except DataError as error:
            event = SubmissionRefused(number, str(error), int(time()))
        finally:
            progress.close()
            await asyncio.to_thread(shutil.rmtree, folder, True)
        await self._record(event)

    async def _passed(
        self, submission: Submission, folder: Path, progress: WorkProgress
    ) -> SubmissionAccepted | SubmissionBuilt:
        """Build, check and freeze a version; return its event.

        Raises:
            DataError: if it is refused.
        """
        event = SubmissionBuilt if self._terms.by_hand else SubmissionAccepted
        number, version = submission.taken.number, self.version(submission)
        archive, source = self._store.archive(submission), folder / "source"
        if not archive.exists():
            raise DataError(SubmissionSentence.UPLOAD_CUT)
        progress.enter(WorkStage.UNPACKING)
        digest = await asyncio.to_thread(take, archive, source, TakeLimits())
        self._check_repeated(submission, digest)
        bot = read_bot_file(source)
        if bot.games and self._terms.game not in bot.games:
            raise DataError(SubmissionSentence.GAME_NOT_PLAYED, game=self._terms.game)
        toolchain = self._toolchains().get(bot.language, Toolchain())
        tree = replace(self._limits.result, outside=outside_of(toolchain))
        if version.exists():  # it was killed between the freeze and its event
            version.chmod(0o555)
            found = await asyncio.to_thread(digest_of, version, tree)
            return event(number, digest, found, int(time()))
        hidden = (*self._terms.hidden, self._store.folder)
        built = folder / "built"
        progress.enter(WorkStage.BUILDING)
        printed, limits = progress.write, self._limits
        found = await build(source, built, bot, toolchain, hidden, limits, on_output=printed)
        _check_kept(built, bot)
        command = hosted_command(bot, submission.taken.bot, built, toolchain)
        progress.enter(WorkStage.CHECKING)
        await self._check_ready(command, toolchain, progress)
        await asyncio.to_thread(freeze, built, version)
        return event(number, digest, found, int(time()))

    def _check_repeated(self, submission: Submission, digest: str) -> None:
        for one in self._store.book.of_owner(submission.taken.owner):
            is_same = one.taken.bot == submission.taken.bot and one.digest == digest
            if is_same and one.state is SubmissionState.ACCEPTED:
                raise DataError(SubmissionSentence.SUBMISSION_REPEATED, number=one.taken.number)
            was_refused = one.state is SubmissionState.REFUSED and one.why != _CROWDED
            if is_same and was_refused:  # it had passed the check
                raise DataError(
                    SubmissionSentence.REFUSED_BEFORE, number=one.taken.number, why=one.why
                )

    async def _check_ready(
        self, command: BotCommand, toolchain: Toolchain, progress: WorkProgress
    ) -> None:
        """Check a built bot as the season will run it.

        Raises:
            DataError: if it is not ready; it has the report.
        """
        terms = self._terms
        readable = (command.folder, *toolchain.readable)
        hidden = (*terms.hidden, self._store.folder)
        settings = CheckSettings(
            bot=command,
            sandbox=Sandbox(Preset.STRICT, terms.limits, readable, hidden),
            clock=terms.clock,
            strikes=terms.strikes,
            startup=terms.startup,
            games=(terms.game,),
            at_once=terms.at_once,
            seconds=terms.seconds,
        )
        findings, lines = list[BotFinding](), list[str]()
        async with aclosing(self._check(settings)) as found:
            async for finding in found:
                findings.append(finding)
                said = list(report.lines(finding))
                lines += said
                progress.write("".join(f"{line}\n" for line in said).encode())
        if verdict_of(findings) is Verdict.NOT_READY:
            raise DataError(SubmissionSentence.CHECK_FAILED, report="\n".join(lines))

    async def _record(self, event: _Step) -> None:
        """Record an event of a submission, unless the organiser refused it meanwhile."""
        number = event.number

        def decide(book: EntryBook) -> list[_Step]:
            is_queued = book.submissions[number].state is SubmissionState.QUEUED
            return [event] if is_queued else []

        async with self._turn:
            await asyncio.to_thread(self._store.record, decide)


def _progress(store: Path, number: int) -> WorkProgress:
    """Return the progress of a submission, from the beginning.

    Raises:
        StorageError: if it cannot be written.
    """
    try:
        return WorkProgress(store, number)
    except OSError as error:
        raise StorageError(
            SubmissionSentence.STORE_NOT_WRITTEN, folder=store, why=error.strerror
        ) from None


def _check_kept(built: Path, bot: BotFile) -> None:
    """Check that a build left `bot.toml` as it was, because the season reads it there.

    Raises:
        DataError: if not.
    """
    try:
        is_kept = read_bot_file(built) == bot
    except DataError:
        is_kept = False
    if not is_kept:
        raise DataError(SubmissionSentence.BUILD_CHANGED_BOT_FILE)


def _fresh(folder: Path) -> None:
    """Make an empty folder, without what a killed worker left in it."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(mode=0o700, parents=True)
