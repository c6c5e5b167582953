"""Where a command writes a drawing or a page that it was asked for."""

import sys
from pathlib import Path


def write_drawing(path: Path, drawing: str) -> None:
    """Write an SVG picture or a page to a file, or to standard output where the path is `-`.

    Raises:
        StorageError: when the file cannot be written.
    """
    from referee.error import StorageError
    from referee.sentence.command import CommandSentence

    if str(path) == "-":
        sys.stdout.write(drawing)
        return
    try:
        path.write_text(drawing, encoding="utf-8")
    except OSError as error:
        raise StorageError(CommandSentence.NOT_WRITTEN, path=path, why=error.strerror) from None
