"""`referee league void`: void a match."""

import click

from referee.cli import output
from referee.cli.command import command, json_option
from referee.cli.option.league_file import TEXT, LeagueFile, league_file, league_of, reason_option
from referee.identifier import MatchId


@command(
    "void",
    examples=('referee league void season-r001-s00001-1 --reason "The machine was overloaded."',),
)
@click.argument("match", metavar="MATCH", type=TEXT, help="the match's name")
@league_file
@reason_option
@json_option(help="print what was done as JSON")
def void(match: str, source: LeagueFile, reason: str, as_json: bool) -> int:
    """Void a match: it counts for no bot."""
    from referee.cli.option.ledger import known_match
    from referee.league.ledger import Ledger
    from referee.league.ledger.journal_event import MatchVoided

    settings = league_of(source, to_play=False)
    with Ledger.of(settings) as ledger:
        found = known_match(ledger, MatchId(match))
        ledger.write(MatchVoided(found.pairing.match_id, reason))
        if not ledger.is_running():
            ledger.rate_rounds()
    if as_json:
        output.print_json(
            {"league": settings.name, "match": match, "state": "void", "reason": reason}
        )
    else:
        print(f"{match} is void. To play it again: `referee league rerun {match}`.")
    return 0
