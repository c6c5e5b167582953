"""Run a bot as a program: signals, log output and exit code."""

from __future__ import annotations

import asyncio
import logging
import signal
import sys
from collections.abc import Awaitable, Callable, Sequence

from tianming.error import Misconfigured, Refused, Unreachable
from tianming.stop import Stop, free_signals


def main(play: Callable[[Stop], Awaitable[None]]) -> None:
    """Run `play` until it returns; SIGINT and SIGTERM set its `Stop`.

    A signal for which the program has its own handler is left alone.

    Raises:
        SystemExit: with code 1 when the bot cannot connect or is refused, and the reason is
            printed on standard error; with code 130 after a `KeyboardInterrupt`.
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
    """Print the SDK's log on standard error, unless the program has its own log handler."""
    log = logging.getLogger("tianming")
    if log.hasHandlers():
        return
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("tianming: %(message)s"))
    log.addHandler(handler)
    log.setLevel(logging.INFO)
