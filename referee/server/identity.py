"""Who a bot is: the token in its call's metadata stands for a name.

Only hashes of tokens are kept, and they are compared in constant time.
"""

import hmac
import re
import secrets
from collections.abc import Iterable
from hashlib import sha256

from referee.error import UsageError

NAME = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9 ._-]{0,38}[A-Za-z0-9])?")
"""The pattern of a bot's name: 1 to 40 letters, digits, and ` ._-` inside."""

_SCHEME = "Bearer "


def check_name(name: str) -> str:
    """The name, if a bot may have it.

    Raises:
        UsageError: if not.
    """
    if not NAME.fullmatch(name):
        raise UsageError(
            f"a bot cannot be called {name[:60]!r}: a name has 1 to 40 letters, digits, "
            "spaces, dots, underscores and hyphens, and begins and ends with a letter or digit."
        )
    return name


def new_token() -> str:
    """A token that nobody can guess."""
    return secrets.token_urlsafe(32)


def hashed(token: str) -> str:
    """What is kept of a token: its SHA-256, in hexadecimal."""
    return sha256(token.encode()).hexdigest()


class Identities:
    """The tokens that are accepted, and the bots they stand for."""

    def __init__(self) -> None:
        self._hashes: dict[bytes, str] = {}

    def add(self, name: str, token: str) -> None:
        """Accept a token for a bot.

        Raises:
            UsageError: for a name no bot may have.
        """
        self._hashes[sha256(token.encode()).digest()] = check_name(name)

    def add_hash(self, name: str, hashed: str) -> None:
        """Accept the token with that SHA-256, in hexadecimal, for a bot.

        Raises:
            UsageError: for a name no bot may have, or what is no SHA-256.
        """
        if not re.fullmatch(r"[0-9a-f]{64}", hashed):
            raise UsageError(f"the token of {name[:60]!r} is not kept as a SHA-256 in hexadecimal.")
        self._hashes[bytes.fromhex(hashed)] = check_name(name)

    def admit(self, name: str) -> str:
        """Accept a new token for a bot, and give it."""
        token = new_token()
        self.add(name, token)
        return token

    def bot(self, metadata: Iterable[tuple[str, str | bytes]]) -> str | None:
        """The bot whose token stands in a call's metadata, or None."""
        given = b""
        for key, value in metadata:
            if key == "authorization" and isinstance(value, str) and value.startswith(_SCHEME):
                given = sha256(value[len(_SCHEME) :].encode()).digest()
        found = None
        for known, name in self._hashes.items():
            if hmac.compare_digest(known, given):
                found = name
        return found
