"""`referee league`: the commands to plan and play a league."""

from referee.cli.command import SOME_RETURN_ONE, group

league = group(
    "league",
    "Plan and play a league.",
    {
        "Commands": {
            "new": "referee.cli.league.new:new",
            "check": "referee.cli.league.check:check",
            "run": "referee.cli.league.run:run",
            "serve": "referee.cli.league.serve:serve",
            "status": "referee.cli.league.status:status",
            "add": "referee.cli.league.add:add",
            "rename": "referee.cli.league.rename:rename",
            "bench": "referee.cli.league.bench:bench",
            "owners": "referee.cli.league.owners:owners",
            "invite": "referee.cli.league.invite:invite",
            "submissions": "referee.cli.league.submissions:submissions",
            "decide": "referee.cli.league.decide:decide",
            "freeze": "referee.cli.league.freeze:freeze",
            "announce": "referee.cli.league.announce:announce",
            "prepare": "referee.cli.league.prepare:prepare",
            "void": "referee.cli.league.void:void",
            "rerun": "referee.cli.league.rerun:rerun",
            "rebuild": "referee.cli.league.rebuild:rebuild",
            "archive": "referee.cli.league.archive:archive",
            "open": "referee.cli.league.open:open_season",
            "demo": "referee.cli.league.demo:demo",
        }
    },
    examples=("referee league new", "referee league check", "referee league check --help"),
    one=SOME_RETURN_ONE,
)
