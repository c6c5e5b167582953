"""A season as Markdown: to be pasted where people read."""

import re
from collections.abc import Iterator, Sequence

from referee.cli import output
from referee.cli.report import words
from referee.league.statistics.season import Season

_SPECIAL = re.compile(r"([\\`*_\[\]<>|~&])")


def report(season: Season) -> str:
    """The whole report."""
    return "\n".join(_lines(season)) + "\n"


def _lines(season: Season) -> Iterator[str]:
    yield f"# {_escaped(words.title(season))}"
    for note in words.notes(season):
        yield ""
        yield _escaped(note)
    few = len(season.rows) <= words.MOST_ACROSS
    for heading, about, lines in (
        ("Table", "", words.rating_lines(season)),
        ("Cross table", words.CROSS, words.cross_lines(season) if few else []),
        ("Probabilities", words.BETTER, words.better_lines(season) if few else []),
        ("Faults and times", "", words.fault_lines(season)),
    ):
        if lines:
            yield f"\n## {heading}\n"
            if about:
                yield f"{_escaped(about)}\n"
            yield from _table(lines)


def _table(lines: Sequence[words.Cells]) -> Iterator[str]:
    names = list(lines[0])
    yield _row(names)
    yield "|" + "|".join("---" if name in words.TEXT else "--:" for name in names) + "|"
    for line in lines:
        yield _row([line[name] for name in names])


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(_escaped(cell) for cell in cells) + " |"


def _escaped(text: str) -> str:
    """A text that Markdown takes for nothing but text."""
    return _SPECIAL.sub(r"\\\1", output.printable(text))
