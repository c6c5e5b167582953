"""The roster: the bots of a league as its file and the orders of its organiser have them."""

from collections.abc import Sequence

from referee.error import UsageError
from referee.launch.match_task import Player
from referee.league.configuration.settings import BotSettings
from referee.league.ledger import Ledger
from referee.league.ledger import event as say
from referee.league.ledger.ledger import ListedBot

DISABLED = "It is not enabled in the league's file."


class Roster:
    """Bots by name, as the ledger has them."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._bots: dict[str, ListedBot] = {}
        self.refresh()

    def refresh(self) -> None:
        """Read the ledger again."""
        self._bots = {bot.name: bot for bot in self._ledger.bots()}

    def read_file(self, bots: Sequence[BotSettings]) -> list[str]:
        """List the bots of the league's file that are new or have changed in it; names them."""
        events: list[say.Event] = []
        for bot in bots:
            listed = self._bots.get(bot.name)
            new = say.BotListed(
                bot.name,
                bot.command or None,
                bot.token or None,
                bot.address or None,
                bot.token_env or None,
            )
            told = listed and listing_of(listed)
            back = listed is not None and listed.benched == DISABLED and bot.enabled
            if new != told or back:
                events.append(new)
            rests = listed is not None and listed.benched is not None and new == told
            if not bot.enabled and not rests:
                events.append(say.BotBenched(bot.name, DISABLED))
        if events:
            self._ledger.write(*events)
            self.refresh()
        return [event.bot for event in events if isinstance(event, say.BotListed)]

    @property
    def all(self) -> frozenset[str]:
        """Every bot."""
        return frozenset(self._bots)

    @property
    def active(self) -> list[str]:
        """The bots that play, by name."""
        return sorted(name for name, bot in self._bots.items() if bot.benched is None)

    @property
    def benched(self) -> frozenset[str]:
        """The bots that begin no matches."""
        return frozenset(name for name, bot in self._bots.items() if bot.benched is not None)

    @property
    def guests(self) -> dict[str, str]:
        """The bots that come over the network, with the hashes of their tokens."""
        return {name: bot.token for name, bot in self._bots.items() if bot.token}

    def players(self, names: Sequence[str]) -> tuple[Player, ...]:
        """How to reach the bots of a match.

        Raises:
            UsageError: for a bot that nobody has listed.
        """
        players = []
        for name in dict.fromkeys(names):
            bot = self._bots.get(name)
            if bot is None:
                raise UsageError(f"there is no bot {name!r} in the league {self._ledger.league}.")
            players.append(Player(name, bot.command, bot.address, bot.token_env))
        return tuple(players)


def listing_of(bot: ListedBot) -> say.BotListed:
    """The event that lists a bot as it is."""
    return say.BotListed(bot.name, bot.command, bot.token, bot.address, bot.token_env)
