"""The file of tokens: who may connect, by the hash of a secret."""

from pathlib import Path

from referee.error import UsageError


def read_tokens(path: Path) -> dict[str, str]:
    """Hashes of tokens by bot, from lines of a hash, a space and a name.

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
    tokens: dict[str, str] = {}
    for number, line in enumerate(lines, 1):
        hashed, separator, name = line.partition(" ")
        if not separator or name in tokens:
            raise UsageError(f"{path}:{number}: this is no line of a hash and a new bot's name.")
        tokens[name] = hashed
    return tokens
