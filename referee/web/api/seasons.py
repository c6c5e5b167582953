"""The seasons of one server: a line about each."""

from typing import Literal

from referee.web.api.model import Model

SeasonState = Literal["running", "waiting", "played", "reading", "new", "unreadable"]
"""A process plays the season now; planned matches are left; all were played; the season is being
read for the first time; it has not begun; it cannot be read now."""


class SeasonLine(Model):
    """A season at a glance."""

    name: str
    path: str
    """The path of its first page; its API is below it."""
    state: SeasonState
    games: tuple[str, ...] = ()
    """The titles of its games."""
    bots: int = 0
    matches: int = 0
    """Matches that count."""
    leader: str | None = None
    """The first bot of the table; absent before the first table is computed."""


class Seasons(Model):
    """The seasons of this server, in the order of the command line."""

    seasons: list[SeasonLine]
