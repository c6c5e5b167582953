"""`referee games list`: list the games and their options."""

import click

from referee.cli import output
from referee.cli.command import command, json_option


@command("list", examples=("referee games", "referee games list --json"))
@json_option(help="print the list as JSON")
@click.pass_context
def game_list(context: click.Context, as_json: bool) -> int:
    """List the games and their options."""
    from tianming_games.registry import faults, load, playable

    found = [load(name) for name in playable()]
    for fault in faults():
        output.print_aside(f"{context.command_path}: {fault}")
    if as_json:
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
                for game in found
            ]
        )
        return 0
    for game in found:
        least, most = game.facts.least_seats, game.facts.most_seats
        seats = f"{least} seats" if least == most else f"{least} to {most} seats"
        print(f"{game.name}: {game.title}, {seats}")
        for spec in game.options:
            choices = ", ".join(spec.choices) or "any text"
            print(f"  --option {spec.name}=...  {spec.help}")
            print(f"      values: {choices}; default: {spec.default}")
    return 0
