"""A season as one HTML file that needs nothing else: no script, no font, no network."""

from collections.abc import Iterator, Sequence
from html import escape

from referee.cli import output
from referee.cli.report import words
from referee.cli.report.plot import STYLE, plot
from referee.league.statistics.season import Season

_MOST_MATCHES = 2000
"""Matches up to which the page lists those of every bot."""

_STYLE = (
    """\
:root { color-scheme: light dark }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 70rem; padding: 1rem;
  color: #1b1b1b; background: #ffffff }
h1, h2 { line-height: 1.2 }
.wide { overflow-x: auto }
table { border-collapse: collapse; font-size: 0.9rem; font-variant-numeric: tabular-nums }
th, td { padding: 0.25rem 0.6rem; text-align: right; white-space: nowrap;
  border-bottom: 1px solid #8884 }
.word { text-align: left }
th:nth-child(2), td:nth-child(2) { position: sticky; left: 0; background: #ffffff }
.plot { display: block; max-width: 30rem; width: 100% }
a { color: #2066a8 }
code { overflow-wrap: anywhere }
summary { cursor: pointer; padding: 0.4rem 0; overflow-wrap: anywhere }
@media (prefers-color-scheme: dark) {
  body { color: #e8e6e3; background: #16181c }
  th:nth-child(2), td:nth-child(2) { background: #16181c }
  a { color: #7db8f0 }
}
"""
    + STYLE
)


def report(season: Season) -> str:
    """The whole page."""
    return "\n".join(_page(season)) + "\n"


def _page(season: Season) -> Iterator[str]:
    name = _text(words.title(season))
    yield '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">'
    yield (
        '<meta http-equiv="Content-Security-Policy" '
        "content=\"default-src 'none'; style-src 'unsafe-inline'\">"
    )
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>{name}</title>\n<style>\n{_STYLE}\n</style>\n</head>\n<body>\n<h1>{name}</h1>"
    yield from (f"<p>{_text(note)}</p>" for note in words.notes(season))
    if season.rows:
        yield from _sections(season)
    yield "</body>\n</html>"


def _sections(season: Season) -> Iterator[str]:
    yield "<h2>Table</h2>"
    yield from _table(words.rating_lines(season), linked=season.matches <= _MOST_MATCHES)
    yield "<h2>Ratings</h2>"
    yield plot([row.rating for row in season.rows], style="")
    if len(season.rows) <= words.MOST_ACROSS:
        yield f"<h2>Cross table</h2>\n<p>{_text(words.CROSS)}</p>"
        yield from _table(words.cross_lines(season))
        yield f"<h2>Probabilities</h2>\n<p>{_text(words.BETTER)}</p>"
        yield from _table(words.better_lines(season))
    faults = words.fault_lines(season)
    if faults:
        yield "<h2>Faults and times</h2>"
        yield from _table(faults)
    yield "<h2>Matches</h2>"
    if season.matches <= _MOST_MATCHES:
        yield from _matches(season)
    else:
        yield "<p><code>referee table --matches BOT</code> lists those behind a number.</p>"


def _table(lines: Sequence[words.Cells], linked: bool = False) -> Iterator[str]:
    names = list(lines[0])
    yield '<div class="wide" tabindex="0"><table>\n<thead><tr>'
    yield "".join(f"<th{_kind(name)}>{_text(name)}</th>" for name in names)
    yield "</tr></thead>\n<tbody>"
    for number, line in enumerate(lines, 1):
        cells = []
        for name in names:
            text = _text(line[name])
            if linked and name == "bot":
                text = f'<a href="#bot-{number}">{text}</a>'
            cells.append(f"<td{_kind(name)}>{text}</td>")
        yield f"<tr>{''.join(cells)}</tr>"
    yield "</tbody>\n</table></div>"


def _kind(name: str) -> str:
    return ' class="word"' if name in words.TEXT else ""


def _matches(season: Season) -> Iterator[str]:
    """The matches behind the numbers of every bot."""
    for number, row in enumerate(season.rows, 1):
        played = season.matches_of(row.bot)
        about = f"{_text(row.bot)}: {output.counted(len(played), 'match', 'matches')}"
        yield f'<details id="bot-{number}"><summary>{about}</summary>'
        yield from _table([words.match_line(match) for match in played])
        yield "</details>"


def _text(text: str) -> str:
    """A text that is nothing but text to a browser."""
    return escape(output.printable(text))
