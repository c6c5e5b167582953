"""What all formats with rounds have in common: the interval after a round."""

from dataclasses import dataclass
from typing import Annotated

from referee.league.format import Format
from referee.league.key import Key


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundFormat(Format):
    """A format whose season may pause after each round, so that bots can be improved."""

    after_round: Annotated[
        str,
        Key("command between two rounds, run in the folder of this file; empty: none"),
    ] = ""
    after_round_minutes: Annotated[
        float, Key("minutes after which it is ended, and the next round begins", 0.01, 100_000)
    ] = 60.0
