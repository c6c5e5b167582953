"""The page of a person is a function of what the seat sees: nothing hidden reaches the browser."""

import asyncio
import random

import pytest

import tianming
from referee.seat.asked_question import QuestionReader
from referee.seat.web_front import WebFront
from tests.cli.bots.test_bridge_text import twin
from tianming.local import play
from tianming.local_question import LocalQuestion

_EVERY = 15
"""Of so many questions the page of one is compared, to save time."""


@pytest.mark.parametrize("game", ["china", "dragon", "ming"])
def test_twins_of_a_position_get_the_same_bytes(game: str, fresh_seed: int) -> None:
    """Twins differ in all that is hidden from the seat."""
    chance = random.Random(fresh_seed)
    asked = compared = 0

    async def choose(question: tianming.Question) -> int:
        nonlocal asked, compared
        assert isinstance(question, LocalQuestion)
        asked += 1
        if asked % _EVERY == 0:
            sent = await _sent(question)
            assert sent == await _sent(twin(question, chance))
            assert len(sent) > 2
            compared += 1
        return chance.randrange(question.option_count)

    play(game, [choose, choose, choose], seed=fresh_seed)
    assert compared > 3


async def _sent(question: LocalQuestion) -> list[bytes]:
    """Return all that a tab can get at a question: events, and the rule behind each option."""
    front = WebFront(is_guided=True)
    asked = QuestionReader(question.match).read(question)
    asking = asyncio.create_task(front.ask(asked))
    events = front.events()
    sent: list[bytes] = []
    while not any(b'"question":' in one for one in sent):
        sent.append((await anext(events)).partition(b',"left":')[0])
    await events.aclose()
    rules = [front.rule(option).model_dump_json().encode() for option in range(len(asked.options))]
    front.answer(asked.number, 0)
    await asking
    return [*sent, *rules]
