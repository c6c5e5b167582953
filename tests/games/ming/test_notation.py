"""The notation."""

import pytest

from tianming_games.action import Action, NotationError
from tianming_games.ming.notation import Verb, read, write


class TestNotation:
    @pytest.mark.parametrize(
        ("text", "action"),
        [
            ("prince B2", Action(Verb.PRINCE, (4,))),
            ("neutral F3", Action(Verb.NEUTRAL, (17,))),
            ("place C", Action(Verb.PLACE, (2,))),
            ("take A", Action(Verb.TAKE, (0,))),
            ("dragon F", Action(Verb.DRAGON, (5,))),
            ("pass", Action(Verb.PASS)),
            ("stay dragon", Action(Verb.STAY, (0,))),
            ("stay 12", Action(Verb.STAY, (12,))),
            ("step D1 4", Action(Verb.STEP, (9, 4))),
            ("halt", Action(Verb.HALT)),
            ("deploy 2+1", Action(Verb.DEPLOY, (2, 1))),
            ("return 0", Action(Verb.RETURN, (0,))),
            ("withdraw 1+0+2", Action(Verb.WITHDRAW, (1, 0, 2))),
            ("start 3", Action(Verb.START, (3,))),
        ],
    )
    def test_every_verb_is_written_and_read(self, text: str, action: Action) -> None:
        assert write(action) == text
        assert read(text) == action

    @pytest.mark.parametrize(
        "text",
        [
            "prince",
            "prince A",
            "prince A4",
            "prince A0",
            "prince a1",
            "prince G1",
            "prince A1 A2",
            "prince  A1",
            "place AB",
            "place ",
            "pass now",
            "stay 0",
            "stay 01",
            "step A1",
            "step A1 dragons",
            "deploy 2 1",
            "deploy 2",
            "withdraw 1+1",
            "withdraw 1+1+-1",
            "start ²",
            "PASS",
        ],
    )
    def test_other_texts_are_refused(self, text: str) -> None:
        with pytest.raises(NotationError, match="is no action of Ming Dynasty"):
            read(text)
