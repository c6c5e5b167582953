"""`referee league check`: is this a league that can be played, and what will it be?"""

import argparse

from referee.cli import output
from referee.cli.command import Command
from referee.cli.league import file


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    file.configure(parser)
    parser.add_argument("--json", action="store_true", help="print errors and plan as JSON")


def run(args: argparse.Namespace) -> int:
    """Check the file as a whole, and say what its first round is."""
    from referee.league.configuration.problem import LeagueFileError
    from referee.league.configuration.warning import exposures
    from referee.league.planning.planner import Planner

    try:
        settings = file.league_of(args)
    except LeagueFileError as error:
        if not args.json:
            raise
        problems = [
            {"where": problem.where, "line": problem.line, "text": problem.text}
            for problem in error.problems
        ]
        output.print_json({"file": str(args.file), "errors": problems})
        return error.exit_code
    planner = Planner(settings)
    first = planner.next_round(1, settings.roster, ())
    sets = len({pairing.set_number for pairing in first})
    plan = {
        "name": settings.name,
        "game": settings.game,
        "format": settings.format.kind,
        "bots": len(settings.roster),
        "rounds": planner.rounds,
        "sets_in_round_one": sets,
        "matches_in_round_one": len(first),
    }
    notes = list(exposures(settings, args.file))
    if args.json:
        output.print_json({"file": str(args.file), "errors": [], "notes": notes, "plan": plan})
        return 0
    rounds = (
        output.counted(planner.rounds, "round") if planner.rounds else "an open number of rounds"
    )
    print(
        f"{args.file} is valid: {settings.name}, {settings.format.kind} of {settings.game} for "
        f"{output.counted(len(settings.roster), 'bot')} in {rounds}; round 1 has "
        f"{output.counted(sets, 'set')}, "
        f"{output.counted(len(first), 'match', 'matches')}."
    )
    for note in notes:
        print(f"Note: {note}")
    return 0


COMMAND = Command(
    name="check",
    help="check a league file, and describe the first round",
    examples=(
        "referee league check",
        "referee league check autumn.toml --set format.rounds=3 --json",
    ),
    configure=configure,
    run=run,
)
