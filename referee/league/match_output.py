"""What bots printed in their matches: files beside the records, for the owners of the bots.

Each bot has a folder with its latest matches. They are for people, so they survive no loss of
power, and a disk that takes none stops no match.
"""

from contextlib import suppress
from os import DirEntry, scandir
from pathlib import Path
from typing import Final

from referee.event_log import structlog
from referee.identifier import BotName, MatchId

log = structlog.get_logger()

FOLDER: Final = "output"
"""The name of the folder, inside the folder of the records."""

MOST_MATCHES: Final = 100
"""Matches of a bot of which the output is kept, the latest ones."""


class MatchOutputs:
    """The output of bots in a folder of records."""

    def __init__(self, records: Path) -> None:
        self._folder = records / FOLDER

    def keep(self, match_id: MatchId, bot: BotName, output: bytes) -> None:
        """Write what a bot printed in a match, in place of an earlier attempt at it."""
        folder = self._folder / bot
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            (folder / match_id).write_bytes(output)
            _prune(folder)
        except OSError as error:
            log.warning("output_not_kept", match=match_id, bot=bot, why=error.strerror)

    def read(self, match_id: MatchId, bot: BotName) -> bytes:
        """Return what a bot printed in a match; empty if it is not kept."""
        try:
            return (self._folder / bot / match_id).read_bytes()
        except OSError:
            return b""

    def rename(self, old: BotName, new: BotName) -> None:
        """Give the output of a bot another name."""
        with suppress(OSError):
            (self._folder / old).rename(self._folder / new)


def _prune(folder: Path) -> None:
    with scandir(folder) as found:
        files = list(found)
    if len(files) > MOST_MATCHES:
        files.sort(key=_age)
        for file in files[:-MOST_MATCHES]:
            Path(file).unlink(missing_ok=True)


def _age(file: DirEntry[str]) -> tuple[int, str]:
    return file.stat().st_mtime_ns, file.name
