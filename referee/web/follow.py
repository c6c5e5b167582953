"""Following a match in words: the steps of a record, also while it is written."""

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

from referee.error import DataError
from referee.record.reader import begun
from referee.sentence.web import WebSentence
from referee.web.api.match import Step
from referee.web.disclosure import Disclosure
from referee.web.tail import Tail
from referee.web.timeline import Timeline


def follow(path: Path, wait: Callable[[], None]) -> Iterator[Step]:
    """The steps of a match as they come, for the organiser's eyes; ends with the match.

    Args:
        path: where the finished record is or will be.
        wait: is called when there is nothing new.

    Raises:
        DataError: when there is no such record, it is damaged, or its referee gave it up.
        UsageError: when its game is not installed.
    """
    try:
        tail = Tail(path)
    except OSError as error:
        raise DataError(WebSentence.NOT_FOLLOWED, path=path, why=error.strerror) from None
    timeline: Timeline | None = None
    with closing(tail):
        while True:
            entries = tail.read()
            if timeline is None and entries:
                record = begun(entries.pop(0), str(path))
                timeline = Timeline(record, Disclosure(is_open=True, notes=True))
            for entry in entries if timeline else ():
                assert timeline is not None
                yield from (one for one in timeline.feed([entry]) if isinstance(one, Step))
                if timeline.outcome is not None:
                    return
            if tail.is_damaged:
                raise DataError(WebSentence.NOT_FOLLOWED, path=path, why="it is damaged")
            if tail.is_gone or not tail.is_growing:
                raise DataError(WebSentence.NOT_FOLLOWED, path=path, why="it ends before the match")
            wait()
