"""The calls between the process of entries and the season: their names and limits.

The messages are those of `tianming.entry.v1`. The socket belongs to the organiser, so the caller
names the owner whose view it asks for.
"""

from typing import Final

SERVICE: Final = "tianming.internal.entry.SeasonCalls"
"""The name of the service on the socket of the season."""

OWNER: Final = "tianming-owner"
"""The metadata that names the owner."""

PIECE: Final = 60 * 1024
"""The most bytes of output or of a record in a message."""

MOST_LISTED: Final = 100
"""The most matches in a message."""

MOST_FRIENDLIES_LISTED: Final = 10_000
"""The most friendlies that have ended in a message: more than end in a day."""
