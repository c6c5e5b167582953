"""`referee league bench`: a bot begins no more matches."""

import click

from referee.cli.command import command
from referee.cli.league.file import LeagueFile, league_file, league_of, reason_option


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
def bench(bot: str, source: LeagueFile, reason: str) -> int:
    """Stop a bot from starting further matches."""
    from referee.cli.league.ledger import known_bot, open_ledger
    from referee.league.ledger.event import BotBenched
    from referee.league.running.roster import Roster

    settings = league_of(source)
    with open_ledger(settings) as ledger:
        Roster(ledger).read_file(settings.bots)
        found = known_bot(ledger, bot)
        if found.benched is None:
            ledger.write(BotBenched(found.name, reason))
    print(f"{bot} is benched in {settings.name}. To undo: `referee league add {bot}`.")
    return 0
