"""Hide files of the league from a bot, with mounts in the bot's mount namespace.

An empty folder is mounted over a hidden folder. To hide a file, an empty folder is mounted over its
folder, and everything else in that folder is mounted back. So a file that is replaced or created
later stays hidden, such as SQLite's write-ahead log, or a league file that an editor saves.
"""

import os
from collections import defaultdict
from collections.abc import Iterable

from referee.launch.supervisor import kernel

_FLAGS = kernel.MS_NOSUID | kernel.MS_NODEV
_MOST_ENTRIES = 5000
"""The most entries of a folder that are mounted back one by one."""


class CannotHide(Exception):
    """A file cannot be hidden; the message is the reason, as a clause."""


def hide(paths: Iterable[str], socket: str) -> None:
    """Hide paths in this mount namespace, except one socket that may be inside them.

    Args:
        paths: absolute paths of files and folders. A missing file stays hidden even if it is
            created later, provided that its folder exists.
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
    """Return the folders, and the names of files by folder; of links also their targets."""
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
    """Cover a folder, and mount back its entries except those with these names."""
    if folder == "/":
        raise CannotHide("a file of the league lies in /: put it into a separate folder")
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
    """Mount a file or a folder back at a covered path."""
    os.makedirs(os.path.dirname(target), exist_ok=True)
    if os.path.isdir(source):
        os.makedirs(target, exist_ok=True)
    else:
        os.close(os.open(target, os.O_CREAT | os.O_WRONLY | os.O_CLOEXEC, 0o600))
    kernel.bind(source, target)
