"""The secret that signs webhooks: `whsec_` and 24 to 64 bytes in Base64."""

import base64
import binascii
import os
import re
from collections.abc import Mapping
from pathlib import Path

from referee.error import UsageError
from referee.league.configuration.notify_settings import NotifySettings
from referee.league.configuration.sentence import LeagueFileSentence

_FORM = re.compile(r"whsec_([A-Za-z0-9+/]+={0,2})")
_MOST = 1_000
"""The most bytes of a file with a secret."""


def webhook_secret(
    target: NotifySettings, folder: Path, environment: Mapping[str, str] = os.environ
) -> bytes | None:
    """Return the secret of a target; None if it has none.

    Args:
        target: the target.
        folder: the folder of the league file.
        environment: the environment variables.

    Raises:
        UsageError: if the secret cannot be read, or has another form. The error does not have it.
    """
    if target.secret_env:
        where, text = target.secret_env, environment.get(target.secret_env, "")
    elif target.secret_file:
        where, text = target.secret_file, _text(target, folder)
    else:
        return None
    found = _FORM.fullmatch(text.strip())
    try:
        secret = base64.b64decode(found[1], validate=True) if found else b""
    except binascii.Error:
        secret = b""
    if not 24 <= len(secret) <= 64:
        raise UsageError(LeagueFileSentence.WRONG_WEBHOOK_SECRET, where=where, target=target.name)
    return secret


def _text(target: NotifySettings, folder: Path) -> str:
    try:
        with (folder / target.secret_file).open("rb") as file:
            return file.read(_MOST).decode("ascii", "replace")
    except OSError as error:
        raise UsageError(
            LeagueFileSentence.WEBHOOK_SECRET_NOT_READ,
            file=target.secret_file,
            target=target.name,
            why=error.strerror,
        ) from None
