"""Serve the pages during a command that plays: `referee web` as a separate process."""

from __future__ import annotations

import contextlib
import functools
import os
import select
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from referee.cli import output
from referee.cli.look.web import LISTEN
from referee.error import UnavailableError, UsageError
from referee.import_path import own_python
from referee.web.sentence import WebSentence

if TYPE_CHECKING:
    import subprocess

_STARTUP = 60.0
"""Seconds for the process to start."""
_GOODBYE = 10.0
"""Seconds for the process to end."""


@dataclass(frozen=True, slots=True)
class PagesOptions:
    """The options `--web`, `--web-root`, `--web-host` and `--web-proxy`.

    Attributes:
        address: `host:port` to listen on; None to serve no pages.
        words: the other options, as `referee web` takes them.
    """

    address: str | None
    words: tuple[str, ...] = ()


def web_option(function: Callable[..., int]) -> Callable[..., int]:
    """Add the options of the pages; the function gets them as `web`, a `PagesOptions`."""

    @functools.wraps(function)
    def run(
        *args: object,
        web: str | None,
        web_root: str | None,
        web_host: tuple[str, ...],
        web_proxy: tuple[str, ...],
        **others: object,
    ) -> int:
        words = [] if web_root is None else ["--root", web_root]
        words += [word for host in web_host for word in ("--host", host)]
        words += [word for proxy in web_proxy for word in ("--proxy", proxy)]
        if words and web is None:
            raise UsageError(WebSentence.OPTION_WITHOUT_WEB, option=f"--web-{words[0][2:]}")
        return function(*args, web=PagesOptions(web, tuple(words)), **others)

    for option in reversed(_OPTIONS):
        run = option(run)
    return run


_OPTIONS = (
    click.option(
        "--web",
        metavar="ADDRESS",
        help=f"serve the pages of the season at host:port too, e.g. {LISTEN}; see `referee web`",
    ),
    click.option("--web-root", metavar="PATH", help="as --root of `referee web`"),
    click.option("--web-host", metavar="NAME", multiple=True, help="as --host of `referee web`"),
    click.option(
        "--web-proxy", metavar="ADDRESS", multiple=True, help="as --proxy of `referee web`"
    ),
)


@contextlib.contextmanager
def pages_served(
    options: PagesOptions, season: Path, overrides: Sequence[str] = ()
) -> Iterator[None]:
    """Serve the pages of a season inside the `with` block, and print their address on stderr.

    A later failure of the pages does not affect the matches.

    Args:
        options: where to serve the pages, if at all.
        season: a league file, or a folder of records.
        overrides: `KEY=VALUE` for each key of the league file that is overridden.

    Raises:
        UnavailableError: if the pages cannot start.
    """
    import subprocess

    if options.address is None:
        yield
        return
    words = ["web", str(season), "--listen", options.address, "--parent", str(os.getpid())]
    words += options.words
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
        waiting = select.poll()  # unlike select.select, it takes descriptors above 1023
        waiting.register(lines, select.POLLIN)
        line = lines.readline().decode().strip() if waiting.poll(1000 * _STARTUP) else ""
    if not line:
        raise UnavailableError(WebSentence.PAGES_DID_NOT_START)
    return line
