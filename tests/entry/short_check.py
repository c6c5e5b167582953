"""Be `referee`, but let a season check versions for a short time.

    python -m tests.entry.short_check league serve ...

A part of the check starts matches for up to a minute, and on a busy machine it takes that long. A
test of many versions needs only their verdicts.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from unittest.mock import patch

from referee.cli import main
from referee.entry import handed_settings
from referee.entry.entry_worker import SeasonTerms
from tests.source_tree import ROOT

_SECONDS = 2.0
"""Seconds after which a part of the check starts no more matches."""


def start_season(*words: str, folder: Path, events: Path, log: Path) -> "subprocess.Popen[bytes]":
    """Start `referee` with words in a folder; append its output and its log to files."""
    program = (sys.executable, "-m", "tests.entry.short_check", *words)
    variables = {**os.environ, "PYTHONPATH": str(ROOT)}
    with events.open("ab") as out, log.open("ab") as errors:
        return subprocess.Popen(program, cwd=folder, env=variables, stdout=out, stderr=errors)


@contextmanager
def short_checks() -> Iterator[None]:
    """Let the seasons of this process check versions for a short time."""
    terms = partial(SeasonTerms, seconds=_SECONDS)
    with patch.object(handed_settings, "SeasonTerms", terms):
        yield


if __name__ == "__main__":
    with short_checks():
        sys.exit(main.main())
