"""`referee token`: give a network bot its token."""

from __future__ import annotations

import argparse
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from referee.cli.command import Command
from referee.error import StorageError, UsageError

if TYPE_CHECKING:
    from referee.server.identity import Token

_UNTIL = "until="


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument("name", metavar="NAME", help="name of the bot")
    parser.add_argument(
        "--tokens",
        type=Path,
        required=True,
        metavar="FILE",
        help="file that keeps the hashes of tokens, as `referee serve --tokens` reads it",
    )
    parser.add_argument(
        "--until", metavar="DAY", help="last day the token is good for, in UTC: 2030-12-31"
    )


def read_tokens(path: Path) -> dict[str, Token]:
    """Tokens by bot, from lines of a hash, perhaps `until=` with a day, and a name.

    Raises:
        UsageError: when the file cannot be read, with the line that is wrong.
    """
    from referee.server.identity import Token, check_token

    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise UsageError(
            f"the tokens {path} cannot be read: {error.strerror}; "
            f"`referee token NAME --tokens {path}` makes such a file."
        ) from None
    except UnicodeDecodeError:
        raise UsageError(
            f"the tokens {path} are no text; `referee token` makes such a file."
        ) from None
    tokens: dict[str, Token] = {}
    for number, line in enumerate(lines, 1):
        hashed, separator, name = line.partition(" ")
        until = None
        if name.startswith(_UNTIL):
            day, separator, name = name.removeprefix(_UNTIL).partition(" ")
            until = _day(day, f"{path}:{number}: ")
        if not separator or name in tokens:
            raise UsageError(f"{path}:{number}: this is no line of a hash and a new bot's name.")
        tokens[name] = Token(hashed, until)
        try:
            check_token(name, tokens[name])
        except UsageError as error:
            raise UsageError(f"{path}:{number}: {error}") from None
    return tokens


def _day(text: str, where: str = "") -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise UsageError(f"{where}{text[:40]!r} is no day: write it as 2030-12-31.") from None


def run(args: argparse.Namespace) -> int:
    """Make a token, keep its hash, and print it this once."""
    from referee.server.identity import check_name, hashed, new_token

    name = check_name(args.name)
    if args.tokens.exists() and name in read_tokens(args.tokens):
        raise UsageError(f"{name} has a token in {args.tokens}: remove its line to give a new one.")
    until = None if args.until is None else _day(args.until, "--until: ")
    if until is not None and until < datetime.now(UTC).date():
        raise UsageError(f"--until: {until} is over: give a day that is still to come.")
    token = new_token()
    words = [hashed(token), *([f"{_UNTIL}{until}"] if until else []), name]
    try:
        with args.tokens.open("a+", encoding="utf-8") as file:
            file.seek(0)
            start = "" if (file.read() or "\n").endswith("\n") else "\n"
            file.write(f"{start}{' '.join(words)}\n")
    except OSError as error:
        raise StorageError(f"{args.tokens} cannot be written: {error.strerror}.") from None
    print(token)
    return 0


COMMAND = Command(
    name="token",
    help="give a network bot its token",
    examples=(
        'referee token "Deep Red" --tokens tokens.txt',
        "referee token Jade --tokens tokens.txt --until 2030-12-31",
    ),
    configure=configure,
    run=run,
)
