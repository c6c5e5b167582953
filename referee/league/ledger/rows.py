"""Build rows of the ledger's tables from planned matches and records."""

import json
from typing import Any

from referee.league.attempt import AttemptName
from referee.league.pairing import Pairing
from referee.match.outcome import Outcome
from referee.record.summary import RecordSummary


def seat_rows(planned: Pairing, position: int) -> list[dict[str, Any]]:
    """Return the rows of `seat` for a planned match; `position` is its index in the round."""
    return [
        {
            "match_id": planned.match_id,
            "seat": at,
            "bot": bot,
            "round": planned.round,
            "position": position,
        }
        for at, bot in enumerate(planned.bots)
    ]


def seats_text(outcome: Outcome) -> str:
    """Return an outcome as the JSON list in the column `seats` of an attempt."""
    seats = [
        (seat.place, seat.score, seat.strikes, int(seat.forfeited)) for seat in outcome.results
    ]
    return json.dumps(seats, separators=(",", ":"))


def answer_time_rows(name: AttemptName, summary: RecordSummary) -> list[dict[str, Any]]:
    """Return the rows of `answer_times` for an attempt, one for each seat."""
    return [
        {
            "match_id": name.match_id,
            "attempt": name.number,
            "seat": at,
            "answers": seat.answers,
            "nanoseconds": seat.nanoseconds,
            "longest": seat.longest,
            "times": seat.packed_times(),
            "tokens_in": seat.tokens_in,
            "tokens_out": seat.tokens_out,
            "cost_micros": seat.cost_micros,
        }
        for at, seat in enumerate(summary.seats)
    ]


def fault_rows(name: AttemptName, summary: RecordSummary) -> list[dict[str, Any]]:
    """Return the rows of `fault` for an attempt."""
    return [
        {
            "match_id": name.match_id,
            "attempt": name.number,
            "seat": at,
            "kind": kind.name.lower(),
            "count": count,
        }
        for at, seat in enumerate(summary.seats)
        for kind, count in sorted(seat.faults.items())
    ]
