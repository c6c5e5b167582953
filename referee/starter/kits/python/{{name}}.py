"""{{name}}: a bot for Tianming. Run it by `referee play dragon "python {{name}}.py" random`."""

import tianming


def choose(question: tianming.Question) -> int:
    """Return the index of an option, from 0 to `question.option_count` - 1.

    `question.position` has what the seat sees and its options, as the messages of the game:
    see `sdk/tianming_proto`. This bot takes any option.
    """
    return question.match.random.randrange(question.option_count)


if __name__ == "__main__":
    tianming.run(choose, name="{{name}}")
