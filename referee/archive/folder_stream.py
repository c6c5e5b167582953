"""Read a folder one member at a time, as an archive of it would list them."""

import os
import stat
from collections.abc import Collection, Iterator
from pathlib import Path

from referee.archive.member import ArchiveMember, MemberKind
from referee.archive.tar_stream import PIECE

_KINDS = {
    stat.S_IFREG: MemberKind.FILE,
    stat.S_IFDIR: MemberKind.FOLDER,
    stat.S_IFLNK: MemberKind.LINK,
}


class FolderStream:
    """The members of a folder, in the order of their names. No link is followed."""

    def __init__(self, folder: Path, left_out: Collection[str] = ()) -> None:
        """Prepare the walk.

        Args:
            folder: the folder.
            left_out: names of files and folders that are not listed, wherever they are.
        """
        self._folder = folder
        self._left_out = left_out
        self._members = self._walk(folder)
        self._last = folder

    def next_member(self) -> ArchiveMember | None:
        """Return the next member; None at the end.

        Raises:
            OSError: if a folder cannot be read.
        """
        return next(self._members, None)

    def content(self) -> Iterator[bytes]:
        """Yield the content of the last member in pieces.

        Raises:
            OSError: if it cannot be read.
        """
        with open(os.open(self._last, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC), "rb") as file:
            while piece := file.read(PIECE):
                yield piece

    def _walk(self, folder: Path) -> Iterator[ArchiveMember]:
        waiting = [folder]
        while waiting:
            with os.scandir(waiting.pop()) as found:
                entries = sorted(
                    (one for one in found if one.name not in self._left_out), key=_name
                )
            for entry in entries:
                self._last = path = Path(entry.path)
                state = entry.stat(follow_symlinks=False)
                kind = _KINDS.get(stat.S_IFMT(state.st_mode), MemberKind.SPECIAL)
                target = os.readlink(path) if kind is MemberKind.LINK else ""
                name = str(path.relative_to(self._folder))
                yield ArchiveMember(name, kind, state.st_size, target)
            waiting += [Path(one.path) for one in reversed(entries) if _is_folder(one)]


def _name(entry: "os.DirEntry[str]") -> str:
    return entry.name


def _is_folder(entry: "os.DirEntry[str]") -> bool:
    return entry.is_dir(follow_symlinks=False)
