"""Extract tables and examples from the pages of the rules."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]


def page(game: str) -> str:
    """Return the page of a game."""
    return (ROOT / "docs" / "rules" / f"{game}.md").read_text(encoding="utf-8")


def prose(game: str) -> str:
    """Return the page of a game without its line breaks."""
    return " ".join(page(game).split())


def table(game: str, heading: str) -> list[list[str]]:
    """Return the rows of the table whose heading begins with `heading`, without the heading."""
    lines = page(game).splitlines()
    start = next(at for at, line in enumerate(lines) if line.startswith(f"| {heading}"))
    rows = []
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip() for cell in line.strip("|").split("|")])
    return rows


def counts(game: str, heading: str) -> dict[str, int]:
    """Return a table of names and numbers."""
    return {name: int(number) for name, number in table(game, heading)}


def word(cell: str) -> str:
    """Return a name without its mark-up."""
    return cell.strip("`")


def numbers(cell: str) -> list[int]:
    """Return the numbers of a cell such as `4, 2, 1` or `3+2+2`."""
    return [int(number) for number in re.findall(r"\d+", cell)]


def examples(game: str) -> list[str]:
    """Return the examples; each line of an example has a seat and an action."""
    return re.findall(r"^```text\n(.*?)^```", page(game), re.MULTILINE | re.DOTALL)
