"""Analyses for tests, without a search: the last option is the best, the first the worst."""

from referee.match.entry import Chosen
from referee.record.reader import Record
from referee.record.replay import Replay
from referee.record.saved_analysis import Analysis, JudgedChoice, analysis_with


def sample_analysis(record: Record) -> Analysis:
    """Return an analysis of a finished match."""
    replay, choices = Replay(record), list[JudgedChoice]()
    write = replay.machine.game.write
    for step in replay.steps():
        chosen, question = step.happened, step.question
        if not isinstance(chosen, Chosen) or question is None or len(question.options) < 2:
            continue
        options = tuple(map(write, question.options))
        best = len(options) - 1
        choices.append(
            JudgedChoice(
                entry=step.entry.index,
                seat=chosen.seat,
                number=chosen.number,
                options=options,
                chosen=chosen.option,
                best=best,
                values=tuple(0.25 + 0.5 * index / best for index in range(len(options))),
                line=() if chosen.option == best else options[best:],
                simulations=100,
            )
        )
    return analysis_with(record, 0.25, choices)
