"""The files beside a record: the reasoning of its bots, and an analysis of its choices.

Only this module knows their names. Whoever moves, removes or packs a record does the same with
them.
"""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from referee.record.folder import SUFFIX, final_of, name_of

REASONING_SUFFIX: Final = ".reasoning"
"""What the name of a record's reasoning has after the name of the record."""

ANALYSIS_SUFFIX: Final = ".analysis.json"
"""What the name of a record's analysis has after the name of the match."""


SUFFIXES: Final = (SUFFIX, f"{SUFFIX}{REASONING_SUFFIX}", ANALYSIS_SUFFIX)
"""The ends of the names of a finished record and of the files beside it."""


def reasoning_path(record: Path) -> Path:
    """Return where the reasoning of a record lies, whether it is finished or open."""
    return record.parent / f"{final_of(record).name}{REASONING_SUFFIX}"


def analysis_path(record: Path) -> Path:
    """Return where the analysis of a record lies."""
    return record.with_name(f"{name_of(record.name)}{ANALYSIS_SUFFIX}")


_COMPANIONS: Final[tuple[Callable[[Path], Path], ...]] = (reasoning_path, analysis_path)
"""Each returns the path of one kind of file beside a record."""


def companions(record: Path) -> list[Path]:
    """Return the files that lie beside a record."""
    return [path for path in (beside(record) for beside in _COMPANIONS) if path.is_file()]


def move_companions(record: Path, to: Path) -> None:
    """Rename the files beside a record, so that they lie beside its new name.

    Raises:
        OSError: when one of them cannot be renamed.
    """
    for beside in _COMPANIONS:
        with suppress(FileNotFoundError):
            beside(record).rename(beside(to))


def move_record(record: Path, to: Path) -> None:
    """Rename a record, and the files beside it.

    Raises:
        OSError: when the record is not there, or one of them cannot be renamed.
    """
    record.rename(to)
    move_companions(record, to)


def remove_record(record: Path) -> None:
    """Remove a record, if it is there, and the files beside it.

    Raises:
        OSError: when one of them cannot be removed.
    """
    for path in (record, *(beside(record) for beside in _COMPANIONS)):
        path.unlink(missing_ok=True)
