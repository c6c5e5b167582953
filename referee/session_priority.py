"""The priority of a session, which is that of its processes.

Linux shares the processor between sessions first (`sched_autogroup`), and each weighs the same. So
the nice value of a process counts only beside those of its own session. Builds, the checks of bots
and the pages have sessions of their own, which would take from play as much as it has.
"""

import os
import time
from typing import Final

_TRIES: Final = 5
_PAUSE: Final = 0.12
"""Seconds after which the kernel takes the next change of a user."""


def share_niceness() -> None:
    """Give the session of this process its nice value, if that is above 0 and sessions have one."""
    niceness = os.getpriority(os.PRIO_PROCESS, 0)
    for _ in range(_TRIES if niceness > 0 else 0):
        try:
            with open("/proc/self/autogroup", "w") as file:
                file.write(str(niceness))
        except BlockingIOError:  # another session was changed just now
            time.sleep(_PAUSE)
        except OSError:  # this system has none
            return
        else:
            return
