"""`referee games`: what there is to know about the games."""

from referee.cli.command import SOME_RETURN_ONE, group

games = group(
    "games",
    "List the games and their options, explain, draw, check and serve them.",
    {
        "Commands": {
            "list": "referee.cli.play.game_list:game_list",
            "rules": "referee.cli.play.rules:rules",
            "board": "referee.cli.play.board:board",
            "check": "referee.cli.play.check_game:check_game",
            "serve": "referee.cli.play.serve_rules:serve_rules",
        }
    },
    examples=("referee games", "referee games rules dragon", "referee games check dragon"),
    one=SOME_RETURN_ONE,
    default="list",
)
