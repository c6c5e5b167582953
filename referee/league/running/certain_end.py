"""The end of a season whose ranks are certain: the key `pace.certain`."""

from collections.abc import Sequence
from functools import partial

from referee.identifier import BotName
from referee.league.configuration.settings import LeagueSettings
from referee.league.ledger import Ledger
from referee.league.ledger.results import counted_matches
from referee.league.statistics.rating.certainty import certainty
from referee.league.statistics.rating.rating import MOST, rate

_GROWTH = 0.05
"""The ranks are rated again once this share of the results is new."""


class CertainEnd:
    """Decides whether the season has told enough to end."""

    def __init__(self, settings: LeagueSettings, ledger: Ledger) -> None:
        self._settings = settings
        self._ledger = ledger
        self._due = 0.0

    def certainty(self, bots: Sequence[BotName], finished: int = 0) -> float | None:
        """Return the probability that the ranks of these bots are right if the season may end.

        None if it may not end, or if there are hardly more results than at the last call: rating
        a long season takes a moment. `finished` is how many matches have finished in this run.
        """
        wanted = self._settings.pace.certain
        if not wanted or finished < self._due:
            return None
        by_version = self._settings.rating.by_version
        results = self._ledger.read(partial(counted_matches, by_version=by_version)).table
        self._due = finished + _GROWTH * len(results.sets)
        if len(results.names) > MOST or not frozenset(bots) <= frozenset(results.names):
            return None
        ratings = rate(results)
        found = 0.0 if ratings is None else certainty(ratings, bots)
        return found if found >= wanted else None
