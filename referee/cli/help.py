"""`referee help`: show the help of a command."""

import click

from referee.cli.command import command
from referee.cli.exit import WrongUsage
from referee.sentence.command import CommandSentence


@command("help", examples=("referee help", "referee help play", "referee help league run"))
@click.argument("words", metavar="[COMMAND]...", nargs=-1, help="a command, such as `league run`")
@click.pass_context
def show_help(context: click.Context, words: tuple[str, ...]) -> int:
    """Show the help of a command."""
    page = context.find_root()
    for word in words:
        if not isinstance(page.command, click.Group):
            shown = page.command_path.partition(" ")[2]
            raise WrongUsage(
                context,
                CommandSentence.HAS_NO_COMMANDS,
                command=page.command_path,
                words=shown,
            )
        _, found, _ = page.command.resolve_command(page, [word])
        assert found is not None
        page = click.Context(found, page, info_name=word)
    print(page.get_help())
    return 0
