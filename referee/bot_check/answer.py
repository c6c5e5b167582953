"""The answers of a bot in one match: how long each took, of which budget."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from referee.launch.failure import BotFault
from referee.match.entry import Asked, Chosen, Faulted, Origin
from referee.match.outcome import Outcome
from referee.record.reader import Record, entry_of, outcome_of


@dataclass(frozen=True, slots=True)
class AnswerTime:
    """An answer: its question's number, the seconds it took, and the seconds of its budget."""

    number: int
    seconds: float
    budget: float

    @property
    def share(self) -> float:
        """The part of the budget that it took."""
        return self.seconds / self.budget


@dataclass(frozen=True, slots=True)
class CheckedMatch:
    """What the bot did in one match."""

    outcome: Outcome
    answers: tuple[AnswerTime, ...]
    faults: tuple[BotFault, ...]
    forfeited: bool


def checked_match(record: Record, seat: int) -> CheckedMatch:
    """What the bot in a seat did in a sealed match."""
    budgets: dict[int, float] = {}
    answers, faults = [], []
    for stored in record.entries[1:]:
        match entry_of(stored.body):
            case Asked() as asked if asked.seat == seat:
                budgets[asked.number] = asked.budget / 1e9
            case Chosen() as chosen if chosen.seat == seat and chosen.origin is Origin.BOT:
                took = (chosen.at - (chosen.handed_at or chosen.at)) / 1e9
                answers.append(AnswerTime(chosen.number, took, budgets[chosen.number]))
            case Faulted() as fault if fault.seat == seat:
                faults.append(BotFault(fault.number, fault.reason))
    assert record.seal is not None
    outcome = outcome_of(record.seal)
    forfeited = bool(outcome.results) and outcome.results[seat].forfeited
    return CheckedMatch(outcome, tuple(answers), tuple(faults), forfeited)


@dataclass(frozen=True, slots=True)
class AnswerSummary:
    """The times of some answers, in seconds, and the largest part of a budget that one took."""

    count: int
    median: float
    p99: float
    longest: float
    share: float


def summary_of(answers: Iterable[AnswerTime]) -> AnswerSummary | None:
    """Sum up answers; None for none."""
    found = list(answers)
    if not found:
        return None
    took = sorted(answer.seconds for answer in found)
    share = max(answer.share for answer in found)
    return AnswerSummary(len(took), _quantile(took, 0.5), _quantile(took, 0.99), took[-1], share)


def _quantile(ordered: Sequence[float], part: float) -> float:
    """The smallest of some numbers that a part of them do not exceed."""
    return ordered[max(0, math.ceil(part * len(ordered)) - 1)]
