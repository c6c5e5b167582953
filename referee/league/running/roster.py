"""The roster: the bots of a league, from its file and from the commands of its organiser."""

from collections.abc import Sequence

from referee.error import UsageError
from referee.identifier import BotName
from referee.launch.match_task import TaskBot
from referee.league.configuration.settings import BotSettings
from referee.league.ledger import Ledger, journal_event
from referee.league.ledger.ledger_queries import ListedBot
from referee.league.ledger.renaming import present_bots
from referee.league.sentence import LeagueSentence

BENCHED = "benched"
"""The folder of the messages to owners of benched bots, inside the records folder."""

CRASHED = "crashed"
"""The folder of the last output of crashed bots, inside the records folder."""

DISABLED = "It is not enabled in the league's file."


class Roster:
    """The bots of a ledger, by name."""

    def __init__(self, ledger: Ledger, is_closed: bool = False) -> None:
        """If `is_closed`, a bot that the league file does not name plays no more."""
        self._ledger = ledger
        self._is_closed = is_closed
        self._bots: dict[BotName, ListedBot] = {}
        self.refresh()

    def refresh(self) -> None:
        """Read the ledger again."""
        self._bots = {bot.name: bot for bot in self._ledger.bots()}

    def read_file(self, bots: Sequence[BotSettings]) -> list[BotName]:
        """Write bots of the league file that are new or have changed into the ledger.

        A bot that the file lists by a former name is the renamed bot.

        Returns:
            The names of these bots, except those that were only disabled.
        """
        events: list[journal_event.JournalEvent] = []
        bots = present_bots(bots, self._ledger.renamed())
        named = {bot.name for bot in bots}
        gone = [name for name in self._bots if name not in named] if self._is_closed else []
        for bot in (*bots, *(BotSettings(name=name, enabled=False) for name in gone)):
            listed = self._bots.get(bot.name)
            new = journal_event.BotListed(
                bot.name,
                bot.command or None,
                bot.token or None,
                bot.address or None,
                bot.token_env or None,
            )
            before = listed and listing_of(listed)
            back = listed is not None and listed.benched == DISABLED and bot.enabled
            if new != before or back:
                events.append(new)
            rests = listed is not None and listed.benched is not None and new == before
            if not bot.enabled and not rests:
                events.append(journal_event.BotBenched(bot.name, DISABLED))
        if events:
            self._ledger.write(*events)
            self.refresh()
        return [event.bot for event in events if isinstance(event, journal_event.BotListed)]

    @property
    def all(self) -> frozenset[BotName]:
        """Every bot."""
        return frozenset(self._bots)

    @property
    def active(self) -> list[BotName]:
        """The names of the bots that play, sorted."""
        return sorted(name for name, bot in self._bots.items() if bot.benched is None)

    @property
    def benched(self) -> frozenset[BotName]:
        """The names of the benched bots."""
        return frozenset(name for name, bot in self._bots.items() if bot.benched is not None)

    @property
    def tokens(self) -> dict[BotName, str]:
        """The token of each remote bot, as `token_text` writes it."""
        return {name: bot.token for name, bot in self._bots.items() if bot.token}

    @property
    def active_network_bots(self) -> list[BotName]:
        """The names of the bots that play and that connect by themselves, sorted."""
        return [name for name in self.active if self._bots[name].token]

    @property
    def active_listening_bots(self) -> list[BotName]:
        """The names of the bots that play and that the referee dials, sorted."""
        return [name for name in self.active if self._bots[name].address]

    @property
    def benched_network_bots(self) -> list[ListedBot]:
        """The benched remote bots."""
        bots = self._bots.values()
        return [bot for bot in bots if bot.token and bot.benched is not None]

    def bot(self, name: BotName) -> ListedBot:
        """Return the ledger's entry for a bot."""
        return self._bots[name]

    def players(self, names: Sequence[BotName]) -> tuple[TaskBot, ...]:
        """Return how to start or reach the bots of a match, without duplicates.

        Raises:
            UsageError: when the ledger does not have a bot.
        """
        players = []
        for name in dict.fromkeys(names):
            bot = self._bots.get(name)
            if bot is None:
                raise UsageError(LeagueSentence.NO_SUCH_BOT, bot=name, league=self._ledger.league)
            players.append(TaskBot(name, bot.command, bot.address, bot.token_env))
        return tuple(players)


def listing_of(bot: ListedBot) -> journal_event.BotListed:
    """Return the event that lists a bot again, unchanged."""
    return journal_event.BotListed(bot.name, bot.command, bot.token, bot.address, bot.token_env)
