"""A bot that takes any option: it plays every game and knows none."""

import tianming


def choose(question: tianming.Question) -> int:
    """Any option, each as likely as the other; the match's seed decides which."""
    return question.match.random.randrange(question.option_count)


if __name__ == "__main__":
    tianming.run(choose)
