"""A bot that takes what looks best at once; any option in a game it has no policy for."""

import tianming
from tianming_bots.greedy import POLICIES


def choose(question: tianming.Question) -> int:
    """The option that the game's policy takes."""
    policy = POLICIES.get(question.game)
    if policy is None:
        return question.match.random.randrange(question.option_count)
    return policy(question.position, question.match.setup)


if __name__ == "__main__":
    tianming.run(choose)
