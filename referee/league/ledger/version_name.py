"""The names of bots in tables: a new version of a bot starts a new rating.

The present version of a bot has the bot's name, and an earlier one `NAME@VERSION`. So the names of
versions change when a newer one plays. The ratings of earlier rounds are stored by keys that do not
change: every version has the key `NAME@VERSION`. No bot has such a name.
"""

from collections.abc import Iterable, Sequence

from sqlalchemy import Connection, select

from referee.identifier import BotName
from referee.league.ledger.schema import bot as bot_table

_LISTED = select(bot_table.c.name, bot_table.c.version, bot_table.c.command)

_UNKNOWN = "?"
"""Stands for the version in matches of a remote bot that announced one only later."""

Lineups = Iterable[tuple[Sequence[BotName], Sequence[str] | None]]
"""The bots of each match by seat, and their versions; None if none is known."""


class VersionNames:
    """The names of the bots of a season."""

    def __init__(self, connection: Connection, lineups: Lineups, by_version: bool) -> None:
        """Read the versions.

        Args:
            connection: the tables.
            lineups: the matches in planned order.
            by_version: whether each version is rated separately.
        """
        self.by_version = by_version
        self._latest: dict[str, str] = {}
        self._first: dict[str, str] = {}
        local = set()
        for name, version, command in connection.execute(_LISTED):
            self._latest[name] = version or ""
            if command is not None:
                local.add(name)
        for bots, versions in lineups if by_version else ():
            for name, version in zip(bots, versions or (), strict=False):
                if version and name in local:
                    self._first.setdefault(name, version)

    @property
    def are_versioned(self) -> bool:
        """Whether any name may differ from the name of its bot."""
        return self.by_version and any(self._latest.values())

    def shown(self, bot: BotName, version: str) -> BotName:
        """Return the name in tables of a version; empty for an unknown one.

        A local bot always has a version, so an unknown one is its first.
        """
        if not self.by_version:
            return bot
        version = version or self._first.get(bot, "")
        if version == self._latest.get(bot, ""):
            return bot
        return BotName(f"{bot}@{version or _UNKNOWN}")

    def key(self, shown: BotName) -> str:
        """Return the key of a name in tables, which never changes."""
        if not self.by_version:
            return shown
        bot, _, version = shown.partition("@")
        if shown == bot:
            version = self._latest.get(bot, "")
        return f"{bot}@{'' if version == _UNKNOWN else version}"

    def shown_of(self, key: str) -> BotName:
        """Return the name in tables of a key."""
        bot, _, version = key.partition("@")
        return self.shown(BotName(bot), version)


def base_name(shown: str) -> BotName:
    """Return the name of the bot of a name in tables."""
    return BotName(shown.partition("@")[0])
