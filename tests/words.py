"""Search texts for the words that `docs/retired-words.txt` lists, and names for other ones.

It reads every page, the docstrings and comments of the code, the files of `deploy/`, and the files
with the help of all commands and the sentences of all errors. In the names of the product's code it
searches for the words of `docs/retired-names.txt`. `python -m tests.words` prints each finding with
its place and the word to write instead, and exits with 1 if there is any.
"""

import ast
import io
import re
import subprocess
import sys
import tokenize
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

ROOT = Path(__file__).parents[1]
LIST = ROOT / "docs" / "retired-words.txt"
NAMES = ROOT / "docs" / "retired-names.txt"

PRODUCT = ("referee/*.py", "games/*.py", "clients/python/*.py", "bots/python/*.py")
"""Files whose names are checked."""

CODE = re.compile(r"^```.*?^```$|``.+?``|`[^`]+`|\]\([^)]+\)|^ {8,}\w+: ", re.MULTILINE | re.DOTALL)
"""Parts that are not prose: code blocks, code spans, targets of links, names of arguments."""

TEXTS = ("*.md", "deploy/*", "tests/wording/*.txt")
"""Files that are prose as a whole: pages, files of the service, help and sentences."""

SLASHED = ("*.proto", "*.go", "*.rs", "*.ts", "*.java", "*.h", "*.cpp")
"""Files whose comments begin with `//`, or with `*` in a block."""

GENERATED = re.compile(r"\.pb\.|_pb2")
"""Names of files that a compiler of protobuf writes."""

COMMENT = re.compile(r"^\s*(?://[/!]?|/\*\*?|\*)(.*)$", re.MULTILINE)

Prose = tuple[int, str]
"""The number of the first line of a text, and the text."""


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


def docstrings(source: str) -> Iterator[Prose]:
    """Yield the docstrings of a module, of its classes, functions and values."""
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
    """Yield the words of each name in a module: "report progress" for `ReportProgress`."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.NAME:
            apart = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", token.string)
            yield token.start[0], " ".join(filter(None, apart.split("_")))


def slashed(source: str) -> Iterator[Prose]:
    """Yield the comments of a source in another language, line by line."""
    for found in COMMENT.finditer(source):
        yield 1 + source.count("\n", 0, found.start(1)), found[1]


def files(*patterns: str) -> list[Path]:
    """Return the files of the repository that match, in order."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", *patterns]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return [path for name in sorted(listed.stdout.splitlines()) if (path := ROOT / name).is_file()]


def prose(path: Path) -> Iterator[Prose]:
    """Yield the texts of a file that people read."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        yield from chain(docstrings(text), comments(text))
    elif any(path.match(pattern) for pattern in SLASHED):
        yield from slashed(text)
    else:
        yield 1, text


def all_findings() -> Iterator[str]:
    """Yield the findings in all files, with the names of the files, except in generated code."""
    words = retired(LIST.read_text(encoding="utf-8"))
    any_word = re.compile("|".join(word.pattern.pattern for word in words), re.IGNORECASE)
    for path in files("*.py", *TEXTS, *SLASHED):
        if GENERATED.search(path.name) or not any_word.search(path.read_text(encoding="utf-8")):
            continue
        for first, text in prose(path):
            for found in findings(text, words, first):
                yield f"{path.relative_to(ROOT)}:{found}"


def all_names() -> Iterator[str]:
    """Yield the findings in the names of the product, with the names of the files."""
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
