"""Every sentence of an error, in one file.

To write the file again after a sentence was changed:

    python -m tests.wording.sentences

A reviewer reads the difference: every line that changed is an error that users see otherwise.
"""

import importlib
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import referee
import tianming_games
import tianming_learn
from referee.error import Sentence

FILE = Path(__file__).parent / "sentences.txt"


def catalogs() -> list[type[Sentence]]:
    """The enums of all sentences, by module."""
    for package in (referee, tianming_games, tianming_learn):
        root = Path(package.__path__[0])
        for path in root.rglob("*sentence.py"):
            parts = path.relative_to(root).with_suffix("").parts
            importlib.import_module(".".join((package.__name__, *parts)))
    found = [kind for kind in Sentence.__subclasses__() if "sentence" in kind.__module__]
    return sorted(found, key=lambda kind: kind.__module__)


def fields(sentence: Sentence) -> set[str]:
    """Return the names of the fields of a sentence."""
    return {name for _, name, _, _ in Formatter().parse(sentence.value) if name is not None}


def text() -> str:
    """Return the content that the file must have."""
    return "\n".join(_lines())


def _lines() -> Iterator[str]:
    for catalog in catalogs():
        yield f"# {catalog.__module__}\n"
        for sentence in catalog:
            yield f"{sentence.code}\n    {sentence.value.replace(chr(10), chr(10) + '    ')}\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
