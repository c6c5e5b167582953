"""The entries of a season while it is played: who joins, who leaves, and which versions play."""

from __future__ import annotations

import queue
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from referee.entry.entrants import Entrants, challenges_of
from referee.entry.entry_follower import EntryFollower, FollowingThread
from referee.league.running.league_event import (
    EntrantRefusedEvent,
    EntriesFoundEvent,
    EntriesLostEvent,
    Notify,
)

if TYPE_CHECKING:
    from referee.entry.entry_book import EntryBook
    from referee.league.configuration.settings import LeagueSettings
    from referee.league.hosted_version import Challenge
    from referee.league.ledger import Ledger


class FollowedEntries:
    """The settings of a league, with the bots and the owners that entered it.

    `read`, `settings` and `challenges` belong to the thread of the run, `ask` to any.
    """

    def __init__(
        self,
        league: LeagueSettings,
        ledger: Ledger,
        read_file: Callable[[], LeagueSettings],
        notify: Notify,
    ) -> None:
        """Read the journal of entries once.

        Args:
            league: the league file as it was read.
            ledger: its ledger.
            read_file: reads the league file again.
            notify: receives the events.
        """
        self._league = league
        self._entry = league.entry
        self._read_file = read_file
        self._notify = notify
        self._problems: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self.follower = EntryFollower(league.folder / league.entry.store, self._problems.put)
        self._entrants = Entrants(
            ledger, lambda bot, owner, why: notify(EntrantRefusedEvent(bot, owner, why))
        )
        self._is_asked = False
        self.follower.look()

    @property
    def settings(self) -> LeagueSettings:
        """The settings, with the entries that are known now.

        A change of `[entry]` takes effect at the next start, for the processes of entries, too.
        """
        self._report_problems()
        league = replace(self._league, entry=self._entry)
        merged = self._entrants.merged(league, self.follower.book)
        return replace(merged, entry=self._league.entry)

    def ask(self) -> None:
        """Let the next `read` read the league file again."""
        self._is_asked = True

    def read(self) -> LeagueSettings:
        """Return the settings, after the league file was read again if somebody asked for it.

        Raises:
            UsageError: when the file has errors.
        """
        if self._is_asked:
            self._is_asked = False
            self._league = self._read_file()
        return self.settings

    def book(self) -> EntryBook:
        """Return what the journal of entries says now."""
        self.follower.look()
        return self.follower.book

    def challenges(self) -> Sequence[Challenge]:
        """Return the friendlies that owners asked for."""
        self._report_problems()
        return challenges_of(self.follower.book)

    def _report_problems(self) -> None:
        """Report whether the journal of entries can be read, if that has changed."""
        while not self._problems.empty():
            problem = self._problems.get()
            self._notify(EntriesFoundEvent() if problem is None else EntriesLostEvent(problem))


@contextmanager
def following(entries: FollowedEntries, changed: Callable[[], None]) -> Iterator[None]:
    """Follow the journal of entries in a thread, which calls `changed` after each change."""
    with FollowingThread(entries.follower, changed):
        yield
