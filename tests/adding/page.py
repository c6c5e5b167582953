"""The table "Where to add things" of `docs/architecture.md`: what a row names, it allows."""

import os
import re
from dataclasses import dataclass
from functools import cache
from pathlib import PurePosixPath

from tests.source_tree import ROOT

_PAGE = "docs/architecture.md"
_LINK = re.compile(r"\]\(([^)#\s]*)(?:#([\w-]+))?\)")
_CODE = re.compile(r"`([^`\s]+)`")


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the table, with the section of another page to which it leads.

    Attributes:
        text: its Markdown.
        paths: the files and folders that it names; NAME stands for a name.
    """

    text: str
    paths: frozenset[str]

    def path(self, end: str) -> str:
        """Return the path in a link of the row that ends with these words."""
        ends = {path for path in self.paths if f"/{path}".endswith(f"/{end}")}
        (found,) = {path for path in ends if (ROOT / path).exists()}
        return found

    def forbids(self, path: str) -> bool:
        """Whether the row names neither a file nor a folder of it."""
        named = (re.escape(one).replace("NAME", "[a-z_]+") for one in self.paths)
        return not any(re.fullmatch(rf"(.*/)?{one}(/.*)?", path) for one in named)


def row(thing: str) -> Row:
    """Return the row for something to add, such as `a fault`."""
    text = _rows()[thing]
    paths = _paths(text, _PAGE)
    for page, section in re.findall(r"\]\(([^)#\s]+)#([\w-]+)\)", text):
        other = _resolved(page, _PAGE)
        if other == "CONTRIBUTING.md":
            steps = _section(other, section)
            text, paths = text + steps, paths | _paths(steps, other)
    return Row(text, frozenset(paths))


@cache
def _rows() -> dict[str, str]:
    """Return the rows by their first cell."""
    table = _section(_PAGE, "where-to-add-things")
    cells = [line.strip("| ").split(" | ", 1) for line in table.splitlines() if "|" in line]
    return dict(cells[2:])


def _section(page: str, anchor: str) -> str:
    """Return the text of a section, by the anchor of its heading."""
    text = (ROOT / page).read_text(encoding="utf-8")
    for section in re.split(r"^#+ ", text, flags=re.MULTILINE):
        if section.partition("\n")[0].lower().replace(" ", "-") == anchor:
            return section.partition("\n")[2]
    raise AssertionError(f"{page} has no section {anchor}")


def _paths(text: str, page: str) -> set[str]:
    """Return the paths in the links and the code of a text."""
    links = {_resolved(path, page) for path, _ in _LINK.findall(text) if path}
    return links | {code.rstrip("/") for code in _CODE.findall(text) if "/" in code}


def _resolved(link: str, page: str) -> str:
    return os.path.normpath(PurePosixPath(page).parent / link)
