"""What the format of a league has decided so far: contests, comparison, arrivals, conclusion."""

from statistics import fmean
from typing import Final

from referee.league.configuration.settings import LeagueSettings
from referee.league.format.comparison import Comparison
from referee.league.format.duel import LEAST_SETS, duel, elo_of
from referee.league.format.knock_out import KnockOut
from referee.league.format.ladder import Ladder
from referee.league.format.played_set import PlayedSet, played_sets
from referee.league.format.sprt import interval
from referee.league.format.swiss import Swiss
from referee.league.ledger.ledger_queries import counted_results, listed_bots, roster
from referee.league.ledger.listing import Reading
from referee.league.planning.planner import Planner
from referee.league.season import contest
from referee.web.api.season import Arrival, ComparisonView, Contest, ContestSeat, FormatView

MOST_CONTESTS: Final = 500
"""Maximum of contests on a page; a season with more shows only its conclusion."""


def format_view(reading: Reading, league: LeagueSettings) -> FormatView:
    """Return what the format of a league has decided by its results so far."""
    form = league.format
    view = FormatView(kind=form.kind, about=form.about)
    if isinstance(form, Ladder):
        late = tuple(Arrival(bot=bot, round=at) for bot, at in contest.arrivals(reading))
        return view.model_copy(update={"arrivals": late})
    if not isinstance(form, KnockOut | Swiss | Comparison):
        return view
    results = counted_results(reading)
    active = [bot.name for bot in listed_bots(reading) if bot.benched is None]
    conclusion = Planner(league).conclusion(results, active, roster(reading, 1))
    if isinstance(form, Comparison):
        compared = _comparison(form, played_sets(results))
        return view.model_copy(update={"conclusion": conclusion, "comparison": compared})
    met = contest.contests(reading, results)
    champion = met[-1].scores[0][0] if conclusion and isinstance(form, KnockOut) else None
    if champion and not (conclusion or "").startswith(f"{champion} "):
        champion = None  # a tie, which the conclusion decides by points or by lot
    return view.model_copy(
        update={
            "conclusion": conclusion,
            "champion": champion,
            "contests": tuple(map(_contest, met)) if len(met) <= MOST_CONTESTS else (),
        }
    )


def _contest(met: contest.Contest) -> Contest:
    seats = [
        ContestSeat(bot=bot, share=share, goes_on=bot in met.goes_on) for bot, share in met.scores
    ]
    return Contest(round=met.round, seats=seats, is_over=met.is_over)


def _comparison(form: Comparison, played: tuple[PlayedSet, ...]) -> ComparisonView:
    """Return the state of the sequential test."""
    found, test = duel(played, form.new, form.old), form.test
    scores = found.scores
    view = ComparisonView(
        new=form.new,
        old=form.old,
        sets=len(scores),
        wins=found.wins,
        draws=found.draws,
        losses=found.losses,
        lower=test.lower,
        upper=test.upper,
        verdict=form.verdict(scores).value,
    )
    if len(scores) < LEAST_SETS:
        return view
    low, high = interval(scores)
    return view.model_copy(
        update={
            "ratio": test.ratio(scores),
            "elo": elo_of(fmean(scores)),
            "elo_low": elo_of(low),
            "elo_high": elo_of(high),
        }
    )
