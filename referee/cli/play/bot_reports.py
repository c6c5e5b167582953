"""What is reported of local bots while `referee play` plays: their output, and crashes."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from referee.cli import output
from referee.cli.report import failure
from referee.cli.sentence import CommandSentence
from referee.error import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from referee.identifier import BotName
    from referee.launch.command import NamedPlayer
    from referee.launch.local_bot import Crash
    from referee.terminal.match_watch import Watch

_MOST_BYTES = 4_096
"""Bytes of a line; a longer one is shown in parts."""

_TRACEBACK = "Traceback (most recent call last):"
_AS_BEFORE = "(the same traceback as before)"


def live_bots(
    players: Sequence[NamedPlayer], wanted: bool | None, *, is_json: bool, is_watched: bool
) -> frozenset[BotName]:
    """Return the bots whose output is shown when they print it.

    Without a wish of the user, it is the only bot that is a program of the user.

    Raises:
        UsageError: if the output would disturb a board on the screen.
    """
    from referee.launch.command import PersonSeat

    has_board = is_watched or any(isinstance(one, PersonSeat) for one in players)
    if wanted and has_board:
        raise UsageError(CommandSentence.OUTPUT_OVER_BOARD)
    if wanted is not None:
        return frozenset(one.name for one in players if wanted)
    own = own_bots(players)
    return frozenset(own if len(own) == 1 and not (has_board or is_json) else ())


def own_bots(players: Sequence[NamedPlayer]) -> list[BotName]:
    """Return the bots that are programs of the user."""
    from referee.launch.command import BotCommand, installed

    modules = set(installed().values())
    local = [one for one in players if isinstance(one, BotCommand)]
    return [one.name for one in local if modules.isdisjoint(one.arguments)]


class BotReports:
    """Reports at once what bots print, as far as it is wanted, and that they have crashed.

    The output of a crash is shown once: a later report with the same output says so.
    """

    def __init__(self, watch: Watch | None, live: frozenset[BotName]) -> None:
        self._watch = watch
        self._live = {bot: _LiveLines(bot) for bot in live}
        self.shown: dict[BotName, str] = {}
        """The last output of each bot that has been shown."""

    def printed(self, bot: BotName, data: bytes) -> None:
        """Show what a bot has printed, if it is one whose output is wanted."""
        if bot in self._live:
            self._live[bot].add(data)

    def crashed(self, crash: Crash) -> None:
        """Report a crash: on the screen of the match, or else on stderr."""
        bot, words = crash.absence.bot, crash.absence.last_words
        if bot in self._live:
            self._live[bot].close()
            self.shown[bot] = words
        lines = failure.crash_lines(crash, self.shown.get(bot))
        self.shown[bot] = words
        if self._watch is None:
            print("\n".join(lines), file=sys.stderr, flush=True)
        else:
            self._watch.remark(lines)

    def close(self) -> None:
        """Show lines that have no end."""
        for live in self._live.values():
            live.close()


class _LiveLines:
    """Prints the lines of a bot on stderr, each after the name of the bot.

    A traceback of Python is shown without the frames of libraries, and only once.
    """

    def __init__(self, bot: BotName) -> None:
        self._bot = bot
        self._begun = b""
        self._traceback: list[str] = []
        self._before: list[str] = []

    def add(self, data: bytes) -> None:
        """Print whole lines; a line without an end waits for it."""
        *lines, rest = (self._begun + data).split(b"\n")
        while len(rest) > _MOST_BYTES:
            lines.append(rest[:_MOST_BYTES])
            rest = rest[_MOST_BYTES:]
        self._begun = rest
        for line in lines:
            self._add(line.decode(errors="replace").rstrip("\r"))

    def close(self) -> None:
        """Print what waits for more."""
        if self._begun:
            self.add(b"\n")
        if self._traceback:
            self._end_traceback()

    def _add(self, line: str) -> None:
        if line == _TRACEBACK or (self._traceback and line.startswith(" ")):
            self._traceback.append(line)
            return
        if self._traceback:
            self._end_traceback()
        self._print(line)

    def _end_traceback(self) -> None:
        from referee.launch.output_text import own_lines

        lines, self._traceback = own_lines(self._traceback), []
        for line in [_AS_BEFORE] if lines == self._before else lines:
            self._print(line)
        self._before = lines

    def _print(self, line: str) -> None:
        print(f"{self._bot}: {output.printable(line)}", file=sys.stderr, flush=True)
