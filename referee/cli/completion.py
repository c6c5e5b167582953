"""`referee completion`: complete commands, options and names in a shell."""

from __future__ import annotations

import click
from click.shell_completion import CompletionItem, get_completion_class

from referee.cli.command import command

VARIABLE = "_REFEREE_COMPLETE"
"""The variable through which a shell asks for completions."""

SHELLS = ("bash", "zsh", "fish")


@command(
    "completion",
    examples=(
        'eval "$(referee completion bash)"',
        "referee completion fish > ~/.config/fish/completions/referee.fish",
    ),
)
@click.argument("shell", metavar="SHELL", type=click.Choice(SHELLS), help="bash, zsh or fish")
@click.pass_context
def completion(context: click.Context, shell: str) -> int:
    """Print the script that lets a shell complete commands, options and names."""
    script = get_completion_class(shell)
    assert script is not None
    print(script(context.find_root().command, {}, "referee", VARIABLE).source())
    return 0


def games(_: click.Context, __: click.Parameter, start: str) -> list[CompletionItem]:
    """Complete the name of a game."""
    from tianming_games.registry import load, names

    return [
        CompletionItem(name, help=load(name).title) for name in names() if name.startswith(start)
    ]


def bots(_: click.Context, __: click.Parameter, start: str) -> list[CompletionItem]:
    """Complete the name of an installed bot, or a path."""
    from referee.launch.command import installed

    found = [CompletionItem(name) for name in installed() if name.startswith(start)]
    return found or [CompletionItem(start, type="file")]
