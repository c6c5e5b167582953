"""The versions of bots in a season, each with the first round in which it played."""

import json
from functools import lru_cache
from typing import Any, Final

from sqlalchemy import Connection, select

from referee.league.ledger.schema import COUNTING, attempt, pairing
from referee.web.api.season import Version
from tianming_games.ground.text import printable

_PLAYED: Final = (
    select(pairing.c.round, pairing.c.bots, attempt.c.versions)
    .select_from(COUNTING)
    .where(attempt.c.versions.is_not(None))
    .distinct()
    .order_by(pairing.c.round)
)
"""Round, bots and reported versions of each match that counts, ordered by round."""


def bot_versions(connection: Connection) -> dict[str, tuple[Version, ...]]:
    """Return by bot the versions that it reported, ordered by the first round of each."""
    first: dict[str, dict[str, int]] = {}
    for number, bots, versions in connection.execute(_PLAYED):
        for bot, version in zip(_list(bots), _list(versions), strict=False):
            if version:
                first.setdefault(bot, {}).setdefault(version, number)
    return {
        bot: tuple(Version(round=number, label=printable(label)) for label, number in one.items())
        for bot, one in first.items()
    }


@lru_cache(1 << 12)
def _list(text: str) -> tuple[Any, ...]:
    return tuple(json.loads(text))
