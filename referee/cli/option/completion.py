"""Complete commands, options and names in a shell."""

from __future__ import annotations

import click
from click.shell_completion import CompletionItem, get_completion_class

VARIABLE = "_REFEREE_COMPLETE"
"""The variable through which a shell asks for completions."""

SHELLS = ("bash", "zsh", "fish")


def _print_script(context: click.Context, _: click.Parameter, shell: str | None) -> None:
    if shell is not None and not context.resilient_parsing:
        script = get_completion_class(shell)
        assert script is not None
        print(script(context.command, {}, "referee", VARIABLE).source())
        context.exit()


completion_option = click.Option(
    ["--completion"],
    type=click.Choice(SHELLS),
    metavar="SHELL",
    is_eager=True,
    expose_value=False,
    callback=_print_script,
    help="print the script with which bash, zsh or fish completes commands, options and names",
)
"""The option `--completion`."""


def games(_: click.Context, __: click.Parameter, start: str) -> list[CompletionItem]:
    """Complete the name of a game."""
    from tianming_games.registry import load, playable

    found = [name for name in playable() if name.startswith(start)]
    return [CompletionItem(name, help=load(name).title) for name in found]


def bots(_: click.Context, __: click.Parameter, start: str) -> list[CompletionItem]:
    """Complete the name of an installed bot, or a path."""
    from referee.launch.command import installed

    found = [CompletionItem(name) for name in installed() if name.startswith(start)]
    return found or [CompletionItem(start, type="file")]
