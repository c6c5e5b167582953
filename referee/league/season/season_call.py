"""The calls between the process of entries and the season: their names, and why one is refused.

The messages are those of `tianming.entry.v1`. The socket belongs to the organiser, so the caller
names the owner whose view it asks for.
"""

from enum import Enum
from typing import Final

SERVICE: Final = "tianming.internal.entry.SeasonCalls"
"""The name of the service on the socket of the season."""

OWNER: Final = "tianming-owner"
"""The metadata that names the owner."""

PIECE: Final = 60 * 1024
"""The most bytes of output or of a record in a message."""


class Withheld(Enum):
    """Why the season does not show something. The value is the detail of the status."""

    UNKNOWN = "no match of the owner has this name"
    NO_SEAT = "no bot of the owner with this name has a seat in the match"
    MATCH_OPEN = "the match has not ended"
    SET_OPEN = "other matches of its set have not ended"
