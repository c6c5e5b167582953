"""Errors of the machine that runs the referee: what it lacks, and how to mend it."""

import contextlib
import errno
import os
from typing import Final

from referee.error import MachineError
from referee.machine_errno import is_machine_error
from referee.machine_sentence import MachineSentence

_SPACE: Final = "free space on its disks (`df`, `df -i`)"
_MEMORY: Final = "free memory, or play fewer matches at once"
_PROCESSES: Final = (
    "allow more processes (`ulimit -u`, TasksMax of a systemd unit), or play fewer matches at once"
)

_CURES: Final = {
    errno.EMFILE: "allow more open files (`ulimit -n`, LimitNOFILE of a systemd unit)",
    errno.ENFILE: "end other programs, or raise the sysctl fs.file-max",
    errno.ENOMEM: _MEMORY,
    errno.ENOBUFS: _MEMORY,
    errno.EAGAIN: _PROCESSES,
    errno.ENOSPC: _SPACE,
    errno.EDQUOT: _SPACE,
    errno.EROFS: "make the folder for temporary files writable, or set TMPDIR to another one",
    errno.EIO: "check its disks (`dmesg`)",
    errno.ETOOMANYREFS: "allow more open files (`ulimit -n`), because some program passes on many",
    errno.EUSERS: "raise the sysctl user.max_user_namespaces",
}
"""How to mend a machine, by the number of its error."""

_CURE: Final = "see `referee doctor` and standard error"


def machine_error(
    error: BaseException, sentence: MachineSentence, /, **fields: object
) -> MachineError | None:
    """Return the error of this machine that an exception stands for; None if it is no such error.

    Args:
        error: the exception.
        sentence: what this machine cannot do; its fields `why` and `cure` come from the exception.
        fields: the other fields of the sentence.
    """
    if not is_machine_error(error):
        return None
    return machine_failed(why_of(error), sentence, number=getattr(error, "errno", None), **fields)


def machine_failed(
    why: str, sentence: MachineSentence, /, number: int | None = None, **fields: object
) -> MachineError:
    """Return an error of this machine.

    Args:
        why: what failed, as a clause.
        sentence: what this machine cannot do.
        number: the error number, from which the remedy follows; None if unknown.
        fields: the fields of the sentence other than `why` and `cure`.
    """
    cure = _CURE if number is None else _CURES.get(number, _CURE)
    return MachineError(sentence, why=why, cure=cure, **fields)


def why_of(error: BaseException) -> str:
    """Return what an exception of the system or of Python says, as a clause."""
    if isinstance(error, MemoryError):
        return os.strerror(errno.ENOMEM)
    text = error.strerror if isinstance(error, OSError) else str(error).partition(";")[0]
    return text or type(error).__name__


def shortage() -> OSError | None:
    """Return the error of a machine that cannot open two more descriptors; None if it can."""
    try:
        ends = os.pipe()
    except OSError as error:
        return error
    for end in ends:
        with contextlib.suppress(OSError):
            os.close(end)
    return None
