"""Attendance: which network bots are connected, and which benched ones have come back."""

from collections.abc import Callable, Iterable, Mapping

from referee.identifier import BotName, SessionId
from referee.league.ledger.ledger import ListedBot
from referee.server.bench_notice import BenchNotice

Streams = Callable[[], Mapping[BotName, SessionId]]
"""Returns the session id of each connected bot's stream; a new stream has a new id."""

SendNotice = Callable[[BotName, BenchNotice], None]
"""Sends a notice to a connected bot."""


def nobody_connected() -> Mapping[BotName, SessionId]:
    """Return no streams; used if the league has no network bots."""
    return {}


def send_nowhere(bot: BotName, notice: BenchNotice) -> None:
    """Send nothing; used if the league has no network bots."""


class Attendance:
    """The network bots of a league while it runs.

    A bot that was benched for its absence plays again as soon as it opens a new stream. Other
    benched bots receive a notice when they connect, once on each stream.
    """

    def __init__(self, league: str, streams: Streams, send: SendNotice) -> None:
        self._league = league
        self._streams = streams
        self._send = send
        self._notified: dict[str, str | None] = {}
        """The last known stream of each benched bot; None if it was not connected."""

    def absent(self, bots: Iterable[BotName]) -> frozenset[BotName]:
        """Return those bots that are not connected."""
        return frozenset(bots).difference(self._streams())

    def benched(self, bot: ListedBot) -> None:
        """Note that a bot was benched, and notify it if it is connected."""
        stream = self._streams().get(bot.name)
        self._notified[bot.name] = stream
        if stream is not None:
            self._send(bot.name, self.notice(bot))

    def returned(self, benched: Iterable[ListedBot]) -> list[BotName]:
        """Return the bots that play again, and notify other benched bots that connected."""
        streams = self._streams()
        back = []
        for bot in benched:
            stream = streams.get(bot.name)
            if stream is None or stream == self._notified.get(bot.name):
                continue
            self._notified[bot.name] = stream
            if bot.until_connected:
                back.append(bot.name)
            else:
                self._send(bot.name, self.notice(bot))
        return back

    def notice(self, bot: ListedBot) -> BenchNotice:
        """Return the notice to a benched bot."""
        reason = (bot.benched or "").rstrip(".")
        return BenchNotice(self._league, reason, bot.until_connected, advice(bot))


def advice(bot: ListedBot) -> str:
    """Return a sentence that says how to bring a benched bot back."""
    command = f"`referee league add {bot.name!r}`"
    if bot.until_connected:
        return "Connect again: the bot then plays again by itself."
    if bot.token:
        return f"The organiser of the league can bring it back: {command}."
    return f"Once it is fixed, run: referee league add {bot.name!r}"
