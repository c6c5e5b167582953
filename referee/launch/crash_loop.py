"""The rule that tells when it is hopeless to start a crashed bot again."""

from collections import Counter
from collections.abc import Mapping

MOST_CRASHES = 3
"""Crashes of a bot at the same question after which it is given up in that match."""

Questions = tuple[int, ...]
"""The numbers of the questions that a bot has not answered in a match."""


class CrashLoop:
    """The crashes of one bot, in each of its matches.

    A bot that answers between two crashes makes progress, however often it crashes. So a crash
    counts in a match only if its open questions there are those of the crash before. If the bot has
    no question there, it counts only if the bot made no progress in any other match either.
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
