"""A bot that plays a trained policy: `python -m tianming_learn.bot POLICY`.

POLICY is a file from `tianming_learn.train`, or a function as `module:function`. The function gets
an array of tensors and an array of masks, a row for each question, and returns an array of ids.
"""

import argparse
import logging
import re
import sys
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

import tianming
from tianming_games.ground.error import TianmingError
from tianming_learn.chooser import (
    Batch,
    Chooser,
    FunctionChooser,
    MatchNumbers,
    PolicyChooser,
    numbers_of,
)
from tianming_learn.learned_policy import LearnedPolicy

_LOG = logging.getLogger("tianming")


class LearnedBot:
    """Answers all questions of a frame at once; it takes any option where it cannot choose."""

    def __init__(self, chooser: Chooser) -> None:
        self.games = chooser.games
        self._chooser = chooser

    def start(self, match: tianming.Match) -> None:
        """Warn if a match has other seats or options than the policy knows."""
        try:
            self._numbers(match)
        except TianmingError as error:
            _LOG.warning("%s: the bot takes any option, because %s", match.match_id, error)

    def choose_batch(self, questions: Sequence[tianming.Question]) -> list[tianming.Answer]:
        """Return an option for each question, which is always one of its options."""
        answers: list[tianming.Answer] = [0] * len(questions)
        groups: dict[MatchNumbers, list[tuple[int, Any]]] = defaultdict(list)
        for at, question in enumerate(questions):
            try:
                numbers = self._numbers(question.match)
                state = question.state(question.match.random)
                groups[numbers].append((at, state))
            except (TianmingError, ValueError) as error:
                answers[at] = _any_option(question, str(error))
        for numbers, rows in groups.items():
            chosen = self._choose(numbers, [(questions[at], state) for at, state in rows])
            for (at, _), answer in zip(rows, chosen, strict=True):
                answers[at] = answer
        return answers

    def _numbers(self, match: tianming.Match) -> MatchNumbers:
        options = tuple(sorted(match.options.items()))
        numbers = numbers_of(match.game, len(match.bots), options)
        self._chooser.verify(numbers)
        return numbers

    def _choose(
        self, numbers: MatchNumbers, rows: Sequence[tuple[tianming.Question, Any]]
    ) -> list[tianming.Answer]:
        catalogue, layout = numbers.catalogue, numbers.layout
        legal = [catalogue.legal_ids(state, question.seat) for question, state in rows]
        masks = np.zeros((len(rows), len(catalogue)), np.int8)
        for at, ids in enumerate(legal):
            masks[at, ids] = 1
        seen = [layout.encode(state.observation(question.seat)) for question, state in rows]
        tensors = np.frombuffer(bytearray().join(seen), np.float32).reshape(len(rows), -1)
        seats = np.array([question.seat for question, _ in rows])
        chosen, values = self._chooser.choose(Batch(tensors, masks, seats))
        answers: list[tianming.Answer] = []
        for at, (question, _) in enumerate(rows):
            if chosen[at] not in legal[at]:
                answers.append(_any_option(question, f"id {chosen[at]} is not legal"))
                continue
            value = None if values is None else float(np.clip((values[at] + 1) / 2, 0, 1))
            option = legal[at].index(int(chosen[at]))
            answers.append(tianming.Choice(option, thought=tianming.Thought(value=value)))
        return answers


def _any_option(question: tianming.Question, why: str) -> tianming.Choice:
    return tianming.Choice(question.match.random.randrange(question.option_count), note=why)


def chooser_of(word: str) -> Chooser:
    """Return what a POLICY on the command line names.

    Raises:
        UsageError: when there is no such file or function.
        DataError: when the file is no policy, or one for other rules.
    """
    if re.fullmatch(r"[\w.]+:[\w.]+", word) and not Path(word).exists():
        return FunctionChooser(word)
    return PolicyChooser(LearnedPolicy.load(Path(word)))


def main() -> int:
    """Play until the process is stopped, and return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m tianming_learn.bot",
        description="Play a trained policy as a bot.",
        epilog='example: referee play dragon "python -m tianming_learn.bot POLICY" greedy',
    )
    parser.add_argument("policy", metavar="POLICY", help="a policy file, or module:function")
    try:
        bot = LearnedBot(chooser_of(parser.parse_args().policy))
    except TianmingError as error:
        print(error, file=sys.stderr)
        return error.exit_code
    tianming.run(bot, name="learned")
    return 0


if __name__ == "__main__":
    sys.exit(main())
