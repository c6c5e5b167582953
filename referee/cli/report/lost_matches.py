"""Matches that a bot has lost, offered for replay."""

from __future__ import annotations

import shlex
from itertools import islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from referee.identifier import BotName
    from referee.server.host import Result

_MOST = 3
"""The most lost matches that are offered."""


def offer(result: Result, own: Sequence[BotName], record: Path | None) -> str:
    """Return a sentence that offers to replay a match in which a bot was last or made a fault.

    Without a record, it says how to keep it.

    Args:
        result: the result of the match.
        own: the bots of the user.
        record: the record of the match, if it is kept.
    """
    seats = result.outcome.results
    last = max((one.place for one in seats), default=1)
    weak = [
        bot
        for bot, one in zip(result.settings.bots, seats, strict=False)
        if bot in own and (one.place == last > 1 or one.strikes)
    ]
    if not weak:
        return ""
    if record is not None:
        return f"For a replay: {shlex.join(['referee', 'replay', str(record)])}"
    return f"With --record FILE, `referee replay` can show how {' and '.join(weak)} played."


def offers(bot: BotName, records: Path | None) -> list[str]:
    """Return the lines that offer to replay matches in which a bot was last.

    Without a folder of records, the line says how to keep them.
    """
    if records is None:
        return [f"With --records FOLDER, `referee replay` can show how {bot} lost a match."]
    found = [shlex.join(["referee", "replay", str(path)]) for path in _lost(bot, records)]
    return [f"Lost by {bot}, for a replay:", *(f"  {line}" for line in found)] if found else []


def _lost(bot: BotName, records: Path) -> Iterator[Path]:
    """Return the first records of matches in which a bot was last, and not the only one."""
    from referee.record.folder import finished
    from referee.record.outline import outline
    from referee.record.reader import read_bytes

    def has_lost(path: Path) -> bool:
        found = outline(read_bytes(path), str(path))
        places = [one.place for one in found.outcome.results]
        own = [place for place, name in zip(places, found.header.bots, strict=False) if name == bot]
        return bool(own) and own[0] == max(places) > 1

    return islice(filter(has_lost, (records / name for name in finished(records))), _MOST)
