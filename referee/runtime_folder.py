"""The folder of a user's running referees: the sockets of their local bots.

It lies in the folder for temporary files, and only its user may enter it. All referees of a
user share it, so that a sandbox hides the sockets of all of them by hiding one folder.
"""

import os
import stat
import tempfile
from pathlib import Path

from referee.error import UnavailableError


def runtime_folder() -> Path:
    """Return the folder; make it where there is none.

    Raises:
        UnavailableError: when it cannot be made, or another user has taken its name.
    """
    folder = Path(tempfile.gettempdir()) / f"tianming-{os.geteuid()}"
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        found = folder.lstat()
    except OSError as error:
        raise UnavailableError(
            f"the folder {folder} cannot be made: {error.strerror}; have TMPDIR name another place."
        ) from None
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.geteuid() or found.st_mode & 0o077:
        raise UnavailableError(
            f"{folder} is not a folder that only you may enter: remove it, or have TMPDIR name "
            "another place."
        )
    return folder
