"""Draw a position of a record, from the public view or the view of a seat."""

from referee.error import DataError, UsageError
from referee.record.reader import Record
from referee.record.replay import Replay
from referee.record.sentence import RecordSentence
from tianming_games.scene_svg import Theme, to_svg


def draw_position(
    record: Record, entry: int | None = None, seat: int | None = None, theme: Theme = "light"
) -> str:
    """Return the position after an entry as an SVG picture.

    Args:
        record: a record; it may be torn after the entry.
        entry: the number of the entry; None for the last.
        seat: the seat whose view is drawn; None for the public view.
        theme: the colours.

    Raises:
        UsageError: when the record has no such entry or seat, or the game has no drawing.
        DataError: when the rules or the protocol do not allow an entry, or the record has no
            entry after its header.
    """
    names = tuple(record.header.bots)
    last = len(record.entries) - 1
    if seat is not None and not 0 <= seat < len(names):
        raise UsageError(
            RecordSentence.NO_SUCH_SEAT, source=record.source, seat=seat, last=len(names) - 1
        )
    if not last:
        raise DataError(RecordSentence.NO_STEPS, source=record.source)
    wanted = last if entry is None else entry
    replay = Replay(record)
    game, settings = replay.machine.game, replay.machine.settings
    shown = game.presentation(len(names), settings.options, names)
    if shown.board is None:
        raise UsageError(RecordSentence.NO_DRAWING, game=game.name)
    for step in replay.steps():
        if step.entry.index == wanted:
            return to_svg(shown.board, shown.scene(step.state.observation(seat)), theme)
    raise UsageError(RecordSentence.NO_SUCH_ENTRY, source=record.source, entry=wanted, last=last)
