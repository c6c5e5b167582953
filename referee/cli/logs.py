"""Logs: structlog on stderr, for people or as JSON lines."""

import argparse
import contextlib
import io
import logging
import sys
from typing import TextIO, cast

import structlog


def configure(parser: argparse.ArgumentParser, level: str) -> None:
    """Add the flags of logging."""
    parser.add_argument(
        "--log",
        choices=("console", "json"),
        default="console",
        help="how to write the log on stderr (default: console)",
    )
    parser.add_argument(
        "--log-level",
        choices=("debug", "info", "warning", "error"),
        default=level,
        help=f"the least that is logged (default: {level})",
    )


def start(args: argparse.Namespace) -> None:
    """Set logging up as the flags say."""
    renderer: structlog.typing.Processor
    if args.log == "json":
        renderer = structlog.processors.JSONRenderer()
        formatting: list[structlog.typing.Processor] = [structlog.processors.dict_tracebacks]
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
            logging.getLevelNamesMapping()[args.log_level.upper()]
        ),
        logger_factory=structlog.WriteLoggerFactory(file=cast(TextIO, _Patient(sys.stderr))),
        cache_logger_on_first_use=True,
    )


class _Patient(io.TextIOBase):
    """A log that cannot be written, or is closed, is no reason to fail a match."""

    def __init__(self, file: TextIO) -> None:
        self._file = file

    def write(self, text: str) -> int:
        with contextlib.suppress(OSError, ValueError):
            self._file.write(text)
        return len(text)

    def flush(self) -> None:
        with contextlib.suppress(OSError, ValueError):
            self._file.flush()


def _escape(_: object, __: str, event: structlog.typing.EventDict) -> structlog.typing.EventDict:
    """What a bot said cannot begin a line of its own or steer a terminal."""
    for key, value in event.items():
        if isinstance(value, str) and not value.isprintable():
            event[key] = value.encode("unicode_escape").decode()
    return event
