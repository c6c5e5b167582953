"""What the bot promises. Run it by `python -m unittest`."""

import importlib
import unittest
from pathlib import Path

import tianming

bot = importlib.import_module("{{name}}")

QUESTIONS = Path(__file__).parent / "questions"


class TestBot(unittest.TestCase):
    """The answers of the bot."""

    def test_it_answers_a_question_of_each_game_with_an_option(self) -> None:
        """If your bot plays one game, keep its question only."""
        for file in sorted(QUESTIONS.glob("*.bin")):
            with self.subTest(file.stem):
                question = tianming.Question.of_frame(file.read_bytes())
                assert bot.choose(question) in range(question.option_count)


if __name__ == "__main__":
    unittest.main()
