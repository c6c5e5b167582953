"""Renamed bots: the tables have their present names, records and journal those of their time.

A bot keeps every name that it ever had, so that each name means one bot for the whole season.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import fields, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Table, delete, insert, or_, select, update

from referee.identifier import BotName
from referee.league.configuration.settings import BotSettings
from referee.league.ledger.chained_journal import TEXT
from referee.league.ledger.journal import NAME as JOURNAL_NAME
from referee.league.ledger.journal_event import BotRenamed, JournalEvent, loads
from referee.league.ledger.schema import bot as bot_table
from referee.league.ledger.schema import metadata, season
from referee.record.outline import Header

PresentNames = Mapping[BotName, BotName]
"""The present name of a bot by each name that it had before."""

_NAMES = select(season.c.value).where(season.c.name == "renamed")


def present_names(connection: Connection) -> PresentNames:
    """Return the renamed bots of a ledger."""
    found: dict[BotName, BotName] = json.loads(connection.scalar(_NAMES) or "{}")
    return found


def names_after(events: Iterable[JournalEvent]) -> PresentNames:
    """Return the renamed bots after these events."""
    names: PresentNames = {}
    for event in events:
        if isinstance(event, BotRenamed):
            names = _with(names, event)
    return names


def rename(connection: Connection, event: BotRenamed) -> None:
    """Give a bot another name in every table."""
    names = _with(present_names(connection), event)
    connection.execute(delete(season).where(season.c.name == "renamed"))
    connection.execute(insert(season), {"name": "renamed", "value": json.dumps(names)})
    change = update(bot_table).where(bot_table.c.name == event.old)
    connection.execute(change.values(name=event.new))
    for table in metadata.sorted_tables:
        if "bot" in table.c:
            _rename_column(connection, table, event)
        if "bots" in table.c:
            _rename_lists(connection, table, event)


def as_present(event: JournalEvent, names: PresentNames) -> JournalEvent:
    """Return an event with the present names, if a process wrote it that did not know them yet."""
    if not names or isinstance(event, BotRenamed):
        return event
    changes: dict[str, Any] = {}
    for field in fields(event):
        value = getattr(event, field.name)
        if field.name == "bot":
            changes["bot"] = names.get(value, value)
        elif field.name == "bots":
            changes["bots"] = renamed(value, names)
        elif field.name == "pairings":
            changes["pairings"] = tuple(
                replace(one, bots=renamed(one.bots, names)) for one in value
            )
    return replace(event, **changes) if changes else event


def renamed(bots: Iterable[BotName], names: PresentNames) -> tuple[BotName, ...]:
    """Return the present names of bots."""
    return tuple(names.get(bot, bot) for bot in bots)


def present_header(header: Header | None, names: PresentNames) -> Header | None:
    """Return the header of a record with the present names of its bots."""
    if header is None or names.keys().isdisjoint(header.bots):
        return header
    return replace(header, bots=renamed(header.bots, names))


def present_bots(bots: Sequence[BotSettings], names: PresentNames) -> tuple[BotSettings, ...]:
    """Return the bots of a league file with their present names, each once."""
    in_file = {bot.name for bot in bots}
    return tuple(
        replace(bot, name=names[bot.name]) if bot.name in names else bot
        for bot in bots
        if names.get(bot.name) not in in_file
    )


def names_beside(folder: Path) -> PresentNames:
    """Return the renamed bots of a league from the journal in its records folder, if it has one.

    A journal that cannot be read, or that is damaged, has no names.
    """
    path = folder / JOURNAL_NAME
    try:
        status = path.stat()
    except OSError:
        return {}
    return _names_in(path, status.st_mtime_ns, status.st_size)


@lru_cache(8)
def _names_in(path: Path, _changed: int, _size: int) -> PresentNames:
    try:
        lines = path.read_bytes().splitlines()
    except OSError:
        return {}
    found: list[JournalEvent] = []
    for line in lines:
        if b'"bot_renamed"' in line:
            with suppress(ValueError, KeyError, TypeError):
                found.append(loads(line[TEXT:].decode()))
    return names_after(found)


def _with(names: PresentNames, event: BotRenamed) -> PresentNames:
    old, new = event.old, event.new
    moved = {before: new if now == old else now for before, now in names.items()}
    return {before: now for before, now in {**moved, old: new}.items() if before != now}


def _rename_column(connection: Connection, table: Table, event: BotRenamed) -> None:
    """Rename a bot in the column `bot`, also where its version follows the name."""
    column, prefix = table.c.bot, f"{event.old}@"
    is_its = or_(column == event.old, column.startswith(prefix, autoescape=True))
    for (before,) in connection.execute(select(column).where(is_its).distinct()).all():
        new = event.new + before.removeprefix(event.old)
        change = update(table).where(column == before)
        connection.execute(change.values(bot=new))


def _rename_lists(connection: Connection, table: Table, event: BotRenamed) -> None:
    """Rename a bot in the column `bots`, which is a JSON list."""
    column = table.c.bots
    has_it = column.contains(json.dumps(event.old), autoescape=True)
    for (before,) in connection.execute(select(column).where(has_it).distinct()).all():
        bots = [event.new if bot == event.old else bot for bot in json.loads(before)]
        change = update(table).where(column == before)
        connection.execute(change.values(bots=json.dumps(bots)))
