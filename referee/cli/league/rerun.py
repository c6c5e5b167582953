"""`referee league rerun`: a match is played again."""

import argparse

from referee.cli.command import Command
from referee.cli.league import file
from referee.error import UsageError


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument("match", metavar="MATCH", type=file.text, help="the match's name")
    file.configure(parser)


def run(args: argparse.Namespace) -> int:
    """Set its result aside; it is played by the league that runs, or by the next run."""
    from referee.cli.league.ledger import known_match, open_ledger
    from referee.league.ledger.event import MatchReopened

    settings = file.league_of(args, to_play=False)
    with open_ledger(settings) as ledger:
        match = known_match(ledger, args.match)
        if not match.is_settled:
            raise UsageError(
                f"{args.match} has no result yet and is not void, so it will be played anyway: "
                "run `referee league run`."
            )
        ledger.write(MatchReopened(match.pairing.match_id, match.begun + 1))
    print(f"{args.match} will be played again, with new draws; its earlier records do not count.")
    return 0


COMMAND = Command(
    name="rerun",
    help="play a match of a league again",
    examples=("referee league rerun season-r001-s00001-1",),
    configure=configure,
    run=run,
)
