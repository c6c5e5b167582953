"""Read the files of records while the referee may write them, without locks or changes."""

from pathlib import Path

from referee.error import DataError
from referee.record.folder import part_of
from referee.record.framing import FileEnding
from referee.record.reader import Record, parse, read_bytes
from referee.web.sentence import WebSentence
from referee.web.web_problem import NotFound, Unreadable


def open_record(path: Path, is_live: bool) -> Record:
    """Return the record of a match, or its entries so far.

    Args:
        path: path of the finished record.
        is_live: whether the match is running; its record may end in the middle of an entry.

    Raises:
        NotFound: if there is no record.
        Unreadable: if it is damaged.
    """
    try:
        record = _read(part_of(path)) if is_live else None
        record = record or _read(path) or _read(part_of(path))
    except (DataError, OSError):
        raise Unreadable(WebSentence.RECORD_DAMAGED) from None
    if record is None:
        raise NotFound(WebSentence.RECORD_MISSING)
    if record.ending is FileEnding.DAMAGED or (record.ending is FileEnding.TORN and not is_live):
        raise Unreadable(WebSentence.RECORD_DAMAGED)
    return record


def _read(path: Path) -> Record | None:
    """Return the record in a file; None if there is no file."""
    if not path.is_file():
        return None
    return parse(read_bytes(path), path.name)
