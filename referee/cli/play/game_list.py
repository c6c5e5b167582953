"""`referee games list`: list the games and their options."""

from referee.cli import output
from referee.cli.command import command, json_option


@command("list", examples=("referee games", "referee games list --json"))
@json_option(help="print the list as JSON")
def game_list(as_json: bool) -> int:
    """List the games and their options."""
    from tianming_games.registry import load, names

    found = [load(name) for name in names()]
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
        print(
            f"{game.name}: {game.title}, {game.facts.least_seats} to {game.facts.most_seats} seats"
        )
        for spec in game.options:
            choices = ", ".join(spec.choices) or "any text"
            print(f"  --option {spec.name}=...  {spec.help}")
            print(f"      values: {choices}; default: {spec.default}")
    return 0
