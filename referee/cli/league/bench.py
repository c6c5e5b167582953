"""`referee league bench`: stop a bot from starting further matches."""

import click

from referee.cli import output
from referee.cli.command import command, json_option
from referee.cli.option.league_file import LeagueFile, league_file, league_of, reason_option
from referee.identifier import BotName


@command(
    "bench",
    examples=(
        "referee league bench random-3",
        'referee league bench random-3 autumn.toml --reason "Its owner asked for it."',
    ),
)
@click.argument("bot", metavar="BOT", help="the bot's name")
@league_file
@reason_option
@json_option(help="print what was done as JSON")
def bench(bot: BotName, source: LeagueFile, reason: str, as_json: bool) -> int:
    """Stop a bot from starting further matches."""
    from referee.cli.option.ledger import known_bot
    from referee.league.ledger import Ledger
    from referee.league.ledger.journal_event import BotBenched
    from referee.league.running.roster import Roster

    settings = league_of(source)
    with Ledger.of(settings) as ledger:
        Roster(ledger).read_file(settings.bots, settings.owners, to_play=False)
        found = known_bot(ledger, bot)
        if found.benched is None:
            ledger.write(BotBenched(found.name, reason))
    if as_json:
        why = found.benched or reason
        output.print_json({"league": settings.name, "bot": bot, "state": "benched", "reason": why})
    else:
        print(f"{bot} is benched in {settings.name}. To undo: `referee league add {bot}`.")
    return 0
