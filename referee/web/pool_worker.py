"""A worker: a process that computes for the pages."""

import signal

from referee.launch.supervisor.kernel import end_with
from referee.server.environment import stand_back


def begin_worker(parent: int) -> None:
    """Start a worker: it ends with the process of the pages, even if that is killed."""
    end_with(parent, signal.SIGKILL)
    stand_back()
