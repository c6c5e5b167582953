"""The log of failures of the pages. Anybody can ask for a page, so the log has a rate limit."""

from time import monotonic_ns
from typing import Final

from referee.event_log import structlog
from referee.match.clock import Instant
from referee.server.token_bucket import TokenBucket

log = structlog.get_logger()

_BURST: Final = 20
_LINES_PER_SECOND: Final = 0.1


class FailureLog:
    """Writes lines while its token bucket is not empty, and then counts those left out."""

    def __init__(self) -> None:
        self._lines = TokenBucket(_BURST, _LINES_PER_SECOND, Instant(monotonic_ns()))
        self._left_out = 0

    def failed(self, incident: str) -> None:
        """Write the current exception, with the number that the reader was sent."""
        if self._may():
            log.exception("page_failed", incident=incident, **self._more())

    def unreadable(self, reason: str) -> None:
        """Write why the season cannot be read."""
        if self._may():
            log.warning("season_not_read", reason=reason, **self._more())

    def _may(self) -> bool:
        if self._lines.take(Instant(monotonic_ns())):
            return True
        self._left_out += 1
        return False

    def _more(self) -> dict[str, int]:
        count, self._left_out = self._left_out, 0
        return {"left_out": count} if count else {}
