"""The season of `referee serve`: a ladder that stays open while bots come and go."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from referee.cli import interruption
from referee.cli.sentence import CommandSentence
from referee.error import UsageError
from referee.launch.command import BotCommand, NamedBot
from referee.server.dial import DialTarget
from referee.server.identity import hashed, new_token
from referee.server.token_file import read_tokens, token_text

if TYPE_CHECKING:
    from referee.league.configuration.settings import BotSettings
    from referee.league.running.league_event import LeagueEvent
    from referee.league.running.progress import Status
    from referee.league.running.runner import Runner

NAME = "serve"
"""The name of the season, with which the names of matches begin."""

FIXED = ("game", "seats", "seed", "variants")
"""Settings that must not differ when the season continues."""

_ROUTINE = (
    *("listening", "match_ended", "step_planned", "round_planned", "round_ended", "draining"),
    *("too_few_bots", "round_waits"),
)
"""Events that the log has only at the level `debug`."""


class OpenRoster:
    """The bots of the season: those of the command line, and those of the token file.

    The referee keeps the dialled bots connected, so the season treats them like bots that connect
    by themselves. A bot whose token has expired plays no more.
    """

    def __init__(self, bots: Sequence[NamedBot], tokens: Path, seats: int) -> None:
        """Create the roster.

        Raises:
            UsageError: when local bots alone could play a match.
        """
        self._local = [bot for bot in bots if isinstance(bot, BotCommand)]
        self.dialled = [bot for bot in bots if isinstance(bot, DialTarget)]
        if len(self._local) >= seats:
            raise UsageError(
                CommandSentence.TOO_MANY_LOCAL_BOTS,
                count=len(self._local),
                seats=seats,
                most=seats - 1,
            )
        self._dialled = {bot.name: hashed(new_token()) for bot in self.dialled}
        self._tokens = tokens

    def read(self) -> tuple[BotSettings, ...]:
        """Read the token file, and return the bots of the season.

        Raises:
            UsageError: when the file cannot be read, or names a bot of the command line.
        """
        from referee.league.configuration.settings import BotSettings

        tokens = read_tokens(self._tokens)
        named = {*self._dialled, *(bot.name for bot in self._local)}
        if taken := sorted(named.intersection(tokens)):
            raise UsageError(CommandSentence.BOT_IN_TOKENS, name=taken[0], tokens=self._tokens)
        in_file = {name: token_text(token) for name, token in tokens.items()}
        remote = {**self._dialled, **in_file}
        return (
            *(BotSettings(name=bot.name, command=bot.line) for bot in self._local),
            *(BotSettings(name=name, token=token) for name, token in remote.items()),
        )


class OpenSeason:
    """Follows a run of the season: its log, its limits, and the signals to the process."""

    def __init__(self, roster: OpenRoster, matches: int | None, drain: float) -> None:
        """Create it; `run` plays.

        Args:
            roster: the bots of the season.
            matches: how many matches are played; None for any number.
            drain: the seconds that open matches have to finish after the first signal.
        """
        self._roster = roster
        self._matches = matches
        self._drain = drain
        self._runner: Runner | None = None
        self._until: float | None = None

    @property
    def finished(self) -> int:
        """How many matches have ended in this run, including resumed ones."""
        return 0 if self._runner is None else self._runner.finished

    @contextmanager
    def ended_by_signals(self) -> Iterator[None]:
        """Let the first signal end the season with its open matches, and the second one at once."""
        end = interruption.in_two_steps(self._begin_to_drain, self._stop)
        with interruption.stopping(end, self._read_again):
            yield

    def run(self, runner: Runner) -> None:
        """Play until a signal ends the run, or all matches are played.

        Raises:
            StorageError: when the disk fails.
        """
        self._runner = runner
        assert runner.backend.network is not None
        for bot in self._roster.dialled:
            runner.backend.network.dial(bot)
        if self._until is not None:  # the signal came before
            self._begin_to_drain()
        runner.run()

    def look(self, _: Status) -> None:
        """End the run if its time to drain is over."""
        assert self._runner is not None
        if self._until is not None and time.monotonic() >= self._until:
            self._runner.stop()

    def notify(self, event: LeagueEvent) -> None:
        """Log an event, and end the run after the last match."""
        from referee.event_log import structlog
        from referee.league.running.league_event import MatchEndedEvent, as_json

        facts: dict[str, object] = {**as_json(event, datetime.now(UTC))}
        kind = str(facts.pop("event"))
        del facts["time"]
        log = structlog.get_logger()
        (log.debug if kind in _ROUTINE else log.info)(kind, **facts)
        has_ended = isinstance(event, MatchEndedEvent) and self.finished == self._matches
        if has_ended and self._runner is not None:
            self._runner.drain()

    def _begin_to_drain(self) -> None:
        self._until = time.monotonic() + self._drain
        if self._runner is not None:
            assert self._runner.backend.network is not None
            self._runner.drain()
            self._runner.backend.network.drain(self._drain)

    def _stop(self) -> None:
        if self._runner is None:
            raise KeyboardInterrupt
        self._runner.stop()

    def _read_again(self) -> None:
        if self._runner is not None:
            self._runner.read_again()
