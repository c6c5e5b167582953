"""The ledger of a command's league."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from referee.cli import output
from referee.cli.sentence import CommandSentence
from referee.error import DataError, UsageError
from referee.identifier import BotName, MatchId

if TYPE_CHECKING:
    from referee.league.configuration.settings import LeagueSettings
    from referee.league.ledger import Ledger
    from referee.league.ledger.ledger_queries import ListedBot, PlannedMatch


@contextmanager
def ledger_to_read(settings: "LeagueSettings") -> "Iterator[Ledger]":
    """Open the ledger to read it; report a damaged journal on standard error.

    Raises:
        DataError: if the season has not begun, or the ledger is damaged or has lost its results.
        TianmingError: if the ledger cannot be read.
    """
    from referee.league.ledger.readable import open_to_read

    with open_to_read(settings) as (ledger, problem):
        if problem is not None:
            output.print_aside(f"Note: {problem} This is what the ledger has.")
        check_is_there(ledger)
        yield ledger


def check_is_there(ledger: "Ledger") -> None:
    """Check that the ledger has not lost its results with its database.

    Raises:
        DataError: if its matches have sealed records, and the ledger has none of them.
    """
    from referee.league.ledger.ingest import sealed_names

    if ledger.knows_records:
        return
    records = sealed_names(ledger.folder)
    if any(ledger.find(name.match_id) for name in records):
        raise DataError(
            CommandSentence.LEDGER_BEHIND,
            league=ledger.league,
            folder=ledger.folder,
            records=len(records),
        )


def listed(ledger: "Ledger", name: str) -> "ListedBot | None":
    """Return the bot with a name; None if there is none."""
    return next((bot for bot in ledger.bots() if bot.name == name), None)


def known_bot(ledger: "Ledger", name: str) -> "ListedBot":
    """Return the bot with a name.

    Raises:
        UsageError: if there is none.
    """
    from tianming_games.ground.text import did_you_mean

    check_not_renamed(ledger, name)
    bot = listed(ledger, name)
    if bot is None:
        names = [bot.name for bot in ledger.bots()]
        hint = did_you_mean(name, names) if names else "none has been listed yet"
        raise UsageError(
            CommandSentence.NO_SUCH_BOT_IN_LEAGUE, bot=name, league=ledger.league, hint=hint
        )
    return bot


def check_not_renamed(ledger: "Ledger", name: str) -> None:
    """Raise `UsageError` if a bot had this name before, and has another one now."""
    new = ledger.renamed().get(BotName(name))
    if new is not None:
        raise UsageError(CommandSentence.BOT_WAS_RENAMED, bot=name, new=new)


def check_free(ledger: "Ledger", name: str, own: str | None = None) -> None:
    """Check that no bot has a name, or had it, in any upper and lower case; `own` is left out.

    Raises:
        UsageError: if one has.
    """
    names = {bot.name: bot.name for bot in ledger.bots()} | dict(ledger.renamed())
    if name.casefold() in {each.casefold() for each, now in names.items() if now != own}:
        raise UsageError(CommandSentence.BOT_NAME_TAKEN, bot=name)


def known_match(ledger: "Ledger", match_id: MatchId) -> "PlannedMatch":
    """Return the planned match with a name.

    Raises:
        UsageError: if there is none.
    """
    match = ledger.find(match_id)
    if match is None:
        raise UsageError(CommandSentence.NO_SUCH_MATCH, match=match_id, league=ledger.league)
    return match
