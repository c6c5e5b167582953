"""Pairings, which are planned matches, and results, which are played pairings."""

from dataclasses import dataclass

from referee.identifier import BotName, MatchId
from referee.match.outcome import Outcome


@dataclass(frozen=True, slots=True)
class Pairing:
    """A planned match.

    The matches of a set have the same bots, once in every rotation of the seats. In statistics, a
    set is one observation.

    Attributes:
        match_id: its name; planning again gives the same name.
        round: the number of its round, from 1.
        set_number: the number of its set, from 1.
        bots: its bots by seat.
        seed: the planned seed, 32 bytes; equal within a set, unless `same_draws` is false.
        variant: the index of its set of game options.
    """

    match_id: MatchId
    round: int
    set_number: int
    bots: tuple[BotName, ...]
    seed: bytes
    variant: int = 0


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The result of a match.

    Attributes:
        pairing: its pairing.
        outcome: its outcome, which is never void.
        digest: the digest of its record's seal.
        seconds: its time from start to end, from the summary of its record; 0 if unknown.
    """

    pairing: Pairing
    outcome: Outcome
    digest: bytes
    seconds: float = 0.0
