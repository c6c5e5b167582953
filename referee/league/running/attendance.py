"""Attendance: which remote bots are there, and which benched ones have come back."""

from collections.abc import Iterable, Mapping

from referee.identifier import BotName, SessionId
from referee.launch.finished_match import FinishedMatch, PlayedMatch
from referee.league.executor.execution_backend import NetworkBots
from referee.league.hosted_version import RESTS_OF_ENTRIES, UNCONNECTED
from referee.league.ledger.ledger_queries import ListedBot
from referee.league.running.roster import HELD, is_by_organiser
from referee.match.clock import Instant, seconds
from referee.server.bench_notice import BenchNotice

_UNSEEN = "it was not connected when another bot was found missing"


class Attendance:
    """The remote bots of a league while it runs.

    A bot that was benched for its absence plays again as soon as it opens a new stream. Other
    benched bots receive a notice when they connect, once on each stream.
    """

    def __init__(self, league: str, network: NetworkBots | None) -> None:
        """The remote bots of `league`; `network` is None if none can connect."""
        self._league = league
        self._network = network
        self._notified: dict[str, str | None] = {}
        """The last known stream of each benched bot; None if it was not connected."""
        self._silence: dict[BotName, str] = {}
        """Why each listening bot did not answer for its latest match; empty if it did. Such bots
        are not connected before the referee dials them for a match."""

    def _streams(self) -> Mapping[BotName, SessionId]:
        return {} if self._network is None else self._network.streams()

    def wanted(self, bot: BotName) -> int:
        """Return the most matches at once that a bot asks for; 0 for any number."""
        return 0 if self._network is None else self._network.wanted(bot)

    def played(self, listening: Iterable[BotName], result: PlayedMatch) -> None:
        """Note which listening bots of a match answered the referee.

        A failed match says nothing if its worker is gone or the machine is at fault.
        """
        if isinstance(result, FinishedMatch):
            absent = {absence.bot: absence.reason for absence in result.absences}
            self._silence.update((bot, absent.get(bot, "")) for bot in listening)
        elif not result.is_lost and not result.by_machine:
            known = {absence.bot: absence.reason for absence in result.absences}
            known |= dict.fromkeys(result.connected, "")
            self._silence.update(
                (bot, known.get(bot, self._silence.get(bot) or _UNSEEN)) for bot in listening
            )

    def dial_again(self) -> None:
        """Forget which listening bots did not answer."""
        self._silence = {bot: why for bot, why in self._silence.items() if not why}

    def silent(self, listening: Iterable[BotName]) -> dict[BotName, str]:
        """Return why listening bots did not answer for their latest match; leave out the others."""
        return {bot: why for bot in listening if (why := self._silence.get(bot))}

    def answering(self, listening: Iterable[BotName]) -> frozenset[BotName]:
        """Return those listening bots that answered for their latest match."""
        return frozenset(bot for bot in listening if self._silence.get(bot) == "")

    def absent(self, bots: Iterable[BotName]) -> frozenset[BotName]:
        """Return those bots that are not connected."""
        return frozenset(bots).difference(self._streams())

    def benched(self, bot: ListedBot) -> None:
        """Note that a bot was benched, and notify it if it is connected."""
        stream = self._streams().get(bot.name)
        self._notified[bot.name] = stream
        if stream is not None or self._is_barred(bot.name):
            self._notify(bot)

    def _is_barred(self, bot: BotName) -> bool:
        return self._network is not None and bot in self._network.barred()

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
                self._notify(bot)
        return back

    def _notify(self, bot: ListedBot) -> None:
        if self._network is not None:
            self._network.send_notice(bot.name, self.notice(bot))

    def notice(self, bot: ListedBot) -> BenchNotice:
        """Return the notice to a benched bot."""
        reason = (bot.benched or "").rstrip(".")
        return BenchNotice(self._league, reason, bot.until_connected, advice(bot))


def advice(bot: ListedBot) -> str:
    """Return a sentence that says how to bring a benched bot back."""
    command = f"`referee league add {bot.name!r}`"
    if bot.hosted is not None and not is_by_organiser(bot):
        return "Submit another version, or choose one: the bot then plays again by itself."
    if bot.benched == UNCONNECTED:
        return "Connect the bot with its token: it then plays by itself."
    if bot.token and bot.benched in RESTS_OF_ENTRIES:
        return "Get another token for it, or submit it: the bot then plays again."
    if bot.hosted is not None:
        return f"The organiser of the league can bring it back: {command}."
    if (bot.benched or "").startswith(HELD):
        return "Connect with that version again: the bot then plays again by itself."
    if bot.until_connected:
        return "Connect again: the bot then plays again by itself."
    if bot.token:
        return f"The organiser of the league can bring it back: {command}."
    return f"Once it is fixed, run: referee league add {bot.name!r}"


class UnattendedRound:
    """Decides when the wait for the remote bots of a round is over.

    A round that no remote bot attends stays open, and nobody is benched. The wait before the first
    match of a run is the runner's. Until then, or after it, such a round waits `startup` seconds,
    as its matches would. If bots were there and have all gone, for example because a network
    failed, it waits as long as a run does at its start.
    """

    def __init__(self, startup: float, wait: float) -> None:
        """Both times are in seconds."""
        self._startup = startup
        self._wait = max(startup, wait)
        self._was_attended = False
        self._since: Instant | None = None
        self._dialled: Instant | None = None

    def attended(self) -> None:
        """Note that a remote bot is connected."""
        self._was_attended = True
        self._since = self._dialled = None

    def is_over(self, now: Instant) -> bool:
        """Return whether nobody has come in time; nobody is connected at `now`."""
        if self._since is None:
            self._since = now
        patience = self._wait if self._was_attended else self._startup
        return now - self._since >= seconds(patience)

    def is_time_to_dial(self, now: Instant) -> bool:
        """Return whether to dial listening bots again: once in `startup` seconds of the wait."""
        if self._dialled is None:
            self._dialled = now
        if now - self._dialled < seconds(self._startup):
            return False
        self._dialled = now
        return True
