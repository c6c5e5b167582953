"""What an owner may see of a season: bots, matches, output and records.

An owner sees the results of the matches of its bots, faults and times of its own bots only, their
output after the match, and a record as soon as its draws can help no bot: when the match has ended,
and with it all others that have its draws.
"""

import time
from collections.abc import Callable, Set
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path
from typing import Final

from referee.identifier import BotName, MatchId, OwnerName
from referee.league.configuration.settings import LeagueSettings
from referee.league.friendly import FOLDER, friendly_match
from referee.league.ledger import listing
from referee.league.ledger.hosted_rows import ended_friendlies
from referee.league.ledger.ledger_queries import ListedBot, listed_bots
from referee.league.ledger.listing import ListedMatch, MatchState, Reading
from referee.league.ledger.owned_matches import (
    AnswerTimes,
    EndedMatch,
    ended_counts,
    ended_matches,
    find_friendly,
)
from referee.league.ledger.owner import owner_names
from referee.league.match_output import MatchOutputs
from referee.league.season.reading import season_of
from referee.record.reader import read_bytes
from referee.record.reasoning import reasoning_of
from referee.record.seat_view import forfeiting_fault, seat_view
from referee.record.summary import read_summary

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
        rolled_back: why its last version was rolled back; empty if it was not.
        playing: the number of the version that plays instead; None if it was not.
        matches: how many of its matches count.
        place: its place in the table; None without a match.
    """

    name: BotName
    benched: str
    rolled_back: str
    playing: int | None
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
        settings: LeagueSettings,
        reading: Callable[[], AbstractContextManager[Reading]],
        way_back: Callable[[ListedBot], str],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Create it.

        Args:
            settings: the league.
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
                bot.rolled_back,
                bot.hosted.number if bot.rolled_back and bot.hosted else None,
                counts[bot.name],
                places.get(bot.name),
            )
            for bot in mine
        ]

    def has_token(self, owner: OwnerName, token: str) -> bool:
        """Return whether a bot of the owner connects with the token of this hash."""
        with self._reading() as reading:
            return any(bot.token == token for bot in _bots_of(reading, owner))

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
            found = ended_matches(reading, self._settings.name, sorted(wanted), before, most)
            names = [one.match.match_id for one in found if not one.friendly]
            hidden = listing.with_open_draws(reading, names)
        return [
            OwnedMatch(
                self._summarised(one) if one.friendly else one,
                _seats_of(one.match, mine),
                tuple(self._forfeit(one.match, seat) for seat in range(len(one.match.bots))),
                one.match.match_id not in hidden,
            )
            for one in found
        ]

    def ended_friendlies(self) -> list[MatchId]:
        """Return the names of the friendlies that have ended, also those that were not played."""
        with self._reading() as reading:
            numbers = [one.number for one in ended_friendlies(reading)]
        return [friendly_match(self._settings.name, number) for number in numbers]

    def output(self, owner: OwnerName, match_id: str, bot: str) -> bytes:
        """Return what a bot of the owner printed in a match; empty if it is not kept.

        Raises:
            ViewWithheldError: if the match or the bot is not the owner's, or the match is not over.
        """
        with self._reading() as reading:
            match, mine = self._owned(reading, owner, match_id)
        if bot not in mine.intersection(match.bots):
            raise ViewWithheldError(Withheld.NO_SEAT)
        if match.state not in _OVER:
            raise ViewWithheldError(Withheld.MATCH_OPEN)
        return MatchOutputs(self._settings.records).read(match.match_id, BotName(bot))

    def record(self, owner: OwnerName, match_id: str) -> bytes:
        """Return the record of a match of the owner's bots, as far as the owner may see it.

        Raises:
            ViewWithheldError: if the match is not the owner's, or it or its set is not over.
            DataError: if the record cannot be read.
        """
        match, mine = self._with_record(owner, match_id)
        data = read_bytes(self._record_of(match))
        return data if self._settings.pages.notes else seat_view(data, _seats_of(match, mine))

    def reasoning(self, owner: OwnerName, match_id: str) -> bytes:
        """Return the file beside a record, as far as the owner may see it; empty if there is none.

        Raises:
            ViewWithheldError: if the match is not the owner's, or it or its set is not over.
            DataError: if a file cannot be read.
        """
        match, mine = self._with_record(owner, match_id)
        path = self._record_of(match)
        seats = None if self._settings.pages.notes else _seats_of(match, mine)
        return reasoning_of(read_bytes(path), path, seats)

    def _with_record(
        self, owner: OwnerName, match_id: str
    ) -> tuple[ListedMatch, frozenset[BotName]]:
        """Return a match whose record an owner may see, and the names of the owner's bots.

        Raises:
            ViewWithheldError: if the match is not the owner's, or it or its set is not over.
        """
        with self._reading() as reading:
            match, mine = self._owned(reading, owner, match_id)
            hidden = listing.with_open_draws(reading, (match.match_id,))
        if match.state is not MatchState.FINISHED:
            raise ViewWithheldError(Withheld.MATCH_OPEN)
        if hidden:
            raise ViewWithheldError(Withheld.SET_OPEN)
        return match, mine

    def _record_of(self, match: ListedMatch) -> Path:
        """Return the path of the record of a match."""
        records = self._settings.records
        return match.name.record(records if match.round else records / FOLDER)

    def _summarised(self, one: EndedMatch) -> EndedMatch:
        """Return a friendly with the faults and times of its record; the ledger has none."""
        summary = read_summary(self._record_of(one.match))
        seats = summary.seats if summary is not None else ()
        faults = {
            seat: {kind.name.lower(): count for kind, count in each.faults.items()}
            for seat, each in enumerate(seats)
        }
        times = {
            seat: AnswerTimes(each.longest, each.nanoseconds) for seat, each in enumerate(seats)
        }
        return replace(one, match=replace(one.match, faults=faults), times=times)

    def _forfeit(self, match: ListedMatch, seat: int) -> str:
        """Return the fault that forfeited a seat; empty if it was not forfeited."""
        if not match.results[seat].forfeited:
            return ""
        kinds = [kind.upper() for kind in match.faults.get(seat, {})]
        if len(kinds) == 1:
            return kinds[0]
        fault = forfeiting_fault(read_bytes(self._record_of(match)), seat)
        return fault.name if fault is not None else ""

    def _owned(
        self, reading: Reading, owner: OwnerName, match_id: str
    ) -> tuple[ListedMatch, frozenset[BotName]]:
        """Return a match in which an owner has a bot, and the names of all its bots.

        Raises:
            ViewWithheldError: if there is none of this name; one of others is not told apart.
        """
        mine = frozenset(bot.name for bot in _bots_of(reading, owner))
        match = listing.find(reading, MatchId(match_id))
        if match is None:
            match = find_friendly(reading, self._settings.name, match_id)
        if match is None or mine.isdisjoint(match.bots) or not match.attempt:
            raise ViewWithheldError(Withheld.UNKNOWN)
        return match, mine

    def _table(self, reading: Reading) -> dict[BotName, int]:
        """Return the place of each bot in the table, computed again after a while if it changed."""
        version, now = listing.position(reading), self._clock()
        if version != self._version and now >= self._due:
            season = season_of(reading, by_version=self._settings.rating.by_version)
            self._places = {row.bot: row.rank for row in season.rows}
            self._version, self._due = version, self._clock() + _PAUSE
        return self._places


def _bots_of(reading: Reading, owner: OwnerName) -> list[ListedBot]:
    """Return the bots of an owner, by its present name or one that it had before."""
    now = owner_names(reading).get(owner, owner)
    return [bot for bot in listed_bots(reading) if bot.owner and bot.owner == now]


def _seats_of(match: ListedMatch, bots: Set[BotName]) -> frozenset[int]:
    """Return the seats of some bots in a match."""
    return frozenset(seat for seat, bot in enumerate(match.bots) if bot in bots)
