"""Bubblewrap: the isolation of the preset `strict`.

Inside, a bot sees only the system's programs and libraries, the Python that runs the referee, and
the folder of its program. All of them are read-only.
"""

import os
import shutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from referee.error import UsageError
from referee.launch.command import BotCommand, installed, program_of
from referee.launch.sentence import LaunchSentence
from referee.launch.supervisor.spec import KEY_LISTS, SHARED

PROGRAM = "bwrap"
SCRATCH = "/tmp"
"""The folder that a bot may write to, in memory."""

_SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store")
_CONFIGURATION = (
    *("alternatives", "ca-certificates", "java-17-openjdk", "java-21-openjdk", "ld.so.cache"),
    *("ld.so.conf", "ld.so.conf.d", "localtime", "nsswitch.conf", "pki", "ssl", "timezone"),
)
_WALLS = (
    *("--unshare-user", "--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts"),
    *("--unshare-cgroup-try", "--disable-userns", "--uid", "1000", "--gid", "1000"),
    *("--cap-drop", "ALL", "--die-with-parent", "--as-pid-1", "--hostname", "bot"),
)

_OURS = ("referee", "tianming", "tianming_games", "tianming_proto")
"""Python packages that a bot may import, wherever they are installed."""

_MOST_ENTRIES = 1000
"""The most entries of a folder that are mounted one by one, as each needs arguments."""


def missing() -> str | None:
    """Return what this machine lacks, as a sentence; None if it lacks nothing."""
    if shutil.which(PROGRAM) is None:
        return "it needs bubblewrap (`apt-get install bubblewrap`)."
    return None


class Shown(NamedTuple):
    """Additional paths that a bot may read, and paths that are hidden from it."""

    readable: Sequence[Path] = ()
    hidden: Sequence[Path] = ()


def arguments(command: BotCommand, shown: Shown, disk: int, server: str) -> list[str]:
    """Return the command line of bubblewrap, to be followed by the program that runs inside.

    Args:
        command: the bot.
        shown: additional paths that it may read, and hidden paths.
        disk: the size of each of its writable folders, in bytes.
        server: the address of the referee.

    Raises:
        UsageError: when the bot is in a shared folder such as `/home`, or in a folder with a
            hidden path and too many other files.
    """
    here = str(command.folder.absolute())
    walls = [PROGRAM, *_WALLS, "--proc", "/proc", "--dev", "/dev"]
    for folder in (SCRATCH, SHARED):
        walls += ["--size", str(disk), "--tmpfs", folder]
    walls += ["--dir", here, *system_mounts()]
    for path in _shown(command, shown.readable):
        walls += _bound(path, _places(shown.hidden))
    for name in filter(os.path.exists, KEY_LISTS):
        walls += ["--ro-bind", os.devnull, name]
    socket = server.removeprefix("unix:")
    if socket != server:
        walls += ["--ro-bind", socket, socket]
    return [*walls, "--remount-ro", "/", "--remount-ro", "/dev", "--chdir", here, "--"]


def system_mounts() -> Iterator[str]:
    """Yield the arguments that mount the system's folders; links stay links."""
    for path in map(Path, _SYSTEM):
        if path.is_symlink():
            yield from ("--symlink", str(path.readlink()), str(path))
        else:
            yield from ("--ro-bind-try", str(path), str(path))
    for name in _CONFIGURATION:
        yield from ("--ro-bind-try", f"/etc/{name}", f"/etc/{name}")


def _places(hidden: Iterable[Path]) -> set[Path]:
    """Return the hidden paths, as they are named and with resolved links."""
    absolute = [path.absolute() for path in hidden]
    return {*absolute, *(path.parent.resolve() / path.name for path in absolute)} | {
        path.resolve() for path in absolute
    }


def _bound(path: Path, hidden: set[Path]) -> list[str]:
    """Return the arguments that mount a path without hidden paths.

    If a hidden path is inside, the other entries are mounted one by one. So files that are created
    there later stay invisible.
    """
    if path in hidden:
        return []
    if not any(one.is_relative_to(path) for one in hidden):
        return ["--ro-bind", str(path), str(path)]
    entries = sorted(path.iterdir())
    if len(entries) > _MOST_ENTRIES:
        raise UsageError(LaunchSentence.BOT_BESIDE_LEAGUE, folder=path, count=len(entries))
    words = ["--dir", str(path)]
    for entry in entries:
        if entry.is_symlink() and entry not in hidden:
            words += ["--symlink", str(entry.readlink()), str(entry)]
        else:
            words += _bound(entry, hidden)
    return words


def visible(command: BotCommand, readable: Iterable[Path]) -> list[Path]:
    """Return the paths that a bot may read: those of the system, its own, and additional ones.

    Raises:
        UsageError: when the bot is in a shared folder such as `/home`.
    """
    return [*system_folders(), *_shown(command, readable)]


def _shown(command: BotCommand, readable: Iterable[Path]) -> list[Path]:
    """Return the paths outside of the system that a bot may read, outer folders first."""
    own = {_apart(path, command) for path in own_folders(command)}
    packages = (path for folder in own for path in _node_packages(folder))
    paths = {*_python(), *own, *packages, *(path.absolute() for path in readable)}
    return sorted(path for path in paths if not path.is_relative_to("/usr"))


def system_folders() -> list[Path]:
    """Return the folders and files of the system that a sandboxed process may read."""
    return [*map(Path, _SYSTEM), *(Path("/etc") / name for name in _CONFIGURATION)]


def python_folders() -> list[Path]:
    """Return the folders outside of `/usr` that the referee's Python needs, outer folders first."""
    return sorted(path for path in set(_python()) if not path.is_relative_to("/usr"))


def _python() -> Iterator[Path]:
    """Yield the folders of this Python, the referee's packages and the installed bots."""
    yield from (Path(sys.prefix), Path(sys.base_prefix))
    packages = {module.partition(".")[0] for module in installed().values()}
    for package in (*_OURS, *sorted(packages)):
        spec = find_spec(package)
        if spec is not None:
            yield from map(Path, spec.submodule_search_locations or ())


def own_folders(command: BotCommand) -> Iterator[Path]:
    """Yield the absolute folders of the program and of the files that a command line names."""
    arguments, here = command.arguments, command.folder.absolute()
    program = program_of(arguments[0], here)
    for path in {Path(program).absolute(), Path(program).resolve()} if program else ():
        if not any(path.is_relative_to(part) for part in _SYSTEM):
            yield path.parents[1] if path.parent.name == "bin" else path.parent
    for word in arguments[1:]:
        path = here / word
        if not word.startswith("-") and os.path.exists(path):  # accepts any text, such as code
            yield path if path.is_dir() else path.parent
    if "-m" in arguments[:-1] and arguments[arguments.index("-m") + 1] not in installed().values():
        yield here


def _node_packages(folder: Path) -> Iterator[Path]:
    """Yield what Node.js looks up above a program: the next `package.json`, and its packages."""
    for above in folder.parents:
        if (above / "package.json").exists():
            yield above / "package.json"
            yield from filter(Path.exists, (above / "node_modules",))
            return


def _apart(folder: Path, command: BotCommand) -> Path:
    """Return the folder; raise `UsageError` if it is shared, so that a bot must not see it."""
    if folder in (Path("/"), Path.home(), Path(SCRATCH), Path("/etc"), Path("/home")):
        raise UsageError(LaunchSentence.BOT_IN_SHARED_FOLDER, bot=command.name, folder=folder)
    return folder
