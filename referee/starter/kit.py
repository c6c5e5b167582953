"""Write a starter kit for a bot or a game into a new folder."""

import json
import re
import shutil
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from referee.error import StorageError, UsageError
from referee.starter.game_messages import messages_module
from referee.starter.language import Language
from referee.starter.sentence import StarterSentence
from tianming_games.registry import names

KITS = Path(__file__).parent / "kits"

BOT_FILE = "bot.toml"
_HEAD = "# How a league that takes submissions builds and starts this bot, in this folder.\n\n"

_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
"""The pattern of names that are valid for a package in every language."""

_LONGEST = 40

_MODULES = sys.stdlib_module_names | {"google", "grpc", "tianming"}
"""The modules that a bot in Python imports, itself or through its SDK."""

_SOURCES = (Path(__file__).parent / "sources", Path(__file__).parents[2])
"""The folders with the sources of the SDKs: in a wheel, and in a clone."""

_MADE = frozenset(
    {
        "__pycache__",
        "node_modules",
        "target",
        "build",
        "dist",
        "bin",
        ".gradle",
        "tests",
        "examples",
    }
)
"""Folders with build output, tests or examples, which a kit leaves out."""


def check_name(name: str, language: str) -> str:
    """Return the name of a new bot if it is valid.

    Raises:
        UsageError: if the name is too long, not valid for a package, or that of a module which the
            bot's file would hide.
    """
    if len(name) > _LONGEST or not _NAME.fullmatch(name):
        raise UsageError(StarterSentence.NO_NAME_OF_PACKAGE, name=name, most=_LONGEST)
    if language == "python" and name in _MODULES:
        raise UsageError(StarterSentence.NAME_OF_MODULE, name=name)
    return name


def check_game_name(name: str) -> str:
    """Return the name of a new game if it is valid; its module has underscores for hyphens.

    Raises:
        UsageError: if the name is too long, not valid for a package, or that of a game or module.
    """
    word = check_name(name, "").replace("-", "_")
    if word in names() or find_spec(word) is not None:
        raise UsageError(StarterSentence.NAME_OF_GAME, name=word)
    return name


def write_game(name: str, folder: Path, *, has_messages: bool = False) -> list[Path]:
    """Write the kit of a game, and return its files, relative to the folder.

    Args:
        name: the name of the distribution.
        folder: the folder to write; it must be empty or not exist.
        has_messages: whether the game gets messages of its own.

    Raises:
        UsageError: if the folder is not empty, or is a file.
        StorageError: if it cannot be written.
    """
    _check_folder(folder)
    try:
        files = [_render(file, name, folder) for file in _files(KITS / "game")]
        return files + _write_messages(name, folder) if has_messages else files
    except OSError as error:
        raise StorageError(
            StarterSentence.KIT_NOT_WRITTEN, folder=folder, why=error.strerror
        ) from None


def _write_messages(name: str, folder: Path) -> list[Path]:
    """Give a new game messages of its own, and return their files."""
    word = name.replace("-", "_")
    files = [_render(file, name, folder) for file in _files(KITS / "game_messages")]
    module = Path(word) / f"{word}_pb2.py"
    (folder / module).write_text(messages_module(word))
    rules, project = folder / word / "__init__.py", folder / "pyproject.toml"
    facts = "    facts = "
    rules.write_text(rules.read_text().replace(facts, f'    package = "{word}.v1"\n{facts}', 1))
    with project.open("a") as text:
        text.write(
            f'\n[project.entry-points."tianming.messages"]\n"{word}.v1" = "{word}.{word}_pb2"\n'
        )
    return [*files, module]


def write_kit(language: Language, name: str, folder: Path) -> list[Path]:
    """Write the kit of a language, and return its files without those of the SDK.

    Args:
        language: the language.
        name: the name of the bot.
        folder: the folder to write; it must be empty or not exist.

    Returns:
        Paths relative to the folder.

    Raises:
        UsageError: if the folder is not empty, or is a file.
        StorageError: if it cannot be written, or the sources of the SDK are missing.
    """
    _check_folder(folder)
    sources = [(_source(path), folder / to) for path, to in language.sdk.items()]
    try:
        files = [_render(file, name, folder) for file in _files(KITS / language.name)]
        files.insert(0, _write_bot_file(language.named(name), name, folder))
        for source, target in sources:
            _copy(source, target)
    except OSError as error:
        raise StorageError(
            StarterSentence.KIT_NOT_WRITTEN, folder=folder, why=error.strerror
        ) from None
    return files


def _check_folder(folder: Path) -> None:
    """Raise `UsageError` if a kit cannot be written into a folder because something is there."""
    if folder.is_file() or (folder.is_dir() and any(folder.iterdir())):
        raise UsageError(StarterSentence.FOLDER_IS_TAKEN, folder=folder)


def _source(path: str) -> Path:
    """Return the path of a part of the SDK's sources.

    Raises:
        StorageError: if the part is missing.
    """
    for root in _SOURCES:
        if (root / path).exists():
            return root / path
    raise StorageError(StarterSentence.SDK_NOT_INSTALLED, path=path)


def _files(folder: Path) -> Iterator[Path]:
    """Return the paths of a kit's template files, without build output."""
    return (
        file
        for file in sorted(folder.rglob("*"))
        if file.is_file() and _MADE.isdisjoint(file.relative_to(folder).parts)
    )


def _render(source: Path, name: str, folder: Path) -> Path:
    """Write one file of a kit, with the bot's name in its text and path; return its new path."""
    kit = KITS / source.relative_to(KITS).parts[0]
    path = Path(_named(str(source.relative_to(kit)), name))
    target = folder / path
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(_named(source.read_text(), name))
    shutil.copymode(source, target)
    return path


def _write_bot_file(language: Language, name: str, folder: Path) -> Path:
    """Write `bot.toml`, which tells a league how to build and start the bot; return its path."""
    values = {"name": name, "language": language.name, "build": language.build, "run": language.bot}
    lines = [f"{key} = {json.dumps(value)}\n" for key, value in values.items()]
    (folder / BOT_FILE).write_text(_HEAD + "".join(lines))
    return Path(BOT_FILE)


def _named(text: str, name: str) -> str:
    """Insert the bot's name: unchanged for `{{name}}`, and as an identifier for `{{word}}`."""
    return text.replace("{{name}}", name).replace("{{word}}", name.replace("-", "_"))


def _copy(source: Path, target: Path) -> None:
    """Copy a file, or a folder without its build output, tests and examples."""
    target.parent.mkdir(parents=True, exist_ok=True)
    if source.is_dir():
        shutil.copytree(source, target, ignore=lambda _, names: _MADE & {*names})
    else:
        shutil.copyfile(source, target)
