"""A results table of single results."""

from collections.abc import Iterable

from referee.league.pairing import MatchResult
from referee.league.statistics.results_table import ResultsTable, results_from


def results_of(results: Iterable[MatchResult]) -> ResultsTable:
    """Return the table of results, none of them void; it does not depend on their order."""
    ordered = sorted(results, key=lambda result: result.pairing.match_id)
    seats = [seat for result in ordered for seat in result.outcome.results]
    return results_from(
        match_ids=[result.pairing.match_id for result in ordered],
        sets=[result.pairing.set_number for result in ordered],
        bots=[result.pairing.bots for result in ordered],
        places=[seat.place for seat in seats],
        scores=[seat.score for seat in seats],
        strikes=[seat.strikes for seat in seats],
        forfeited=[seat.forfeited for seat in seats],
    )
