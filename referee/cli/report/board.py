"""The board of a season's last match in its report."""

from collections.abc import Iterator
from pathlib import Path

from referee.cli.report import words
from referee.error import DataError, UsageError
from referee.league.statistics.season import Season

STYLE = ".board svg { display: block; max-width: 60rem; width: 100%; height: auto }"


def last_board(season: Season) -> Iterator[str]:
    """The board at the end of the season's last match, drawn as `referee replay --svg` draws it.

    Without a record, or for a game that has no drawing, there is no board. If the record is
    damaged, a sentence says so.
    """
    record = season.played(season.matches - 1).record
    if record is None or not record.exists():
        return
    try:
        body = f'<div class="board">{_drawn(record)}</div>'
    except UsageError:
        return
    except DataError as error:
        body = f"<p>{words.markup(str(error))}</p>"
    yield "<h2>Last board</h2>"
    yield f"<p>{words.markup(f'The position at the end of match {record.stem}.')}</p>"
    yield body


def _drawn(record: Path) -> str:
    from referee.record.picture import draw_position
    from referee.record.reader import read

    return draw_position(read(record))
