"""Write the log of Dask to the referee's log instead of the terminal.

Dask logs long tracebacks when its scheduler is away. A run says so in one sentence.
"""

import logging

import structlog

log = structlog.get_logger()

_LIBRARIES = ("distributed", "tornado")


class DaskLogHandler(logging.Handler):
    """Writes records of the standard library's logging to structlog, at most as warnings."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write one record, with its traceback."""
        write = log.warning if record.levelno >= logging.ERROR else log.info
        write("dask_log", logger=record.name, text=record.getMessage(), exc_info=record.exc_info)


def redirect_dask_log() -> None:
    """Redirect the loggers that Dask has set up; call this after its import."""
    for name in (*_LIBRARIES, *logging.root.manager.loggerDict):
        if name.partition(".")[0] in _LIBRARIES:
            logger = logging.getLogger(name)
            if logger.handlers or name in _LIBRARIES:
                logger.handlers[:] = [DaskLogHandler()]
                logger.propagate = False
