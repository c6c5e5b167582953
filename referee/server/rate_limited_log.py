"""A rate-limited log: it bounds the log lines that each peer can cause.

Each bot or owner has a limit, and all unauthenticated callers share one. Lines above it are only
counted, and the next written line has their number (`left_out`).
"""

from collections import Counter
from collections.abc import Callable

from referee.event_log import structlog
from referee.match.clock import Instant
from referee.server.limits import Limits
from referee.server.token_bucket import TokenBuckets

log = structlog.get_logger()

UNAUTHENTICATED = ""
"""The name that all unauthenticated callers share; no bot has it."""


class RateLimitedLog:
    """Writes log lines about a peer while its token bucket is not empty."""

    def __init__(self, limits: Limits, clock: Callable[[], Instant], peers: str = "bot") -> None:
        """Create it; `peers` is what a peer is called in lines."""
        self._peers = peers
        self._clock = clock
        self._lines = TokenBuckets(limits.log_burst, limits.log_lines_per_second)
        self._left_out: Counter[str] = Counter()

    def line(self, who: str, event: str, **facts: object) -> None:
        """Write a line caused by a peer or by `UNAUTHENTICATED`, or count it above the limit."""
        if self._may(who):
            log.info(event, **self._named(who), **facts, **self._more(who))

    def failure(self, who: str, event: str, **facts: object) -> None:
        """Write a line about an error of the referee, with the current traceback, or count it."""
        if self._may(who):
            log.exception(event, **self._named(who), **facts, **self._more(who))

    def close(self) -> None:
        """Write how many lines were left out for each peer."""
        for who in tuple(self._left_out):
            log.info("lines_left_out", **self._named(who), **self._more(who))

    def _may(self, who: str) -> bool:
        if self._lines.take(who, self._clock()):
            return True
        self._left_out[who] += 1
        return False

    def _named(self, who: str) -> dict[str, object]:
        return {self._peers: who} if who else {}

    def _more(self, who: str) -> dict[str, object]:
        count = self._left_out.pop(who, 0)
        return {"left_out": count} if count else {}
