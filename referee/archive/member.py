"""One member of an archive, and why an archive cannot be read."""

from dataclasses import dataclass
from enum import Enum


class MemberKind(Enum):
    """What a member of an archive is."""

    FILE = "a file"
    FOLDER = "a folder"
    LINK = "a symbolic link"
    HARD_LINK = "a hard link"
    SPARSE = "a sparse file"
    SPECIAL = "a device, a pipe or a socket"


@dataclass(frozen=True, slots=True)
class ArchiveMember:
    """One member, as its header describes it. Nothing in it is checked.

    Attributes:
        name: its name in the archive.
        kind: what it is.
        size: how many bytes of content follow it.
        target: where a symbolic link of a tar file leads.
    """

    name: str
    kind: MemberKind
    size: int = 0
    target: str = ""


class BrokenArchive(Exception):
    """An archive is cut off, changed, or no archive of its kind; the text is a clause that says so.

    It never leaves the code that reads an archive: each reader turns it into a sentence.
    """
