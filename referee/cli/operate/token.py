"""`referee token`: create a token for a remote bot."""

import os
from pathlib import Path

import click

from referee.cli import output
from referee.cli.command import PATH, command, json_option
from referee.cli.sentence import CommandSentence
from referee.error import StorageError, UsageError
from referee.identifier import BotName


@command(
    "token",
    examples=(
        'referee token "Deep Red" --tokens tokens.txt',
        "referee token Jade --tokens tokens.txt --until 2030-12-31",
    ),
)
@click.argument("bot", metavar="NAME", help="name of the bot")
@click.option(
    "--tokens",
    type=PATH,
    required=True,
    metavar="FILE",
    help="token file, as used by `referee serve --tokens`; it stores hashes only",
)
@click.option(
    "--until", metavar="DAY", help="last day on which the token is valid, in UTC: 2030-12-31"
)
@json_option(help="print the token and its last day as JSON")
def token(bot: BotName, tokens: Path, until: str | None, as_json: bool) -> int:
    """Create a token for a remote bot."""
    from referee.server.identity import Token, check_bot_name, hashed, new_token, today
    from referee.server.token_file import day, read_tokens, token_line

    name = check_bot_name(bot)
    if tokens.exists() and name in read_tokens(tokens):
        raise UsageError(CommandSentence.HAS_TOKEN, bot=name, tokens=tokens)
    last = None if until is None else day(until)
    if last is not None and last < today():
        raise UsageError(CommandSentence.DAY_IS_OVER, day=last)
    secret = new_token()
    try:
        with open(
            os.open(tokens, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600), "a+", encoding="utf-8"
        ) as file:
            file.seek(0)
            start = "" if (file.read() or "\n").endswith("\n") else "\n"
            file.write(start + token_line(name, Token(hashed(secret), last)))
    except OSError as error:
        raise StorageError(CommandSentence.NOT_WRITTEN, path=tokens, why=error.strerror) from None
    if as_json:
        until = None if last is None else last.isoformat()
        output.print_json({"bot": name, "token": secret, "until": until, "file": str(tokens)})
    else:
        print(secret)
    return 0
