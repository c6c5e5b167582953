"""The priority of a build, below that of play.

Linux shares the processor between sessions first (`sched_autogroup`), and each weighs the same. A
sandbox is a session. So the nice value of a build counts only if its session has one too.
"""

import asyncio
from pathlib import Path
from typing import Final

_NICENESS: Final = 10
"""It leaves a build a tenth of a busy core."""

_TRIES: Final = 5
_PAUSE: Final = 0.12
"""Seconds after which the kernel takes the next change of a user."""


async def lower_session(process: int) -> None:
    """Lower the priority of the session of a process, where sessions have one."""
    for _ in range(_TRIES):
        try:
            Path(f"/proc/{process}/autogroup").write_text(str(_NICENESS))
        except BlockingIOError:  # another session was changed just now
            await asyncio.sleep(_PAUSE)
        except OSError:  # this system has none, or the process has ended
            return
        else:
            return
