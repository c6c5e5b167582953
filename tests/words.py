"""Search pages and docstrings for the words that `docs/retired-words.txt` lists.

`python -m tests.words` prints each finding with its place and the word to write instead, and
exits with 1 if there is any.
"""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
LIST = ROOT / "docs" / "retired-words.txt"

CODE = re.compile(r"^```.*?^```$|``.+?``|`[^`]+`|\]\([^)]+\)", re.MULTILINE | re.DOTALL)
"""What is no prose: code blocks, code spans, and the targets of links."""

MENDED = ("referee", "clients/python", "bots/python")
"""Folders whose docstrings use no retired word any more."""


@dataclass(frozen=True, slots=True)
class Retired:
    """A word that is no longer used: its pattern, and what to write instead."""

    pattern: re.Pattern[str]
    better: str


def retired(text: str) -> list[Retired]:
    """Return the words of a list: lines of `pattern -> better`, comments and blank lines."""
    lines = (line.partition("#")[0].strip() for line in text.splitlines())
    pairs = (line.partition("->") for line in lines if line)
    return [
        Retired(re.compile(rf"\b(?:{pattern.strip()})\b", re.IGNORECASE), better.strip())
        for pattern, _, better in pairs
    ]


def findings(text: str, words: Sequence[Retired], first: int = 1) -> Iterator[str]:
    """Yield `line: "word" -> better` for each retired word; `first` numbers the first line."""
    prose = CODE.sub(lambda code: re.sub(r"[^\n]", " ", code[0]), text)
    for word in words:
        for found in word.pattern.finditer(prose):
            line = first + prose.count("\n", 0, found.start())
            yield f'{line}: "{found[0]}" -> {word.better}'


def docstrings(source: str) -> Iterator[tuple[int, str]]:
    """Yield the first line and the text of the docstrings of a module and its classes."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef) and (text := ast.get_docstring(node, False)):
            yield node.body[0].lineno, text


def files(*patterns: str) -> list[Path]:
    """Return the files of the repository that match, in order."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", *patterns]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return [path for name in sorted(listed.stdout.splitlines()) if (path := ROOT / name).is_file()]


def all_findings() -> Iterator[str]:
    """Yield the findings in every page and in the mended docstrings, with their files."""
    words = retired(LIST.read_text(encoding="utf-8"))
    for page in files("*.md"):
        for found in findings(page.read_text(encoding="utf-8"), words):
            yield f"{page.relative_to(ROOT)}:{found}"
    for module in files(*(f"{folder}/*.py" for folder in MENDED)):
        for first, text in docstrings(module.read_text(encoding="utf-8")):
            for found in findings(text, words, first):
                yield f"{module.relative_to(ROOT)}:{found}"


if __name__ == "__main__":
    found = list(all_findings())
    print("\n".join(found))
    sys.exit(bool(found))
