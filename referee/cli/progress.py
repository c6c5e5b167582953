"""A line on stderr that says how far long work has come; nothing where no one looks."""

import os
import sys

_USUAL = 80
"""The columns of a terminal that does not say how wide it is."""


class Progress:
    """A progress line that is written over again. Use `with`."""

    def __init__(self, prints: bool = False) -> None:
        """`prints` is for work that prints lines as it goes: on a terminal they say enough."""
        self._shown = sys.stderr.isatty() and not (prints and sys.stdout.isatty())

    def __enter__(self) -> "Progress":
        return self

    def __exit__(self, *_: object) -> None:
        if self._shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()

    def show(self, text: str) -> None:
        """Say how far it is, in one row: what has wrapped could not be written over."""
        if self._shown:
            width = os.get_terminal_size(sys.stderr.fileno()).columns or _USUAL
            sys.stderr.write(f"\r\x1b[K{text[: width - 1]}")
            sys.stderr.flush()
