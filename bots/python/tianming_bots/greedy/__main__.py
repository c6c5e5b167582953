"""A bot that takes what looks best at once; any option in a game it has no policy for."""

import tianming
from tianming_bots.greedy import POLICIES
from tianming_games.ground.error import TianmingError
from tianming_games.registry import load


def choose(question: tianming.Question) -> int:
    """Return the option that the game's policy takes.

    It takes any option if no state can be made, because a file of the match's options, such as a
    board, is not on this machine, or because the question has no whole position.
    """
    policy = POLICIES.get(question.game)
    if policy is not None:
        try:
            return policy.choose(question.state(question.match.random), question.seat)
        except TianmingError:
            pass
    return question.match.random.randrange(question.option_count)


if __name__ == "__main__":
    for name in dict(POLICIES):  # imports rules and policies before the clock of a question runs
        load(name)
    tianming.run(choose)
