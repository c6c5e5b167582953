"""A report of a season in Markdown."""

import re
from collections.abc import Iterator, Sequence
from datetime import datetime

from referee.cli import output
from referee.cli.report import words
from referee.league.season.season import Season

_SPECIAL = re.compile(r"([\\`*_\[\]<>|~&])")

_MOST_VOIDS = 100
"""Maximum of void matches that a report lists one by one; it counts more by reason."""


def report(season: Season, made: datetime) -> str:
    """Return the whole report; `made` is the time of the report."""
    return "\n".join(_lines(season, made)) + "\n"


def _lines(season: Season, made: datetime) -> Iterator[str]:
    yield f"# {_escaped(words.title(season))}\n"
    for label, text in words.overview(season, made):
        yield f"- {label}: {_escaped(text)}"
    few = len(season.rows) <= words.MOST_ACROSS
    cross, better = (words.cross_lines(season), words.better_lines(season)) if few else ([], [])
    for heading, lines, notes in (
        ("Table", words.rating_lines(season), words.notes(season)),
        ("Cross table", cross, [words.CROSS]),
        ("Probabilities", better, [words.BETTER]),
        ("Faults and times", words.fault_lines(season), [words.TIMES]),
        ("Void attempts", _voids(season), []),
    ):
        if lines:
            yield f"\n## {heading}\n"
            yield from _table(lines)
            yield from (f"\n{_escaped(note)}" for note in notes)


def _voids(season: Season) -> list[words.Cells]:
    voids = season.overview.voids
    if len(voids) > _MOST_VOIDS:
        return words.void_reasons(season)
    return [words.void_line(match) for match in voids]


def _table(lines: Sequence[words.Cells]) -> Iterator[str]:
    names = list(lines[0])
    yield _row(names)
    yield "|" + "|".join("---" if name in words.TEXT else "--:" for name in names) + "|"
    for line in lines:
        yield _row([line[name] for name in names])


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(_escaped(cell) for cell in cells) + " |"


def _escaped(text: str) -> str:
    """Escape a text for Markdown."""
    return _SPECIAL.sub(r"\\\1", output.printable(text))
