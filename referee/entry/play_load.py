"""Let builds wait while play suffers.

The season process looks how late its own thread wakes up. While that is late, it says so to the
entry process, and the next build or check waits. No submission waits for this longer than
`MOST_WAIT`: a machine that is always busy must still build.
"""

import asyncio
import time
from collections.abc import Callable
from typing import Final

LATE: Final = 0.03
"""Seconds by which a thread wakes up late, above which play suffers."""

REST: Final = 1.0
"""Seconds after the last late moment, before play counts as well again."""

MOST_WAIT: Final = 120.0
"""Seconds that a submission waits at most because play suffers."""

_LOOK: Final = 0.1


class PlayLoad:
    """Whether play suffers now, as the season process last said."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._until = 0.0

    def suffers(self, seconds: float) -> None:
        """Note that play suffers for so many seconds from now."""
        self._until = self._clock() + seconds

    @property
    def is_suffering(self) -> bool:
        """Whether play suffers now."""
        return self._clock() < self._until

    async def quiet(self, most: float = MOST_WAIT) -> None:
        """Wait until play does not suffer, at most so many seconds."""
        end = self._clock() + most
        while self.is_suffering and self._clock() < end:
            await asyncio.sleep(_LOOK)
