"""The bots and owners that entered a season, as if they stood in the league file.

A version plays only if the journal of entries says that it was accepted, its folder is there, and
its files have the digest of that event. Until then the bot keeps its earlier version.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from referee.entry.bot_file import read_bot_file
from referee.entry.build import BuildLimits
from referee.entry.entry_book import EnteredBot, EntryBook, SubmissionState
from referee.entry.hosted_command import hosted_command, outside_of
from referee.entry.sentence import SubmissionSentence
from referee.entry.take import digest_of
from referee.entry.toolchain import Toolchain, prepared_in
from referee.error import DataError, TianmingError, UsageError
from referee.identifier import BotName, OwnerName
from referee.league.configuration.owner_check import present_name
from referee.league.configuration.settings import BotSettings, LeagueSettings, OwnerSettings
from referee.league.hosted_version import (
    BEYOND_QUOTA,
    NOT_CONNECTED,
    REFUSED,
    REMOVED,
    WITHDRAWN,
    Challenge,
    HostedVersion,
)
from referee.league.ledger import Ledger
from referee.league.ledger.ledger_queries import ListedBot
from referee.league.ledger.renaming import PresentNames

Refuse = Callable[[BotName, OwnerName, str], None]
"""Receives why a bot of an owner does not play, or does not play its last version."""


@dataclass(frozen=True, slots=True)
class _Held:
    """What the ledger knows: the bots by their present names, and the present names."""

    bots: dict[BotName, ListedBot]
    names: PresentNames
    owner_names: dict[OwnerName, OwnerName]

    def of(self, bot: BotName) -> ListedBot | None:
        return self.bots.get(self.names.get(bot, bot))

    def has_in_other_case(self, bot: BotName) -> bool:
        return any(one != bot and one.casefold() == bot.casefold() for one in self.bots)


class Entrants:
    """Merges the bots of a book of entries into the settings of a league."""

    def __init__(self, ledger: Ledger, refuse: Refuse) -> None:
        """Create it. It belongs to the thread of the run, as the ledger does."""
        self._ledger = ledger
        self._refuse = refuse
        self._refused = set[tuple[BotName, str | int]]()
        self._versions: dict[int, BotSettings] = {}
        """The sound versions by number."""

    def merged(self, league: LeagueSettings, book: EntryBook) -> LeagueSettings:
        """Return the settings of a league with the bots and the owners that entered it."""
        held = _Held(
            {bot.name: bot for bot in self._ledger.bots()},
            self._ledger.renamed(),
            self._ledger.owner_names(),
        )
        owners = [
            OwnerSettings(name=owner, bots=book.invitations[joined.code].bots)
            for owner, joined in book.owners.items()
        ]
        taken = {owner.name.casefold() for owner in league.owners}
        owners = [owner for owner in owners if owner.name.casefold() not in taken]
        bots = list(self._bots(league, book, held, owners))
        return replace(league, bots=(*league.bots, *bots), owners=(*league.owners, *owners))

    def _bots(
        self,
        league: LeagueSettings,
        book: EntryBook,
        held: _Held,
        owners: Sequence[OwnerSettings],
    ) -> Iterator[BotSettings]:
        known = {owner.name: owner for owner in owners}
        names = {bot.name.casefold() for bot in league.bots}
        counts = dict.fromkeys(known, 0)
        for entry in book.entries.values():
            why = _obstacle(entry, known, names, held)
            bot = None if why else self._bot(league, book, entry, held)
            if bot is not None and not bot.rests:
                counts[entry.owner] += 1
                most = known[entry.owner].bots
                if most and counts[entry.owner] > most:
                    why = str(UsageError(SubmissionSentence.ENTRANT_BEYOND_QUOTA, most=most))
                    listed = held.of(entry.bot)
                    if listed is None:
                        bot = None
                    else:
                        bot = replace(_as_listed(entry, listed), rests=BEYOND_QUOTA)
            if why:
                self._report(entry, why)
            if bot is not None and entry.token:
                bot = replace(bot, frozen_from=1 if book.frozen else league.freeze_time)
            if bot is not None:
                yield bot

    def _bot(
        self, league: LeagueSettings, book: EntryBook, entry: EnteredBot, held: _Held
    ) -> BotSettings | None:
        """Return the settings of an entered bot; None if it has nothing that plays."""
        listed = held.of(entry.bot)
        why = _rest(league, book, entry)
        if why == NOT_CONNECTED:
            self._report(entry, str(UsageError(SubmissionSentence.ENTRANT_NOT_CONNECTED)))
        if why:
            return None if listed is None else replace(_as_listed(entry, listed), rests=why)
        if entry.token:
            return BotSettings(name=entry.bot, token=entry.token, owner=entry.owner, connects=True)
        refused = book.in_state(entry.bot, SubmissionState.REFUSED)
        now = None if listed is None else listed.hosted
        chosen = entry
        if listed is not None and now is not None and _is_same(now, entry):
            if now.number not in refused:
                return replace(_as_listed(entry, listed), refused=refused)
            chosen = replace(entry, number=self._not_failed(book, entry, listed))
        bot = self._version(league, book, chosen) if chosen.number else None
        if bot is None or bot.hosted is None:
            why = REFUSED if now is not None and now.number in refused else ""
            return None if listed is None else replace(_as_listed(entry, listed), rests=why)
        hosted = replace(bot.hosted, choice=entry.choice, chosen=entry.number)
        return replace(bot, hosted=hosted, refused=refused)

    def _not_failed(self, book: EntryBook, entry: EnteredBot, listed: ListedBot) -> int:
        """Return the last accepted version of a bot that has not failed; 0 without one."""
        failed = {one.hosted.number for one in self._ledger.versions(listed.name) if one.failed}
        accepted = book.in_state(entry.bot, SubmissionState.ACCEPTED)
        return max(accepted - failed, default=0)

    def _version(
        self, league: LeagueSettings, book: EntryBook, entry: EnteredBot
    ) -> BotSettings | None:
        """Return the settings of the version of a bot; None if it does not play."""
        submission = book.submissions.get(entry.number)
        if submission is None or submission.state is not SubmissionState.ACCEPTED:
            return None
        taken = submission.taken
        if (taken.owner, taken.bot) != (entry.owner, entry.bot):
            return None
        if entry.number not in self._versions:
            try:
                self._versions[entry.number] = version_of(league, entry, submission.version)
            except TianmingError as error:
                refused = UsageError(
                    SubmissionSentence.VERSION_NOT_SOUND,
                    number=entry.number,
                    why=str(error).rstrip("."),
                )
                self._report(entry, str(refused), about=entry.number)
        return self._versions.get(entry.number)

    def _report(self, entry: EnteredBot, why: str, about: int = 0) -> None:
        """Report once why a bot does not play; `about` is the version that does not, if one is."""
        if (entry.bot, about or why) not in self._refused:
            self._refused.add((entry.bot, about or why))
            self._refuse(entry.bot, entry.owner, why)


def version_of(league: LeagueSettings, entry: EnteredBot, digest: str) -> BotSettings:
    """Return the settings of an accepted version, after a look at all of its files.

    Raises:
        TianmingError: if its files are not those that were accepted.
    """
    place = Path(league.entry.versions, entry.owner, entry.bot, str(entry.number))
    folder = (league.folder / place).absolute()
    if not folder.is_dir():
        raise DataError(SubmissionSentence.FOLDER_GONE, folder=place)
    bot = read_bot_file(folder)
    toolchains = prepared_in(league.folder / league.entry.toolchains)
    toolchain = toolchains.get(bot.language, Toolchain())
    tree = replace(BuildLimits().result, outside=outside_of(toolchain))
    if digest_of(folder, tree) != digest:
        raise DataError(SubmissionSentence.VERSION_DIFFERS, folder=place)
    command = hosted_command(bot, entry.bot, folder, toolchain)
    reads = tuple(str(path.absolute()) for path in toolchain.readable)
    hosted = HostedVersion(entry.number, digest, str(place), reads)
    return BotSettings(name=entry.bot, command=command.line, owner=entry.owner, hosted=hosted)


def challenges_of(book: EntryBook) -> list[Challenge]:
    """Return the friendlies that owners asked for, by number."""
    asked = sorted(book.challenges.values(), key=lambda one: one.number)
    return [Challenge(one.number, one.owner, (one.bot, *one.opponents), one.at) for one in asked]


def _is_same(now: HostedVersion, entry: EnteredBot) -> bool:
    """Whether the season has acted on the last choice of a version; it may have rolled it back."""
    return (now.choice, now.chosen) == (entry.choice, entry.number)


def _as_listed(entry: EnteredBot, listed: ListedBot) -> BotSettings:
    """Return the settings of a bot as the ledger has it."""
    return BotSettings(
        name=entry.bot,
        command=listed.command or "",
        token=listed.token or "",
        owner=entry.owner,
        hosted=listed.hosted,
    )


def _rest(league: LeagueSettings, book: EntryBook, entry: EnteredBot) -> str:
    """Return why an entered bot rests, whatever its versions are worth; empty if it does not."""
    if not book.owners[entry.owner].token:
        return REMOVED
    if entry.is_withdrawn:
        return WITHDRAWN
    if not entry.plays:
        return REFUSED
    return NOT_CONNECTED if entry.token and not league.entry.connected else ""


def _obstacle(
    entry: EnteredBot, owners: dict[OwnerName, OwnerSettings], names: set[str], held: _Held
) -> str:
    """Return why an entered bot cannot be in the season; empty if it can."""
    if entry.owner not in owners:
        return str(UsageError(SubmissionSentence.ENTRANT_OWNER_TAKEN, owner=entry.owner))
    listed = held.of(entry.bot)
    owner = present_name(entry.owner, tuple(owners.values()), held.owner_names)
    is_of_other = listed is not None and listed.owner != owner
    if is_of_other or entry.bot.casefold() in names or held.has_in_other_case(entry.bot):
        return str(UsageError(SubmissionSentence.ENTRANT_NAME_TAKEN, bot=entry.bot))
    return ""
