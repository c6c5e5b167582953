"""A progress line on stderr, if stderr is a terminal."""

import os
import sys

_USUAL = 80
"""Columns of a terminal that does not report its width."""


class Progress:
    """A progress line that each update overwrites. Use `with`, which erases it at the end."""

    def __init__(self, prints: bool = False) -> None:
        """Set `prints` if the work prints lines: with stdout on a terminal, they suffice."""
        self._shown = sys.stderr.isatty() and not (prints and sys.stdout.isatty())

    def __enter__(self) -> "Progress":
        return self

    def __exit__(self, *_: object) -> None:
        if self._shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()

    def show(self, text: str) -> None:
        """Show a text, cut to one row, because a wrapped line could not be overwritten."""
        if self._shown:
            width = os.get_terminal_size(sys.stderr.fileno()).columns or _USUAL
            sys.stderr.write(f"\r\x1b[K{text[: width - 1]}")
            sys.stderr.flush()
