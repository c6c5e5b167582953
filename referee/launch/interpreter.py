"""The Python that runs a bot whose command line begins with `python` or `python3`."""

import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Final

NAMES: Final = ("python", "python3")
"""Words that name a Python of the PATH."""

_PROBE: Final = "from importlib.util import find_spec; raise SystemExit(not find_spec('tianming'))"
_TIMEOUT: Final = 10.0


def interpreter(word: str, folder: Path) -> str:
    """Return the program for a word of `NAMES`.

    This is the Python of the PATH, as for a shell. If there is none, or if it has no `tianming`, it
    is the Python of the referee, which has it: a timer runs the referee without its environment.

    Args:
        word: the first word of a command line.
        folder: where the bot runs.
    """
    found = shutil.which(word)
    if found is None:
        return sys.executable
    is_own = Path(found).parent == Path(sys.executable).parent
    return word if is_own or _has_sdk(found, folder) else sys.executable


@cache
def _has_sdk(python: str, folder: Path) -> bool:
    """Whether a bot can import the SDK in a Python."""
    try:
        probe = subprocess.run(
            [python, "-c", _PROBE], cwd=folder, capture_output=True, timeout=_TIMEOUT, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return probe.returncode == 0
