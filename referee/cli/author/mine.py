"""`referee mine`: what an owner sees and changes in a season."""

from referee.cli.command import group

mine = group(
    "mine",
    "Show your bots in a season, their matches and versions, or change them.",
    {
        "Look": {
            "status": "referee.cli.author.own_status:status",
            "matches": "referee.cli.author.own_matches:matches",
            "output": "referee.cli.author.own_files:read_output",
            "record": "referee.cli.author.own_files:record",
        },
        "Change": {
            "use": "referee.cli.author.own_bots:use",
            "withdraw": "referee.cli.author.own_bots:withdraw",
            "friendlies": "referee.cli.author.own_bots:friendlies",
            "challenge": "referee.cli.author.own_bots:challenge",
            "token": "referee.cli.author.own_bots:token",
        },
    },
    examples=("referee mine", "referee mine matches my-bot", "referee mine use my-bot 3"),
    default="status",
)
