"""The entry point of the command `referee`."""

import os
import sys

from referee import installation
from referee.import_path import keep_to_installed

if __name__ == "__main__" or os.path.basename(sys.argv[0]) == "referee":
    keep_to_installed()  # before the imports below, which a file of the working folder may hide
    installation.check()

from collections.abc import Sequence
from functools import partial

import click
from click.shell_completion import shell_complete

from referee.cli import output
from referee.cli.command import SOME_RETURN_ONE, group
from referee.cli.completion import VARIABLE
from referee.cli.exit import exit_code_of, wants_json
from referee.server.environment import prepare

ROOT = group(
    "referee",
    "Tianming: a referee for bot leagues.",
    {
        "play": "referee.cli.play:play",
        "match": "referee.cli.match:match",
        "verify": "referee.cli.verify:verify",
        "replay": "referee.cli.replay:replay",
        "watch": "referee.cli.watch:watch",
        "rehearse": "referee.cli.rehearse:rehearse",
        "score": "referee.cli.score:score",
        "table": "referee.cli.table:table",
        "export": "referee.cli.export:export",
        "clocks": "referee.cli.clocks:clocks",
        "serve": "referee.cli.serve:serve",
        "web": "referee.cli.web:web",
        "view": "referee.cli.view:view",
        "site": "referee.cli.site:site",
        "new": "referee.cli.new:new",
        "check-bot": "referee.cli.check_bot:check_bot",
        "conform": "referee.cli.conform:conform",
        "bridge": "referee.cli.bridge:bridge",
        "token": "referee.cli.token:token",
        "key": "referee.cli.key:key",
        "certificate": "referee.cli.certificate:certificate",
        "league": "referee.cli.league:league",
        "games": "referee.cli.games:games",
        "rules": "referee.cli.rules:rules",
        "board": "referee.cli.board:board",
        "doctor": "referee.cli.doctor:doctor",
        "demo": "referee.cli.demo:demo",
        "completion": "referee.cli.completion:completion",
        "help": "referee.cli.help:show_help",
    },
    examples=("referee play dragon greedy random random --seed 7", "referee help league run"),
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


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; return its exit code."""
    output.prepare()
    prepare()
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
