"""The names of local bots: as the user gives them, or made from the program of a command line."""

import os
import re
import shlex
import unicodedata
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path, PurePath
from typing import Final

from referee.identifier import BotName
from referee.launch.sentence import LaunchSentence
from referee.server.address import is_bot_address
from referee.server.identity import check_bot_name

_GIVEN: Final = re.compile(r"""(?P<name>[^\s/='"-][^\s/='"]*)=(?P<command>.*)""", re.DOTALL)
"""`NAME=COMMAND`."""

_PYTHON: Final = re.compile(r"(?:python|pypy)[\d.]*")
_RUNNERS: Final = re.compile(
    r"python[\d.]*|pypy[\d.]*|node|nodejs|deno|bun|npx|tsx|ts-node|java|ruby|perl|php|lua[\d.]*|"
    r"luajit|Rscript|julia|dotnet|mono|wine|sh|bash|dash|zsh|ksh|env|nice|nohup|exec|time|stdbuf|"
    r"setsid|timeout|taskset|ionice|chrt|xvfb-run|uv|poetry|pipenv|go|cargo|referee"
)
"""Programs that run another one, which a bot is named after."""
_SHELLS: Final = ("sh", "bash", "dash", "zsh", "ksh")
_STEPS: Final = ("run", "exec", "bridge", "--")
"""Words of such programs between them and the program that they run."""
_VALUED: Final = ("-W", "-X", "-cp", "-classpath", "--class-path", "-p", "--module-path", "-n")
"""Their options that have a value in the next word."""
_SCRIPT: Final = re.compile(
    r".+\.(?:py|pyz|pyc|js|mjs|cjs|ts|mts|jar|class|rb|pl|php|lua|R|r|jl|dll|exe|sh|bash|go|rs)"
)

_LETTERS: Final = {
    "ß": "ss",
    "æ": "ae",
    "œ": "oe",
    "ø": "o",
    "ł": "l",
    "đ": "d",
    "ð": "d",
    "þ": "th",
}
"""The letters of Latin scripts that Unicode does not take apart."""

_MOST_CHARACTERS: Final = 32
_MOST_WORDS: Final = 4
"""The most words of one path with spaces that is recognised."""


def given_name(text: str) -> tuple[BotName | None, str]:
    """Return the name of `NAME=COMMAND`, None if there is none, and the command.

    Raises:
        UsageError: when the name is none that a bot may have.
    """
    found = _GIVEN.fullmatch(text)
    if found is None:
        return None, text
    return check_bot_name(found["name"]), found["command"]


def name_of(arguments: Sequence[str]) -> BotName:
    """Return a name for a command line: that of its program, or of the script that this runs."""
    name = _ascii(_title(arguments))
    words = re.sub(r"[^A-Za-z0-9._-]+", "-", name).strip("._-")
    return BotName(words[:_MOST_CHARACTERS].rstrip("._-") or "bot")


def programs_of(arguments: Sequence[str]) -> Iterator[str]:
    """Yield the program of a command line that runs the others, without interpreters and such."""
    if not arguments:
        return
    if _RUNNERS.fullmatch(PurePath(arguments[0]).name):
        yield from programs_of(_after_options(arguments[1:]))
    else:
        yield arguments[0]


def notices(text: str, folder: Path) -> Iterator[str]:
    """Yield sentences on a command line that may mean something else than its author does.

    Args:
        text: the command line of a bot, or `NAME=COMMAND`.
        folder: the folder in which it runs.
    """
    name, command = given_name(text)
    if is_bot_address(command):
        return
    words = _split([command])
    yield from split_paths(text, folder)
    if name is None and words and not _title(words).isascii():
        yield LaunchSentence.NAME_MADE.value.format(bot=text, name=name_of(words))


def split_paths(text: str, folder: Path) -> Iterator[str]:
    """Yield a sentence for each file with a space in its path that is not in quotes."""
    words = _split([text])
    for start in range(len(words)):
        for end in range(start + 2, min(start + _MOST_WORDS, len(words)) + 1):
            path = " ".join(words[start:end])
            if os.sep in path and os.path.exists(folder / path):
                line = shlex.join([*words[:start], path, *words[end:]])
                yield LaunchSentence.SPLIT_PATH.value.format(bot=text, path=path, line=line)


def _title(arguments: Sequence[str]) -> str:
    """Return the name of the program or script of a command line, as it is written."""
    program, words = PurePath(arguments[0]).name, list(arguments[1:])
    if not _RUNNERS.fullmatch(program):
        return _stem(program)
    if program in _SHELLS and words[:1] == ["-c"]:
        return _title(_split(words[1:2]) or [program])
    if _PYTHON.fullmatch(program) and _is_own_option(words, "-m"):
        return words[words.index("-m") + 1].rpartition(".")[2]
    if _PYTHON.fullmatch(program) and _is_own_option(words, "-c"):
        return program
    script = next((word for word in words if _SCRIPT.fullmatch(word)), None)
    if script is not None and not _has_own_program(words, script):
        return _stem(PurePath(script).name)
    rest = _after_options(words)
    return _title(rest) if rest else program


def _is_own_option(words: Sequence[str], option: str) -> bool:
    """Whether an option of a runner is its own, and none of the script that it runs."""
    if option not in words[:-1] or _has_own_program(words, option):
        return False
    return not any(_SCRIPT.fullmatch(word) for word in words[: words.index(option)])


def _has_own_program(words: Sequence[str], end: str) -> bool:
    """Whether a program that is no runner comes before a word, which is then its argument.

    A word after an option may be the value of that option.
    """
    for before, word in pairwise(["", *words[: words.index(end)]]):
        is_value = before.startswith("-") and before != "--"
        if not (is_value or _is_between(word) or _RUNNERS.fullmatch(PurePath(word).name)):
            return True
    return False


def _is_between(word: str) -> bool:
    """Whether a word of a runner comes before the program that it runs."""
    return word.startswith("-") or word in _STEPS or bool(re.match(r"\w+=|[\d.]+$", word))


def _after_options(words: Sequence[str]) -> list[str]:
    """Return the words from the program on that a runner runs."""
    left = list(words)
    while left and _is_between(left[0]):
        del left[: 2 if left[0] in _VALUED else 1]
    return left


def _split(texts: Sequence[str]) -> list[str]:
    try:
        return [word for text in texts for word in shlex.split(text)]
    except ValueError:
        return []


def _stem(name: str) -> str:
    """Return the name of a file without its extension, if it has one of a script."""
    return PurePath(name).stem if _SCRIPT.fullmatch(name) else name


def _ascii(text: str) -> str:
    """Return a text in ASCII: letters without marks; other letters as code points, as in u5929."""
    plain = (
        char for char in unicodedata.normalize("NFKD", text) if not unicodedata.combining(char)
    )
    return "".join(map(_ascii_of, plain))


def _ascii_of(char: str) -> str:
    if char.isascii():
        return char
    return _LETTERS.get(char.lower()) or (f"u{ord(char):04x}" if char.isalnum() else "-")
