"""The first round in which a bot that was added to a league plays."""

from collections.abc import Sequence
from dataclasses import dataclass

from referee.identifier import BotName
from referee.league.configuration.settings import LeagueSettings
from referee.league.ledger import Ledger
from referee.league.planning.planner import Planner


@dataclass(frozen=True, slots=True)
class Joining:
    """The rest of a season for a bot.

    Attributes:
        open_matches: how many open matches the bot has.
        round: the next round that includes the bot; None if there is none.
        obstacle: why there is none, as a clause; empty if there is one.
    """

    open_matches: int
    round: int | None
    obstacle: str = ""


def joining_of(settings: LeagueSettings, ledger: Ledger, bot: BotName) -> Joining:
    """Return the rest of a season for a bot."""
    open_matches = sum(bot in one.pairing.bots for one in ledger.open_matches())
    planned = ledger.last_round()
    obstacle = _obstacle(settings, planned, ledger.entrants(), bot)
    return Joining(open_matches, None if obstacle else planned + 1, obstacle)


def _obstacle(
    settings: LeagueSettings, planned: int, entrants: Sequence[BotName], bot: BotName
) -> str:
    """Return why no further round includes a bot; empty if one does."""
    rounds = Planner(settings).rounds
    if rounds is not None and planned >= rounds:
        all_rounds = "the only round is" if rounds == 1 else f"all {rounds} rounds are"
        return f"{all_rounds} planned; format.rounds has the number of rounds"
    return settings.format.exclusion(bot, entrants)
