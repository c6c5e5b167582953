"""Read the file of a record, or one beside it, which has at most a known number of bytes."""

from pathlib import Path

from referee.error import DataError
from referee.record.sentence import RecordSentence
from tianming_games.ground.plain_file import read_plain
from tianming_games.ground.text import printable


def bounded(
    path: Path, most: int, not_read: RecordSentence, too_large: RecordSentence
) -> bytes | None:
    """Return the content of a file; None if there is none.

    Args:
        path: the file.
        most: its maximum number of bytes.
        not_read: the error if it cannot be read, or is not a regular file.
        too_large: the error if it has more bytes.

    Raises:
        DataError: one of these errors.
    """
    source = printable(str(path))
    try:
        data = read_plain(path, most + 1)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise DataError(not_read, source=source, why=error.strerror) from None
    if len(data) > most:
        raise DataError(too_large, source=source, most=most)
    return data
