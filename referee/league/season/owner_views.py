"""What an owner may see of a season: bots, matches, output and records.

An owner sees the results of the matches of its bots, faults and times of its own bots only, their
output after the match, and a record as soon as its draws can help no bot: when the match has ended,
and with it all others that have its draws.
"""

import time
from collections.abc import Callable, Set
from contextlib import AbstractContextManager
from dataclasses import dataclass
from enum import Enum
from typing import Final

from referee.identifier import BotName, MatchId, OwnerName
from referee.league.configuration.settings import LeagueSettings
from referee.league.ledger import listing
from referee.league.ledger.ledger_queries import ListedBot, listed_bots
from referee.league.ledger.listing import ListedMatch, MatchState, Reading
from referee.league.ledger.owned_matches import EndedMatch, ended_counts, ended_matches
from referee.league.ledger.owner import owner_names
from referee.league.match_output import MatchOutputs
from referee.league.season.reading import season_of
from referee.record.reader import read_bytes
from referee.record.seat_view import forfeiting_fault, seat_view

_PAUSE: Final = 30.0
"""The least seconds between two computations of the table, which takes long in a long season."""

_OVER: Final = (MatchState.FINISHED, MatchState.VOID)


class Withheld(Enum):
    """Why the season does not show something. The value is the detail of the status."""

    UNKNOWN = "no match of the owner has this name"
    NO_SEAT = "no bot of the owner with this name has a seat in the match"
    MATCH_OPEN = "the match has not ended"
    SET_OPEN = "other matches of its set have not ended"


@dataclass(eq=False)
class ViewWithheldError(Exception):
    """The owner may not see something, or not yet."""

    why: Withheld


@dataclass(frozen=True, slots=True)
class OwnedBot:
    """What the season knows of a bot of an owner.

    Attributes:
        name: its name.
        benched: why it is benched, and how it comes back; empty if it plays.
        matches: how many of its matches count.
        place: its place in the table; None without a match.
    """

    name: BotName
    benched: str
    matches: int
    place: int | None


@dataclass(frozen=True, slots=True)
class OwnedMatch:
    """A match that counts, for the owner of some of its bots.

    Attributes:
        ended: the match.
        mine: the seats of the owner.
        forfeits: by seat, the fault that forfeited it; empty if it was not.
        is_record_open: whether the owner may see the record now.
    """

    ended: EndedMatch
    mine: frozenset[int]
    forfeits: tuple[str, ...]
    is_record_open: bool


