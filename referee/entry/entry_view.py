"""What the entry process sees of this machine: a view that bubblewrap makes, and no network.

The process faces callers whom nobody knows. So it sees only the system, the referee's packages, and
the folder of its store. The league file with the seed, the journal, the ledger, the records, the
versions and the keys of bots are not in its view: it can neither read nor write them. It has no
network either: its listening sockets are handed to it, and it cannot call anybody.
"""

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from referee.entry.sentence import SubmissionSentence
from referee.error import UsageError
from referee.launch import bubblewrap

PRIVATE: Final = "/run/tianming"
"""The folder, inside the view, of what the season process puts there."""

TLS: Final = f"{PRIVATE}/tls"
"""Copies of the certificate and its key."""

SEASON: Final = f"{PRIVATE}/season/socket"
"""The socket of the season."""

PRIVATE_FOLDERS: Final = ("tmp", "tls", "season")
"""What a private folder has: files for a moment, the TLS files, and the socket of the season."""

_WALLS: Final = (
    *("--unshare-user", "--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts"),
    *("--unshare-cgroup-try", "--disable-userns", "--uid", "1000", "--gid", "1000"),
    *("--cap-drop", "ALL", "--die-with-parent", "--hostname", "entry"),
    *("--proc", "/proc", "--dev", "/dev"),
)


def view(store: Path, private: Path) -> list[str]:
    """Return the command line of bubblewrap, to be followed by the program that runs inside.

    Args:
        store: the absolute folder of the store, which the program writes.
        private: a folder with `PRIVATE_FOLDERS`.
    """
    words = [bubblewrap.PROGRAM, *_WALLS, *bubblewrap.system_mounts()]
    words += ["--bind", str(private / "tmp"), bubblewrap.SCRATCH, "--tmpfs", "/run"]
    for path in bubblewrap.python_folders():
        words += ["--ro-bind", str(path), str(path)]
    words += ["--bind", str(store), str(store)]
    for name in ("tls", "season"):
        words += ["--ro-bind", str(private / name), f"{PRIVATE}/{name}"]
    return [*words, "--remount-ro", "/run", "--remount-ro", "/", "--chdir", PRIVATE, "--"]


def check_apart(store: Path, secrets: Iterable[Path]) -> None:
    """Check that the view of a process has no secret of the season.

    Args:
        store: the folder of the store.
        secrets: files and folders that the process may not see.

    Raises:
        UsageError: if it has one.
    """
    shown = [store, *bubblewrap.system_folders(), *bubblewrap.python_folders()]
    hidden = [path for path in secrets if _real(path) != _real(store)]
    for folder in shown:
        for secret in hidden:
            if _real(secret).is_relative_to(_real(folder)):
                raise UsageError(SubmissionSentence.ENTRY_SHOWS, folder=folder, secret=secret)


def _real(path: Path) -> Path:
    return Path(os.path.realpath(path))
