"""Set up structlog to write to stderr, as text for people or as JSON lines."""

import contextlib
import logging
import os
import sys
from dataclasses import dataclass

from referee.event_log import structlog


@dataclass(frozen=True, slots=True)
class LogSettings:
    """How a process logs: `form` is `console` or `json`, `level` the lowest level to write."""

    form: str = "console"
    level: str = "error"


def start_log(settings: LogSettings) -> None:
    """Set up logging for this process."""
    form, level = settings.form, settings.level
    logging.getLogger("grpc").setLevel(logging.CRITICAL)  # callers could fill its log
    renderer: structlog.typing.Processor
    if form == "json":
        renderer = structlog.processors.JSONRenderer()
        formatting: list[structlog.typing.Processor] = [_TRACEBACKS]
    else:
        renderer = structlog.dev.ConsoleRenderer(
            colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback
        )
        formatting = []
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            _escape,
            *formatting,
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(
            logging.getLevelNamesMapping()[level.upper()]
        ),
        logger_factory=_Stderr,
    )


_TRACEBACKS = structlog.processors.ExceptionRenderer(
    structlog.tracebacks.ExceptionDictTransformer(show_locals=False)
)
"""Renders tracebacks as data, without local variables, which could contain tokens and seeds."""


class _Stderr:
    """A logger that writes to the current `sys.stderr`; if nobody reads it, matches continue."""

    def msg(self, line: str) -> None:
        """Write a line."""
        try:
            sys.stderr.write(line + "\n")
            sys.stderr.flush()
        except (OSError, ValueError):
            with contextlib.suppress(OSError, ValueError):
                _write_nowhere()

    debug = info = warning = error = msg


def _write_nowhere() -> None:
    """Redirect standard error to the null device, because nobody reads it any more."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stderr.fileno())
    os.close(nowhere)


def _escape(_: object, __: str, event: structlog.typing.EventDict) -> structlog.typing.EventDict:
    """Escape unprintable text, so that a bot cannot begin a line or control a terminal."""
    for key, value in event.items():
        if isinstance(value, str) and not value.isprintable():
            event[key] = value.encode("unicode_escape").decode()
    return event
