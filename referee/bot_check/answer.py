"""The answers of a bot in one match, with the time and the budget of each."""

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
        """The share of the budget that the answer took."""
        return self.seconds / self.budget


@dataclass(frozen=True, slots=True)
class CheckedMatch:
    """The answers and faults of the bot in one match, and its outcome."""

    outcome: Outcome
    answers: tuple[AnswerTime, ...]
    faults: tuple[BotFault, ...]
    forfeited: bool


def checked_match(record: Record, seat: int) -> CheckedMatch:
    """Return the answers and faults of the bot in a seat of a sealed match."""
    budgets: dict[int, float] = {}
    answers, faults = [], []
    for stored in record.entries[1:]:
        match entry_of(stored.body):
            case Asked() as asked if asked.seat == seat:
                budgets[asked.number] = asked.budget / 1e9
            case Chosen() as chosen if chosen.seat == seat and chosen.origin is Origin.BOT:
                seconds = chosen.took / 1e9
                answers.append(AnswerTime(chosen.number, seconds, budgets[chosen.number]))
            case Faulted() as fault if fault.seat == seat:
                faults.append(BotFault(fault.number, fault.reason))
    assert record.seal is not None
    outcome = outcome_of(record.seal)
    forfeited = bool(outcome.results) and outcome.results[seat].forfeited
    return CheckedMatch(outcome, tuple(answers), tuple(faults), forfeited)


@dataclass(frozen=True, slots=True)
class AnswerSummary:
    """The times of answers in seconds, and the largest share of a budget that an answer took."""

    count: int
    median: float
    p99: float
    longest: float
    share: float


def summary_of(answers: Iterable[AnswerTime]) -> AnswerSummary | None:
    """Return a summary of answers; None if there are none."""
    found = list(answers)
    if not found:
        return None
    took = sorted(answer.seconds for answer in found)
    share = max(answer.share for answer in found)
    return AnswerSummary(len(took), _quantile(took, 0.5), _quantile(took, 0.99), took[-1], share)


def _quantile(ordered: Sequence[float], part: float) -> float:
    """Return the `part` quantile (0 to 1) of sorted numbers by the nearest-rank method."""
    return ordered[max(0, math.ceil(part * len(ordered)) - 1)]
