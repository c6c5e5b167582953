"""`referee games`: what can be played."""

import argparse

from referee.cli import output
from referee.cli.command import Command


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument("--json", action="store_true", help="print the list as JSON")


def run(args: argparse.Namespace) -> int:
    """List the games with their options."""
    from tianming_games.registry import load, names

    games = [load(name) for name in names()]
    if args.json:
        output.print_json(
            [
                {
                    "name": game.name,
                    "title": game.title,
                    "seats": [game.facts.least_seats, game.facts.most_seats],
                    "rules_version": game.rules_version,
                    "options": [
                        {
                            "name": spec.name,
                            "choices": list(spec.choices),
                            "default": spec.default,
                            "help": spec.help,
                        }
                        for spec in game.options
                    ],
                }
                for game in games
            ]
        )
        return 0
    for game in games:
        print(
            f"{game.name}: {game.title}, {game.facts.least_seats} to {game.facts.most_seats} seats"
        )
        for spec in game.options:
            choices = ", ".join(spec.choices) or "any text"
            print(f"  --option {spec.name}=...  {spec.help}")
            print(f"      values: {choices}; default: {spec.default}")
    return 0


COMMAND = Command(
    name="games",
    help="list the games and their options",
    examples=("referee games", "referee games --json"),
    configure=configure,
    run=run,
)
