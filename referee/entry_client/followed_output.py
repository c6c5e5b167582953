"""The output of a submission that is followed, over several calls."""

from typing import Final

MOST: Final = 1 << 21
"""Maximum characters that are shown; the service sends less."""


class FollowedOutput:
    """Joins the output of several calls, each of which may begin with what came before."""

    def __init__(self) -> None:
        self._whole = ""
        self._at = 0

    def restart(self) -> None:
        """Begin a new call."""
        self._at = 0

    def new(self, text: str) -> str:
        """Return the part of the next output that did not come in a call before."""
        known = self._whole[self._at : self._at + len(text)]
        if not text.startswith(known):
            known, self._at = "", len(self._whole)
        rest = text[len(known) :][: MOST - len(self._whole)]
        self._whole += rest
        self._at += len(known) + len(rest)
        return rest
