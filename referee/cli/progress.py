"""A line on stderr that says how far long work has come; nothing where no one looks."""

import sys


class Progress:
    """A progress line that is written over again. Use `with`."""

    def __init__(self) -> None:
        self._shown = sys.stderr.isatty()

    def __enter__(self) -> "Progress":
        return self

    def __exit__(self, *_: object) -> None:
        if self._shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()

    def show(self, text: str) -> None:
        """Say how far it is."""
        if self._shown:
            sys.stderr.write(f"\r\x1b[K{text}")
            sys.stderr.flush()
