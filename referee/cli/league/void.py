"""`referee league void`: void a match."""

import argparse

from referee.cli.command import Command
from referee.cli.league import file


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument("match", metavar="MATCH", type=file.text, help="the match's name")
    file.configure(parser)
    file.configure_reason(parser)


def run(args: argparse.Namespace) -> int:
    """Void it, whether it was played or not; its record stays."""
    from referee.cli.league.ledger import known_match, open_ledger
    from referee.league.ledger.event import MatchVoided

    settings = file.league_of(args, to_play=False)
    with open_ledger(settings) as ledger:
        match = known_match(ledger, args.match)
        ledger.write(MatchVoided(match.pairing.match_id, args.reason))
    print(f"{args.match} is void. To play it again: `referee league rerun {args.match}`.")
    return 0


COMMAND = Command(
    name="void",
    help="void a match: it counts for no bot",
    examples=('referee league void season-r001-s00001-1 --reason "The machine was overloaded."',),
    configure=configure,
    run=run,
)
