"""Why a run of a league ended."""

from enum import Enum


class Finish(Enum):
    """Why a run of a league ended."""

    OVER = "over"
    """The plan has no more matches."""
    ABSENT = "absent"
    """None of the round's remote bots connected; the round stays open."""
    STUCK = "stuck"
    """The season cannot be planned further with the bots that are left."""
    DRAINED = "drained"
    """The run was asked to drain, and the matches in progress have ended."""
    STOPPED = "stopped"
    """The run was told to stop at once."""
