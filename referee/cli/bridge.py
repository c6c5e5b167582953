"""`referee bridge`: play as a bot for a program that speaks JSON lines."""

import argparse
import shlex

from referee.cli.command import Command
from referee.error import DataError, UnavailableError


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument(
        "program",
        metavar="COMMAND",
        nargs="+",
        help="after `--`: a program with its arguments. It reads a line of JSON for each question, "
        'and prints one line: the index of an option, or {"option": 0, "note": "why"}',
    )


def run(args: argparse.Namespace) -> int:
    """Play until the bot is stopped; its referee and its token come from the environment."""
    from referee.launch.command import commands
    from tianming_bots.bridge import ProgramEnded, WrongLine, play

    words = args.program
    (command,) = commands([words[0] if len(words) == 1 else shlex.join(words)])
    try:
        play(command.arguments, command.name)
    except ProgramEnded as error:
        raise UnavailableError(f"{error} ({command.line}).") from None
    except WrongLine as error:
        raise DataError(f"{error}.") from None
    return 0


COMMAND = Command(
    name="bridge",
    help="play as a bot for a program that reads and prints JSON lines",
    examples=(
        'referee play dragon "referee bridge -- ./bot.sh" random',
        "TIANMING_SERVER=127.0.0.1:50051 TIANMING_TOKEN=... referee bridge -- lua bot.lua",
        "TIANMING_LISTEN=127.0.0.1:7000 referee bridge -- Rscript bot.R",
    ),
    configure=configure,
    run=run,
    one="the referee does not accept the bot, or is not there",
)
