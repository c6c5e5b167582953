"""The import path of the referee and of its child processes: what is installed, and nothing else.

The working folder, `PYTHONPATH` and the user's site folder are no part of it, because bots or their
authors may write there: a file `random.py` beside a league file would run inside the referee. Only
if the referee itself is installed in one of them, it stays.

Each child process of the referee that runs a module of an installed package is started with the
command line of `own_python`. This module imports only what Python loads at its own start: anything
else might be a file of the working folder.
"""

import os
import site
import sys

OWN = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
"""The folder in which the referee is installed."""

_KEPT = "TIANMING_SHELL_"
"""The prefix of the variables that keep those of the shell, for the bots."""

_PATHS = ("PYTHONPATH", "PYTHONSAFEPATH", "PYTHONNOUSERSITE")
"""The variables of Python that `keep_to_installed` changes, for child processes of libraries."""


def own_python(module: str, *arguments: str, is_buffered: bool = True) -> list[str]:
    """Return the command line that runs an installed module as a child process."""
    flags = _own_flags() if is_buffered else [*_own_flags(), "-u"]
    return [sys.executable, *flags, "-m", module, *arguments]


def _own_flags() -> list[str]:
    """Return the flags of Python that keep a child process to what is installed."""
    ignored = [] if OWN in _of_variable() else ["-E"]
    unseen = [] if _is_in_user_site() else ["-s"]
    flags = ["-I"] if ignored and unseen else ["-P", *ignored, *unseen]
    return [*flags, "-B"] if sys.flags.dont_write_bytecode else flags


def absolute_path() -> list[str]:
    """Return the import path of this process, without folders that depend on the working folder."""
    return [folder for folder in sys.path if os.path.isabs(folder)]


def keep_to_installed() -> None:
    """Keep this process and the child processes of its libraries to what is installed.

    Call it first in a process that is a command. The library `multiprocessing` starts children with
    the environment of this process; `shell_environment` returns that of the shell.
    """
    foreign = set() if sys.flags.safe_path else set(sys.path[:1])
    foreign |= {*_of_variable(), "", *_user_sites()} - {OWN, *_installed()}
    foreign -= {OWN}
    sys.path[:] = [folder for folder in sys.path if folder not in foreign]
    if _KEPT in os.environ or sys.flags.isolated:
        return
    os.environ[_KEPT] = "1"
    for name in _PATHS:
        if name in os.environ:
            os.environ[_KEPT + name] = os.environ.pop(name)
    os.environ["PYTHONSAFEPATH"] = "1"
    if OWN in _split(os.environ.get(_KEPT + "PYTHONPATH", "")):
        os.environ["PYTHONPATH"] = OWN
    if not _is_in_user_site():
        os.environ["PYTHONNOUSERSITE"] = "1"


def give_back_environment() -> None:
    """Undo the changes of `keep_to_installed` to the environment of this process."""
    shell = shell_environment()
    os.environ.clear()
    os.environ.update(shell)


def shell_environment() -> dict[str, str]:
    """Return the environment as the shell gave it to the command, for bots."""
    found = dict(os.environ)
    if found.pop(_KEPT, None) is None:
        return found
    for name in _PATHS:
        found.pop(name, None)
        if (value := found.pop(_KEPT + name, None)) is not None:
            found[name] = value
    return found


def _of_variable() -> list[str]:
    """Return the folders of `PYTHONPATH`; an empty one is the working folder."""
    if sys.flags.ignore_environment:
        return []
    return _split(os.environ.get("PYTHONPATH", ""))


def _split(paths: str) -> list[str]:
    return [os.path.abspath(path) for path in paths.split(os.pathsep)] if paths else []


def _user_sites() -> list[str]:
    """Return the user's site folder, if this process has one."""
    return [site.getusersitepackages()] if site.ENABLE_USER_SITE else []


def _is_in_user_site() -> bool:
    return OWN in _user_sites()


def _installed() -> list[str]:
    """Return the folders of Python and of what is installed in it."""
    library = os.path.dirname(os.__file__)
    return [*site.getsitepackages(), library, os.path.join(library, "lib-dynload")]
