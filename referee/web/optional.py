"""The optional libraries of the extra `web`."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from referee.error import UnavailableError
from referee.web.sentence import WebSentence

_MODULES: Final = ("anyio", "brotli", "h11", "resvg_py", "starlette", "uvicorn")


@contextmanager
def required() -> Iterator[None]:
    """Turn the failed import of such a library into an error that says what to install.

    Raises:
        UnavailableError: if a library of the extra is not installed.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        name = (error.name or "").partition(".")[0]
        if name not in _MODULES:
            raise
        raise UnavailableError(WebSentence.NO_WEB_EXTRA, module=name) from None
