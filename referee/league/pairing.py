"""A pairing: a match that is planned, with all that tells it from any other."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pairing:
    """A planned match: who sits where, on which seed of the plan.

    `match_id` is the same each time the plan is made, `round` and `set_number` count from
    1. The matches of a set are one group of bots on one seed, once in every rotation of
    the seats; they are one observation to statistics. `variant` is the index of the set
    of game options that is played.
    """

    match_id: str
    round: int
    set_number: int
    bots: tuple[str, ...]
    seed: bytes
    variant: int = 0
