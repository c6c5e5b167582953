"""The token file: the hash of each bot's token, when it was made, and until when it is valid.

A line is a hash, facts such as `until=2030-12-31`, and the name of the bot.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from referee.error import StorageError, UsageError
from referee.identifier import BotName
from referee.server.identity import Token, check_bot_name, check_token
from referee.server.replaced_file import replacing_alone
from referee.server.sentence import ServerSentence
from referee.server.until import moment, moment_text

_MOMENTS = ("until", "made", "revoked")
"""The facts of a token that are moments, by their names in the file and in `Token`."""

_OLD = "old"
"""The fact with the hash of the token before, a comma, and until when that is valid."""

_MOST_ERRORS = 100
"""Maximum errors of a file that one message lists."""

_PATIENCE = 10.0
"""Seconds to wait for another process that changes the file."""


def read_tokens(path: Path) -> dict[BotName, Token]:
    """Return the tokens of a file by bot.

    Raises:
        UsageError: when the file cannot be read, or lines are wrong; the error lists the lines.
    """
    tokens: dict[BotName, Token] = {}

    def add(line: str) -> None:
        name, token = _parsed(line)
        if name in tokens:
            raise UsageError(ServerSentence.SECOND_TOKEN, name=name)
        tokens[name] = token

    _each_line(path, _lines(path, ServerSentence.TOKENS_NOT_READ), add)
    return tokens


def read_names(path: Path) -> list[BotName]:
    """Return the names of bots in a file, one a line; `#` begins a comment.

    Raises:
        UsageError: when the file cannot be read, or lines are wrong; the error lists the lines.
    """
    names: dict[str, BotName] = {}

    def add(line: str) -> None:
        if text := line.partition("#")[0].strip():
            name = check_bot_name(text)
            if name.casefold() in names:
                raise UsageError(ServerSentence.NAME_TWICE, name=name, other=names[name.casefold()])
            names[name.casefold()] = name

    _each_line(path, _lines(path, ServerSentence.NAMES_NOT_READ), add)
    if not names:
        raise UsageError(ServerSentence.NO_NAMES, path=path)
    return list(names.values())


@contextmanager
def changed_tokens(path: Path, begin: bool = False) -> Iterator[dict[BotName, Token]]:
    """Yield the tokens of a file to change them; if the block succeeds, replace the file.

    Nobody reads half a file, and no other process changes it meanwhile. `begin` is whether the
    file may be missing; a new one can be read by its owner only.

    Raises:
        UsageError: when the file cannot be read, or lines are wrong.
        StorageError: when it cannot be written, or another process changes it for too long.
    """
    try:
        with replacing_alone(path, _PATIENCE) as replace:
            tokens = {} if begin and not path.exists() else read_tokens(path)
            yield tokens
            replace("".join(token_line(name, token) for name, token in tokens.items()))
    except TimeoutError:
        raise StorageError(
            ServerSentence.TOKENS_IN_USE, path=path, seconds=round(_PATIENCE)
        ) from None
    except OSError as error:
        raise StorageError(
            ServerSentence.TOKENS_NOT_WRITTEN, path=path, why=error.strerror
        ) from None


def token_line(name: BotName, token: Token) -> str:
    """Return the line of a token, with its line break."""
    return f"{token_text(token)} {name}\n"


def token_text(token: Token) -> str:
    """Return a token as the words before the name in its line."""
    moments = ((fact, getattr(token, fact)) for fact in _MOMENTS)
    words = [token.hashed, *(f"{fact}={moment_text(at)}" for fact, at in moments if at)]
    if token.old is not None and token.old.until is not None:
        words.append(f"{_OLD}={token.old.hashed},{moment_text(token.old.until)}")
    return " ".join(words)


def parsed_token(text: str) -> Token:
    """Return the token of such words.

    Raises:
        UsageError: when they are none.
    """
    return _parsed(f"{text} x")[1]


def _parsed(line: str) -> tuple[BotName, Token]:
    hashed, separator, rest = line.partition(" ")
    moments = {}
    old = None
    while (word := rest.partition(" ")[0]).partition("=")[0] in (*_MOMENTS, _OLD) and "=" in word:
        fact, _, text = word.partition("=")
        _, separator, rest = rest.partition(" ")
        if fact == _OLD:
            hash_before, _, until = text.partition(",")
            old = Token(hash_before, moment(until))
        else:
            moments[fact] = moment(text)
    if not separator:
        raise UsageError(ServerSentence.NO_TOKEN_LINE)
    bot, token = BotName(rest), Token(hashed, **moments, old=old)
    check_token(bot, token)
    return bot, token


def _lines(path: Path, unreadable: ServerSentence) -> list[str]:
    try:
        return path.read_text(encoding="utf-8-sig").splitlines()
    except OSError as error:
        raise UsageError(unreadable, path=path, why=error.strerror) from None
    except UnicodeDecodeError:
        sentence = ServerSentence.TOKENS_NOT_TEXT
        if unreadable is ServerSentence.NAMES_NOT_READ:
            sentence = ServerSentence.NAMES_NOT_TEXT
        raise UsageError(sentence, path=path) from None


def _each_line(path: Path, lines: list[str], add: Callable[[str], None]) -> None:
    """Call `add` with each line; raise one `UsageError` for all lines that it refuses."""
    errors: list[UsageError] = []
    for number, line in enumerate(lines, 1):
        try:
            add(line)
        except UsageError as error:
            errors.append(
                UsageError(ServerSentence.WRONG_TOKEN_LINE, path=path, line=number, why=error)
            )
        if len(errors) == _MOST_ERRORS:
            break
    if len(errors) == 1:
        raise errors[0]
    if errors:
        more = " or more" if len(errors) == _MOST_ERRORS else ""
        rest = "\n".join(f"  {error}" for error in errors)
        raise UsageError(
            ServerSentence.WRONG_TOKEN_LINES, path=path, count=len(errors), more=more, errors=rest
        )
