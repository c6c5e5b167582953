"""The file of tokens: who may connect, by the hash of a secret, and until when."""

from datetime import date
from pathlib import Path

from referee.error import UsageError
from referee.server.identity import Token, check_token

_UNTIL = "until="


def read_tokens(path: Path) -> dict[str, Token]:
    """Tokens by bot, from lines of a hash, perhaps `until=` with a day, and a name.

    Raises:
        UsageError: when the file cannot be read, with the line that is wrong.
    """
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
        try:
            name, token = _parsed(line)
        except UsageError as error:
            raise UsageError(f"{path}:{number}: {error}") from None
        if name in tokens:
            raise UsageError(f"{path}:{number}: {name} has a token in a line above.")
        tokens[name] = token
    return tokens


def token_line(name: str, token: Token) -> str:
    """The line that keeps a token."""
    until = "" if token.until is None else f"{_UNTIL}{token.until} "
    return f"{token.hashed} {until}{name}\n"


def day(text: str) -> date:
    """A day as people write it.

    Raises:
        UsageError: when it is none.
    """
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise UsageError(f"{text[:40]!r} is no day: write it as 2030-12-31.") from None


def _parsed(line: str) -> tuple[str, Token]:
    hashed, separator, name = line.partition(" ")
    until = None
    if name.startswith(_UNTIL):
        text, separator, name = name.removeprefix(_UNTIL).partition(" ")
        until = day(text)
    if not separator:
        raise UsageError("this is no line of a hash and a bot's name.")
    token = Token(hashed, until)
    check_token(name, token)
    return name, token
