"""python -m referee.launch.supervisor SPEC COMMAND...: run one bot, and report its exit status.

SPEC is a `SandboxSpec` as JSON. The supervisor writes an `ExitStatus` to the file descriptor that
SPEC names. A supervisor starts with each bot, so it imports as little as possible. In particular it
does not use dataclasses, which are slow to import.
"""

import contextlib
import os
import signal
import sys

from referee.launch.supervisor import isolation, kernel
from referee.launch.supervisor.exit_status import ExitStatus
from referee.launch.supervisor.sandboxed_process import SandboxedProcess
from referee.launch.supervisor.spec import Isolation, SandboxSpec
from referee.session_priority import share_niceness


def main(arguments: list[str]) -> int:
    """Run the bot until it ends, and report its exit status."""
    share_niceness()
    spec, command = SandboxSpec.from_json(arguments[0]), arguments[1:]
    os.set_inheritable(spec.report, False)
    os.set_blocking(spec.report, False)  # a bot may have filled the pipe
    if spec.observer is not None:
        os.set_inheritable(spec.observer.notes, False)
    try:
        if spec.isolation is Isolation.OWN and not _inside(spec):
            return 0
        ending = _hold(spec, command)
    except isolation.IsolationRefused as error:
        ending = ExitStatus(refused=str(error), by_machine=True)
    with contextlib.suppress(BrokenPipeError, BlockingIOError):
        os.write(spec.report, ending.to_json().encode())
    return 0


def _inside(spec: SandboxSpec) -> bool:
    """Fork into new namespaces; return True in the child, which is their first process.

    The parent stays outside, waits for the child, and returns False. It removes the scratch folder,
    which is empty outside, so that nothing is left even if the referee was killed.
    """
    isolation.leave()
    child = os.fork()
    if child:
        os.waitpid(child, 0)
        with contextlib.suppress(OSError):
            os.rmdir(spec.scratch)
        return False
    kernel.die_with_parent(signal.SIGKILL)
    return True


def _hold(spec: SandboxSpec, command: list[str]) -> ExitStatus:
    match spec.isolation:
        case Isolation.NONE:
            kernel.adopt_orphans()
        case Isolation.OWN:
            isolation.close(spec)
        case Isolation.GIVEN:
            kernel.hide_memory()
    return SandboxedProcess(spec, command).hold()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
