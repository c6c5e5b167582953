"""Run a program, and show its output only if it fails."""

import os
import subprocess
from pathlib import Path


def run(*words: str | Path, folder: Path | None = None, **variables: str) -> str:
    """Run a program with environment variables, and return what it prints.

    Raises:
        SystemExit: with the command and its output, if the program fails.
    """
    done = subprocess.run(
        [str(word) for word in words],
        cwd=folder,
        env=os.environ | variables,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        stdin=subprocess.DEVNULL,
        text=True,
        check=False,
    )
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, words))}\n{done.stdout}")
    return done.stdout
