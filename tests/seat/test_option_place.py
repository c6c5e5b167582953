"""The places of options on the board, which a page lights up."""

import pytest

import tianming
from referee.seat.asked_question import AskedQuestion, QuestionReader
from referee.seat.option_place import Point, places
from tianming.local import play

_LIT = {"china": 0.9, "dragon": 0.4, "ming": 0.9}
"""The least share of options with a place; in Dragon many do nothing that a board shows."""


def _asked(game: str) -> list[tuple[AskedQuestion, list[tuple[Point, ...]]]]:
    """Return the questions of a match to one seat, with the places of their options."""
    found = []
    readers: list[QuestionReader] = []

    def choose(question: tianming.Question) -> int:
        if not readers:
            readers.append(QuestionReader(question.match))
        asked = readers[0].read(question)
        found.append((asked, places(asked)))
        return question.match.random.randrange(question.option_count)

    play(game, [choose, "random", "random"], seed=7)
    return found


@pytest.mark.parametrize("game", _LIT)
def test_most_options_have_a_place_of_the_board(game: str) -> None:
    found = _asked(game)
    lit = [bool(points) for _, places_ in found for points in places_]
    assert sum(lit) >= _LIT[game] * len(lit)
    for asked, places_ in found:
        board = asked.presentation.board
        assert board is not None
        assert len(places_) == len(asked.options)
        for x, y in {point for points in places_ for point in points}:
            assert 0 <= x <= board.width
            assert 0 <= y <= board.height


def test_the_place_of_a_card_that_is_taken_is_where_it_lies() -> None:
    for asked, places_ in _asked("china"):
        scene = asked.presentation.scene(asked.observation)
        for option, points in zip(asked.options, places_, strict=True):
            verb, _, colour = option.words.partition(" ")
            if verb != "takes":
                continue
            words = f"{colour.split()[1]} card, face up"
            assert set(points) == {(one.x, one.y) for one in scene.values() if one.words == words}
