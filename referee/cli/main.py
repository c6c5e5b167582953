"""The entry point of the command `referee`."""

import os
import sys

from referee.import_path import keep_to_installed

if __name__ == "__main__" or os.path.basename(sys.argv[0]) == "referee":
    keep_to_installed()  # before the imports below, which a file of the working folder may hide
    from referee import installation

    installation.check()

from collections.abc import Sequence
from functools import partial

import click
from click.shell_completion import shell_complete

from referee.cli import output
from referee.cli.command import SOME_RETURN_ONE, group
from referee.cli.exit import exit_code_of, wants_json
from referee.cli.option.completion import VARIABLE, completion_option
from referee.server.environment import prepare_environment

ROOT = group(
    "referee",
    "Tianming: a referee for bot leagues.",
    {
        "Play": {
            "games": "referee.cli.play.games:games",
            "play": "referee.cli.play.play:play",
            "compare": "referee.cli.play.compare:compare",
            "serve": "referee.cli.play.serve:serve",
        },
        "Look": {
            "replay": "referee.cli.look.replay:replay",
            "verify": "referee.cli.look.verify:verify",
            "table": "referee.cli.look.table:table",
            "export": "referee.cli.look.export:export",
            "web": "referee.cli.look.web:web",
            "site": "referee.cli.look.site:site",
        },
        "League": {
            "league": "referee.cli.league:league",
            "join": "referee.cli.author.join:join",
            "submit": "referee.cli.author.submit:submit",
            "mine": "referee.cli.author.mine:mine",
        },
        "Bots": {
            "new": "referee.cli.bots.new:new",
            "check-bot": "referee.cli.bots.check_bot:check_bot",
            "conform": "referee.cli.bots.conform:conform",
            "rehearse": "referee.cli.bots.rehearse:rehearse",
            "bridge": "referee.cli.bots.bridge:bridge",
        },
        "Operate": {
            "token": "referee.cli.operate.token:token",
            "certificate": "referee.cli.operate.certificate:certificate",
            "doctor": "referee.cli.operate.doctor:doctor",
        },
    },
    examples=("referee play dragon greedy random random --seed 7", "referee league run --help"),
    one=SOME_RETURN_ONE,
)
"""The whole command line."""


def _print_version(context: click.Context, _: click.Parameter, is_asked: bool) -> None:
    if is_asked and not context.resilient_parsing:
        from referee.cli.version import version_text

        print(version_text())
        context.exit()


ROOT.params.append(
    click.Option(
        ["--version"],
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=_print_version,
        help="print the versions of the referee, Python and gRPC",
    )
)
ROOT.params.append(completion_option)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; return its exit code."""
    output.prepare()
    prepare_environment()
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # leave the cores to matches
    if instruction := os.environ.get(VARIABLE):
        return shell_complete(ROOT, {}, "referee", VARIABLE, instruction)
    words = list(sys.argv[1:] if arguments is None else arguments)
    return exit_code_of("referee", wants_json(words), partial(_run, words))


def _run(words: list[str]) -> int:
    with ROOT.make_context("referee", words) as context:
        code: int = ROOT.invoke(context)
    return code


if __name__ == "__main__":
    sys.exit(main())
