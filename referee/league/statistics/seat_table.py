"""The seat table of a season: one row for each seat of each match, including void ones."""

import json
from collections.abc import Iterator
from datetime import datetime
from functools import lru_cache

from referee.league.statistics.match_detail import MatchDetail
from referee.league.statistics.overview import MatchConfiguration, VoidMatch
from referee.league.statistics.season import Played, Season
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
}
"""The columns and the types of known values. Those from `started` on come from records."""

_BY_RECORD = list(SEAT_COLUMNS)[list(SEAT_COLUMNS).index("started") :]
"""The columns that come from records."""

SeatData = dict[str, str | int | float | bool | datetime | None]
"""A row: values by column; None for unknown values."""


def seat_lines(season: Season) -> Iterator[SeatData]:
    """Yield the rows of all matches by name, first those that count, then void ones."""
    for index in range(season.matches):
        match = season.played(index)
        yield from _played(season, match)
    for void in season.overview.voids:
        yield from _void(season, void)


def _played(season: Season, match: Played) -> Iterator[SeatData]:
    detail = season.details.get(match.match_id)
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
            **_detail(detail, number),
        }


def _void(season: Season, match: VoidMatch) -> Iterator[SeatData]:
    detail = season.details.get(match.match_id)
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
            **_detail(detail, number),
        }


def _detail(detail: MatchDetail | None, seat: int) -> SeatData:
    """Return the columns from the record of a match for one seat."""
    if detail is None:
        return dict.fromkeys(_BY_RECORD)
    known = detail.seats[seat]
    faults = zip((fault.name.lower() for fault in Fault), known.faults, strict=True)
    return {
        "started": detail.started,
        "game": detail.configuration.game,
        "options": _options_text(detail.configuration),
        "answers": known.answers,
        "mean_seconds": known.nanoseconds / known.answers / 1e9 if known.answers else None,
        "longest_seconds": known.longest / 1e9 if known.answers else None,
        **dict(faults),
    }


@lru_cache
def _options_text(played: MatchConfiguration) -> str:
    """Return the options of a game as a JSON object."""
    return json.dumps(dict(played.options), separators=(",", ":"))
