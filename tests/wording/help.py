"""The help of every command, in one file.

To write the file again after a help was changed:

    python -m tests.wording.help
"""

from collections.abc import Iterator
from pathlib import Path

import click

from referee.cli.command import CommandGroup, Page
from referee.cli.main import ROOT

FILE = Path(__file__).parent / "help.txt"

_WIDTH = 100
"""Number of columns of the terminal."""


def contexts(parent: click.Context | None = None, name: str = "referee") -> Iterator[click.Context]:
    """Every command in its context, each group before the commands in it."""
    found = ROOT if parent is None else _member(parent, name)
    context = click.Context(
        found, parent, info_name=name, terminal_width=_WIDTH, help_option_names=["-h", "--help"]
    )
    yield context
    if isinstance(found, CommandGroup):
        for member in found.members:
            yield from contexts(context, member)


def pages() -> dict[str, Page]:
    """Return every command by its words after `referee`."""
    found = {}
    for context in contexts():
        assert isinstance(context.command, Page)
        found[context.command_path.partition(" ")[2]] = context.command
    return found


def text() -> str:
    """Return the content that the file must have."""
    rule = "=" * _WIDTH
    return "\n".join(f"{rule}\n{context.get_help()}\n" for context in contexts())


def _member(group: click.Context, name: str) -> click.Command:
    assert isinstance(group.command, CommandGroup)
    found = group.command.get_command(group, name)
    assert found is not None
    return found


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
