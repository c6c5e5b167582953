"""Search texts and names for retired words.

`docs/retired-words.txt` lists the words for texts: every page, the docstrings and comments of the
code, the files of `deploy/`, the help of all commands, and the sentences of all errors.
`docs/retired-names.txt` lists the words for names in the product's code. `python -m tests.words`
prints each finding with its place and its replacement, and exits with 1 if there is any.
"""

import ast
import io
import re
import sys
import tokenize
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from tests import source_tree
from tests.source_tree import ROOT

LIST = ROOT / "docs" / "retired-words.txt"
NAMES = ROOT / "docs" / "retired-names.txt"

PRODUCT = ("referee/*.py", "games/*.py", "clients/python/*.py", "bots/python/*.py")
"""Files of the product, whose code is searched for retired names."""

CODE = re.compile(r"^```.*?^```$|``.+?``|`[^`]+`|\]\([^)]+\)|^ {8,}\w+: ", re.MULTILINE | re.DOTALL)
"""Parts that are not prose: code blocks, code spans, link targets, names of arguments."""

TEXTS = ("*.md", "deploy/*", "tests/wording/*.txt")
"""Files that are prose as a whole: pages, files of the service, help and sentences."""

SLASHED = ("*.proto", "*.go", "*.rs", "*.ts", "*.java", "*.h", "*.cpp")
"""Files whose comments begin with `//`, or with `*` in a block."""

GENERATED = re.compile(r"\.pb\.|_pb2")
"""Names of files that the protobuf compiler generates."""

COMMENT = re.compile(r"^\s*(?://[/!]?|/\*\*?|\*)(.*)$", re.MULTILINE)

Prose = tuple[int, str]
"""The number of the first line of a text, and the text."""


@dataclass(frozen=True, slots=True)
class Retired:
    """A retired word: its pattern, and its replacement."""

    pattern: re.Pattern[str]
    better: str


def retired(text: str) -> list[Retired]:
    """Return the words of a list, which has lines of `pattern -> better`, and `#` comments."""
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


def docstrings(source: str) -> Iterator[Prose]:
    """Yield the docstrings of a module, its classes, functions and values."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            for step in node.body:
                match step:
                    case ast.Expr(ast.Constant(str(text))):
                        yield step.lineno, text


def comments(source: str) -> Iterator[Prose]:
    """Yield the comments of a module, line by line."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


def names(source: str) -> Iterator[Prose]:
    """Yield each name in a module, split into words: "Report Progress" for `ReportProgress`."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.NAME:
            apart = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", token.string)
            yield token.start[0], " ".join(filter(None, apart.split("_")))


def slashed(source: str) -> Iterator[Prose]:
    """Yield the comments of a source in another language, line by line."""
    for found in COMMENT.finditer(source):
        yield 1 + source.count("\n", 0, found.start(1)), found[1]


def files(*patterns: str) -> list[Path]:
    """Return the files of the repository that match any of the patterns, sorted by path."""
    return [ROOT / name for name in source_tree.files(*patterns)]


def prose(path: Path) -> Iterator[Prose]:
    """Yield the prose of a file."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        yield from chain(docstrings(text), comments(text))
    elif any(path.match(pattern) for pattern in SLASHED):
        yield from slashed(text)
    else:
        yield 1, text


def all_findings() -> Iterator[str]:
    """Yield the findings in all texts except generated code, each with the path of its file."""
    words = retired(LIST.read_text(encoding="utf-8"))
    any_word = re.compile("|".join(word.pattern.pattern for word in words), re.IGNORECASE)
    for path in files("*.py", *TEXTS, *SLASHED):
        if GENERATED.search(path.name) or not any_word.search(path.read_text(encoding="utf-8")):
            continue
        for first, text in prose(path):
            for found in findings(text, words, first):
                yield f"{path.relative_to(ROOT)}:{found}"


def all_names() -> Iterator[str]:
    """Yield the findings in the product's names, each with the path of its file."""
    words = retired(NAMES.read_text(encoding="utf-8"))
    for path in files(*PRODUCT):
        if not GENERATED.search(path.name):
            for first, text in names(path.read_text(encoding="utf-8")):
                for found in findings(text, words, first):
                    yield f"{path.relative_to(ROOT)}:{found}"


if __name__ == "__main__":
    found = [*all_findings(), *all_names()]
    print("\n".join(found))
    sys.exit(bool(found))
