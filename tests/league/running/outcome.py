"""What a season in the house came to: what was told, what was planned, and what has a result."""

from collections import Counter
from typing import Any

from referee.league.ledger.event import RoundPlanned
from referee.league.ledger.journal import Journal, Position
from tests.league.running.house import open_ledger

ROUNDS = 2
MATCHES = 4 * 3
"""Matches of a round: four groups of three bots, each in three rotations."""


class Told:
    """Keeps what was told."""

    def __init__(self) -> None:
        self.said: list[tuple[str, dict[str, Any]]] = []

    def __call__(self, kind: str, facts: dict[str, Any]) -> None:
        self.said.append((kind, facts))

    def of(self, kind: str) -> list[dict[str, Any]]:
        return [facts for one, facts in self.said if one == kind]


def results(settings: Any) -> Counter[str]:
    """How often each match has a result."""
    with open_ledger(settings) as ledger:
        return Counter(result.pairing.match_id for result in ledger.results())


def plan(settings: Any) -> set[str]:
    """The names of all matches that were ever planned."""
    events = Journal(settings.records / "league.journal", Position()).catch_up()
    rounds = [event for event in events if isinstance(event, RoundPlanned)]
    names = [pairing.match_id for one in rounds for pairing in one.pairings]
    assert len(names) == len(set(names)) == ROUNDS * MATCHES
    return set(names)
