"""`referee bridge`: play as a bot for a program that reads questions and prints answers."""

import click

from referee.cli.command import command
from referee.cli.option.bot_words import joined
from referee.cli.sentence import CommandSentence
from referee.error import DataError, UnavailableError, UsageError

_TRIES = 3
"""How often a question in words is asked, by default."""


@command(
    "bridge",
    examples=(
        'referee play dragon "referee bridge -- ./bot.sh" random',
        'referee play china "referee bridge --text -- ./agent.py" greedy random',
        "TIANMING_SERVER=127.0.0.1:50051 TIANMING_TOKEN=... referee bridge -- lua bot.lua",
        "TIANMING_LISTEN=127.0.0.1:7000 referee bridge -- Rscript bot.R",
    ),
    one="the referee does not accept the bot, or is not there",
)
@click.argument(
    "words",
    metavar="[COMMAND]...",
    nargs=-1,
    help="after `--`: a program with its arguments. It reads a line of JSON for each question, "
    'and prints one line: the index of an option, or {"option": 0, "note": "why"}',
)
@click.option(
    "--text",
    "is_text",
    is_flag=True,
    help="ask in words: the rules once, then board and numbered options, and an empty line",
)
@click.option(
    "--mcp",
    "is_mcp",
    is_flag=True,
    help="serve the tools of a seat to an MCP client on standard input and output",
)
@click.option(
    "--tries",
    type=click.IntRange(1, 100),
    metavar="N",
    help=f"with --text: ask a question N times, then take its first option (default: {_TRIES})",
)
def bridge(words: tuple[str, ...], is_text: bool, is_mcp: bool, tries: int | None) -> int:
    """Play as a bot for a program that reads questions and prints answers.

    The questions are lines of JSON, or words for an agent. With --mcp, an agent calls tools.
    """
    from referee.import_path import give_back_environment
    from tianming_bots.bridge import UnknownGame, WrongLine

    _check(words, is_text, is_mcp, tries)
    give_back_environment()
    try:
        if is_mcp:
            _serve_tools()
        else:
            _ask_program(words, tries or _TRIES if is_text else None)
    except UnknownGame as error:
        raise UnavailableError(CommandSentence.BRIDGE_WITHOUT_GAME, why=error) from None
    except WrongLine as error:
        raise DataError(CommandSentence.WRONG_LINE, why=error) from None
    return 0


def _check(words: tuple[str, ...], is_text: bool, is_mcp: bool, tries: int | None) -> None:
    if tries is not None and not is_text:
        raise UsageError(CommandSentence.TRIES_WITHOUT_TEXT)
    if is_text and is_mcp:
        raise UsageError(CommandSentence.EXCLUSIVE_OPTIONS, option="--text", other="--mcp")
    if is_mcp and words:
        raise UsageError(CommandSentence.MCP_WITH_COMMAND)
    if not is_mcp and not words:
        raise UsageError(CommandSentence.BRIDGE_WITHOUT_COMMAND)


def _ask_program(words: tuple[str, ...], tries: int | None) -> None:
    """Play with a program: in words if there are tries, in JSON lines without."""
    from referee.launch.command import commands
    from referee.terminal.rules_page import plain
    from tianming_bots.bridge import ProgramEnded, play, play_text

    (program,) = commands([joined(words)])
    try:
        if tries is None:
            play(program.arguments, program.name)
        else:
            play_text(program.arguments, program.name, plain, tries)
    except ProgramEnded as error:
        raise UnavailableError(
            CommandSentence.PROGRAM_ENDED, why=error, command=program.line
        ) from None


def _serve_tools() -> None:
    """Play with the calls of an MCP client."""
    from referee.terminal.rules_page import plain

    try:
        from tianming_bots.bridge.mcp_server import play_mcp
    except ModuleNotFoundError as error:
        if str(error.name).partition(".")[0] not in ("mcp", "mcp_types"):
            raise
        raise UnavailableError(CommandSentence.NEEDS_MCP) from None
    play_mcp("agent", plain)
