"""Watch the first sets of each hosted version, and roll back one that fails in them.

A version fails if its bot crashes, does not connect, or forfeits its seat. Then the last earlier
version that played well takes its place from the next match on. If there is none, the bot rests
until its owner submits or chooses a version.
"""

from dataclasses import replace
from pathlib import Path

from referee.identifier import BotName
from referee.launch.finished_match import FinishedMatch, PlayedMatch
from referee.launch.match_task import MatchTask
from referee.league.configuration.settings import LeagueSettings
from referee.league.ledger import Ledger
from referee.league.ledger.hosted_rows import ListedVersion
from referee.league.ledger.journal_event import BotBenched, JournalEvent, VersionRolledBack
from referee.league.running.league_event import Notify, VersionRolledBackEvent
from referee.league.running.roster import VERSION, Roster, listing_of

FIRST_SETS = 2
"""How many sets a version is watched."""


class VersionWatch:
    """Watches the hosted versions of a running league."""

    def __init__(
        self, settings: LeagueSettings, ledger: Ledger, roster: Roster, notify: Notify
    ) -> None:
        """Create a watch; see `Runner` for the arguments."""
        self._matches = FIRST_SETS * settings.seats
        self._folder = settings.folder
        self._ledger = ledger
        self._roster = roster
        self._notify = notify
        self._proven = set[tuple[BotName, str]]()
        """The versions that have played their first sets."""

    def played(self, task: MatchTask, result: PlayedMatch) -> frozenset[BotName]:
        """Take note of the result of a match, whose attempt is in the ledger.

        Returns:
            The bots whose version was rolled back.
        """
        failed = set[BotName]()
        for player in task.players:
            version = (player.name, player.version)
            if not player.version or version in self._proven:
                continue
            why = _failure(player.name, task, result)
            if why is None or self._is_proven(version):
                continue
            if self._roll_back(*version, f"{why} in the match {result.match_id}"):
                failed.add(player.name)
        return frozenset(failed)

    def _is_proven(self, version: tuple[BotName, str]) -> bool:
        name, text = version
        known = (one for one in self._ledger.versions(name) if one.hosted.name == text)
        if any(one.matches > self._matches for one in known):
            self._proven.add(version)
        return version in self._proven

    def _roll_back(self, name: BotName, version: str, why: str) -> bool:
        """Let the last good version of a bot play; return False if another one plays already."""
        bot = self._roster.bot(name)
        if bot.hosted is None or bot.hosted.name != version or bot.benched is not None:
            return False
        number, good = bot.hosted.number, self._last_good(name, bot.hosted.number)
        rolled_back = VersionRolledBack(name, number, good.hosted.number if good else 0, why)
        if good is None:
            cause = f"{VERSION}{number} {why}, and no earlier version played well"
            events: list[JournalEvent] = [rolled_back, BotBenched(name, cause)]
        else:
            now = bot.hosted
            hosted = replace(good.hosted, choice=now.choice, chosen=now.chosen)
            earlier = replace(listing_of(bot), command=good.command, hosted=hosted)
            events = [rolled_back, earlier]
        self._ledger.write(*events)
        self._roster.refresh()
        self._notify(VersionRolledBackEvent(name, number, rolled_back.to, why))
        return True

    def _last_good(self, name: BotName, number: int) -> ListedVersion | None:
        """Return the last version that played well, is there and may play; None without one."""
        barred = self._roster.refused(name) | {number}
        others = (one for one in self._ledger.versions(name) if one.hosted.number not in barred)
        good = [one for one in others if self._is_good(one)]
        return max(good, key=lambda one: one.hosted.number, default=None)

    def _is_good(self, one: ListedVersion) -> bool:
        has_played = one.matches > (self._matches if one.failed else 0)
        return has_played and Path(self._folder, one.hosted.folder).is_dir()


def _failure(bot: BotName, task: MatchTask, result: PlayedMatch) -> str | None:
    """Return how a bot failed in a match, as a clause; None if it did not."""
    for absence in result.absences:
        if absence.bot == bot:
            return f"failed ({absence.reason})"
    if isinstance(result, FinishedMatch):
        seats = zip(task.settings.bots, result.outcome.results, strict=False)
        if any(seat.forfeited for name, seat in seats if name == bot):
            return "forfeited its seat"
    return None
