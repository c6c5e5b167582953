"""The seat table of a season: one row for each seat of each match, including void ones."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import lru_cache

from referee.league.configuration.match_configuration import MatchConfiguration
from referee.league.season.overview import VoidMatch
from referee.league.season.season import Season
from referee.match.fault import Fault

SEAT_COLUMNS: dict[str, type[str] | type[int] | type[float] | type[bool] | type[datetime]] = {
    "season": str,
    "match": str,
    "set": int,
    "void": bool,
    "void_reason": str,
    "seats": int,
    "seat": int,
    "bot": str,
    "place": int,
    "score": int,
    "strikes": int,
    "forfeited": bool,
    "record": str,
    "started": datetime,
    "game": str,
    "options": str,
    "answers": int,
    "mean_seconds": float,
    "longest_seconds": float,
    **{fault.name.lower(): int for fault in Fault},
    "tokens_in": int,
    "tokens_out": int,
    "cost": float,
}
"""The columns and the types of known values."""

SeatData = dict[str, str | int | float | bool | datetime | None]
"""A row: values by column; None for unknown values."""


def seat_lines(season: Season) -> Iterator[SeatData]:
    """Yield the rows of all matches by name, first those that count, then void ones."""
    for index in range(season.matches):
        yield from _played(season, index)
    for void in season.overview.voids:
        yield from _void(season, void)


def _played(season: Season, index: int) -> Iterator[SeatData]:
    match = season.played(index)
    of_match = _match_data(season, index)
    for number, seat in enumerate(match.seats):
        yield {
            "season": season.name or None,
            "match": match.match_id,
            "set": match.set_number,
            "void": False,
            "void_reason": None,
            "seats": len(match.seats),
            "seat": number,
            "bot": seat.bot,
            "place": seat.place,
            "score": seat.score,
            "strikes": seat.strikes,
            "forfeited": seat.forfeited,
            "record": None if match.record is None else str(match.record),
            **of_match,
            **_seat_data(season, index, number),
        }


def _void(season: Season, match: VoidMatch) -> Iterator[SeatData]:
    for number, bot in enumerate(match.bots):
        yield {
            **dict.fromkeys(SEAT_COLUMNS),
            "season": season.name or None,
            "match": match.match_id,
            "void": True,
            "void_reason": match.reason,
            "seats": len(match.bots),
            "seat": number,
            "bot": bot,
            "record": None if match.record is None else str(match.record),
        }


def _match_data(season: Season, index: int) -> SeatData:
    """Return start, game and options of a match."""
    if season.counted is None:
        return dict.fromkeys(("started", "game", "options"))
    started, variant = season.counted.started[index], season.counted.variants[index]
    known = season.overview.configurations
    played = known[variant] if variant < len(known) else None
    return {
        "started": None if started is None else datetime.fromtimestamp(started / 1000, UTC),
        "game": None if played is None else played.game,
        "options": None if played is None else _options_text(played),
    }


def _seat_data(season: Season, index: int, seat: int) -> SeatData:
    """Return the answers and the faults of a seat, and what its bot declared."""
    at, sums = season.results.starts[index] + seat, season.sums
    if sums is None:
        return {}
    answers = int(sums.answers[at])
    faults = dict(
        zip((fault.name.lower() for fault in Fault), sums.faults[at].tolist(), strict=True)
    )
    return {
        "answers": answers,
        "mean_seconds": int(sums.nanoseconds[at]) / answers / 1e9 if answers else None,
        "longest_seconds": int(sums.longest[at]) / 1e9 if answers else None,
        **faults,
        "tokens_in": int(sums.declared[0, at]),
        "tokens_out": int(sums.declared[1, at]),
        "cost": int(sums.declared[2, at]) / 1e6,
    }


@lru_cache
def _options_text(played: MatchConfiguration) -> str:
    """Return the options of a game as a JSON object."""
    return json.dumps(dict(played.options), separators=(",", ":"))
