"""Find the file of a Python bot that hides a module of Python or of the SDK.

Python looks for a module in the folder of the script first. A file `random.py` beside a bot is
therefore what the standard library, gRPC and the SDK import as `random`, and the bot fails.
"""

import os
import re
import sys
from collections.abc import Iterator
from typing import Final

from referee.launch.command import BotCommand

SDK_MODULES: Final = frozenset(
    {"google", "grpc", "tianming", "tianming_proto", "typing_extensions"}
)
"""The modules outside the standard library that the SDK imports."""

_ERROR: Final = re.compile(r"(?:AttributeError|ImportError|ModuleNotFoundError): .*")


def hidden_module(command: BotCommand, output: bytes) -> str:
    """Return which file of a bot hides a module, as the rest of a sentence; empty if none does.

    Args:
        command: the bot, which ended before it connected.
        output: what it printed.
    """
    printed = output.decode(errors="replace")
    errors = _ERROR.findall(printed)
    if not errors:
        return ""
    for path in _hiding(command):
        if _is_cause(path, command, printed, errors[-1]):
            module = os.path.basename(path).removesuffix(".py")
            whose = "the SDK" if module in SDK_MODULES else "Python"
            return f"; {path} hides the module {module} of {whose}: rename it"
    return ""


def _hiding(command: BotCommand) -> Iterator[str]:
    """Yield the files and packages beside a script with the name of such a module."""
    names = sys.stdlib_module_names | SDK_MODULES
    for folder in dict.fromkeys(_script_folders(command)):
        try:
            entries = sorted(os.listdir(folder))
        except OSError:
            continue
        for entry in entries:
            path = os.path.join(folder, entry)
            is_package = os.path.isfile(os.path.join(path, "__init__.py"))
            if (entry.endswith(".py") or is_package) and entry.removesuffix(".py") in names:
                yield path


def _script_folders(command: BotCommand) -> Iterator[str]:
    """Yield the folders in which the Python of a command may look for modules first."""
    here = os.path.abspath(command.folder)
    if {"-c", "-m"} & set(command.arguments):
        yield here
    for word in command.arguments:
        path = os.path.join(here, word)
        if word.endswith(".py"):
            yield os.path.dirname(os.path.realpath(path))
        elif os.path.isfile(os.path.join(path, "__main__.py")):
            yield path


def _is_cause(path: str, command: BotCommand, printed: str, error: str) -> bool:
    """Whether an error says that a file was imported in place of the module that it hides."""
    name = os.path.basename(path)
    module = name.removesuffix(".py")
    if re.search(rf"'{module}['.]", error) or path in error:
        return True
    is_script = any(os.path.basename(word) == name for word in command.arguments)
    is_in_traceback = path in printed
    return is_in_traceback and (not is_script or "circular import" in error)
