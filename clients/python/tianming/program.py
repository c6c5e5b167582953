"""A program that plays: its signals, what it prints, and its exit code."""

from __future__ import annotations

import asyncio
import logging
import signal
import sys
from collections.abc import Awaitable, Callable, Sequence

from tianming.error import Misconfigured, Refused, Unreachable
from tianming.stop import Stop, free_signals


def main(play: Callable[[Stop], Awaitable[None]]) -> None:
    """Play until the end of `play`, or until SIGINT or SIGTERM asks it to stop.

    A signal for which the program has a handler of its own stays with that.

    Raises:
        SystemExit: with code 1 when the bot cannot play; why is on standard error.
    """
    _show_log()
    try:
        asyncio.run(_until_signal(play, free_signals()))
    except KeyboardInterrupt:
        sys.exit(130)
    except (Misconfigured, Refused, Unreachable) as error:
        print(error, file=sys.stderr)
        sys.exit(1)


async def _until_signal(
    play: Callable[[Stop], Awaitable[None]], numbers: Sequence[signal.Signals]
) -> None:
    stop = Stop()
    with stop.on_signals(numbers):
        await play(stop)


def _show_log() -> None:
    """Print what the bot logs on standard error, unless the program has another place for it."""
    log = logging.getLogger("tianming")
    if log.hasHandlers():
        return
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("tianming: %(message)s"))
    log.addHandler(handler)
    log.setLevel(logging.INFO)
