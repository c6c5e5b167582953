"""A result: a pairing that was played, and what it came to."""

from dataclasses import dataclass

from referee.league.pairing import Pairing
from referee.match.outcome import Outcome


@dataclass(frozen=True, slots=True)
class MatchResult:
    """A pairing with its outcome, which is never void, and the digest that closes its record."""

    pairing: Pairing
    outcome: Outcome
    digest: bytes
