"""`referee league rerun`: a match is played again."""

import click

from referee.cli import output
from referee.cli.command import command, json_option
from referee.cli.league.file import TEXT, LeagueFile, league_file, league_of
from referee.error import UsageError
from referee.sentence.command import CommandSentence


@command("rerun", examples=("referee league rerun season-r001-s00001-1",))
@click.argument("match", metavar="MATCH", type=TEXT, help="the match's name")
@league_file
@json_option(help="print what was done as JSON")
def rerun(match: str, source: LeagueFile, as_json: bool) -> int:
    """Play a match of a league again."""
    from referee.cli.league.ledger import known_match, open_ledger
    from referee.league.ledger.journal_event import MatchReopened

    settings = league_of(source, to_play=False)
    with open_ledger(settings) as ledger:
        found = known_match(ledger, match)
        if not found.is_settled:
            raise UsageError(CommandSentence.WILL_BE_PLAYED, match=match)
        ledger.write(MatchReopened(found.pairing.match_id, found.begun + 1))
    if as_json:
        output.print_json({"league": settings.name, "match": match, "state": "open"})
    else:
        print(f"{match} will be played again, with new draws; its earlier records do not count.")
    return 0
