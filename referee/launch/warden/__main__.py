"""python -P -m referee.launch.warden ORDERS COMMAND...: run one bot, and report its end.

The orders are a `Spec`. The report is an `Ending` on the descriptor that it names. One of
these starts with each bot, so it imports little: no dataclasses above all, which are dear.
"""

import contextlib
import os
import signal
import sys

from referee.launch.warden import kernel, wall
from referee.launch.warden.cell import Cell
from referee.launch.warden.ending import Ending
from referee.launch.warden.spec import Spec, Walls


def main(arguments: list[str]) -> int:
    """Hold the bot to its end."""
    spec, command = Spec.from_json(arguments[0]), arguments[1:]
    os.set_inheritable(spec.report, False)
    try:
        if spec.walls is Walls.OWN and not _inside(spec):
            return 0
        ending = _hold(spec, command)
    except wall.WallRefused as error:
        ending = Ending(refused=str(error))
    with contextlib.suppress(BrokenPipeError):
        os.write(spec.report, ending.to_json().encode())
    return 0


def _inside(spec: Spec) -> bool:
    """Go on as the first process of new namespaces; False in the one that stays outside.

    That one removes the scratch folder, which is empty out there, so that nothing is left
    of a bot whose referee was killed.
    """
    wall.leave()
    child = os.fork()
    if child:
        os.waitpid(child, 0)
        with contextlib.suppress(OSError):
            os.rmdir(spec.scratch)
        return False
    kernel.die_with_parent(signal.SIGKILL)
    return True


def _hold(spec: Spec, command: list[str]) -> Ending:
    match spec.walls:
        case Walls.NONE:
            kernel.adopt_orphans()
        case Walls.OWN:
            wall.close(spec)
        case Walls.GIVEN:
            kernel.hide_memory()
    return Cell(spec, command).hold()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
