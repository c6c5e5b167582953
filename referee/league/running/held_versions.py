"""Hold the versions of connected bots from the freeze on: what plays then plays to the end.

The version of a connected bot is what its `Hello` says. The freeze holds the one that is connected,
else the one of its latest match, else the first one that connects. The journal has it, so a restart
changes nothing. Another version may connect, but it plays no match: the lobby keeps it out, and the
bot rests until the held version is there.
"""

from collections.abc import Callable
from dataclasses import replace
from time import time

from referee.identifier import BotName, SessionId
from referee.league.executor.execution_backend import NetworkBots
from referee.league.ledger import Ledger, journal_event
from referee.league.running.attendance import Attendance
from referee.league.running.league_event import BotBenchedEvent, Notify
from referee.league.running.roster import HELD, Roster, is_by_organiser


class HeldVersions:
    """The versions of connected bots that a freeze holds. It belongs to the thread of the run."""

    def __init__(
        self,
        ledger: Ledger,
        roster: Roster,
        network: NetworkBots | None,
        attendance: Attendance,
        notify: Notify,
        clock: Callable[[], float] = time,
    ) -> None:
        """Create it.

        Args:
            ledger: stores which versions are held.
            roster: the bots of the league.
            network: the remote bots that connect; None if none can.
            attendance: sends notices to benched bots.
            notify: receives the events.
            clock: returns the time in seconds since 1970.
        """
        self._ledger = ledger
        self._roster = roster
        self._network = network
        self._attendance = attendance
        self._notify = notify
        self._clock = clock
        self._told: dict[BotName, SessionId] = {}
        """The last stream of each bot that was told why its version does not play."""
        self._applied: dict[BotName, str] = {}

    def look(self) -> None:
        """Hold the versions of frozen bots, free all others, and bench bots of other versions."""
        if self._network is None:
            return
        if events := self._changes(self._network):
            self._ledger.write(*events)
            self._roster.refresh()
        if (held := self._roster.held) != self._applied:
            self._applied = held
            self._network.hold(held)
        for bot, (stream, version) in self._network.barred().items():
            if self._told.get(bot) != stream:
                self._told[bot] = stream
                self._bar(bot, version)

    def _changes(self, network: NetworkBots) -> list[journal_event.JournalEvent]:
        now = self._clock()
        freed = self._roster.freed(now)
        events: list[journal_event.JournalEvent] = [*map(journal_event.VersionHeld, freed)]
        versions = network.versions()
        for bot in self._roster.frozen(now):
            version = versions.get(bot.name, bot.version)
            if bot.held is None and version is not None:
                events.append(journal_event.VersionHeld(bot.name, version))
        return events

    def _bar(self, name: BotName, version: str) -> None:
        """Bench a bot that connected with another version, unless the held one is there."""
        assert self._network is not None
        bot = self._roster.bot(name)
        if name in self._network.streams() or bot.held is None or is_by_organiser(bot):
            return
        only, other = _in_words(bot.held), _in_words(version)
        reason = f"{HELD}only {only} plays, and the bot connected with {other}"
        self._ledger.write(journal_event.BotBenched(name, reason, until_connected=True))
        self._roster.refresh()
        self._attendance.benched(replace(bot, benched=reason, until_connected=True))
        self._notify(BotBenchedEvent(name, reason))


def _in_words(version: str) -> str:
    return f"its version {version!r}" if version else "a bot that names no version"
