"""The roster: the bots of a league, from its file and from the commands of its organiser."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from referee.error import UsageError
from referee.identifier import BotName, OwnerName
from referee.launch.match_task import TaskBot
from referee.launch.preset import Preset
from referee.launch.sandbox import Sandbox
from referee.league.configuration.owner_check import excess_of, present_name
from referee.league.configuration.settings import BotSettings, OwnerSettings
from referee.league.hosted_version import RESTS_OF_ENTRIES, UNCONNECTED
from referee.league.ledger import Ledger, journal_event
from referee.league.ledger.ledger_queries import ListedBot
from referee.league.ledger.renaming import present_bots
from referee.league.sentence import LeagueSentence

BENCHED = "benched"
"""The folder of the messages to owners of benched bots, inside the records folder."""

CRASHED = "crashed"
"""The folder of the last output of crashed bots, inside the records folder."""

DISABLED = "It is not enabled in the league's file."

MISSED = "missed "
"""How the reason begins why a bot rests that was absent."""

HELD = "since the freeze "
"""How the reason begins why a bot rests that came with another version than the freeze holds."""

VERSION = "version "
"""How the reason begins why a bot rests whose version failed."""

RESTS = (DISABLED, *RESTS_OF_ENTRIES)
"""Why a bot rests that plays again as soon as it is enabled, or entered again."""


class Roster:
    """The bots of a ledger, by name.

    Attributes:
        active: the names of the bots that play, sorted.
        benched: the names of the benched bots.
        active_network_bots: the names of the bots that play and that connect by themselves, sorted.
        active_listening_bots: the names of the bots that play and that the referee dials, sorted.
    """

    active: Sequence[BotName]
    benched: frozenset[BotName]
    active_network_bots: Sequence[BotName]
    active_listening_bots: Sequence[BotName]

    def __init__(self, ledger: Ledger, is_closed: bool = False) -> None:
        """If `is_closed`, a bot that the league file does not name plays no more."""
        self._ledger = ledger
        self._is_closed = is_closed
        self._bots: dict[BotName, ListedBot] = {}
        self._listed_owners: tuple[OwnerSettings, ...] = ()
        self._owners: dict[OwnerName, OwnerSettings] = {}
        self._refused: dict[BotName, frozenset[int]] = {}
        self._frozen: dict[BotName, int] = {}
        self.refresh()

    def refresh(self) -> None:
        """Read the ledger again."""
        self._bots = {bot.name: bot for bot in self._ledger.bots()}
        self._owners = {one.name: one for one in self._present(self._listed_owners)}
        self.benched = frozenset(
            name for name, bot in self._bots.items() if bot.benched is not None
        )
        self.active = sorted(self._bots.keys() - self.benched)
        self.active_network_bots = [name for name in self.active if self._bots[name].token]
        self.active_listening_bots = [name for name in self.active if self._bots[name].address]

    def _present(self, owners: Sequence[OwnerSettings]) -> list[OwnerSettings]:
        """Return the owners of a league file by their present names."""
        names = self._ledger.owner_names()
        return [replace(one, name=present_name(one.name, owners, names)) for one in owners]

    def read_file(
        self,
        bots: Sequence[BotSettings],
        owners: Sequence[OwnerSettings] = (),
        to_play: bool = True,
    ) -> list[BotName]:
        """Write bots of the league file that are new or have changed into the ledger.

        A bot that the file lists by a former name is the renamed bot. Set `to_play` to False for
        commands that help an owner with too many bots.

        Returns:
            The names of these bots, except those that were only disabled.

        Raises:
            UsageError: when an owner has too many bots, with those that the file does not name;
                nothing is written then.
        """
        names, known = self._ledger.owner_names(), self._present(owners)
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
                present_name(bot.owner, owners, names) if bot.owner else bot.owner,
                hosted=bot.hosted,
            )
            plays = bot.enabled and not bot.rests
            before = listed and listing_of(listed)
            back = listed is not None and listed.benched in RESTS and plays
            if new != before or back:
                events.append(new)
            if (bench := _bench_of(bot, new, listed)) is not None:
                events.append(bench)
        if to_play:
            self._check_quotas(known, events)
        self._listed_owners = tuple(owners)
        self._refused = {bot.name: bot.refused for bot in bots}
        self._frozen = {bot.name: bot.frozen_from for bot in bots}
        if events:
            self._ledger.write(*events)
        self.refresh()
        return [event.bot for event in events if isinstance(event, journal_event.BotListed)]

    def check_quota(self, event: journal_event.BotListed) -> None:
        """Check that an owner may have a bot, and those that it has already.

        Raises:
            UsageError: when it may not.
        """
        self._check_quotas([one for one in self.owners if one.name == event.owner], [event])

    def _check_quotas(
        self, owners: Sequence[OwnerSettings], events: Sequence[journal_event.JournalEvent]
    ) -> None:
        """Check the number of bots of each owner as it will be after these events."""
        held = {bot.name: bot.owner for bot in self._bots.values() if bot.has_place}
        for event in events:
            match event:
                case journal_event.BotListed(bot):
                    held[bot] = event.owner
                case journal_event.BotBenched(bot):
                    held.pop(bot, None)
        for owner in owners:
            excess = excess_of(owner, sorted(bot for bot in held if held[bot] == owner.name))
            if excess is not None:
                raise excess

    @property
    def owners(self) -> list[OwnerSettings]:
        """The owners in the league file, by their present names."""
        return list(self._owners.values())

    def present_name(self, owner: OwnerName) -> OwnerName:
        """Return the present name of an owner."""
        return present_name(owner, self._listed_owners, self._ledger.owner_names())

    @property
    def owner_of(self) -> dict[BotName, OwnerName]:
        """The owner of each bot that has one."""
        return {name: bot.owner for name, bot in self._bots.items() if bot.owner}

    def quota(self, bot: BotName) -> OwnerSettings | None:
        """Return the owner of a bot, if its matches at once are limited; else None."""
        listed = self._bots.get(bot)
        owner = None if listed is None else self._owners.get(listed.owner)
        return owner if owner is not None and owner.matches else None

    @property
    def all(self) -> frozenset[BotName]:
        """Every bot."""
        return frozenset(self._bots)

    @property
    def tokens(self) -> dict[BotName, str]:
        """The token of each remote bot, as `token_text` writes it."""
        return {name: bot.token for name, bot in self._bots.items() if bot.token}

    @property
    def benched_network_bots(self) -> list[ListedBot]:
        """The benched remote bots."""
        bots = self._bots.values()
        return [bot for bot in bots if bot.token and bot.benched is not None]

    def refused(self, bot: BotName) -> frozenset[int]:
        """The versions of an entered bot that may not play any more."""
        return self._refused.get(bot, frozenset())

    def frozen(self, now: float) -> list[ListedBot]:
        """The connected bots that keep their version, because submissions are over."""
        begun = self._frozen.items()
        return [self._bots[name] for name, begin in begun if begin and now >= begin]

    def freed(self, now: float) -> list[BotName]:
        """The bots whose version is held, but that need not keep it; a bot unread keeps it."""
        frozen = {bot.name for bot in self.frozen(now)}
        return [name for name in self.held if name in self._frozen and name not in frozen]

    @property
    def held(self) -> dict[BotName, str]:
        """The only version of each connected bot that plays since the freeze."""
        return {name: bot.held for name, bot in self._bots.items() if bot.held is not None}

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
            players.append(_player(bot))
        return tuple(players)


def _player(bot: ListedBot) -> TaskBot:
    """Return how to start or reach a bot; `TaskFactory` completes a hosted one."""
    player = TaskBot(bot.name, bot.command, bot.address, bot.token_env)
    if bot.hosted is None:
        return player
    sandbox = Sandbox(Preset.STRICT, readable=tuple(map(Path, bot.hosted.reads)))
    folder = Path(bot.hosted.folder)
    return replace(player, folder=folder, sandbox=sandbox, version=bot.hosted.name)


def _bench_of(
    bot: BotSettings, new: journal_event.BotListed, listed: ListedBot | None
) -> journal_event.BotBenched | None:
    """Return what benches a bot that is read; None if it plays, or rests already.

    Args:
        bot: the bot as it is read.
        new: its event.
        listed: the bot as the ledger has it; None if it is new.
    """
    if listed is None:
        before, cause = None, None
    else:
        before, cause = listing_of(listed), listed.benched
    is_entered = bot.connects or bot.hosted is not None or (before is not None and before.hosted)
    if listed is not None and new != before and is_entered and is_by_organiser(listed):
        return journal_event.BotBenched(bot.name, cause or "")
    if bot.rests or not bot.enabled:
        why = bot.rests or DISABLED
        returns = listed is not None and listed.until_connected
        is_at_rest = cause is not None and new == before and not returns
        is_told = cause == why or cause not in RESTS
        return None if is_at_rest and is_told else journal_event.BotBenched(bot.name, why)
    is_known = listed is not None and listed.token == new.token
    if bot.connects and (not is_known or cause in RESTS):
        return journal_event.BotBenched(bot.name, UNCONNECTED, until_connected=True)
    return None


def is_by_organiser(bot: ListedBot) -> bool:
    """Whether the organiser benched a bot, so that nothing that its owner enters brings it back."""
    by_run = (*RESTS, VERSION, HELD, MISSED, UNCONNECTED)
    return bot.benched is not None and not bot.benched.startswith(by_run)


def listing_of(bot: ListedBot) -> journal_event.BotListed:
    """Return the event that lists a bot again, unchanged."""
    of_bot = bot.name, bot.command, bot.token, bot.address, bot.token_env, bot.owner
    return journal_event.BotListed(*of_bot, bot.hosted)
