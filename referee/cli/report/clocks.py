"""How each seat of a match used its time: a table, sentences and JSON."""

from __future__ import annotations

from pathlib import Path

from referee.cli import output
from referee.record.reader import Record
from referee.record.timing import MatchTiming, SeatTiming, timing

_PARTS = ("thinking", "network", "unanswered", "referee", "waiting", "bank")


def show_clocks(path: Path, record: Record, as_json: bool) -> None:
    """Print the times of one match; those of a torn record, too, before its error.

    Raises:
        DataError: if the record is torn or damaged.
    """
    times = timing(record)
    if as_json:
        output.print_json({"record": str(path), **_data(times)})
    else:
        _print(path, times, record.header.game)
    record.require_whole()


def _print(path: Path, times: MatchTiming, game: str) -> None:
    print(f"{path}: {output.printable(times.match_id)}, in seconds by the match's clock")
    output.print_table([_row(seat) for seat in times.seats], decimals=3)
    for seat in times.seats:
        if seat.slowest is not None:
            slow = seat.slowest
            where = f"slowest, seat {seat.seat}: question {slow.number}, {_s(slow.took):.3f} s"
            print(f"{where}, {output.printable(slow.notation)}")
        if seat.late:
            print(f"late, seat {seat.seat}: questions {', '.join(map(str, seat.late))}")
    if any(seat.slowest is not None for seat in times.seats):
        output.print_notation_hint(game)
    print(f"The match took {_s(times.length):.3f} s. {_stalls(times)}")


def _stalls(times: MatchTiming) -> str:
    """Return a sentence on the pauses of the referee's machine."""
    if not times.stalls:
        return f"The referee's machine never stalled (limit: {_s(times.limit):g} s)."
    often = output.counted(len(times.stalls), "time")
    return (
        f"The referee's machine stalled {often}, {_s(sum(times.stalls)):.3f} s in total "
        f"(limit: {_s(times.limit):g} s); that time was charged to nobody."
    )


def _row(seat: SeatTiming) -> dict[str, object]:
    return {
        "seat": seat.seat,
        "bot": seat.bot,
        "answers": seat.answers,
        "late": len(seat.late),
        **{part: _s(getattr(seat, part)) for part in _PARTS},
    }


def _data(times: MatchTiming) -> dict[str, object]:
    """Return the times as JSON, in whole nanoseconds as in the record."""
    return {
        "match": times.match_id,
        "length_ns": times.length,
        "stall_limit_ns": times.limit,
        "stalls_ns": times.stalls,
        "seats": [
            {
                "seat": seat.seat,
                "bot": seat.bot,
                "answers": seat.answers,
                "measured": seat.measured,
                "late": seat.late,
                **{f"{part}_ns": getattr(seat, part) for part in _PARTS},
                "slowest": None
                if seat.slowest is None
                else {
                    "number": seat.slowest.number,
                    "took_ns": seat.slowest.took,
                    "notation": seat.slowest.notation,
                },
            }
            for seat in times.seats
        ],
    }


def _s(span: int) -> float:
    return span / 1e9
