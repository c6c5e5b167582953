"""Identify bots by the token in a call's metadata.

A ticket is a token for a single use by an invited bot. Only hashes of tokens and tickets are kept.
Lookups use a keyed hash, so that their time reveals nothing about a token.
"""

import hmac
import re
import secrets
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256

from referee.error import UsageError
from referee.identifier import BotName
from referee.server.sentence import ServerSentence
from referee.server.until import utc_now

NAME = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9 ._-]{0,38}[A-Za-z0-9])?")
"""The pattern of a bot's name: 1 to 40 letters and digits, with ` ._-` in between."""

HASHED = re.compile(r"[0-9a-f]{64}")
"""The pattern of a stored token: a SHA-256 in hexadecimal."""

_SCHEME = "Bearer "


def check_bot_name(name: str) -> BotName:
    """Return the name, if it is a valid name of a bot.

    Raises:
        UsageError: if it is not.
    """
    if not NAME.fullmatch(name):
        raise UsageError(ServerSentence.NO_BOT_NAME, name=name[:60])
    return BotName(name)


def new_token() -> str:
    """Return a new random token of 256 bits; it does not look like an option or a formula."""
    while (token := secrets.token_urlsafe(32)).startswith("-"):
        pass
    return token


def hashed(token: str) -> str:
    """Return the hash of a token: its SHA-256 in hexadecimal."""
    return sha256(token.encode()).hexdigest()


def bearer(metadata: Iterable[tuple[str, str | bytes]]) -> str:
    """Return the bearer token in a call's metadata; empty if there is none."""
    given = ""
    for field, value in metadata:
        if field == "authorization" and isinstance(value, str) and value.startswith(_SCHEME):
            given = value[len(_SCHEME) :]
    return given


@dataclass(frozen=True, slots=True)
class Token:
    """A stored token of a bot.

    Attributes:
        hashed: its SHA-256 in hexadecimal.
        until: when it expires, in UTC; None for never.
        made: when it was made; None if unknown.
        revoked: when it was revoked; None if it was not.
        old: the token before it, while that is valid as well; None for none.
    """

    hashed: str
    until: datetime | None = None
    made: datetime | None = None
    revoked: datetime | None = None
    old: "Token | None" = None

    def is_good(self, now: datetime) -> bool:
        """Return whether the token is valid at a moment."""
        return self.revoked is None and (self.until is None or now < self.until)


def check_token(name: BotName, token: Token) -> None:
    """Raise `UsageError` for an invalid name, or a hash that is not a SHA-256."""
    check_bot_name(name)
    for one in (token, token.old):
        if one is not None and not HASHED.fullmatch(one.hashed):
            raise UsageError(ServerSentence.TOKEN_NOT_HASHED, name=name)


@dataclass(frozen=True, slots=True)
class Credential:
    """The identity on a stream: the bot, and the lookup key of its token.

    Used tickets, and bots that the referee has dialled, cannot be revoked.
    """

    bot: BotName
    key: bytes = b""
    is_revocable: bool = True


class Identities:
    """The accepted tokens and tickets, with their bots."""

    def __init__(self, now: Callable[[], datetime] = utc_now) -> None:
        self._now = now
        self._secret = secrets.token_bytes(32)
        self._admitted: dict[bytes, tuple[BotName, Token]] = {}
        self._listed: dict[bytes, tuple[BotName, Token]] = {}
        self._tickets: dict[bytes, BotName] = {}

    def add(self, name: BotName, token: str) -> None:
        """Accept a token for a bot.

        Raises:
            UsageError: for an invalid name.
        """
        key, held = self._entry(name, Token(hashed(token)))
        self._admitted[key] = held

    def admit(self, name: BotName) -> str:
        """Create a token for a bot, accept it from now on, and return it."""
        token = new_token()
        self.add(name, token)
        return token

    def dismiss(self, token: str) -> None:
        """Stop accepting a token that `admit` has returned."""
        self._admitted.pop(self._key_of(token), None)

    def replace(self, tokens: Mapping[BotName, Token]) -> None:
        """Replace the tokens of the last `replace` by these, by the names of their bots.

        Raises:
            UsageError: for an invalid name or hash; then the old tokens stay.
        """
        self._listed = dict(
            self._entry(name, one)
            for name, token in tokens.items()
            for one in (token.old, token)
            if one is not None
        )

    def issue(self, name: BotName) -> str:
        """Create a ticket for a bot, which is accepted once, and return it."""
        ticket = new_token()
        self._tickets[self._key_of(ticket)] = check_bot_name(name)
        return ticket

    def withdraw(self, ticket: str) -> None:
        """Stop accepting a ticket; a bot that has used it stays connected."""
        self._tickets.pop(self._key_of(ticket), None)

    def holder(self, metadata: Iterable[tuple[str, str | bytes]]) -> Credential | None:
        """Return the credential of the token in a call's metadata; None if it is not accepted.

        A ticket is accepted only once, so this call uses it up.
        """
        key = self._key_of(bearer(metadata))
        invited = self._tickets.pop(key, None)
        if invited is not None:
            return Credential(invited, key, is_revocable=False)
        name, good = self._held(key)
        return Credential(name, key) if good else None

    def accepts(self, credential: Credential) -> bool:
        """Return whether a credential's token is still accepted; a used ticket always is."""
        return not credential.is_revocable or self._held(credential.key) == (credential.bot, True)

    def is_renamed(self, credential: Credential) -> bool:
        """Return whether a credential's token is valid, and its bot has another name now."""
        name, is_good = self._held(credential.key)
        return credential.is_revocable and is_good and name != credential.bot

    def _held(self, key: bytes) -> tuple[BotName, bool]:
        """Return the bot of a token, and whether the token is valid now."""
        found = self._admitted.get(key) or self._listed.get(key)
        if found is None:
            return BotName(""), False
        name, token = found
        return name, token.is_good(self._now())

    def _entry(self, name: BotName, token: Token) -> tuple[bytes, tuple[BotName, Token]]:
        check_token(name, token)
        return self._key(bytes.fromhex(token.hashed)), (name, token)

    def _key_of(self, secret: str) -> bytes:
        return self._key(sha256(secret.encode()).digest())

    def _key(self, digest: bytes) -> bytes:
        return hmac.digest(self._secret, digest, "sha256")
