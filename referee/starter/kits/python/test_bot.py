"""What the bot promises. Run it by `python -m unittest`."""

import unittest

import bot

import tianming
from tianming_proto.v1 import play_pb2


def question(option_count: int) -> tianming.Question:
    """Return a question as the referee sends it."""
    match = tianming.Match.of(play_pb2.MatchStarted(match_id="m1", bot_seed=bytes(32)))
    return tianming.Question(play_pb2.Question(match_id="m1", option_count=option_count), match)


class TestBot(unittest.TestCase):
    """The answers of the bot."""

    def test_an_answer_is_an_option(self) -> None:
        """Its index is from 0 to one less than the number of options."""
        for option_count in range(1, 50):
            assert bot.choose(question(option_count)) in range(option_count)


if __name__ == "__main__":
    unittest.main()
