"""A person sees what the seat may see, and every option has a rule of the game's page."""

import pytest

import tianming
from referee.seat.asked_question import AskedQuestion, QuestionReader
from referee.seat.guide import advice
from referee.seat.option_place import places
from referee.seat.option_search import matching
from referee.seat.rule_text import rule_behind
from tianming.local import play

_GAMES = {"china": {}, "dragon": {"great_wall": "yes", "super_event": "random"}, "ming": {}}

_EVERY = 3
"""Of so many questions one is read, to save time."""


def _shown(asked: AskedQuestion) -> list[object]:
    """All that a person can see of a question."""
    scene = asked.presentation.scene(asked.observation)
    board = [line.text for line in asked.board]
    drawn = [board, scene, places(asked)]
    return [asked.standing, asked.title, asked.options, asked.news, advice(asked), *drawn]


class _Reading:
    """A bot that takes any option, and keeps what a person would see of two deals."""

    def __init__(self) -> None:
        self.asked: list[AskedQuestion] = []
        self._reader: QuestionReader | None = None
        self._count = 0

    def choose(self, question: tianming.Question) -> int:
        reader = self._reader = self._reader or QuestionReader(question.match)
        self._count += 1
        if self._count % _EVERY == 0:
            one, other = reader.read(question), reader.read(question)
            assert _shown(one) == _shown(other)
            self.asked.append(one)
        return question.match.random.randrange(question.option_count)


@pytest.fixture(scope="module", params=_GAMES)
def asked(request: pytest.FixtureRequest) -> list[AskedQuestion]:
    """The questions to one seat of a match."""
    name = request.param
    bot = _Reading()

    def other(question: tianming.Question) -> int:
        return question.match.random.randrange(question.option_count)

    play(name, [bot, other, other], seed=7, options=_GAMES[name])
    return bot.asked


def test_what_is_shown_does_not_depend_on_how_hidden_things_are_dealt(
    asked: list[AskedQuestion],
) -> None:
    assert asked  # the bot has compared two deals of each question
    assert [one.turn for one in asked[:2]] == [1, 3]


def test_every_option_has_a_section_of_the_rules(asked: list[AskedQuestion]) -> None:
    for one in asked:
        for option in range(len(one.options)):
            rule = rule_behind(one, option)
            assert rule is not None, one.options[option]
            assert rule.text


def test_a_number_names_one_option_and_words_name_all_that_have_them(
    asked: list[AskedQuestion],
) -> None:
    options = max((one.options for one in asked), key=len)
    every = list(range(len(options)))
    assert matching(options, "") == every
    assert [matching(options, str(at + 1)) for at in every] == [[at] for at in every]
    assert matching(options, "0") == matching(options, "9" * 40) == []
    assert matching(options, options[-1].notation.upper()) == [every[-1]]
    assert every[-1] in matching(options, options[-1].words.upper())
