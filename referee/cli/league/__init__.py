"""`referee league`: everything about a league, a command each."""

from referee.cli.command import SOME_GIVE_ONE, Command, group
from referee.cli.league import add, bench, check, new, rebuild, rerun, run, status, void

COMMANDS: tuple[Command, ...] = (
    new.COMMAND,
    check.COMMAND,
    run.COMMAND,
    status.COMMAND,
    add.COMMAND,
    bench.COMMAND,
    void.COMMAND,
    rerun.COMMAND,
    rebuild.COMMAND,
)


COMMAND = group(
    name="league",
    about="plan and play a league",
    commands=COMMANDS,
    examples=("referee league new", "referee league check", "referee league check --help"),
    one=SOME_GIVE_ONE,
)
