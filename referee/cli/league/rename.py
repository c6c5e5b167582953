"""`referee league rename`: give a bot another name."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import click

from referee.cli import output
from referee.cli.command import command, json_option
from referee.cli.option.league_file import LeagueFile, league_file, league_of
from referee.cli.sentence import CommandSentence
from referee.error import StorageError, UsageError
from referee.identifier import BotName

if TYPE_CHECKING:
    from pathlib import Path

    from referee.league.configuration.settings import LeagueSettings
    from referee.league.ledger import Ledger

_TRIES = 100
"""How often to try again if another process writes into the journal meanwhile."""


@command(
    "rename",
    examples=(
        "referee league rename greedy-2 greedy-old",
        'referee league rename newcomer "Deep Red" autumn.toml',
    ),
)
@click.argument("old", metavar="OLD", help="the bot's name")
@click.argument("new", metavar="NEW", help="its new name, which no bot has or had")
@league_file
@json_option(help="print what was done as JSON")
def rename(old: BotName, new: BotName, source: LeagueFile, as_json: bool) -> int:
    """Give a bot another name; it keeps its results, its ratings and its token.

    Records keep the name of their time, because they are sealed. A bot in a match cannot be
    renamed before the match has ended.
    """
    from referee.cli.option.ledger import known_bot
    from referee.league.ledger import Ledger
    from referee.server.identity import check_bot_name

    check_bot_name(new)
    settings = league_of(source, to_play=False)
    with Ledger.of(settings) as ledger:
        bot = known_bot(ledger, old)
        _write(settings, ledger, bot.name, new, source)
        is_in_file = any(ledger.renamed().get(one.name) == new for one in settings.bots)
    _rename_files(settings.records, old, new)
    if as_json:
        done = {"league": settings.name, "bot": new, "before": old, "is_in_file": is_in_file}
        output.print_json(done)
    else:
        change = f' In {source}, change its name: name = "{new}".' if is_in_file else ""
        key = _key_of(settings, old)
        also = f' Below [format], write {key} = "{new}".' if key else ""
        print(f"{old} is now {new} in {settings.name}.{change}{also}")
    return 0


def _write(
    settings: LeagueSettings, ledger: Ledger, old: BotName, new: BotName, source: LeagueFile
) -> None:
    """Write the new name into the ledger.

    Raises:
        UsageError: if the bot cannot have it, or cannot be renamed now.
        StorageError: if the ledger cannot be written.
    """
    from referee.cli.option.ledger import check_free
    from referee.league.ledger.journal_event import BotRenamed

    for _ in range(_TRIES):
        check_free(ledger, new, own=None if new == old else old)
        if settings.format.keeps_names and ledger.last_round():
            raise UsageError(CommandSentence.NAMES_DECIDE, bot=old)
        if (key := _key_of(settings, old)) and ledger.is_running():
            raise UsageError(CommandSentence.FORMAT_NAMES_BOT, bot=old, key=key, file=source)
        for name in ledger.open_attempts():
            planned = ledger.find(name.match_id)
            if planned is not None and old in planned.pairing.bots:
                raise UsageError(CommandSentence.BOT_IS_PLAYING, bot=old, match=name.match_id)
        if ledger.write_next(BotRenamed(old, new)):
            return
    raise StorageError(CommandSentence.LEAGUE_IS_BUSY, league=settings.name)


def _key_of(settings: LeagueSettings, bot: BotName) -> str:
    """Return the key of the format that names a bot; empty if none does."""
    return next((key for key, name in settings.format.named.items() if name == bot), "")


def _rename_files(records: Path, old: BotName, new: BotName) -> None:
    """Rename the files about a bot in the records folder."""
    from referee.league.match_output import MatchOutputs
    from referee.league.running.roster import BENCHED, CRASHED

    MatchOutputs(records).rename(old, new)
    for kind in (BENCHED, CRASHED):
        with suppress(OSError):
            (records / kind / f"{old}.txt").rename(records / kind / f"{new}.txt")
