"""Make a folder whole or not at all."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def new_folder(folder: Path) -> Iterator[Path]:
    """Yield a temporary folder; if the block succeeds, it becomes the folder.

    Args:
        folder: a missing or empty folder; its parent exists.

    Raises:
        OSError: if the folders cannot be made, or the folder has files.
    """
    with tempfile.TemporaryDirectory(
        prefix=f".{folder.name}.", dir=folder.absolute().parent, ignore_cleanup_errors=True
    ) as temporary:
        part = Path(temporary) / folder.absolute().name
        part.mkdir()
        yield part
        part.rename(folder)
