"""`referee token`: give a network bot its token."""

import argparse
from pathlib import Path

from referee.cli.command import Command
from referee.error import StorageError, UsageError
from referee.server.token_file import day, read_tokens, token_line


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument("name", metavar="NAME", help="name of the bot")
    parser.add_argument(
        "--tokens",
        type=Path,
        required=True,
        metavar="FILE",
        help="token file, as used by `referee serve --tokens`; it stores hashes only",
    )
    parser.add_argument(
        "--until", metavar="DAY", help="last day on which the token is valid, in UTC: 2030-12-31"
    )


def run(args: argparse.Namespace) -> int:
    """Make a token, keep its hash, and print it this once."""
    from referee.server.identity import Token, check_name, hashed, new_token, today

    name = check_name(args.name)
    if args.tokens.exists() and name in read_tokens(args.tokens):
        raise UsageError(f"{name} has a token in {args.tokens}: remove its line to give a new one.")
    until = None if args.until is None else day(args.until)
    if until is not None and until < today():
        raise UsageError(f"--until: {until} is over: give a day that is still to come.")
    token = new_token()
    try:
        with args.tokens.open("a+", encoding="utf-8") as file:
            file.seek(0)
            start = "" if (file.read() or "\n").endswith("\n") else "\n"
            file.write(start + token_line(name, Token(hashed(token), until)))
    except OSError as error:
        raise StorageError(f"{args.tokens} cannot be written: {error.strerror}.") from None
    print(token)
    return 0


COMMAND = Command(
    name="token",
    help="create a token for a remote bot",
    examples=(
        'referee token "Deep Red" --tokens tokens.txt',
        "referee token Jade --tokens tokens.txt --until 2030-12-31",
    ),
    configure=configure,
    run=run,
)