class OwnerViews:
    """Answers owners of one season. It reads the ledger and the records, and writes nothing."""

    def __init__(
        self,
        settings: Callable[[], LeagueSettings],
        reading: Callable[[], AbstractContextManager[Reading]],
        way_back: Callable[[ListedBot], str],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Create it.

        Args:
            settings: returns the league as it is now.
            reading: opens a transaction on the ledger.
            way_back: says how a benched bot plays again.
            clock: returns the time in seconds.
        """
        self._settings = settings
        self._reading = reading
        self._way_back = way_back
        self._clock = clock
        self._places: dict[BotName, int] = {}
        self._version, self._due = "", float("-inf")

    def bots(self, owner: OwnerName) -> list[OwnedBot]:
        """Return what the season knows of the owner's bots, by name."""
        with self._reading() as reading:
            mine = _bots_of(reading, owner)
            counts = ended_counts(reading, [bot.name for bot in mine])
            places = self._table(reading) if counts else {}
        return [
            OwnedBot(
                bot.name,
                "" if bot.benched is None else f"{bot.benched} {self._way_back(bot)}",
                counts[bot.name],
                places.get(bot.name),
            )
            for bot in mine
        ]

    def matches(self, owner: OwnerName, bot: str, before: int, most: int) -> list[OwnedMatch]:
        """Return matches of the owner's bots that count, the latest end first.

        Args:
            owner: the owner.
            bot: only matches of this bot; empty for all.
            before: only matches with a lower number; 0 for all.
            most: the most matches to return.
        """
        with self._reading() as reading:
            mine = {one.name for one in _bots_of(reading, owner)}
            wanted = mine & {BotName(bot)} if bot else mine
            found = ended_matches(reading, sorted(wanted), before, most)
            numbers = {one.match.set_number for one in found}
            hidden = listing.open_sets(reading, numbers) if self._settings().same_draws else set()
        return [
            OwnedMatch(
                one,
                _seats_of(one.match, mine),
                tuple(self._forfeit(one.match, seat) for seat in range(len(one.match.bots))),
                one.match.set_number not in hidden,
            )
            for one in found
        ]

    def output(self, owner: OwnerName, match_id: str, bot: str) -> bytes:
        """Return what a bot of the owner printed in a match; empty if it is not kept.

        Raises:
            ViewWithheldError: if the match or the bot is not the owner's, or the match is not over.
        """
        with self._reading() as reading:
            match, mine = _owned(reading, owner, match_id)
        if bot not in mine.intersection(match.bots):
            raise ViewWithheldError(Withheld.NO_SEAT)
        if match.state not in _OVER:
            raise ViewWithheldError(Withheld.MATCH_OPEN)
        return MatchOutputs(self._settings().records).read(match.match_id, BotName(bot))

    def record(self, owner: OwnerName, match_id: str) -> bytes:
        """Return the record of a match of the owner's bots, as far as the owner may see it.

        Raises:
            ViewWithheldError: if the match is not the owner's, or it or its set is not over.
            DataError: if the record cannot be read.
        """
        settings = self._settings()
        with self._reading() as reading:
            match, mine = _owned(reading, owner, match_id)
            open_sets = listing.open_sets(reading, (match.set_number,))
        if match.state is not MatchState.FINISHED:
            raise ViewWithheldError(Withheld.MATCH_OPEN)
        if open_sets and settings.same_draws:
            raise ViewWithheldError(Withheld.SET_OPEN)
        data = read_bytes(match.name.record(settings.records))
        if settings.pages.notes:
            return data
        return seat_view(data, _seats_of(match, mine))

    def _forfeit(self, match: ListedMatch, seat: int) -> str:
        """Return the fault that forfeited a seat; empty if it was not forfeited."""
        if not match.results[seat].forfeited:
            return ""
        kinds = [kind.upper() for kind in match.faults.get(seat, {})]
        if len(kinds) == 1:
            return kinds[0]
        fault = forfeiting_fault(read_bytes(match.name.record(self._settings().records)), seat)
        return fault.name if fault is not None else ""

    def _table(self, reading: Reading) -> dict[BotName, int]:
        """Return the place of each bot in the table, computed again after a while if it changed."""
        version, now = listing.position(reading), self._clock()
        if version != self._version and now >= self._due:
            season = season_of(reading, by_version=self._settings().rating.by_version)
            self._places = {row.bot: row.rank for row in season.rows}
            self._version, self._due = version, self._clock() + _PAUSE
        return self._places


def _bots_of(reading: Reading, owner: OwnerName) -> list[ListedBot]:
    """Return the bots of an owner, by its present name or one that it had before."""
    now = owner_names(reading).get(owner, owner)
    return [bot for bot in listed_bots(reading) if bot.owner and bot.owner == now]


def _owned(
    reading: Reading, owner: OwnerName, match_id: str
) -> tuple[ListedMatch, frozenset[BotName]]:
    """Return a match in which an owner has a bot, and the names of all its bots.

    Raises:
        ViewWithheldError: if there is none of this name; one of others is not told apart.
    """
    mine = frozenset(bot.name for bot in _bots_of(reading, owner))
    match = listing.find(reading, MatchId(match_id))
    if match is None or mine.isdisjoint(match.bots) or not match.attempt:
        raise ViewWithheldError(Withheld.UNKNOWN)
    return match, mine


def _seats_of(match: ListedMatch, bots: Set[BotName]) -> frozenset[int]:
    """Return the seats of some bots in a match."""
    return frozenset(seat for seat, bot in enumerate(match.bots) if bot in bots)
