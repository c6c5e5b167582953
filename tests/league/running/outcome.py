"""Inspect a season with faked matches: its events, its plan and its results."""

from collections import Counter
from typing import Any, TypeVar

from referee.league.ledger.chained_journal import JournalPosition
from referee.league.ledger.journal import Journal
from referee.league.ledger.journal_event import RoundPlanned
from referee.league.running.league_event import LeagueEvent
from tests.league.running.fake_backend import open_ledger

Kind = TypeVar("Kind", bound=LeagueEvent)

ROUNDS = 2
MATCHES = 4 * 3
"""Number of matches of a round: four groups of three bots, each in three rotations."""


class Received:
    """A receiver of events, which keeps them in a list."""

    def __init__(self) -> None:
        self.events: list[LeagueEvent] = []

    def __call__(self, event: LeagueEvent) -> None:
        self.events.append(event)

    def of(self, kind: type[Kind]) -> list[Kind]:
        """Return the received events of a kind, in order."""
        return [event for event in self.events if isinstance(event, kind)]


def results(settings: Any) -> Counter[str]:
    """Return the number of results of each match."""
    with open_ledger(settings) as ledger:
        return Counter(result.pairing.match_id for result in ledger.results())


def plan(settings: Any) -> set[str]:
    """Return the names of all planned matches; check their number, and that no name repeats."""
    events = Journal(settings.records / "league.journal", JournalPosition()).catch_up()
    rounds = [event for event in events if isinstance(event, RoundPlanned)]
    names = [pairing.match_id for one in rounds for pairing in one.pairings]
    assert len(names) == len(set(names)) == ROUNDS * MATCHES
    return set(names)
