"""The names of the SDKs side by side: `clients/surface.json`, and its table in clients/PORTING.md.

    python -m tests.conformance.surface [--check]

The test of each SDK compares its column with its code. `--check` writes nothing, and exits with 1
if the page's table differs.
"""

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.conformance.table import TITLES, replaced

CLIENTS = Path(__file__).parents[2] / "clients"
PAGE = CLIENTS / "PORTING.md"

LANGUAGES = ("python", "go", "typescript", "rust", "java", "cpp")

Row = Mapping[str, str | None]


def rows() -> Sequence[Row]:
    """Return the rows of the table: `what`, and a name or None for each language."""
    found: Sequence[Row] = json.loads((CLIENTS / "surface.json").read_text())["rows"]
    return found


def column(language: str) -> list[str]:
    """Return the names that an SDK has."""
    return [name for row in rows() if (name := row[language]) is not None]


def table() -> str:
    """Return the table in Markdown."""
    titles = {language.name: title for title, language in TITLES.items()}
    heads = " | ".join(titles[language] for language in LANGUAGES)
    lines = [f"| | {heads} |", f"|{'---|' * (len(LANGUAGES) + 1)}"]
    for row in rows():
        cells = (f"`{row[language]}`" if row[language] else "-" for language in LANGUAGES)
        lines.append(f"| {row['what']} | {' | '.join(cells)} |")
    return "\n".join(lines)


def main(arguments: Sequence[str]) -> int:
    """Write the page, or compare it; return the exit status."""
    before = PAGE.read_text(encoding="utf-8")
    after = replaced(before, "surface", table())
    if "--check" in arguments:
        return int(after != before)
    PAGE.write_text(after, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
