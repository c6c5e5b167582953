"""`referee games check`: check that a game keeps what every game promises."""

import click

from referee.cli import output
from referee.cli.command import command, json_option


@command(
    "check",
    examples=("referee games check pig", "referee games check pig --plays 100 --seed 7 --json"),
    one="finished; the game breaks a promise",
)
@click.argument("game", help="an installed game")
@click.option(
    "--plays",
    type=click.IntRange(1, 1_000_000),
    default=4,
    metavar="N",
    help="plays of each combination of seats and options (default: 4)",
)
@click.option(
    "--seed",
    type=click.IntRange(0, (1 << 63) - 1),
    default=1,
    metavar="N",
    help="seed of the first play (default: 1)",
)
@json_option(help="print all findings as JSON")
def check_game(game: str, plays: int, seed: int, as_json: bool) -> int:
    """Check in random plays that a game keeps what every game promises.

    The promises are about the order of options, legality, copies, hidden information, positions,
    points, messages, speed, drawings and sentences.
    """
    from referee.game_check import report
    from referee.game_check.suite import check_game
    from tianming_games.registry import load

    findings = check_game(load(game), plays, seed)
    if as_json:
        output.print_json(report.as_json(game, findings))
    else:
        for line in report.lines(game, findings):
            print(output.printable(line))
    return int(not findings.is_sound)
