"""A pairing is a planned match; a result is a pairing that was played."""

from dataclasses import dataclass

from referee.identifier import BotName, MatchId
from referee.match.outcome import Outcome


@dataclass(frozen=True, slots=True)
class Pairing:
    """A planned match: who sits where, on which seed of the plan.

    `match_id` is the same each time the plan is made, `round` and `set_number` count from
    1. The matches of a set are one group of bots on one seed, once in every rotation of
    the seats; they are one observation to statistics. `variant` is the index of the set
    of game options that is played.
    """

    match_id: MatchId
    round: int
    set_number: int
    bots: tuple[BotName, ...]
    seed: bytes
    variant: int = 0


@dataclass(frozen=True, slots=True)
class MatchResult:
    """A pairing with its outcome, which is never void, and the digest that closes its record."""

    pairing: Pairing
    outcome: Outcome
    digest: bytes
