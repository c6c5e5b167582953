"""`referee new`: start a new bot."""

import argparse
import shutil
from pathlib import Path

from referee.cli import output
from referee.cli.command import Command, group
from referee.starter.language import LANGUAGES


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of a new bot."""
    parser.add_argument(
        "folder", type=Path, metavar="FOLDER", help="a new folder; its name is that of the bot"
    )
    parser.add_argument(
        "--lang", required=True, choices=tuple(LANGUAGES), help="language of the bot"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON line")


def run(args: argparse.Namespace) -> int:
    """Write the kit, and say what to do with it."""
    from referee.starter.kit import check_name, write_kit

    language = LANGUAGES[args.lang]
    folder: Path = args.folder
    name = check_name(folder.absolute().name)
    files = write_kit(language, name, folder)
    play = f'referee play dragon "{language.bot}" random'
    if args.json:
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
        output.print_aside(f"{args.prog}: {language.tool} is not on the PATH; the build needs it")
    print(f"{folder}: a bot in {language.title}, with its SDK in sdk/. Build it, and let it play:")
    print(f"\n  cd {folder}\n  {language.build}\n  {play}\n")
    return 0


BOT = Command(
    name="bot",
    help="write a starter kit for a bot into a new folder",
    examples=("referee new bot my-bot --lang python", "referee new bot my-bot --lang rust --json"),
    configure=configure,
    run=run,
)


COMMAND = group(name="new", about="start a new bot", commands=(BOT,), examples=BOT.examples)
