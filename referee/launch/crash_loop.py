"""The rule for when the referee stops restarting a bot that keeps crashing."""

from collections import Counter
from collections.abc import Mapping

MOST_CRASHES = 3
"""Crashes at the same question after which the referee gives a bot up in a match."""

Questions = tuple[int, ...]
"""The numbers of the open questions of a bot in a match."""


class CrashLoop:
    """The crashes of one bot, in each of its matches.

    A bot that answers between two crashes makes progress. So a crash counts in a match only if the
    open questions there are the same as at the previous crash. If the bot has no open question
    there, the crash counts only if the bot made no progress in any other match either.
    """

    def __init__(self) -> None:
        self._crashes: Counter[str] = Counter()
        self._before: Mapping[str, Questions] = {}

    def crashed(self, questions: Mapping[str, Questions]) -> frozenset[str]:
        """Count a crash.

        Args:
            questions: the open questions of the bot in each of its matches.

        Returns:
            The matches in which the referee gives the bot up.
        """
        is_stuck = questions == self._before
        counted: Counter[str] = Counter()
        for match_id, numbers in questions.items():
            is_same = is_stuck or (numbers and numbers == self._before.get(match_id))
            counted[match_id] = 1 + (self._crashes[match_id] if is_same else 0)
        self._crashes, self._before = counted, dict(questions)
        return frozenset(one for one, crashes in counted.items() if crashes >= MOST_CRASHES)
