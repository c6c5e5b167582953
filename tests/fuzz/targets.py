"""The targets by name, and their initial inputs."""

from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

from tests.fuzz import (
    archive,
    board,
    bot_file,
    choice,
    frame,
    front,
    league,
    name,
    option,
    record,
    report,
    resume,
    submission,
)

Target = Callable[[bytes], None]

MODULES: dict[str, ModuleType] = {
    "archive": archive,
    "board": board,
    "bot_file": bot_file,
    "choice": choice,
    "frame": frame,
    "front": front,
    "league": league,
    "name": name,
    "option": option,
    "record": record,
    "report": report,
    "resume": resume,
    "submission": submission,
}

CORPUS = Path(__file__).parent / "corpus"
"""A folder for each target; each of its files is an input that once found a fault."""


def target_of(what: str) -> Target:
    """Return the target with a name."""
    target: Target = MODULES[what].target
    return target


def corpus(what: str) -> Iterator[bytes]:
    """Yield the initial inputs of a target: those that once found a fault, then its seeds."""
    for path in sorted((CORPUS / what).glob("*")):
        yield path.read_bytes()
    yield from MODULES[what].seeds()
