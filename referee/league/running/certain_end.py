"""The end of a season whose ranks are certain: the key `pace.certain`."""

from collections.abc import Sequence
from functools import partial

from referee.identifier import BotName
from referee.league.configuration.settings import LeagueSettings
from referee.league.ledger import Ledger
from referee.league.ledger.results import counted_matches
from referee.league.statistics.rating.rank_certainty import rank_certainty
from referee.league.statistics.rating.rating import MOST, rate

_GROWTH = 1.05
"""The ranks are rated again once there are this many times the results of the last time."""


class CertainEnd:
    """Decides whether the season has told enough to end."""

    def __init__(self, settings: LeagueSettings, ledger: Ledger) -> None:
        self._settings = settings
        self._ledger = ledger
        self._due = 1.0

    def certainty(self, bots: Sequence[BotName]) -> float | None:
        """Return the probability that the ranks of these bots are right if the season may end.

        None if it may not end, or if there are hardly more results than at the last call: rating
        a long season takes a moment.
        """
        wanted = self._settings.pace.certain
        if not wanted:
            return None
        by_version = self._settings.rating.by_version
        results = self._ledger.read(partial(counted_matches, by_version=by_version)).table
        count = len(results.sets)
        if count < self._due or len(results.names) > MOST:
            return None
        self._due = _GROWTH * count
        ratings = rate(results)
        found = 0.0 if ratings is None else rank_certainty(ratings, bots)
        return found if found >= wanted else None
