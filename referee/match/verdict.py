"""The verdict on a match that ended by its rules: the places of all seats, and the reason."""

from collections.abc import Sequence

from referee.match.outcome import Outcome, SeatResult, Termination
from referee.match.seat import Seat
from tianming_games.match_terms import places_with_forfeits, reason_of


def verdict(seats: Sequence[Seat], places: Sequence[int], scores: Sequence[int]) -> Outcome:
    """Return the outcome of a match that ended by its rules.

    Forfeited seats share the last place, whatever points a substitute made. The rules decide the
    places of the other seats.
    """
    forfeited = [seat.forfeited for seat in seats]
    final = places_with_forfeits(places, forfeited)
    results = tuple(
        SeatResult(place=place, score=score, strikes=seat.strikes, forfeited=seat.forfeited)
        for seat, place, score in zip(seats, final, scores, strict=True)
    )
    kind = Termination.FORFEITED if any(forfeited) else Termination.FINISHED
    return Outcome(kind, results, reason_of([seat.bot for seat in seats], final, forfeited))
