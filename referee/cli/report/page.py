"""A report of a season as one HTML file, without scripts, fonts or network access."""

import os
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from html import escape
from pathlib import Path
from urllib.parse import quote

from referee.cli import output
from referee.cli.report import board, words
from referee.cli.report.plot import STYLE, plot
from referee.league.season.season import Season

_MOST_MATCHES = 2000
"""Maximum of matches for which the page lists those of every bot; also of void matches."""

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
.bot { position: sticky; left: 0; background: #ffffff }
.cross th { vertical-align: bottom }
.cross th + th { writing-mode: vertical-rl; transform: rotate(180deg); text-align: left }
dl { display: grid; grid-template-columns: max-content auto; gap: 0 1rem }
dd { margin: 0; overflow-wrap: anywhere }
.plot { display: block; max-width: 30rem; width: 100% }
a { color: #2066a8 }
code { overflow-wrap: anywhere }
summary { cursor: pointer; padding: 0.4rem 0; overflow-wrap: anywhere }
@media (prefers-color-scheme: dark) {
  body { color: #e8e6e3; background: #16181c }
  .bot { background: #16181c }
  a { color: #7db8f0 }
}
"""
    + STYLE
    + board.STYLE
)


def report(season: Season, made: datetime, folder: Path) -> str:
    """Return the whole page.

    Args:
        season: the season.
        made: the time of the report.
        folder: the folder of the page; links to records are relative to it.
    """
    return "\n".join(_page(season, made, folder)) + "\n"


def _page(season: Season, made: datetime, folder: Path) -> Iterator[str]:
    name = words.markup(words.title(season))
    yield '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">'
    yield (
        '<meta http-equiv="Content-Security-Policy" '
        "content=\"default-src 'none'; style-src 'unsafe-inline'\">"
    )
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>{name}</title>\n<style>\n{_STYLE}\n</style>\n</head>\n<body>\n<h1>{name}</h1>"
    yield "<dl>"
    for label, text in words.overview(season, made):
        yield f"<dt>{words.markup(label)}</dt><dd>{words.markup(text)}</dd>"
    yield "</dl>"
    if season.rows:
        yield from _sections(season)
        yield from board.last_board(season)
        yield from _matches(season, folder)
    yield from _voids(season, folder)
    yield "</body>\n</html>"


def _sections(season: Season) -> Iterator[str]:
    yield "<h2>Table</h2>"
    yield from _table(words.rating_lines(season), anchors=_anchors(season))
    yield from _paragraphs(words.notes(season))
    yield "<h2>Ratings</h2>"
    yield plot([row.rating for row in season.rows], style="")
    yield from _paragraphs([words.PLOT])
    if len(season.rows) <= words.MOST_ACROSS:
        yield "<h2>Cross table</h2>"
        yield from _table(words.cross_lines(season), kind="cross")
        yield from _paragraphs([words.CROSS])
        yield "<h2>Probabilities</h2>"
        yield from _table(words.better_lines(season), kind="cross")
        yield from _paragraphs([words.BETTER])
    faults = words.fault_lines(season)
    if faults:
        yield "<h2>Faults and times</h2>"
        yield from _table(faults)
        yield from _paragraphs([words.TIMES])


def _anchors(season: Season) -> dict[str, str]:
    """Return by bot the link to its matches; nothing if the page does not list them."""
    if season.matches > _MOST_MATCHES:
        return {}
    return {row.bot: f"#bot-{number}" for number, row in enumerate(season.rows, 1)}


def _matches(season: Season, folder: Path) -> Iterator[str]:
    """Yield the matches of every bot, with links to their records."""
    yield "<h2>Matches</h2>"
    if season.matches > _MOST_MATCHES:
        yield "<p><code>referee table --matches BOT</code> lists those behind a number.</p>"
        return
    yield "<p>A link leads to a record. <code>referee replay RECORD</code> replays it.</p>"
    for number, row in enumerate(season.rows, 1):
        played = season.matches_of(row.bot)
        about = f"{words.markup(row.bot)}: {output.counted(len(played), 'match', 'matches')}"
        yield f'<details id="bot-{number}"><summary>{about}</summary>'
        links = _links([match.record for match in played], folder)
        yield from _table([words.match_line(match) for match in played], records=links)
        yield "</details>"


def _voids(season: Season, folder: Path) -> Iterator[str]:
    """Yield the void matches with their reasons; if there are too many, only the reasons."""
    voids = season.overview.voids
    if not voids:
        return
    yield "<h2>Void attempts</h2>"
    if len(voids) > _MOST_MATCHES:
        yield from _table(words.void_reasons(season))
        return
    links = _links([match.record for match in voids], folder)
    yield from _table([words.void_line(match) for match in voids], records=links)


def _links(records: Sequence[Path | None], folder: Path) -> dict[str, str]:
    """Return links to records relative to a folder, by file name."""
    return {record.name: quote(os.path.relpath(record, folder)) for record in records if record}


_NO_LINKS: Mapping[str, str] = {}


def _table(
    lines: Sequence[words.Cells],
    anchors: Mapping[str, str] = _NO_LINKS,
    records: Mapping[str, str] = _NO_LINKS,
    kind: str = "plain",
) -> Iterator[str]:
    """Yield a table.

    Args:
        lines: the lines, with the same headings.
        anchors: links of cells in the column `bot`, by text of the cell.
        records: links of cells in the column `record`, by text of the cell.
        kind: CSS class of the table.
    """
    links = {"bot": anchors, "record": records}
    names = list(lines[0])
    yield f'<div class="wide" tabindex="0"><table class="{kind}">\n<thead><tr>'
    yield "".join(f"<th{_kind(name)}>{words.markup(name)}</th>" for name in names)
    yield "</tr></thead>\n<tbody>"
    for line in lines:
        cells = []
        for name in names:
            text, link = words.markup(line[name]), links.get(name, _NO_LINKS).get(line[name])
            if link is not None:
                text = f'<a href="{escape(link)}">{text}</a>'
            cells.append(f"<td{_kind(name)}>{text}</td>")
        yield f"<tr>{''.join(cells)}</tr>"
    yield "</tbody>\n</table></div>"


def _kind(name: str) -> str:
    if name in ("bot", words.NAMES):
        return ' class="word bot"'
    return ' class="word"' if name in words.TEXT else ""


def _paragraphs(texts: Sequence[str]) -> Iterator[str]:
    return (f"<p>{words.markup(text)}</p>" for text in texts)
