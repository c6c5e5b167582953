"""The libraries of the extra `web`, which not every installation has."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from referee.error import UnavailableError
from referee.sentence.web import WebSentence

_MODULES: Final = ("anyio", "brotli", "h11", "starlette", "uvicorn")


@contextmanager
def required() -> Iterator[None]:
    """Import the modules of the server; say what to install where libraries are missing.

    Raises:
        UnavailableError: when a library of the extra is not installed.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        name = (error.name or "").partition(".")[0]
        if name not in _MODULES:
            raise
        raise UnavailableError(WebSentence.NO_WEB_EXTRA, module=name) from None
