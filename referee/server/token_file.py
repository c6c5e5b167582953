"""The token file: the hash of each bot's token, and the last day it is valid."""

from datetime import date
from pathlib import Path

from referee.error import UsageError
from referee.identifier import BotName
from referee.server.identity import Token, check_token
from referee.server.sentence import ServerSentence

_UNTIL = "until="

_MOST_ERRORS = 100
"""Maximum errors of a file that one message lists."""


def read_tokens(path: Path) -> dict[BotName, Token]:
    """Return the tokens of a file by bot. A line is a hash, an optional `until=DAY`, and a name.

    Raises:
        UsageError: when the file cannot be read, or lines are wrong; the error lists the lines.
    """
    tokens: dict[BotName, Token] = {}
    errors: list[UsageError] = []
    for number, line in enumerate(_lines(path), 1):
        try:
            name, token = _parsed(line)
            if name in tokens:
                raise UsageError(ServerSentence.SECOND_TOKEN, name=name)
            tokens[name] = token
        except UsageError as error:
            errors.append(
                UsageError(ServerSentence.WRONG_TOKEN_LINE, path=path, line=number, why=error)
            )
        if len(errors) == _MOST_ERRORS:
            break
    if errors:
        raise _refusal(path, errors)
    return tokens


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text(encoding="utf-8-sig").splitlines()
    except OSError as error:
        raise UsageError(ServerSentence.TOKENS_NOT_READ, path=path, why=error.strerror) from None
    except UnicodeDecodeError:
        raise UsageError(ServerSentence.TOKENS_NOT_TEXT, path=path) from None


def _refusal(path: Path, errors: list[UsageError]) -> UsageError:
    if len(errors) == 1:
        return errors[0]
    more = " or more" if len(errors) == _MOST_ERRORS else ""
    rest = "\n".join(f"  {error}" for error in errors)
    return UsageError(
        ServerSentence.WRONG_TOKEN_LINES, path=path, count=len(errors), more=more, errors=rest
    )


def token_line(name: BotName, token: Token) -> str:
    """Return the line of a token, with its line break."""
    until = "" if token.until is None else f"{_UNTIL}{token.until} "
    return f"{token.hashed} {until}{name}\n"


def day(text: str) -> date:
    """Parse a day, written as 2030-12-31.

    Raises:
        UsageError: when the text is no day.
    """
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise UsageError(ServerSentence.NO_DAY, text=text[:40]) from None


def _parsed(line: str) -> tuple[BotName, Token]:
    hashed, separator, name = line.partition(" ")
    until = None
    if name.startswith(_UNTIL):
        text, separator, name = name.removeprefix(_UNTIL).partition(" ")
        until = day(text)
    if not separator:
        raise UsageError(ServerSentence.NO_TOKEN_LINE)
    bot, token = BotName(name), Token(hashed, until)
    check_token(bot, token)
    return bot, token
