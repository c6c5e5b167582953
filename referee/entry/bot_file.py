"""Read `bot.toml`: what a submission says about its bot, and how it is built and started.

A submission without the file is a bot in Python if it has exactly one file that Python can run.

`python -m referee.entry.bot_file` prints the JSON Schema of the file, for editors.
"""

import json
import shlex
import tomllib
from pathlib import Path
from typing import Annotated, Any, Final

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, Strict, ValidationError

from referee.entry.sentence import SubmissionSentence
from referee.error import DataError
from referee.server.identity import NAME
from tianming_games.ground.plain_file import read_plain
from tianming_games.ground.text import did_you_mean

NAME_OF_FILE: Final = "bot.toml"

_MOST_BYTES = 1 << 13
"""The maximum size of the file: Python's TOML parser needs quadratic time for some keys."""


def _printable(text: str) -> str:
    if not text.isprintable():
        raise ValueError("not printable")
    return text


def _command_line(text: str) -> str:
    if not shlex.split(text):
        raise ValueError("empty")
    return text


_PLAIN = AfterValidator(_printable)


class BotFile(BaseModel):
    """What a submission says about its bot."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: Annotated[
        str,
        Strict(),
        Field(
            description="name of the bot; empty: the submission names it",
            pattern=f"^(?:{NAME.pattern})?$",
        ),
        _PLAIN,
    ] = ""
    language: Annotated[
        str,
        Strict(),
        Field(
            description="toolchain that builds it, such as python or rust; empty: none",
            pattern="^(?:[a-z][a-z0-9-]{0,29})?$",
        ),
        _PLAIN,
    ] = ""
    build: Annotated[
        str,
        Strict(),
        Field(
            description="command for sh that builds it in its folder; empty: nothing to build",
            max_length=1000,
        ),
        _PLAIN,
    ] = ""
    run: Annotated[
        str,
        Strict(),
        Field(description="command line that starts it, run in its folder", max_length=1000),
        _PLAIN,
        AfterValidator(_command_line),
    ]
    version: Annotated[
        str,
        Strict(),
        Field(description="version of its program; empty: a digest of the files", max_length=40),
        _PLAIN,
    ] = ""
    games: Annotated[
        tuple[Annotated[str, Strict(), Field(pattern="^[a-z][a-z0-9_]{0,39}$")], ...],
        Field(description="games that it plays; empty: those that it announces", max_length=100),
    ] = ()


_FORMS = {
    "name": "1 to 40 letters and digits, with ` ._-` in between",
    "language": 'a word in lower case, such as "python"',
    "build": "one line with at most 1000 characters",
    "run": 'a command line of at most 1000 characters, such as "python3 main.py"',
    "version": "a text of at most 40 characters",
    "games": 'a list of names in quotes, such as ["dragon"]',
}


def read_bot_file(folder: Path) -> BotFile:
    """Return what the submission in a folder says about its bot.

    Raises:
        DataError: if the file cannot be used, or nothing says how the bot is started.
    """
    path = folder / NAME_OF_FILE
    if not path.exists():
        return _without_file(folder)
    try:
        data = read_plain(path, _MOST_BYTES + 1)
    except OSError as error:
        raise DataError(SubmissionSentence.BOT_FILE_NOT_READ, why=error.strerror) from None
    if len(data) > _MOST_BYTES:
        raise DataError(SubmissionSentence.BOT_FILE_TOO_LARGE, most=_MOST_BYTES)
    try:
        values = tomllib.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        why = "its lists nest too deeply" if isinstance(error, RecursionError) else str(error)
        raise DataError(SubmissionSentence.BOT_FILE_NO_TOML, why=why.rstrip(".")) from None
    return bot_file_of(values)


def bot_file_of(values: dict[str, Any]) -> BotFile:
    """Return the model of the values of a file.

    Raises:
        DataError: if one of them is wrong, or `run` is missing.
    """
    if isinstance(games := values.get("games"), list):
        values = {**values, "games": tuple(games)}
    try:
        return BotFile.model_validate(values)
    except ValidationError as invalid:
        error = invalid.errors(include_url=False)[0]
    key = str(error["loc"][0])
    if error["type"] == "extra_forbidden":
        hint = did_you_mean(key, BotFile.model_fields)
        raise DataError(SubmissionSentence.BOT_FILE_UNKNOWN_KEY, key=key, hint=hint)
    if error["type"] == "missing":
        sample = 'run = "python3 main.py"'
        raise DataError(SubmissionSentence.BOT_FILE_LACKS_KEY, key=key, sample=sample)
    value = repr(error["input"])[:60]
    raise DataError(SubmissionSentence.BOT_FILE_WRONG_KEY, key=key, value=value, form=_FORMS[key])


def _without_file(folder: Path) -> BotFile:
    programs = sorted(path.name for path in folder.glob("*.py") if path.is_file())
    main = [name for name in programs if name in ("__main__.py", "main.py")]
    found = main if len(main) == 1 else programs
    if len(found) != 1:
        sample = json.dumps(f"python3 {programs[0] if programs else 'main.py'}")
        raise DataError(SubmissionSentence.NO_BOT_FILE, count=len(programs), sample=sample)
    return BotFile(language="python", run=shlex.join(("python3", found[0])))


def schema() -> str:
    """Return the JSON Schema of the file as text, as it is published."""
    document = BotFile.model_json_schema()
    for field in document["properties"].values():
        del field["title"]
    document = {"$schema": "https://json-schema.org/draft/2020-12/schema", **document}
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    print(schema(), end="")
