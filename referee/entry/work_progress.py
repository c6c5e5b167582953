"""The progress of the work on a submission: its stage, and what the build and the check print.

The build process writes it into files of the store, and the entry process reads them. So an owner
can follow after a restart of either, and see the output of a submission that is done.
"""

import codecs
import os
import secrets
from contextlib import suppress
from enum import Enum
from pathlib import Path
from typing import Final

FOLDER: Final = "work"
"""The folder in the store."""

MOST: Final = 1 << 20
"""Maximum bytes of output; more is left out."""

_PIECE: Final = 10_000
"""Bytes that are read at once. A wrong byte becomes a character of three bytes."""

_NEW: Final = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC
_STAGE: Final = ".stage"
_OUTPUT: Final = ".output"


class WorkStage(Enum):
    """What is done with a queued submission."""

    WAITING = "waiting"
    UNPACKING = "unpacking"
    BUILDING = "building"
    CHECKING = "checking"


class WorkProgress:
    """Writes the progress of one submission, from the beginning."""

    def __init__(self, store: Path, number: int) -> None:
        """Begin; what an earlier try has printed is removed.

        Raises:
            OSError: if the files cannot be written.
        """
        folder = store / FOLDER
        folder.mkdir(mode=0o700, exist_ok=True)
        self._stage = folder / f"{number}{_STAGE}"
        for old in folder.glob(f"{number}-*{_OUTPUT}"):
            old.unlink(missing_ok=True)
        output = folder / f"{number}-{secrets.token_hex(4)}{_OUTPUT}"
        self._output = os.fdopen(os.open(output, _NEW, 0o600), "wb", buffering=0)
        self._left = MOST

    def enter(self, stage: WorkStage) -> None:
        """Note that a stage begins."""
        beside = self._stage.with_suffix(".new")
        with suppress(OSError):  # it is shown, and nothing depends on it
            beside.write_text(stage.value)
            beside.replace(self._stage)

    def write(self, data: bytes) -> None:
        """Add output, up to the maximum."""
        kept = data[: self._left]
        self._left -= len(kept)
        with suppress(OSError):
            self._output.write(kept)

    def close(self) -> None:
        """End the work."""
        self._output.close()
        with suppress(OSError):
            self._stage.unlink()


class FollowedProgress:
    """Reads the progress of one submission, piece by piece."""

    def __init__(self, store: Path, number: int) -> None:
        self._stage = store / FOLDER / f"{number}{_STAGE}"
        self._folder = store / FOLDER
        self._pattern = f"{number}-*{_OUTPUT}"
        self._path = Path()
        self._offset = 0
        self._sent = 0
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")

    def stage(self) -> WorkStage:
        """Return the present stage."""
        try:
            return WorkStage(self._stage.read_text())
        except (OSError, ValueError):
            return WorkStage.WAITING

    def read(self) -> str:
        """Return the next output, safe for a terminal; empty if there is none now."""
        data = b""
        with suppress(OSError):
            for path in self._folder.glob(self._pattern):
                if path != self._path:  # the work begins again
                    self._path, self._offset = path, 0
                with path.open("rb") as file:
                    file.seek(self._offset)
                    data = file.read(min(_PIECE, MOST - self._sent))
        self._offset += len(data)
        self._sent += len(data)
        return "".join(map(_shown, self._decoder.decode(data).replace("\r", "\n")))


def _shown(character: str) -> str:
    is_safe = character.isprintable() or character in "\n\t"
    return character if is_safe else "\N{REPLACEMENT CHARACTER}"
