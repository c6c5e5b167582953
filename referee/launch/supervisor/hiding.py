"""Hide files of the league from a bot: by mounts that only the bot's namespace has.

A hidden folder is covered by an empty one. A hidden file is left out of its folder: an empty
folder covers that one, and everything else in it is mounted back. So a file that is replaced
or made later (the write-ahead log of SQLite, a league file that an editor saves) stays hidden.
"""

import os
from collections import defaultdict
from collections.abc import Iterable

from referee.launch.supervisor import kernel

_FLAGS = kernel.MS_NOSUID | kernel.MS_NODEV
_MOST_ENTRIES = 5000
"""Entries of a folder that are mounted back one by one, at most."""


class CannotHide(Exception):
    """A file cannot be hidden; has the reason, as a clause."""


def hide(paths: Iterable[str], socket: str) -> None:
    """Cover paths for this mount namespace, and keep one socket that may lie in them.

    Args:
        paths: absolute paths of files and folders; those that are missing need no cover, but
            what is made later under a file's name stays hidden as well.
        socket: the path of the bot's own socket; empty for none.

    Raises:
        CannotHide: when a folder is too large, or is the root.
        OSError: when the system refuses a mount.
    """
    own = os.open(socket, os.O_PATH | os.O_CLOEXEC) if socket else None
    folders, files = _sorted(paths)
    for folder in sorted(files):
        _cover_without(folder, files[folder])
    for folder in sorted(folders):
        if os.path.isdir(folder):
            _cover(folder)
    if own is not None:
        _mount_back(f"/proc/self/fd/{own}", socket)
        os.close(own)
    os.chdir(os.getcwd())


def _sorted(paths: Iterable[str]) -> tuple[set[str], dict[str, set[str]]]:
    """The folders, and the names of files by their folder; links and what they lead to."""
    folders: set[str] = set()
    files: dict[str, set[str]] = defaultdict(set)
    for path in paths:
        for place in {_without_links_above(path), os.path.realpath(path)}:
            if os.path.isdir(place):
                folders.add(place)
            elif os.path.isdir(os.path.dirname(place)):
                files[os.path.dirname(place)].add(os.path.basename(place))
    return folders, files


def _without_links_above(path: str) -> str:
    return os.path.join(os.path.realpath(os.path.dirname(path)), os.path.basename(path))


def _cover(folder: str) -> None:
    kernel.mount("tmpfs", folder, _FLAGS, "size=0,mode=755")


def _cover_without(folder: str, names: set[str]) -> None:
    """Cover a folder, and mount back its content except some names."""
    if folder == "/":
        raise CannotHide("a file of the league lies in /: put it into a folder of its own")
    below = os.open(folder, os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
    kept = [entry for entry in os.scandir(folder) if entry.name not in names]
    if len(kept) > _MOST_ENTRIES:
        raise CannotHide(
            f"files of the league lie in {folder} among {len(kept)} others, and a sandbox can "
            f"tell them apart from {_MOST_ENTRIES}: put them into a folder of their own"
        )
    _cover(folder)
    for entry in kept:
        if entry.is_symlink():
            os.symlink(os.readlink(f"/proc/self/fd/{below}/{entry.name}"), entry.path)
        else:
            _mount_back(f"/proc/self/fd/{below}/{entry.name}", entry.path)
    os.close(below)


def _mount_back(source: str, target: str) -> None:
    """Mount a file or a folder where a cover has made it disappear."""
    os.makedirs(os.path.dirname(target), exist_ok=True)
    if os.path.isdir(source):
        os.makedirs(target, exist_ok=True)
    else:
        os.close(os.open(target, os.O_CREAT | os.O_WRONLY | os.O_CLOEXEC, 0o600))
    kernel.bind(source, target)
