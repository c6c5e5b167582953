"""A league as a source: the pages read the season from its ledger."""

from collections.abc import Collection, Iterator
from contextlib import AbstractContextManager, ExitStack, suppress
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Literal

from referee.identifier import BotName
from referee.league.configuration.match_configuration import configurations_of
from referee.league.configuration.settings import LeagueSettings
from referee.league.ledger.database import connect_reader, is_locked
from referee.league.ledger.ledger_queries import listed_bots, next_start, starts_since
from referee.league.ledger.listing import ListedMatch, Reading, position
from referee.league.ledger.readable import open_to_read, readable
from referee.league.ledger.run_lock import LOCK
from referee.league.lock import is_claimed
from referee.league.running.folder_size import FolderSize
from referee.league.running.pace import PaceWait, SeasonPace, pace_words, utc_now
from referee.league.schedule import in_words
from referee.web.entry_address import EntryAddress, listened_at
from referee.web.showing import ShowSettings


class LeagueSource:
    """The season of a league file."""

    kind: Literal["league", "folder"] = "league"

    def __init__(self, league: LeagueSettings) -> None:
        """Open the ledger.

        Raises:
            DataError: if the season has not begun, or a newer version wrote the ledger.
            TianmingError: if the ledger cannot be used.
        """
        self._league = league
        self.league: LeagueSettings | None = league
        self.name = league.name
        self._folder = league.records
        self._size = FolderSize(league.records)
        pages = league.pages
        self.show = ShowSettings(
            pages.live, pages.delay, pages.notes, league.same_draws, pages.cors
        )
        self.variants = configurations_of(league)
        self.entries = _entries(league)
        self.by_version = league.rating.by_version
        self._stack = ExitStack()
        try:
            with open_to_read(league):
                pass  # brings a ledger up to its journal, if it can be written
            self.ledger_url: str | None = self._stack.enter_context(readable(league.ledger_url))
            self._engine = connect_reader(self.ledger_url)
        except BaseException:
            self._stack.close()
            raise

    def reading(self) -> AbstractContextManager[Reading]:
        return self._engine.begin()

    def version(self) -> str:
        with self.reading() as reading:
            return position(reading)

    def is_running(self) -> bool:
        with suppress(OSError):
            if is_claimed(self._folder / LOCK):
                return True
        return is_locked(self._engine)

    def bots(self) -> Collection[BotName]:
        with self.reading() as reading:
            return [bot.name for bot in listed_bots(reading)]

    def next_round(self) -> datetime | None:
        with self.reading() as reading:
            return next_start(reading)

    def settings(self) -> Iterator[tuple[str, str]]:
        league, clock = self._league, self._league.clock
        yield "Format", str(league.format.kind)
        yield "Seats", str(league.seats)
        yield "Clock", _clock(clock.decision, clock.bank, clock.increment)
        yield "Strikes that forfeit a seat", str(league.match.strikes)
        yield "Draws", "the same in all matches of a set" if league.same_draws else "all different"
        if (start := self.next_round()) is not None:
            schedule = league.rounds_schedule
            yield (
                "Next round",
                in_words(start.astimezone(UTC if schedule is None else schedule.zone)),
            )
        if words := pace_words(league):
            yield "Pace", words
        if (wait := self._pace_wait()) is not None:
            yield "Now", str(wait)

    def _pace_wait(self) -> PaceWait | None:
        """Return why no match may start now."""
        now = utc_now()
        with self.reading() as reading:
            pace = SeasonPace.of(self._league, partial(starts_since, reading), now, self._size)
        return pace.may_start(now)

    def record_of(self, match: ListedMatch) -> Path:
        return match.name.record(self._folder)

    def close(self) -> None:
        self._engine.dispose()
        self._stack.close()


def _entries(league: LeagueSettings) -> EntryAddress | None:
    """Return where owners enter bots in a league, if they can."""
    table = league.entry
    if not table.listen:
        return None
    certificate = league.folder / table.certificate if table.certificate else None
    return listened_at(table.listen, certificate)


def _clock(decision: float, bank: float, increment: float) -> str:
    words = f"{decision:g} s for each decision, {bank:g} s in reserve"
    return f"{words}, {increment:g} s added after each decision" if increment else words
