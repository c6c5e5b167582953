"""Build the answer with all steps of a match."""

from collections.abc import Collection, Generator, Iterable

from referee.error import TianmingError
from referee.identifier import MatchId
from referee.record.reader import Record
from referee.web.api.match import Asked, Step, Steps
from referee.web.disclosure import Disclosure
from referee.web.sentence import WebSentence
from referee.web.timeline import Timeline, TimelineQuestion, is_choice
from referee.web.web_problem import Unreadable


def steps_of(match_id: MatchId, record: Record, disclosure: Disclosure, delay: int = 0) -> Steps:
    """Return the steps of a match, as far as its record goes.

    Args:
        match_id: the name of the match.
        record: its record.
        disclosure: what may be shown of it.
        delay: number of decisions by which a running match is shown late.

    Raises:
        Unreadable: if the installed rules cannot replay the record.
    """
    work = work_on_steps(match_id, record, disclosure, delay)
    while True:
        try:
            next(work)
        except StopIteration as stop:
            steps: Steps = stop.value
            return steps


def work_on_steps(
    match_id: MatchId, record: Record, disclosure: Disclosure, delay: int = 0
) -> Generator[None, None, Steps]:
    """Do what `steps_of` does, entry by entry; the generator returns the steps."""
    made: list[Step | TimelineQuestion] = []
    try:
        timeline = Timeline(record, disclosure)
        beginning = timeline.beginning()
        for entry in record.entries[1:]:
            made += timeline.feed([entry])
            yield
    except TianmingError:
        raise Unreadable(WebSentence.RECORD_NOT_REPLAYED) from None
    if timeline.outcome is None:
        made = made[: shown_count(made, delay)]
    first, steps = _gathered(made)
    return Steps(
        id=match_id,
        seat=disclosure.seat,
        over=timeline.outcome is not None,
        last=steps[-1].n if steps else 0,
        asked=first,
        steps=steps,
        **beginning,
    )


def shown_count(made: Collection[Step | TimelineQuestion], delay: int) -> int:
    """Return how many steps and questions may be shown: `delay` decisions follow each of them."""
    behind = sum(is_choice(one) for one in made)
    for at, one in enumerate(made):
        behind -= is_choice(one)
        if behind < delay:
            return at
    return len(made)


def _gathered(made: Iterable[Step | TimelineQuestion]) -> tuple[tuple[Asked, ...], list[Step]]:
    """Return the questions before the first step, and the steps with the questions after them."""
    first: list[Asked] = []
    steps: list[Step] = []
    for one in made:
        if isinstance(one, Step):
            steps.append(one)
        else:
            ask(one.asked, first, steps)
    return tuple(first), steps


def ask(asked: Asked, first: list[Asked], steps: list[Step]) -> None:
    """Add a question to the last step, or to the questions before the first one."""
    if steps:
        steps[-1] = steps[-1].model_copy(update={"asked": (*steps[-1].asked, asked)})
    else:
        first.append(asked)
