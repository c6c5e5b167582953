"""A bot that takes any option: it plays every game and knows none."""

import random

import tianming


def choose(question: tianming.Question) -> int:
    """Any option, each as likely as the other."""
    return random.randrange(question.option_count)


if __name__ == "__main__":
    tianming.run(choose)
