"""`referee games`: what there is to know about the games."""

from referee.cli.command import group

games = group(
    "games",
    "List the games and their options, explain their rules, draw their boards, serve them.",
    {
        "Commands": {
            "list": "referee.cli.play.game_list:game_list",
            "rules": "referee.cli.play.rules:rules",
            "board": "referee.cli.play.board:board",
            "serve": "referee.cli.play.serve_rules:serve_rules",
        }
    },
    examples=("referee games", "referee games rules dragon", "referee games board china/3-4"),
    default="list",
)
