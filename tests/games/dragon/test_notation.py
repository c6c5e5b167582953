"""The notation: words of every action, and texts that are none."""

import pytest

from tianming_games.action import Action, NotationError
from tianming_games.dragon.notation import Verb, read, write

EXAMPLES = {
    "draft monk+farmer": Action(Verb.DRAFT, (5, 7)),
    "pass": Action(Verb.PASS),
    "take build": Action(Verb.TAKE, (1,)),
    "take military-parade": Action(Verb.TAKE, (4,)),
    "buy small": Action(Verb.BUY, (1,)),
    "buy large": Action(Verb.BUY, (2,)),
    "floor 12": Action(Verb.FLOOR, (12,)),
    "card joker": Action(Verb.CARD, (9,)),
    "tile old-monk": Action(Verb.TILE, (11,)),
    "place 0": Action(Verb.PLACE, (0,)),
    "replace 1 monk": Action(Verb.REPLACE, (1, 5)),
    "drop": Action(Verb.DROP),
    "release 0 farmer": Action(Verb.RELEASE, (0, 7)),
    "take building-the-wall": Action(Verb.TAKE, (7,)),
    "wall section": Action(Verb.WALL, (2,)),
    "lose 0": Action(Verb.LOSE, (0,)),
    "return yuan 12": Action(Verb.RETURN, (0, 12)),
    "return rice 0": Action(Verb.RETURN, (1, 0)),
    "discard joker": Action(Verb.DISCARD, (9,)),
    "charter farmer": Action(Verb.CHARTER, (7,)),
}


@pytest.mark.parametrize(("text", "action"), EXAMPLES.items(), ids=EXAMPLES)
def test_an_action_is_written_and_read_back(text: str, action: Action) -> None:
    assert write(action) == text
    assert read(text) == action


@pytest.mark.parametrize(
    "text",
    [
        "draft monk",
        "draft monk+farmer+monk",
        "draft monk farmer",
        "pass 1",
        "take",
        "take privilege now",
        "buy huge",
        "floor -1",
        "floor 1 ",
        " floor 1",
        "floor 01",
        "floor 99999999999999999999",
        "card old-monk",
        "tile joker",
        "replace 1",
        "release monk 1",
        "PASS",
        "floor ²",
        "wall dragon",
        "lose monk",
        "return yuan",
        "return monk 1",
        "return yuan -1",
        "discard monk monk",
        "charter joker",
    ],
)
def test_a_text_that_is_no_action_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match=r"is no action of In the Year of the Dragon\."):
        read(text)
