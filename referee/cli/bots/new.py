"""`referee new`: start a new bot or a new game, or make a key."""

import shutil
from pathlib import Path

import click

from referee.cli import output
from referee.cli.command import PATH, WordChoice, command, group, json_option
from referee.starter.language import LANGUAGES

_EXAMPLES = ("referee new bot my-bot --lang python", "referee new bot my-bot --lang rust --json")

new = group(
    "new",
    "Start a new bot or game, or make the key of an organiser.",
    {
        "Commands": {
            "bot": "referee.cli.bots.new:bot",
            "game": "referee.cli.bots.new:game",
            "key": "referee.cli.operate.key:key",
        }
    },
    examples=(*_EXAMPLES, "referee new game my-game", "referee new key signing.key"),
)


@command("bot", examples=_EXAMPLES)
@click.argument(
    "folder", type=PATH, metavar="FOLDER", help="a new folder; its name is that of the bot"
)
@click.option(
    "--lang", required=True, type=WordChoice(tuple(LANGUAGES)), help="language of the bot"
)
@json_option(help="print one JSON line")
@click.pass_context
def bot(context: click.Context, folder: Path, lang: str, as_json: bool) -> int:
    """Write a starter kit for a bot into a new folder."""
    from referee.starter.kit import check_name, write_kit

    name = check_name(folder.absolute().name, lang)
    language = LANGUAGES[lang].named(name)
    files = write_kit(language, name, folder)
    play = f'referee play dragon "{language.bot}" random'
    if as_json:
        facts = {
            "folder": str(folder),
            "files": [str(file) for file in files],
            "build": language.build,
            "bot": language.bot,
            "test": language.test,
            "play": play,
        }
        output.print_json(facts)
        return 0
    if shutil.which(language.tool) is None:
        output.print_aside(
            f"{context.command_path}: {language.tool} is not on the PATH; the build needs it"
        )
    print(f"{folder}: a bot in {language.title}, with its SDK in sdk/. Build it, and let it play:")
    print(f"\n  cd {folder}\n  {language.build}\n  {play}\n")
    return 0


@command("game", examples=("referee new game my-game", "referee new game my-game --proto"))
@click.argument(
    "folder", type=PATH, metavar="FOLDER", help="a new folder; its name is that of the game"
)
@click.option("--proto", is_flag=True, help="give the game messages of its own, in a .proto file")
@json_option(help="print one JSON line")
def game(folder: Path, proto: bool, as_json: bool) -> int:
    """Write a distribution with a small game into a new folder: rules, page, board and tests."""
    from referee.starter.kit import check_game_name, write_game

    name = check_game_name(folder.absolute().name)
    files = write_game(name, folder, has_messages=proto)
    word = name.replace("-", "_")
    commands = {
        "install": "pip install -e .",
        "check": f"referee games check {word}",
        "play": f"referee play {word} random random",
        "test": "python -m unittest",
    }
    if as_json:
        listed = [str(file) for file in files]
        output.print_json({"game": word, "folder": str(folder), "files": listed, **commands})
        return 0
    print(f"{folder}: a game in Python. Install it into the Python of the referee, and check it:")
    print("\n".join(["", f"  cd {folder}", *(f"  {line}" for line in commands.values()), ""]))
    return 0
