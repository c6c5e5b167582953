"""When a bot that is added to a league plays its first match, if it plays one at all."""

from collections.abc import Sequence
from dataclasses import dataclass

from referee.identifier import BotName
from referee.league.configuration.settings import LeagueSettings
from referee.league.ledger import Ledger
from referee.league.planning.planner import Planner


@dataclass(frozen=True, slots=True)
class Joining:
    """What is left of a season for a bot.

    Attributes:
        open_matches: how many planned matches of the bot are open.
        round: the next round that is planned with the bot; None if there is none.
        obstacle: why there is none, in a clause; empty if there is one.
    """

    open_matches: int
    round: int | None
    obstacle: str = ""


def joining_of(settings: LeagueSettings, ledger: Ledger, bot: BotName) -> Joining:
    """Return what is left of a season for a bot."""
    open_matches = sum(bot in one.pairing.bots for one in ledger.open_matches())
    planned = ledger.last_round()
    obstacle = _obstacle(settings, planned, ledger.entrants(), bot)
    return Joining(open_matches, None if obstacle else planned + 1, obstacle)


def _obstacle(
    settings: LeagueSettings, planned: int, entrants: Sequence[BotName], bot: BotName
) -> str:
    """Return why no further round is planned with a bot; empty if one is."""
    rounds = Planner(settings).rounds
    if rounds is not None and planned >= rounds:
        all_rounds = "the only round is" if rounds == 1 else f"all {rounds} rounds are"
        return f"{all_rounds} planned; format.rounds has the number of rounds"
    return settings.format.exclusion(bot, entrants)
