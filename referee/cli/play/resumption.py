"""`--resume`: find an interrupted match by the file of its record."""

from dataclasses import replace
from pathlib import Path

from referee.cli.option import match_options
from referee.cli.sentence import CommandSentence
from referee.error import UsageError
from referee.match.settings import MatchSettings
from referee.record.folder import part_of
from referee.record.reader import match_settings_of, read
from referee.record.resume import OpenRecord, reopen
from referee.record.signature import SigningKey
from referee.record.verify import sealed_outcome
from referee.server.host import Result
from tianming_games.match_terms import seed_bytes


def find(
    path: Path, wanted: MatchSettings, is_seeded: bool, key: SigningKey | None = None
) -> Result | OpenRecord | None:
    """Return the result of a match, its open record to resume, or None if it has not begun.

    Args:
        path: the record.
        wanted: the match that the command line describes.
        is_seeded: whether the command line includes the seed.
        key: signs a record that is resumed.

    Raises:
        UsageError: if the record belongs to a match with other options.
        DataError: if it cannot be read, or is damaged.
        StorageError: if another process is writing it.
    """
    if path.exists():
        record = read(path)
        settings = match_settings_of(record.header)
        _check(path, settings, wanted, is_seeded)
        return Result(settings, sealed_outcome(record), record.digest)
    if not part_of(path).exists():
        return None
    left = reopen(path, key)
    if left is not None:
        _check(path, left.settings, wanted, is_seeded)
    return left


def seed_number(path: Path, settings: MatchSettings) -> int:
    """Return the number from which a match's seed was made; its name contains it, masked.

    Raises:
        UsageError: if `referee play` did not begin the match.
    """
    number = match_options.seed_in_name(settings)
    if number is None or seed_bytes(number) != settings.seed:
        raise UsageError(CommandSentence.NOT_BEGUN_BY_PLAY, path=path)
    return number


def _check(path: Path, found: MatchSettings, wanted: MatchSettings, seeded: bool) -> None:
    """Raise `UsageError` if the command line describes another match than the record."""
    same = wanted if seeded else replace(wanted, seed=found.seed)
    for name, what in (
        ("game", "another game"),
        ("bots", "other bots"),
        ("options", "other options"),
        ("clock", "another clock"),
        ("strikes", "another number of strikes"),
        ("seed", "another seed"),
    ):
        if getattr(found, name) != getattr(same, name):
            raise UsageError(CommandSentence.OTHER_MATCH, path=path, difference=what)
