"""The board of a season's last match in its report."""

from collections.abc import Iterator
from pathlib import Path

from referee.cli.report import words
from referee.error import DataError, UsageError
from referee.league.season.season import Season

STYLE = ".board svg { display: block; max-width: 60rem; width: 100%; height: auto }"


def last_board(season: Season) -> Iterator[str]:
    """Yield HTML with the board at the end of the last match, as `referee replay --svg` draws it.

    Yield nothing without a record, or for a game without a drawing. If the record is damaged, yield
    the error in place of the board.
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
