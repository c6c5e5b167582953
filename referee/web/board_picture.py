"""Draw the board of a match after a step, as everybody may see it."""

from collections.abc import Generator

from referee.error import TianmingError
from referee.record.reader import Record
from referee.web.api.match import Step
from referee.web.disclosure import Disclosure
from referee.web.sentence import WebSentence
from referee.web.steps import shown_count
from referee.web.timeline import Timeline, TimelineQuestion
from referee.web.web_problem import NotFound, Unreadable
from tianming_games.scene import Scene
from tianming_games.scene_svg import to_svg


def work_on_picture(
    record: Record, disclosure: Disclosure, delay: int, step: int | None
) -> Generator[None, None, str]:
    """Draw the board, entry by entry; the generator returns the SVG.

    Args:
        record: the record of the match, as far as it goes.
        disclosure: what may be shown of it.
        delay: number of decisions by which a running match is shown late.
        step: the number of the step; None for the newest one.

    Raises:
        NotFound: if the game has no drawing.
        Unreadable: if the installed rules cannot replay the record.
    """
    try:
        timeline = Timeline(record, disclosure)
        board = timeline.board
        if board is None:
            raise NotFound(WebSentence.NO_PICTURE)
        first = timeline.scene
        made: list[tuple[Step | TimelineQuestion, Scene]] = []
        for entry in record.entries[1:]:
            made += [(one, timeline.scene) for one in timeline.feed([entry])]
            yield
    except TianmingError:
        raise Unreadable(WebSentence.RECORD_NOT_REPLAYED) from None
    if timeline.outcome is None:
        made = made[: shown_count([one for one, _ in made], delay)]
    shown = [scene for one, scene in made if step is None or one.n <= step]
    return to_svg(board, shown[-1] if shown else first)


def drawn_board(record: Record, disclosure: Disclosure) -> str:
    """Return the SVG of the board at the end of a finished match; arguments as above."""
    work = work_on_picture(record, disclosure, 0, None)
    while True:
        try:
            next(work)
        except StopIteration as stop:
            return str(stop.value)
