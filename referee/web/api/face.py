"""How the pages show a bot."""

from referee.web.api.model import Model


class Face(Model):
    """A bot for the eye: its display name, its colour, and its letter."""

    title: str = ""
    """Its display name; absent if that is its name."""
    initial: str
    """What stands in its mark: a letter or two."""
    colours: tuple[str, str]
    """Its colour on light and on dark ground, such as `#a23a27`."""


Faces = dict[str, Face]
"""Faces by the names of the bots."""
