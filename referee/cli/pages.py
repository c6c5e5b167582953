"""Serve the pages during a command that plays: `referee web` as a separate process."""

from __future__ import annotations

import contextlib
import os
import select
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from referee.cli import output
from referee.cli.web import LISTEN
from referee.error import UnavailableError
from referee.import_path import own_python
from referee.sentence.web import WebSentence

_STARTUP = 60.0
"""Seconds for the process to start."""
_GOODBYE = 10.0
"""Seconds for the process to end."""

web_option = click.option(
    "--web",
    metavar="ADDRESS",
    help=f"serve the pages of the season at host:port too, e.g. {LISTEN}; see `referee web`",
)
"""Adds the option `--web`."""


@contextlib.contextmanager
def pages_served(
    address: str | None, season: Path, overrides: Sequence[str] = ()
) -> Iterator[None]:
    """Serve the pages of a season inside the `with` block, and print their address on stderr.

    A later failure of the pages does not affect the matches.

    Args:
        address: `host:port` to listen on; None to serve no pages.
        season: a league file, or a folder of records.
        overrides: `KEY=VALUE` for each key of the league file that is overridden.

    Raises:
        UnavailableError: if the pages cannot start.
    """
    if address is None:
        yield
        return
    words = ["web", str(season), "--listen", address, "--parent", str(os.getpid())]
    words += [word for override in overrides for word in ("--set", override)]
    process = subprocess.Popen(
        own_python("referee.cli.main", *words),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        start_new_session=True,
    )
    try:
        output.print_aside(_first_line(process))
        yield
    finally:
        process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(_GOODBYE)
        process.kill()
        process.wait()


def _first_line(process: subprocess.Popen[bytes]) -> str:
    """Return the line that the process prints once it serves the pages.

    Raises:
        UnavailableError: if it does not start; its stderr has the reason.
    """
    assert process.stdout is not None
    with process.stdout as lines:
        ready, _, _ = select.select([lines], [], [], _STARTUP)
        line = lines.readline().decode().strip() if ready else ""
    if not line:
        raise UnavailableError(WebSentence.PAGES_DID_NOT_START)
    return line
