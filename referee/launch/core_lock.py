"""Give each local bot a processor core of its own, among all referees of this user.

Each core has a lock file in the runtime folder. The referee holds the lock of a core as long as the
processes of a bot run on it, so referees and workers need not agree on who takes which core. The
system releases the locks of a referee that is killed.
"""

import contextlib
import os
from collections.abc import Iterator
from typing import Self

from referee.error import MachineError
from referee.file_lock import lock_file
from referee.identifier import BotName
from referee.machine_sentence import MachineSentence
from referee.runtime_folder import runtime_folder


def bot_cores() -> tuple[int, ...]:
    """Return the cores for bots: all of this process but the first, which is the referee's."""
    return tuple(sorted(os.sched_getaffinity(os.getpid()))[1:])


class CoreLock:
    """A core that is taken for a bot.

    Attributes:
        core: the number of the core.
    """

    def __init__(self, core: int, handle: int) -> None:
        self.core = core
        self._handle = handle

    @classmethod
    def take(cls, bot: BotName) -> Self:
        """Take a free core.

        Raises:
            MachineError: when none is free.
            OSError: when the lock file cannot be opened.
        """
        cores = bot_cores()
        for core in cores:
            path = runtime_folder() / f"core-{core}.lock"
            handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            try:
                lock_file(handle)
            except BlockingIOError:
                os.close(handle)
            except BaseException:
                os.close(handle)
                raise
            else:
                return cls(core, handle)
        raise MachineError(MachineSentence.NO_CORE_FREE, bot=bot, cores=len(cores))

    @contextlib.contextmanager
    def pinned(self) -> Iterator[None]:
        """Pin this thread to the core, so that a process started meanwhile inherits it."""
        before = os.sched_getaffinity(0)
        os.sched_setaffinity(0, {self.core})
        try:
            yield
        finally:
            os.sched_setaffinity(0, before)

    def release(self) -> None:
        """Let another bot take the core."""
        os.close(self._handle)
