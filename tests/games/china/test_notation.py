"""The notation: every action has one text, and every text one action."""

import pytest

from tianming_games.action import Action, NotationError
from tianming_games.china.box import Colour, Land
from tianming_games.china.notation import DRAW, STOP, Verb, exists, read, write

EXAMPLES = {
    "play wei red": Action(Verb.PLAY, (Land.WEI, Colour.RED, 1)),
    "play wei green+green": Action(Verb.PLAY, (Land.WEI, Colour.GREEN, 2)),
    "stop": STOP,
    "exchange purple": Action(Verb.EXCHANGE, (Colour.PURPLE,)),
    "house chin-6": Action(Verb.HOUSE, (Land.CHIN, 6)),
    "emissary chu": Action(Verb.EMISSARY, (Land.CHU,)),
    "fortification qi-1": Action(Verb.FORTIFICATION, (Land.QI, 1)),
    "take yellow": Action(Verb.TAKE, (Colour.YELLOW,)),
    "draw": DRAW,
}


@pytest.mark.parametrize(("text", "action"), EXAMPLES.items(), ids=EXAMPLES.keys())
def test_an_example_is_read_and_written(text: str, action: Action) -> None:
    assert read(text) == action
    assert write(action) == text
    assert exists(action)


@pytest.mark.parametrize(
    "text",
    [
        "play wei", "play wei green+red", "play wei red+red+red", "play rome red", "house wei",
        "house wei-0", "house wei-9", "house wei-01", "emissary wei-1", "take", "take joker",
        "draw red", "exchange", "Stop", "stop ", "house  wei-1",
    ],
)  # fmt: skip
def test_an_invalid_action_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="is no action of China"):
        read(text)


def test_an_action_of_no_meaning_does_not_exist() -> None:
    assert not exists(Action(Verb.HOUSE, (0, 99)))
    assert not exists(Action(99))
