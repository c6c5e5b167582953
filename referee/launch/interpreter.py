"""Choose the Python for a bot whose command line begins with `python` or `python3`."""

import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Final

from referee.import_path import shell_environment
from referee.machine_errno import is_machine_error

NAMES: Final = ("python", "python3")
"""Words that name a Python on the PATH."""

_PROBE: Final = """
import os, site, sys
from importlib.util import find_spec
sys.path += filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))
if site.ENABLE_USER_SITE is not None: sys.path.append(site.getusersitepackages())
raise SystemExit(not find_spec("tianming"))
"""
"""Finds the SDK where a bot of that Python would, without running a file of the bot's folders."""

_TIMEOUT: Final = 10.0


def interpreter(word: str, folder: Path) -> str:
    """Return the program for a word of `NAMES`.

    This is the Python on the PATH, as in a shell. If there is none, or if it cannot import
    `tianming`, it is the Python of the referee. For example, a timer runs the referee without its
    virtual environment on the PATH.

    Args:
        word: the first word of a command line.
        folder: the working directory of the bot.
    """
    found = shutil.which(word)
    if found is None:
        return sys.executable
    is_own = Path(found).parent == Path(sys.executable).parent
    return word if is_own or _has_sdk(found, folder) else sys.executable


@cache
def _has_sdk(python: str, folder: Path) -> bool:
    """Whether a Python can import the SDK."""
    try:
        probe = subprocess.run(
            [python, "-I", "-c", _PROBE],
            cwd=folder,
            env=shell_environment(),
            capture_output=True,
            timeout=_TIMEOUT,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return False
    except OSError as error:
        if is_machine_error(error):
            raise
        return False
    return probe.returncode == 0
