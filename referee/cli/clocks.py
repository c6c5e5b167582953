"""`referee clocks`: show how each seat used its time in a match."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from referee.cli import output
from referee.cli.command import command, json_option
from referee.cli.records import records_argument, records_of

if TYPE_CHECKING:
    from referee.record.timing import MatchTiming, SeatTiming

_PARTS = ("thinking", "network", "unanswered", "referee", "waiting", "bank")


@command("clocks", examples=("referee clocks match.tianming", "referee clocks season --json"))
@records_argument
@json_option(help="print one line of JSON per record")
@click.pass_context
def clocks(context: click.Context, records: tuple[Path, ...], as_json: bool) -> int:
    """Show how each seat used its time in a match."""
    from referee.error import TianmingError

    wrong: list[TianmingError] = []
    paths = records_of(records)
    for path in paths:
        try:
            _show(path, as_json)
        except TianmingError as error:
            if len(paths) == 1:
                raise
            wrong.append(error)
            output.print_error(context.command_path, error)
    return wrong[0].exit_code if wrong else 0


def _show(path: Path, as_json: bool) -> None:
    """Print the times of one match; those of a torn record, too, before its error.

    Raises:
        DataError: if the record cannot be read, or is torn or damaged.
    """
    from referee.record.reader import read
    from referee.record.timing import timing

    record = read(path)
    times = timing(record)
    if as_json:
        output.print_json({"record": str(path), **_data(times)})
    else:
        _print(path, times)
    record.require_whole()


def _print(path: Path, times: MatchTiming) -> None:
    print(f"{path}: {output.printable(times.match_id)}, in seconds by the match's clock")
    output.print_table([_row(seat) for seat in times.seats], decimals=3)
    for seat in times.seats:
        if seat.slowest is not None:
            slow = seat.slowest
            where = f"slowest, seat {seat.seat}: question {slow.number}, {_s(slow.took):.3f} s"
            print(f"{where}, {output.printable(slow.notation)}")
        if seat.late:
            print(f"late, seat {seat.seat}: questions {', '.join(map(str, seat.late))}")
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
