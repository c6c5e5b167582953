"""`referee bridge`: play as a bot for a program that speaks JSON lines."""

import click

from referee.cli.command import command
from referee.cli.option.bot_words import joined
from referee.cli.sentence import CommandSentence
from referee.error import DataError, UnavailableError


@command(
    "bridge",
    examples=(
        'referee play dragon "referee bridge -- ./bot.sh" random',
        "TIANMING_SERVER=127.0.0.1:50051 TIANMING_TOKEN=... referee bridge -- lua bot.lua",
        "TIANMING_LISTEN=127.0.0.1:7000 referee bridge -- Rscript bot.R",
    ),
    one="the referee does not accept the bot, or is not there",
)
@click.argument(
    "words",
    metavar="COMMAND...",
    nargs=-1,
    required=True,
    help="after `--`: a program with its arguments. It reads a line of JSON for each question, "
    'and prints one line: the index of an option, or {"option": 0, "note": "why"}',
)
def bridge(words: tuple[str, ...]) -> int:
    """Play as a bot for a program that reads and prints JSON lines."""
    from referee.import_path import give_back_environment
    from referee.launch.command import commands
    from tianming_bots.bridge import ProgramEnded, UnknownGame, WrongLine, play

    give_back_environment()
    (program,) = commands([joined(words)])
    try:
        play(program.arguments, program.name)
    except ProgramEnded as error:
        raise UnavailableError(
            CommandSentence.PROGRAM_ENDED, why=error, command=program.line
        ) from None
    except UnknownGame as error:
        raise UnavailableError(CommandSentence.BRIDGE_WITHOUT_GAME, why=error) from None
    except WrongLine as error:
        raise DataError(CommandSentence.WRONG_LINE, why=error) from None
    return 0
